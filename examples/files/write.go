package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// Write makes content the whole contents of a file, which is created, with the
// folders on the way to it, unless it exists. To change a part of a file, use
// edit.
//
//   - path: File to write, relative to the root folder
//   - content: What the file is to contain, exactly
//
//dsh:tool write destructive idempotent timeout=30s
//dsh:param path minLength=1 maxLength=4096 example=docs/README.md
//dsh:param content maxLength=10485760
func (d *Dir) Write(ctx context.Context, path, content string) (string, error) {
	if len(content) > maxFile {
		return "", fmt.Errorf("content has %d bytes, more than the %d that a file may have: split it", len(content), maxFile)
	}
	d.change.Lock()
	defer d.change.Unlock()
	at, info, err := d.target(path)
	if err != nil {
		return "", err
	}
	done := "replaced"
	if info == nil {
		done = "created"
		err = d.makeFolder(path, at)
	} else {
		err = writable(path, info)
	}
	if err != nil {
		return "", err
	}
	if err := d.replace(ctx, at, content, info); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %q: %s, %s", done, path, plural(len(lines(content)), "line"), plural(len(content), "byte")), nil
}

// makeFolder makes the folder for a new file at, which the model calls path.
func (d *Dir) makeFolder(path, at string) error {
	folder, name := filepath.Split(at)
	if name == "" || name == ".." {
		return fmt.Errorf("%q names a folder: add the name of a file", path)
	}
	if folder = strings.TrimRight(folder, "/"); folder == "" {
		return nil
	}
	if err := d.root.MkdirAll(folder, 0o777); err != nil {
		return d.explain(path, err)
	}
	return nil
}

// writable refuses files that nobody may write to. To replace a file it takes
// only a permission on its folder, but that is not what the mode is meant to say.
func writable(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%q is read-only (mode %v): choose another file", path, info.Mode())
	}
	return nil
}
