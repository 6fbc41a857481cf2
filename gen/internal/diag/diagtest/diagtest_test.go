package diagtest_test

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/diag/diagtest"
)

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failures = append(r.failures, format) }

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	const src = "package p\n\nvar x Nope // want \"undefined: Nope\" \"type-error\"\n\n// want+1 \"a\" \"c\" \"b\" \"c\"\nvar y int\n"
	if err := os.WriteFile(filepath.Join(folder, "x.go"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "y.txtar"), []byte("want \"everywhere\" \"c\"\n-- p/p.go --\npackage p\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cases := diagtest.Cases(t, folder)
	if len(cases) != 2 || cases[0].Name != "x" || cases[1].Name != "y" || len(cases[0].Codes()) != 3 {
		t.Fatalf("got %+v", cases)
	}
	dir := cases[0].Write(t)
	at := func(file string, line int, code diag.Code, msg string) (d diag.Diagnostic) {
		d.Pos = token.Position{Filename: filepath.Join(dir, file), Line: line, Column: 1}
		d.Code, d.Message = code, msg
		return d
	}
	good := diag.List{at("x.go", 3, "type-error", "undefined: Nope"), at("x.go", 6, "c", "a"), at("x.go", 6, "c", "b")}
	for _, test := range []struct {
		name     string
		list     diag.List
		failures int
	}{
		{"all", good, 0},
		{"one missing", good[1:], 1},
		{"one too many", append(good[:3:3], at("x.go", 1, "c", "a")), 1},
		{"wrong line", append(good[1:3:3], at("x.go", 4, "type-error", "undefined: Nope")), 2},
		{"wrong code", append(good[1:3:3], at("x.go", 3, "c", "undefined: Nope")), 2},
		{"wrong text", append(good[1:3:3], at("x.go", 3, "type-error", "other")), 2},
		{"none", nil, 3},
	} {
		r := &recorder{TB: t}
		cases[0].Check(r, dir, test.list, nil)
		if len(r.failures) != test.failures {
			t.Errorf("%s: %d failures, want %d: %s", test.name, len(r.failures), test.failures, strings.Join(r.failures, "; "))
		}
	}
	r := &recorder{TB: t}
	cases[0].Check(r, dir, good[:1], func(c diag.Code) bool { return c == "type-error" })
	cases[1].Check(r, dir, diag.List{{Code: "c", Message: "everywhere"}}, nil)
	if len(r.failures) > 0 {
		t.Errorf("failures: %q", r.failures)
	}
}
