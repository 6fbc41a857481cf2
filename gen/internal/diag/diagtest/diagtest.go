// Package diagtest reads fixtures that say which diagnostics they expect, and
// compares them with those that came.
//
// A fixture is a Go file, or a txtar archive of a module. An expectation is a
// comment on the line at fault:
//
//	var x Nope // want "undefined: Nope" "type-error"
//
// The first text is a regular expression for the message, the second the code.
// Backquotes serve as well. More pairs on one line are more diagnostics. Where the line cannot hold
// another comment, as that of a directive, an offset says which line is meant:
//
//	// want+1 "needs a number" "invalid-value"
//	//dsh:param n minimum=low
//
// Lines in the comment of an archive that begin with "want" expect diagnostics
// without a file; there the word stands alone.
package diagtest

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"golang.org/x/tools/txtar"
)

// Case is a fixture.
type Case struct {
	Name  string
	files []txtar.File
	wants []want
}

// want is an expected diagnostic.
type want struct {
	file string // relative, with slashes; "" for none
	line int
	text *regexp.Regexp
	code diag.Code
}

// Cases reads the fixtures of a folder: *.go and *.txtar.
func Cases(t testing.TB, dir string) (cases []Case) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if ext != ".go" && ext != ".txtar" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		a := &txtar.Archive{Files: []txtar.File{{Name: e.Name(), Data: data}}}
		if ext == ".txtar" {
			a = txtar.Parse(data)
		}
		c := Case{Name: strings.TrimSuffix(e.Name(), ext), files: a.Files}
		if err := c.read(string(a.Comment)); err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no fixtures", dir)
	}
	return cases
}

// read collects the expectations.
func (c *Case) read(comment string) error {
	for line := range strings.Lines(comment) {
		if err := c.expect(strings.TrimSpace(line), "", 0); err != nil {
			return err
		}
	}
	for _, f := range c.files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		// A scanner finds comments in files that no parser would accept.
		fset := token.NewFileSet()
		file := fset.AddFile(f.Name, -1, len(f.Data))
		var s scanner.Scanner
		s.Init(file, f.Data, func(token.Position, string) {}, scanner.ScanComments)
		for {
			pos, tok, text := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok != token.COMMENT {
				continue
			}
			if err := c.expect(strings.TrimSpace(strings.TrimPrefix(text, "//")), f.Name, file.Line(pos)); err != nil {
				return fmt.Errorf("%s: %w", file.Position(pos), err)
			}
		}
	}
	return nil
}

var wantComment = regexp.MustCompile(`^want([+-][0-9]+)? (["\x60].*)$`)

func (c *Case) expect(text, file string, line int) error {
	m := wantComment.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	if m[1] != "" {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return err
		}
		line += n
	}
	var texts []string
	for rest := m[2]; rest != ""; rest = strings.TrimSpace(rest) {
		q, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return fmt.Errorf("bad quotes: %s", rest)
		}
		s, _ := strconv.Unquote(q)
		texts = append(texts, s)
		rest = rest[len(q):]
	}
	if len(texts)%2 != 0 {
		return fmt.Errorf("an expression without a code: %s", text)
	}
	for i := 0; i < len(texts); i += 2 {
		re, err := regexp.Compile(texts[i])
		if err != nil {
			return err
		}
		c.wants = append(c.wants, want{file, line, re, diag.Code(texts[i+1])})
	}
	return nil
}

// Codes lists the codes that the fixture expects.
func (c Case) Codes() (codes []diag.Code) {
	for _, w := range c.wants {
		codes = append(codes, w.code)
	}
	return codes
}

// Write puts the fixture into a fresh folder, with more files beside it, and
// returns the folder. A go.mod is added where neither has one.
func (c Case) Write(t testing.TB, more ...txtar.File) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := append([]txtar.File{{Name: "go.mod", Data: []byte("module example.com/fixture\n\ngo 1.26\n")}}, c.files...)
	for _, f := range append(files, more...) {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Check compares diagnostics of the fixture in dir with those it expects. Only
// codes for which relevant says so take part; nil means all.
func (c Case) Check(t testing.TB, dir string, diags diag.List, relevant func(diag.Code) bool) {
	t.Helper()
	met := make([]bool, len(c.wants))
next:
	for _, d := range diags {
		if relevant != nil && !relevant(d.Code) {
			continue
		}
		file := diag.Relative(d.Pos.Filename, dir)
		for i, w := range c.wants {
			if !met[i] && w.file == file && w.line == d.Pos.Line && w.code == d.Code && w.text.MatchString(d.Message) {
				met[i] = true
				continue next
			}
		}
		t.Errorf("unexpected: %s", d.Text(dir))
	}
	for i, w := range c.wants {
		if !met[i] && (relevant == nil || relevant(w.code)) {
			t.Errorf("%s:%d: missing: %q [%s]", w.file, w.line, w.text, w.code)
		}
	}
}
