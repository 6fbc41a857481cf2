package main

import (
	"context"
	"fmt"
)

// Edit replaces a text in a file. The text must occur exactly once, unless all
// occurrences are to be replaced. Copy it from the file as it is, indentation
// included, but without the line numbers of read. Ends of lines stay what they are
// in the file: write them as \n.
//
//   - path: File to change, relative to the root folder
//   - old: Text to replace
//   - replacement: Text to put there; empty to delete
//   - all: Replace every occurrence
//
//dsh:tool edit destructive timeout=30s
//dsh:param path minLength=1 maxLength=4096 example=docs/README.md
//dsh:param old name=old_string minLength=1
//dsh:param replacement name=new_string
//dsh:param all name=replace_all default=false
func (d *Dir) Edit(ctx context.Context, path, old, replacement string, all bool) (string, error) {
	d.change.Lock()
	defer d.change.Unlock()
	at, info, err := d.target(path)
	if err != nil {
		return "", err
	}
	if info == nil {
		return "", fmt.Errorf("%q does not exist: make it with write, or look for another file with glob", path)
	}
	if err := writable(path, info); err != nil {
		return "", err
	}
	text, _, err := d.text(ctx, at)
	if err != nil {
		return "", err
	}
	changed, where, err := substitute(text, old, replacement, all)
	if err != nil {
		return "", fmt.Errorf("%q is unchanged: %w", path, err)
	}
	if len(changed) > maxFile {
		return "", fmt.Errorf("%q is unchanged: it would have %d bytes, more than the %d that a file may have", path, len(changed), maxFile)
	}
	if err := d.replace(ctx, at, changed, info); err != nil {
		return "", err
	}
	return fmt.Sprintf("edited %q %s", path, onLines(where)), nil
}
