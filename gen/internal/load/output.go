package load

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// isOurs reports whether source text is our output: a line above the package
// clause is the header. Others may have put a licence or conflict markers above
// it. An empty file is ours, too: there is nothing in it to lose, and a write
// that was cut short leaves one.
func isOurs(src []byte, header string) bool {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if len(bytes.TrimSpace(src)) == 0 {
		return true
	}
	block := false // inside a block comment
	for line := range bytes.Lines(src) {
		text := strings.TrimRight(string(line), "\r\n")
		switch trimmed := strings.TrimSpace(text); {
		case block:
			block = !strings.Contains(text, "*/")
		case text == header:
			return true
		case strings.HasPrefix(trimmed, "/*"):
			block = !strings.Contains(trimmed[2:], "*/")
		case strings.HasPrefix(trimmed, "package "):
			return false
		}
	}
	return false
}

// findOutput looks at what stands where the output goes.
func (p *Package) findOutput() {
	if p.Dir == "" {
		return
	}
	p.Output = filepath.Join(p.Dir, p.session.cfg.GeneratedName)
	p.Tests = filepath.Join(p.Dir, p.session.testsName())
	src, err := os.ReadFile(p.Output)
	switch {
	case os.IsNotExist(err):
		p.OutputState = OutputAbsent
	case err != nil || !isOurs(src, p.session.cfg.Header):
		p.OutputState = OutputForeign
	case slices.Contains(p.loaded.IgnoredFiles, p.Output):
		p.OutputState = OutputExcluded
	default:
		p.OutputState = OutputOurs
	}
}

// HasTests reports whether there is a test file that is our output.
func (p *Package) HasTests() bool {
	src, err := os.ReadFile(p.Tests)
	return err == nil && isOurs(src, p.session.cfg.Header)
}

// ForeignTests reports whether there is a file of somebody else where the
// generated tests go.
func (p *Package) ForeignTests() bool {
	_, err := os.Stat(p.Tests)
	return err == nil && !p.HasTests()
}

// testsName is the base name of generated tests.
func (s *session) testsName() string {
	return strings.TrimSuffix(s.cfg.GeneratedName, ".go") + "_test.go"
}

// blocked returns an overlay for outputs of ours that keep the go command from
// understanding a package: files that are empty or broken before their package
// clause, that name another package, or that close an import cycle.
func (s *session) blocked(roots []*packages.Package) map[string][]byte {
	overlay := map[string][]byte{}
	packages.Visit(roots, nil, func(lp *packages.Package) {
		if lp.Dir == "" || !slices.ContainsFunc(lp.Errors, s.outputMayCause) {
			return
		}
		path := filepath.Join(lp.Dir, s.cfg.GeneratedName)
		src, err := os.ReadFile(path)
		if err != nil || !isOurs(src, s.cfg.Header) {
			return
		}
		if name := s.packageName(lp.Dir); name != "" {
			overlay[path] = []byte(s.cfg.Header + "\n\npackage " + name + "\n")
		}
	})
	return overlay
}

func (s *session) outputMayCause(e packages.Error) bool {
	if e.Kind == packages.TypeError {
		return false
	}
	return strings.HasPrefix(e.Msg, "found packages ") || strings.Contains(e.Msg, "import cycle not allowed") ||
		(strings.Contains(e.Pos, s.cfg.GeneratedName) || strings.Contains(e.Msg, s.cfg.GeneratedName)) && strings.Contains(e.Msg, "expected ")
}

// packageName reads the package clause of the author's files in a folder.
func (s *session) packageName(dir string) string {
	for _, path := range goFiles(dir) {
		if s.isOutput(path) || strings.HasSuffix(path, "_test.go") {
			continue
		}
		if name, ok := packageClause(path); ok && name != "documentation" {
			return name
		}
	}
	return ""
}
