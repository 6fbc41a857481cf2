package emit

import (
	"bytes"
	"slices"
	"strings"
)

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
