package main

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Glob lists files and folders whose paths match a pattern, one on a line and
// sorted. In a pattern, * stands for any characters but /, ? for one, [a-z] for one
// of some, {go,md} for alternatives and ** for any folders: *.go finds Go files in
// the folder itself, **/*.go also all those below. Folders end in /. What is in
// .git is left out unless the pattern names it.
//
//   - pattern: Pattern of the paths, relative to the folder that is searched
//   - folder: Folder to search, relative to the root folder; the root folder itself unless given
//   - limit: Most paths to list
//
//dsh:tool glob readonly idempotent parallel timeout=30s
//dsh:param pattern minLength=1 maxLength=1000 example=**/*.go
//dsh:param folder name=path maxLength=4096
//dsh:param limit minimum=1 maximum=5000 default=500
func (d *Dir) Glob(ctx context.Context, pattern string, folder *string, limit int) (string, error) {
	p, err := parsePattern(pattern)
	if err != nil {
		return "", err
	}
	from, err := d.folder(folder)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	found, more := 0, false
	unread, err := d.walk(ctx, from, p, func(rel string, e fs.DirEntry) bool {
		if more = found == limit; more {
			return false
		}
		found++
		b.WriteString(path.Join(from, rel))
		if e.IsDir() {
			b.WriteByte('/')
		}
		b.WriteByte('\n')
		return true
	})
	if err != nil {
		return "", err
	}
	if found == 0 {
		fmt.Fprintf(&b, "[nothing matches %q in %s]\n", pattern, nameOf(from))
	}
	if more {
		fmt.Fprintf(&b, "[the first %d: there are more, narrow the pattern]\n", limit)
	}
	return b.String() + unreadNote(unread), nil
}

// folder returns the folder that a search begins in, in the form that package fs
// wants it. Nil and "" are the root.
func (d *Dir) folder(given *string) (string, error) {
	if given == nil || *given == "" {
		return ".", nil
	}
	folder := path.Clean(*given)
	info, err := d.root.Stat(folder)
	if err != nil {
		return "", d.explain(*given, err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%q is not a folder: give the folder that it is in", *given)
	}
	return folder, nil
}

func nameOf(folder string) string {
	if folder == "." {
		return "the root folder"
	}
	return fmt.Sprintf("%q", folder)
}
