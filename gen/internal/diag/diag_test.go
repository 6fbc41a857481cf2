package diag_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
)

func at(file string, line, col int) token.Position {
	return token.Position{Filename: file, Line: line, Column: col}
}

func ExampleList() {
	var l diag.List
	l.Errorf(at("/m/p/b.go", 3, 1), token.Position{}, diag.UnknownKey, "no key %q: did you mean minimum?", "minimun")
	l.Warnf(at("/m/p/a.go", 9, 2), token.Position{}, diag.SkippedDirective, "T is skipped")
	l.Sort()
	fmt.Print(l.Text("/m"))
	fmt.Println(l.HasErrors())
	// Output:
	// p/a.go:9:2: warning: T is skipped [skipped-directive]
	// p/b.go:3:1: no key "minimun": did you mean minimum? [unknown-key]
	// true
}

func TestSort(t *testing.T) {
	var l diag.List
	add := func(file string, line, col int, code diag.Code, msg string) {
		l.Errorf(at(file, line, col), token.Position{}, code, "%s", msg)
	}
	add("b.go", 1, 1, "b", "x")
	add("a.go", 10, 1, "b", "x")
	add("a.go", 9, 2, "b", "x")
	add("a.go", 9, 1, "c", "x")
	add("a.go", 9, 1, "b", "y")
	add("a.go", 9, 1, "b", "x")
	add("a.go", 9, 1, "b", "x") // a repetition
	add("", 0, 0, "b", "x")
	l.Sort()
	var got []string
	for _, d := range l {
		got = append(got, d.String())
	}
	want := []string{"x [b]", "a.go:9:1: x [b]", "a.go:9:1: y [b]", "a.go:9:1: x [c]", "a.go:9:2: x [b]", "a.go:10:1: x [b]", "b.go:1:1: x [b]"}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		d    diag.Diagnostic
		dir  string
		want string
	}{
		{diag.Diagnostic{Pos: at("/m/p.go", 1, 2), Code: "c", Message: "m"}, "", "/m/p.go:1:2: m [c]"},
		{diag.Diagnostic{Pos: at("/m/p.go", 1, 2), Code: "c", Message: "m"}, "/m", "p.go:1:2: m [c]"},
		{diag.Diagnostic{Pos: at("/m/p.go", 1, 2), Code: "c", Message: "m"}, "/other", "/m/p.go:1:2: m [c]"},
		{diag.Diagnostic{Pos: at("/m/..p.go", 1, 2), Code: "c", Message: "m"}, "/m", "..p.go:1:2: m [c]"},
		{diag.Diagnostic{Pos: at("/m/p.go", 1, 0), Code: "c", Message: "m"}, "", "/m/p.go:1: m [c]"},
		{diag.Diagnostic{Pos: at("/m/p.go", 0, 0), Code: "c", Message: "m"}, "", "/m/p.go: m [c]"},
		{diag.Diagnostic{Code: "c", Message: " a\r\nb\n"}, "", "a\n\tb [c]"},
		{diag.Diagnostic{Pos: at("/m/p.go", 1, 2), Code: "c", Message: "m", Warning: true,
			Related: []diag.Related{{Pos: at("/m/q.go", 3, 4), Message: "r"}, {Message: "s"}}},
			"/m", "p.go:1:2: warning: m [c]\n\tq.go:3:4: r\n\ts"},
	} {
		if got := test.d.Text(test.dir); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	d := diag.Diagnostic{Pos: at("/m/p.go", 1, 2), End: at("/m/p.go", 1, 5), Code: "c", Message: "a\nb",
		Related: []diag.Related{{Pos: at("/m/q.go", 3, 4), Message: "r"}}}
	got, err := json.Marshal(d.JSON("/m"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"file":"p.go","line":1,"column":2,"endLine":1,"endColumn":5,"severity":"error","code":"c","message":"a\nb",` +
		`"related":[{"file":"q.go","line":3,"column":4,"message":"r"}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got, err = json.Marshal(diag.Diagnostic{Code: "c", Message: "m", Warning: true}.JSON(""))
	if err != nil || string(got) != `{"severity":"warning","code":"c","message":"m"}` {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestHasErrors(t *testing.T) {
	var l diag.List
	if l.HasErrors() {
		t.Error("an empty list has errors")
	}
	l.Warnf(token.Position{}, token.Position{}, "c", "m")
	if l.HasErrors() {
		t.Error("a warning counts as an error")
	}
	l.Errorf(token.Position{}, token.Position{}, "c", "m")
	if !l.HasErrors() {
		t.Error("an error does not count")
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"minimum", "maximum", "minLength", "open", "off"}
	for in, want := range map[string]string{
		"minimun": "minimum", "MINIMUM": "minimum", "maxmium": "maximum", "minlenght": "minLength", "opne": "open",
		"of": "off", "open": "open", "closed": "", "": "", "min": "", strings.Repeat("m", 100): "",
	} {
		if got := diag.Nearest(in, keys); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
	if got := diag.Nearest("x", nil); got != "" {
		t.Errorf("Nearest without candidates = %q", got)
	}
}

// TestCodes checks what the manual is made from: each code is in kebab case,
// unique, and explained by a comment that begins with its name.
func TestCodes(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	kebab := regexp.MustCompile(`^"[a-z]+(-[a-z]+)*"$`)
	seen := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name, value := spec.Names[0].Name, spec.Values[0].(*ast.BasicLit).Value
		if !kebab.MatchString(value) || seen[value] {
			t.Errorf("%s: bad or repeated code %s", name, value)
		}
		seen[value] = true
		if text := spec.Doc.Text(); !strings.HasPrefix(text, name+": ") || len(strings.Fields(text)) < 6 {
			t.Errorf("%s is not explained: %q", name, text)
		}
		return true
	})
	if len(seen) < 30 {
		t.Errorf("only %d codes found", len(seen))
	}
}
