package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// Grep searches text files for a regular expression and shows the lines in which
// it matches as path:number:line, those around them as path-number-line. The syntax
// is that of Go and RE2: no lookaround, no backreferences; (?i) in front ignores
// case. A match cannot span lines. Binary files, and what is in .git, are left out.
//
//   - expression: Regular expression to search for
//   - where: File or folder to search, relative to the root folder; the root folder itself unless given
//   - include: Glob pattern of the files to search, relative to the folder that is searched; one without a / is about names alone, in any folder
//   - ignoreCase: Ignore case
//   - around: How many lines to show before and after each match
//   - limit: Most matching lines to show
//
//dsh:tool grep readonly idempotent parallel timeout=1m
//dsh:param expression name=pattern minLength=1 maxLength=1000 "example=func \\w+\\("
//dsh:param where name=path maxLength=4096
//dsh:param include minLength=1 maxLength=1000 example=*.{go,md}
//dsh:param ignoreCase name=ignore_case default=false
//dsh:param around name=context minimum=0 maximum=20 default=0
//dsh:param limit minimum=1 maximum=1000 default=100
func (d *Dir) Grep(ctx context.Context, expression string, where, include *string, ignoreCase bool, around, limit int) (string, error) {
	re, err := compile(expression, ignoreCase)
	if err != nil {
		return "", err
	}
	files := "**"
	if include != nil {
		files = *include
		if !strings.Contains(files, "/") {
			files = "**/" + files
		}
	}
	p, err := parsePattern(files)
	if err != nil {
		return "", err
	}
	s := &search{ctx: ctx, re: re, around: around, limit: limit}
	from := "."
	if where != nil && *where != "" {
		from = path.Clean(*where)
	}
	info, err := d.root.Stat(from)
	if err != nil {
		return "", d.explain(from, err)
	}
	unread := 0
	if info.IsDir() {
		unread, err = d.walk(ctx, from, p, func(rel string, e fs.DirEntry) bool {
			if e.Type().IsRegular() {
				d.grepFile(s, path.Join(from, rel))
			}
			return !s.full
		})
	} else {
		// A file that is asked for by name is an error when it cannot be read,
		// one that is come across is not.
		err = d.grepFile(s, from)
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", err
	}
	return s.report(expression, from) + unreadNote(unread), nil
}

// grepFile searches one file.
func (d *Dir) grepFile(s *search, name string) error {
	f, _, err := d.open(name)
	if err == nil {
		defer f.Close()
		err = s.file(name, f)
	}
	if errors.Is(err, errBinary) {
		s.binary++
		return fmt.Errorf("%q is a binary file: it cannot be searched", name)
	}
	if err != nil && s.ctx.Err() == nil {
		s.failed++
	}
	return err
}

// compile reads a regular expression.
func compile(expression string, ignoreCase bool) (*regexp.Regexp, error) {
	text := expression
	if ignoreCase {
		text = "(?i)" + text
	}
	re, err := regexp.Compile(text)
	if err != nil {
		why := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		advice := "put a backslash in front of characters that are meant as they are"
		if strings.Contains(expression, "(?") || strings.Contains(why, "escape") {
			advice = "lookaround and backreferences do not exist here"
		}
		return nil, fmt.Errorf("pattern %q is not a regular expression: %s: %s", expression, why, advice)
	}
	return re, nil
}
