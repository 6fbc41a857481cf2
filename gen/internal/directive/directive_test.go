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

func Example() {
	const src = `package p

//dsh:tool find_city readonly timeout=10s "Finds a city"
//dsh:param name minLength=1 "default=New York"
func FindCity(name string) {}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, diags := directive.Scan(fset, file)
	for _, d := range found {
		for _, a := range d.Args {
			fmt.Printf("%s %q = %q\n", d.Name, a.Key, a.Value)
		}
	}
	fmt.Println(len(diags), "faults")
	// Output:
	// tool "name" = "find_city"
	// tool "readonly" = ""
	// tool "timeout" = "10s"
	// tool "" = "Finds a city"
	// param "" = "name"
	// param "minLength" = "1"
	// param "default" = "New York"
	// 0 faults
}

// scan scans source text and returns the directives and the diagnostics, each
// as a line.
func scan(t *testing.T, src string) (found []directive.Placed, diags []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found, list := directive.Scan(fset, file)
	for _, d := range list {
		diags = append(diags, d.Text(""))
		if d.End.IsValid() && d.End.Offset < d.Pos.Offset {
			t.Errorf("%s ends before it begins", d)
		}
	}
	if len(diags) > 0 && !directive.Mentions([]byte(src)) {
		t.Errorf("Mentions says no to source with faults:\n%s", src)
	}
	if len(found) > 0 && !directive.Mentions([]byte(src)) {
		t.Errorf("Mentions says no to source with directives:\n%s", src)
	}
	return found, diags
}

// short writes arguments the way tests compare them.
func short(args []directive.Arg) string {
	var parts []string
	for _, a := range args {
		s := a.Key
		if a.HasValue {
			s += "=" + a.Value
		} else if a.Value != "" {
			s += "'" + a.Value + "'"
		}
		if a.Quoted {
			s = "<" + s + ">"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

func TestArguments(t *testing.T) {
	for _, test := range []struct{ in, want, fault string }{
		// The name of a tool.
		{`tool`, "", ""},
		{`tool get_weather`, "name=get_weather", ""},
		{`tool name=files.read/all`, "name=files.read/all", ""},
		{`tool files.read/all`, "name=files.read/all", ""},
		{`tool поиск`, "name=поиск", ""},
		{`tool x name=y`, "name=x", "name is given twice: keep one [duplicate-key]"},
		{`tool readonly get_weather`, "readonly", `//dsh:tool has no key "get_weather": descriptions are quoted, a name comes first [unknown-key]`},
		{`tool name=opens`, "name=opens", ""},
		{`tool opens`, "", `//dsh:tool has no key "opens": did you mean open? A tool of that name needs name=opens [unknown-key]`},
		{`tool name`, "", "name needs a value: name=TEXT [missing-value]"},

		// Flags.
		{`tool readonly idempotent openworld parallel open`, "readonly idempotent openworld parallel open", ""},
		{`tool   readonly  ` + "\t" + ` open`, "readonly open", ""},
		{`tool ReadOnly`, "", `//dsh:tool has no key "ReadOnly": did you mean readonly? A tool of that name needs name=ReadOnly [unknown-key]`},
		{`tool x readony`, "name=x", `//dsh:tool has no key "readony": did you mean readonly? [unknown-key]`},
		{`tool readonly=true`, "", "readonly takes no value: write readonly alone, or leave it out [invalid-value]"},
		{`tool readonly readonly`, "readonly", "readonly is given twice: keep one [duplicate-key]"},
		{`tool readonly destructive`, "readonly", "destructive contradicts readonly: keep one [contradictory-keys]"},
		{`tool "readonly"`, "<'readonly'>", ""}, // quoted: a description

		// Descriptions.
		{`tool "Where \"it\" is"`, `<'Where "it" is'>`, ""},
		{"tool `raw \\d`", `<'raw \d'>`, ""},
		{`tool "a" "b"`, "<'a'>", "a second description: keep one [duplicate-key]"},
		{`tool ""`, "", "the description is empty: leave it out or write one [missing-value]"},
		{`tool x Finds all cities`, "name=x", `//dsh:tool has no key "Finds": descriptions are quoted, a name comes first [unknown-key]`},
		{`tool “Finds”`, "", "descriptions are quoted with \" or `, not with “ [directive-syntax]"},
		{`tool "mode=fast is accepted"`, "<'mode=fast is accepted'>", ""},
		{`param n "readonly=x"`, "'n' <'readonly=x'>", ""},
		{`param n "defualt=New York"`, "'n'", `//dsh:param has no key "defualt": did you mean default? [unknown-key]`},
		{`enum "why"`, "", "//dsh:enum takes no description [unknown-key]"},

		// Quotes.
		{`tool "open`, "", "the quote that begins here is not closed, or something follows it without a space [directive-syntax]"},
		{`tool x "a"b`, "name=x", "the quote that begins here is not closed, or something follows it without a space [directive-syntax]"},
		{"tool `x", "", "the quote that begins here is not closed, or something follows it without a space [directive-syntax]"},
		{`tool "\x"`, "", "the quote that begins here is not closed, or something follows it without a space [directive-syntax]"},
		{`param n default="New York" optional`, "'n' optional", `quote the argument as a whole: "default=New York" [directive-syntax]`},
		{`param n default="x"`, "'n'", `quote the argument as a whole: "default=x" [directive-syntax]`},
		{`param n "default=New York"`, "'n' <default=New York>", ""},
		{"param n `pattern=^\\d+ \\w$`", `'n' <pattern=^\d+ \w$>`, ""},
		{`param n pattern=a="b"`, `'n' pattern=a="b"`, ""},

		// Values.
		{`tool timeout=1m30s`, "timeout=1m30s", ""},
		{`tool timeout=10`, "", `timeout needs a duration greater than 0, such as 10s or 1m30s, not "10" [invalid-timeout]`},
		{`tool timeout=-1s`, "", `timeout needs a duration greater than 0, such as 10s or 1m30s, not "-1s" [invalid-timeout]`},
		{`tool timeout`, "", "timeout needs a value: timeout=10s [missing-value]"},
		{`tool timeout=`, "", "timeout needs a value: timeout=10s [missing-value]"},
		{`param n minimum=-1.5e3 maximum=18446744073709551615`, "'n' minimum=-1.5e3 maximum=18446744073709551615", ""},
		{`param n minimum=low`, "'n'", `minimum needs a number, not "low" [invalid-value]`},
		{`param n minimum=NaN`, "'n'", `minimum needs a number, not "NaN" [invalid-value]`},
		{`param n minimum=.5`, "'n'", `minimum needs a number, not ".5" [invalid-value]`},
		{`param n minimum=0x10`, "'n'", `minimum needs a number, not "0x10" [invalid-value]`},
		{`param n minLength=-1`, "'n'", `minLength needs a whole number of at least 0, not "-1" [invalid-value]`},
		{`param n maxItems=1.0`, "'n'", `maxItems needs a whole number of at least 0, not "1.0" [invalid-value]`},
		{`param n minLength=99999999999`, "'n'", `minLength needs a whole number of at least 0, not "99999999999" [invalid-value]`},
		{`param n minLength`, "'n'", "minLength needs a value: minLength=N [missing-value]"},
		{`param n enum=a|b|c`, "'n' enum=a|b|c", ""},
		{`param n enum=a||c`, "'n'", "enum has an empty value between its bars: write enum=A|B|C [invalid-value]"},
		{`param n enum=`, "'n'", "enum needs a value: enum=A|B|C [missing-value]"},
		{`param n default=`, "'n' default=", ""}, // the empty string
		{`param n default=a=b`, "'n' default=a=b", ""},
		{`param n example=1 example=2`, "'n' example=1 example=2", ""},
		{`param n minimum=1 minimum=2`, "'n' minimum=1", "minimum is given twice: keep one [duplicate-key]"},
		{`param n optional required`, "'n' optional", "required contradicts optional: keep one [contradictory-keys]"},
		{`param n uniqueItems=true`, "'n'", "uniqueItems takes no value: write uniqueItems alone, or leave it out [invalid-value]"},
		{`param n minimun=1`, "'n'", `//dsh:param has no key "minimun": did you mean minimum=N? [unknown-key]`},
		{`param n Minimum=1`, "'n'", `//dsh:param has no key "Minimum": did you mean minimum=N? [unknown-key]`},
		{`param n open optional`, "'n' open optional", ""},
		{`param n How many there are`, "'n'", `//dsh:param has no key "How": descriptions are quoted [unknown-key]`},

		// The subject of param.
		{`param`, "", `//dsh:param needs the name of a parameter first: //dsh:param PARAMETER [key] [key=value] ["description"] [missing-value]`},
		{`param "n" minimum=1`, "", `//dsh:param needs the name of a parameter first: //dsh:param PARAMETER [key] [key=value] ["description"] [missing-value]`},
		{`param minimum=1`, "", `//dsh:param needs the name of a parameter first: //dsh:param PARAMETER [key] [key=value] ["description"] [missing-value]`},
		{`param größe minimum=1`, "'größe' minimum=1", ""},

		{`enum`, "", ""},
		{`enum off`, "off", ""},
		{`enum of`, "", `//dsh:enum has no key "of": did you mean off? [unknown-key]`},
		{`enum off=1`, "", "off takes no value: write off alone, or leave it out [invalid-value]"},
	} {
		t.Run(test.in, func(t *testing.T) {
			name, _, _ := strings.Cut(test.in, " ")
			src := "package p\n\n//dsh:tool\n//dsh:" + test.in + "\nfunc F(n int) {}\n"
			switch name {
			case "tool":
				src = "package p\n\n\n//dsh:" + test.in + "\nfunc F(n int) {}\n"
			case "enum":
				src = "package p\n\n\n//dsh:" + test.in + "\ntype T int\n"
			}
			found, diags := scan(t, src)
			var fault string
			if len(diags) > 0 {
				fault = diags[0]
			}
			if len(diags) > 1 {
				t.Errorf("more than one fault: %q", diags)
			}
			if test.fault == "" && fault != "" || !strings.HasSuffix(fault, ": "+test.fault) && test.fault != "" {
				t.Errorf("fault:\n got %s\nwant %s", fault, test.fault)
			}
			if !strings.HasPrefix(fault, "p.go:4:") && fault != "" {
				t.Errorf("fault at the wrong place: %s", fault)
			}
			if got := short(found[len(found)-1].Args); got != test.want {
				t.Errorf("arguments:\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestPositions(t *testing.T) {
	const src = "package p\r\n\r\n//dsh:tool\tx  readonly \"é d\" `timeout=1s`\r\nfunc F() {}\r\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	found, diags := directive.Scan(fset, file)
	if len(found) != 1 || len(diags) != 0 {
		t.Fatalf("got %v, %v", found, diags)
	}
	var got []string
	for _, a := range found[0].Args {
		got = append(got, src[fset.Position(a.Pos).Offset:fset.Position(a.End).Offset])
	}
	if g, want := strings.Join(got, ","), "x,readonly,\"é d\",`timeout=1s`"; g != want {
		t.Errorf("arguments stand at %s, want %s", g, want)
	}
	if g := src[fset.Position(found[0].Pos).Offset:fset.Position(found[0].End).Offset]; !strings.HasSuffix(g, "`timeout=1s`") || !strings.HasPrefix(g, "//dsh:tool") {
		t.Errorf("the directive stands at %q", g)
	}
}

func TestIn(t *testing.T) {
	if got := directive.In(nil); got != nil {
		t.Errorf("In(nil) = %v", got)
	}
	group := &ast.CommentGroup{List: []*ast.Comment{
		{Slash: 1, Text: "// F does it."}, {Slash: 20, Text: "//dsh:tool f x y"}, {Slash: 40, Text: "//go:noinline"}, {Slash: 60, Text: "//dsh:tol"},
	}}
	got := directive.In(group)
	if len(got) != 1 || got[0].Name != "tool" || short(got[0].Args) != "name=f" {
		t.Errorf("In = %+v", got)
	}
}

func TestHelp(t *testing.T) {
	help := directive.Help()
	for _, f := range directive.Forms() {
		if !strings.Contains(help, "//dsh:"+f.Name) {
			t.Errorf("help lacks %s", f.Name)
		}
		if f.Help == "" || f.Target == "" {
			t.Errorf("%s is not explained", f.Name)
		}
		for _, k := range f.Keys {
			if k.Help == "" || !strings.Contains(help, k.Help) || !strings.Contains(help, "    "+k.Name) {
				t.Errorf("help lacks %s of %s", k.Name, f.Name)
			}
		}
	}
	for line := range strings.Lines(help) {
		if len(line) > 100 || strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") {
			t.Errorf("long or ragged line: %q", line)
		}
	}
}

// TestExcludes checks that contradictions are written down on both sides.
func TestExcludes(t *testing.T) {
	for _, f := range directive.Forms() {
		by := map[string]string{}
		for _, k := range f.Keys {
			by[k.Name] = k.Excludes
		}
		for name, other := range by {
			if other != "" && by[other] != name {
				t.Errorf("%s: %s excludes %s, which excludes %q", f.Name, name, other, by[other])
			}
		}
	}
}
