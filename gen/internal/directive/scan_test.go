package directive_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/directive"
)

func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		name, src string
		found     string // what the directives stand on
		faults    []string
	}{
		{"function", "//dsh:tool\n//dsh:param n minimum=1\nfunc F(n int) {}", "FuncDecl FuncDecl", nil},
		{"method", "//dsh:tool\nfunc (s *S) F(n int) {}", "FuncDecl", nil},
		{"prose above and below", "// F does.\n//\n//dsh:tool\n// More.\nfunc F() {}", "FuncDecl", nil},
		{"field", "type S struct {\n\t// A is a.\n\t//dsh:field minimum=1\n\tA int //dsh:field maximum=2\n}", "Field Field", nil},
		{"field of an anonymous struct", "//dsh:tool\nfunc F(in struct {\n\tA int //dsh:field maximum=2\n}) {}", "FuncDecl Field", nil},
		{"field of a nested struct", "type S struct {\n\tA []struct {\n\t\tB int //dsh:field maximum=2\n\t}\n}", "Field", nil},
		{"type", "//dsh:enum\ntype T int", "TypeSpec", nil},
		{"type in a group", "type (\n\t//dsh:enum off\n\tT string\n\tU int //dsh:enum\n)", "TypeSpec TypeSpec", nil},
		{"group of types", "//dsh:enum off\ntype (\n\tT string\n\tU string\n)", "GenDecl", nil},
		{"two params of one function", "//dsh:tool\n//dsh:param a minimum=1\n//dsh:param b minimum=1\nfunc F(a, b int) {}", "FuncDecl FuncDecl FuncDecl", nil},
		{"string literal", "var s = `\n//dsh:tool\nfunc F() {}\n`", "", nil},
		{"code in a comment", "// Write\n//\n//\t//dsh:tool\n//\tfunc F() {}\nvar x int", "", nil},
		{"commented out", "// //dsh:tool\nfunc F() {}", "", nil},
		{"commented out in a block", "/*\n//dsh:tool\nfunc F() {}\n*/\nvar x int", "", nil},
		{"mentioned", "// Functions with //dsh:tool become tools.\n// A //dsh:param too.\nvar x int", "", nil},
		{"a sentence that begins so", "// dsh:tool comments are read by the scanner.\nvar x int", "", nil},
		{"other tools", "//go:generate dshgen\n//nolint:all\n//ssh:key x\nvar x int", "", nil},

		{"variable", "//dsh:tool\nvar F = func() {}", "",
			[]string{"3:1: //dsh:tool cannot stand on a variable: it belongs in the doc comment of a function or method; declare the variable's value as a function [misplaced-directive]"}},
		{"type with tool", "//dsh:tool\ntype X struct{}", "", []string{"3:1: //dsh:tool cannot stand on a type: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"constant", "//dsh:enum\nconst A = 1", "", []string{"3:1: //dsh:enum cannot stand on a constant: it belongs in the doc comment of a type [misplaced-directive]"}},
		{"import", "//dsh:tool\nimport \"fmt\"", "", []string{"3:1: //dsh:tool cannot stand on an import: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"interface", "type I interface {\n\t//dsh:tool\n\tF()\n}", "", []string{"4:2: //dsh:tool cannot stand on a method of an interface: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"param on a field", "type S struct {\n\t//dsh:param a minimum=1\n\tA int\n}", "",
			[]string{"4:2: //dsh:param cannot stand on a struct field: it belongs in the doc comment of a function or method with //dsh:tool; for a field write //dsh:field [misplaced-directive]"}},
		{"field on a function", "//dsh:tool\n//dsh:field minimum=1\nfunc F(a int) {}", "FuncDecl",
			[]string{"4:1: //dsh:field cannot stand on a function: it belongs in the doc or line comment of a struct field; for a parameter write //dsh:param NAME [misplaced-directive]"}},
		{"tool on a group of types", "//dsh:tool\ntype (\n\tA int\n)", "", []string{"3:1: //dsh:tool cannot stand on a group of types: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"end of file", "func F() {}\n\n//dsh:tool", "", []string{"5:1: //dsh:tool documents nothing, since no declaration follows: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"blank line", "//dsh:tool\n\nfunc F() {}", "", []string{"3:1: //dsh:tool documents nothing, since a blank line follows: move it down to the declaration [misplaced-directive]"}},
		{"blank line above a doc comment", "//dsh:tool\n\n// F does.\nfunc F() {}", "", []string{"3:1: //dsh:tool documents nothing, since a blank line follows: move it down to the declaration [misplaced-directive]"}},
		{"behind code", "func F() {} //dsh:tool\n\nfunc G() {}", "", []string{"3:13: //dsh:tool stands behind a declaration: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"in a body", "func F() {\n\t//dsh:tool\n\tx := func() {}\n\tx()\n}", "", []string{"4:2: //dsh:tool stands inside a function: it belongs in the doc comment of a function or method [misplaced-directive]"}},
		{"in a local type", "func F() {\n\ttype S struct {\n\t\tA int //dsh:field minimum=1\n\t}\n}", "", []string{"5:9: //dsh:field stands inside a function: it belongs in the doc or line comment of a struct field [misplaced-directive]"}},
		{"in a parameter list", "//dsh:tool\nfunc F(\n\ta int, //dsh:param a minimum=1\n) {}", "FuncDecl", []string{"5:9: //dsh:param stands in the parameter list: it belongs in the doc comment above the function [misplaced-directive]"}},
		{"param without tool", "//dsh:param a minimum=1\nfunc F(a int) {}", "FuncDecl", []string{"3:1: F is no tool, so //dsh:param means nothing: add //dsh:tool [param-without-tool]"}},

		{"two tools", "//dsh:tool a\n//dsh:tool b\nfunc F() {}", "FuncDecl FuncDecl", []string{"4:1: a second //dsh:tool: write all of it into one [duplicate-key]"}},
		{"two params of one name", "//dsh:tool\n//dsh:param a minimum=1\n//dsh:param a minimum=2 optional\nfunc F(a int) {}", "FuncDecl FuncDecl FuncDecl",
			[]string{"5:15: minimum is given twice: keep one [duplicate-key]"}},
		{"doc against line comment", "type S struct {\n\t//dsh:field optional\n\tA int //dsh:field required\n}", "Field Field", []string{"5:20: required contradicts optional: keep one [contradictory-keys]"}},
		{"two enums", "//dsh:enum\n//dsh:enum off\ntype T int", "TypeSpec TypeSpec", []string{"4:1: a second //dsh:enum: write all of it into one [duplicate-key]"}},
		{"all at once", "//dsh:tool timeout=x\n//dsh:param a minimum=y maximum=z\nfunc F(a int) {}", "FuncDecl FuncDecl", []string{
			`3:12: timeout needs a duration greater than 0, such as 10s or 1m30s, not "x" [invalid-timeout]`,
			`4:15: minimum needs a number, not "y" [invalid-value]`,
			`4:25: maximum needs a number, not "z" [invalid-value]`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, diags := scan(t, "package p\n\n"+test.src)
			var on []string
			for _, d := range found {
				on = append(on, strings.TrimPrefix(fmt.Sprintf("%T", d.Node), "*ast."))
			}
			if got := strings.Join(on, " "); got != test.found {
				t.Errorf("found on %q, want %q", got, test.found)
			}
			for i := range diags {
				diags[i] = strings.TrimPrefix(diags[i], "p.go:")
			}
			if g, w := strings.Join(diags, "\n"), strings.Join(test.faults, "\n"); g != w {
				t.Errorf("faults:\n%s\nwant:\n%s", g, w)
			}
		})
	}
}

func TestNearMisses(t *testing.T) {
	const none = "this is no directive: "
	for _, test := range []struct{ comment, want string }{
		{"// dsh:tool", none + "no space may follow the slashes: write //dsh:tool"},
		{"// dsh:tool readonly timeout=10s", none + "no space may follow the slashes: write //dsh:tool"},
		{"// dsh:tool get_weather", none + "no space may follow the slashes: write //dsh:tool"},
		{"// dsh:param n minimun=1", none + "no space may follow the slashes: write //dsh:param"},
		{"//  dsh:tool", none + "no space may follow the slashes: write //dsh:tool"},
		{"//dsh: tool", none + "no space may stand beside the colon: write //dsh:tool"},
		{"//dsh :tool", none + "no space may stand beside the colon: write //dsh:tool"},
		{"/*dsh:tool*/", none + "a directive must be a line comment: write //dsh:tool"},
		{"/* dsh:tool readonly */", none + "a directive must be a line comment: write //dsh:tool"},
		{"/** dsh:tool */", none + "a directive must be a line comment: write //dsh:tool"},
		{"/*\nF does.\ndsh:tool readonly\n*/", none + "a directive must be a line comment: write //dsh:tool"},
		{"/*\n * F does.\n * dsh:tool\n */", none + "a directive must be a line comment: write //dsh:tool"},
		{"//Dsh:tool", none + "did you mean //dsh:tool?"},
		{"//DSH:TOOL", none + "did you mean //dsh:tool?"},
		{"//dsh:Tool", none + "did you mean //dsh:tool?"},
		{"// Dsh:tool", none + "did you mean //dsh:tool?"},
		{"//dsh-tool", none + "did you mean //dsh:tool?"},
		{"//dsh.tool readonly", none + "did you mean //dsh:tool?"},
		{"//dsh tool", none + "did you mean //dsh:tool?"},
		{"//dshtool", none + "did you mean //dsh:tool?"},
		{"//dsh::tool", none + "did you mean //dsh:tool?"},
		{"//+dsh:tool", none + "did you mean //dsh:tool?"},
		{"//@dsh:tool", none + "did you mean //dsh:tool?"},
		{"///dsh:tool", none + "did you mean //dsh:tool?"},
		{"//dhs:tool", none + "did you mean //dsh:tool?"},
		{"//ds:tool", none + "did you mean //dsh:tool?"},
		{"//dsh:tol", "there is no directive //dsh:tol: did you mean //dsh:tool?"},
		{"//dsh:tools", "there is no directive //dsh:tools: did you mean //dsh:tool?"},
		{"//dsh:tool,readonly", "there is no directive //dsh:tool,readonly: did you mean //dsh:tool?"},
		{"//dsh:parameter n", "there is no directive //dsh:parameter: did you mean //dsh:param?"},
		{"//dsh:banana", "there is no directive //dsh:banana: the directives are //dsh:tool, //dsh:param, //dsh:field, //dsh:enum"},
		{"//dsh:tool\u00a0readonly extra", `//dsh:tool has no key "extra": descriptions are quoted, a name comes first`},

		{"// Shell: tool of the trade", ""},
		{"// dsh: tool", none + "no space may follow the slashes: write //dsh:tool"},
		{"// Use dsh:tool for that.", ""},
		{"// dsh:tool, dsh:param and dsh:field are directives", ""},
		{"//dsh", ""},
		{"//", ""},
		{"// the dsh tool", ""},
		{"//push:tool", ""},
		{"//nolint:dsh", ""},
		{"//\tdsh:tool", ""},
	} {
		t.Run(test.comment, func(t *testing.T) {
			_, diags := scan(t, "package p\n\n"+test.comment+"\nfunc F(n int) {}\n")
			var got string
			if len(diags) > 0 {
				_, got, _ = strings.Cut(diags[0], ": ")
				got = got[:strings.LastIndex(got, " [")]
			}
			if len(diags) > 1 {
				t.Errorf("more than one fault: %q", diags)
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestNearMissHidesOrphan checks that a misspelled //dsh:tool is the only thing
// that is said about its function.
func TestNearMissHidesOrphan(t *testing.T) {
	_, diags := scan(t, "package p\n\n//dsh:tol\n//dsh:param n minimum=1\nfunc F(n int) {}\n")
	if len(diags) != 1 || !strings.Contains(diags[0], "misspelled-directive") {
		t.Errorf("got %q", diags)
	}
}

func TestMentions(t *testing.T) {
	for src, want := range map[string]bool{
		`import "github.com/dsh-tools/dshgen/runtime"`: false,
		"//go:generate go tool dshgen":                 false,
		"// nothing here":                              false,
		"//dsh:x":                                      true,
		"// DSH : tool":                                true,
		"//dhs:tool":                                   true,
		"dsh":                                          false,
		"ds":                                           false,
		":":                                            false,
		"":                                             false,
	} {
		if got := directive.Mentions([]byte(src)); got != want {
			t.Errorf("Mentions(%q) = %v", src, got)
		}
	}
}

// FuzzScan checks what must hold for any comment: no panic, positions inside
// of the file, and nothing that Mentions would hide.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`//dsh:tool x readonly timeout=10s "text"`, `//dsh:param n "default=New York" enum=a|b`, `//dsh:param n default="a b"`,
		"//dsh:field pattern=`x`", `// dsh:tool`, `//dsh: tool`, `/*dsh:tool*/`, `//dsh:enum off`, `//dsh:tool "`, "//dsh:tool \xff\u2028x", "/*\n * dsh:tool\n*/",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		src := "package p\n\n" + comment + "\nfunc F(n int) {}\n"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Skip()
		}
		found, diags := directive.Scan(fset, file)
		if len(found)+len(diags) > 0 && !directive.Mentions([]byte(src)) {
			t.Fatalf("Mentions says no")
		}
		for _, d := range diags {
			if d.Message == "" || d.Code == "" || strings.ContainsAny(d.Message, "\n\r") && !strings.ContainsAny(comment, "\n\r") {
				t.Errorf("bad text: %q", d)
			}
			if d.Pos.Offset < 0 || d.End.Offset < d.Pos.Offset || d.End.Offset > len(src) {
				t.Errorf("bad extent: %+v", d)
			}
		}
		for _, d := range found {
			last := d.Pos
			for _, a := range d.Args {
				if a.Pos < last || a.End < a.Pos || a.End > d.End {
					t.Errorf("argument %+v lies outside of %v to %v", a, last, d.End)
				}
				last = a.End
			}
			// What is left after the faults must be consistent by itself.
			in := directive.In(&ast.CommentGroup{List: []*ast.Comment{{Slash: d.Pos, Text: text(file, d.Pos)}}})
			if len(in) != 1 || short(in[0].Args) != short(d.Args) {
				t.Errorf("In and Scan differ: %v, %v", in, d)
			}
		}
	})
}

func text(file *ast.File, pos token.Pos) string {
	for _, g := range file.Comments {
		for _, c := range g.List {
			if c.Slash == pos {
				return c.Text
			}
		}
	}
	return ""
}
