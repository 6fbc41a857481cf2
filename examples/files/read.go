package main

import (
	"context"
	"fmt"
	"strings"
)

// What read shows at most of a file and of each line in it, in bytes.
const (
	maxShown     = 200_000
	maxShownLine = 2_000
)

// Read shows lines of a text file. Each comes with its number and a tab in front,
// which are no part of the file. When lines are left out, the last line of the
// answer says how to go on. Binary files and files of more than 10 MiB are refused.
//
//   - path: File to read, relative to the root folder
//   - offset: Number of the first line to show
//   - limit: Most lines to show
//
//dsh:tool read readonly idempotent parallel timeout=30s
//dsh:param path minLength=1 maxLength=4096 example=docs/README.md
//dsh:param offset minimum=1 default=1
//dsh:param limit minimum=1 maximum=5000 default=2000
func (d *Dir) Read(ctx context.Context, path string, offset, limit int) (string, error) {
	text, _, err := d.text(ctx, path)
	if err != nil {
		return "", err
	}
	all := lines(strings.TrimPrefix(text, byteOrderMark))
	switch {
	case len(all) == 0:
		return fmt.Sprintf("[%q is empty]", path), nil
	case offset > len(all):
		return "", fmt.Errorf("%q has %s: give an offset of at most %d", path, plural(len(all), "line"), len(all))
	}
	var b strings.Builder
	last := offset - 1
	for last < len(all) && last-offset+1 < limit && b.Len() < maxShown {
		last++
		fmt.Fprintf(&b, "%6d\t%s\n", last, cut(all[last-1], maxShownLine))
	}
	if last < len(all) {
		fmt.Fprintf(&b, "[lines %d to %d of %d: go on with offset=%d]\n", offset, last, len(all), last+1)
	}
	return b.String(), nil
}
