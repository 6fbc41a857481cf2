package emit

import (
	"bytes"
	"errors"
	"go/format"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// sectionMark is a line between declarations where the source is cut into pieces.
const sectionMark = "//dshgen:section"

// section begins a piece of source that is formatted by itself.
func (e *emitter) section() {
	e.file.Line()
	e.file.Comment(sectionMark)
}

// formatSections formats source that is cut by marks. Formatting is most of
// what a large file costs, and gofmt aligns nothing across blank lines.
func formatSections(src []byte) ([]byte, error) {
	sections := bytes.Split(src, []byte("\n"+sectionMark+"\n"))
	errs := make([]error, len(sections))
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(sections)) {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(sections); i = int(next.Add(1)) - 1 {
				out, err := format.Source(sections[i])
				sections[i], errs[i] = bytes.TrimSpace(out), err
			}
		})
	}
	done.Wait()
	return append(bytes.Join(sections, []byte("\n\n")), '\n'), errors.Join(errs...)
}

// splitImports puts a blank line between the standard library and the other
// imports. The source is formatted, with at most one import declaration.
func splitImports(src []byte) []byte {
	start := bytes.Index(src, []byte("import (\n"))
	if start < 0 {
		return src
	}
	start += len("import (\n")
	end := start + bytes.Index(src[start:], []byte(")\n"))
	var std, others []string
	for _, line := range strings.Split(strings.TrimSuffix(string(src[start:end]), "\n"), "\n") {
		if first, _, _ := strings.Cut(importPath(line), "/"); strings.Contains(first, ".") {
			others = append(others, line)
		} else {
			std = append(std, line)
		}
	}
	groups := make([]string, 0, 2)
	for _, g := range [][]string{std, others} {
		if len(g) > 0 {
			slices.SortFunc(g, func(a, b string) int { return strings.Compare(importPath(a), importPath(b)) })
			groups = append(groups, strings.Join(g, "\n")+"\n")
		}
	}
	return slices.Concat(src[:start], []byte(strings.Join(groups, "\n")), src[end:])
}

// importPath is the path in a line of an import declaration.
func importPath(line string) string {
	_, rest, _ := strings.Cut(line, `"`)
	path, _, _ := strings.Cut(rest, `"`)
	return path
}
