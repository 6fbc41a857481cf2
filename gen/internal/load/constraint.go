package load

import (
	"go/ast"
	"go/build/constraint"
	"path/filepath"
	"slices"
	"strings"
)

// BuildConstraint is the expression under which a file is part of its package:
// that of its //go:build line, together with what its name implies and, for a
// file with import "C", cgo. It is "" for a file that always is.
func (p *Package) BuildConstraint(file *ast.File) string {
	var all []constraint.Expr
	for _, tag := range impliedTags(filepath.Base(p.Fset.Position(file.Package).Filename)) {
		all = append(all, &constraint.TagExpr{Tag: tag})
	}
	if info := p.session.info(file); info != nil && info.cgo {
		all = append(all, &constraint.TagExpr{Tag: "cgo"})
	}
	for _, g := range file.Comments {
		if g.Pos() > file.Package {
			break
		}
		for _, c := range g.List {
			if !constraint.IsGoBuild(strings.TrimSpace(c.Text)) {
				continue
			}
			if x, err := constraint.Parse(strings.TrimSpace(c.Text)); err == nil {
				all = append(all, x)
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	x := all[0]
	for _, y := range all[1:] {
		x = &constraint.AndExpr{X: x, Y: y}
	}
	return x.String()
}

// impliedTags returns the operating system and architecture that a file name
// ends with, as in name_linux_amd64.go. Source: the documentation of go/build.
func impliedTags(name string) []string {
	name = strings.TrimSuffix(name, ".go")
	_, name, found := strings.Cut(name, "_") // the first word never counts
	if !found {
		return nil
	}
	words := strings.Split(name, "_")
	n := len(words)
	switch {
	case n >= 2 && slices.Contains(knownOS, words[n-2]) && slices.Contains(knownArch, words[n-1]):
		return words[n-2:]
	case slices.Contains(knownOS, words[n-1]) || slices.Contains(knownArch, words[n-1]):
		return words[n-1:]
	}
	return nil
}

// The names that count in file names, past and future ones included. Source:
// internal/syslist of the Go distribution.
var (
	knownOS = strings.Fields("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd " +
		"plan9 solaris wasip1 windows zos")
	knownArch = strings.Fields("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le " +
		"mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")
)
