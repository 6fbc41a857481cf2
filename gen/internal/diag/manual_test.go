package diag

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/diagnostics.md")

const manual = "../../../docs/diagnostics.md"

// TestManual keeps docs/diagnostics.md equal to the comments in codes.go, so
// that each code has its paragraph, and one only.
func TestManual(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# Diagnostics\n\n" +
		"A diagnostic is one line, `path:line:col: message [code]`, at the smallest thing that is at fault; indented lines behind\n" +
		"it point at the other end of a collision. All that is wrong is reported in one run. A warning says so in front of its\n" +
		"message and fails nothing, unless `-strict` is given.\n\n" +
		"The same checks run in `go vet`, and in editors, as an analyzer (package `gen/analyzer`); with `-dsh.strict` it reports\n" +
		"warnings, too:\n\n" +
		"```sh\ngo install github.com/dsh-tools/dshgen/cmd/dshvet@latest\ngo vet -vettool=$(which dshvet) ./...\n```\n")
	codes := 0
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n", strings.TrimSuffix(strings.TrimSpace(g.Doc.Text()), "."))
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			text, ok := strings.CutPrefix(strings.TrimSpace(spec.Doc.Text()), spec.Names[0].Name+": ")
			if !ok || len(text) < 40 {
				t.Errorf("%s: its comment must start with its name and a colon, and explain it", spec.Names[0].Name)
				continue
			}
			fmt.Fprintf(&b, "\n### %s\n\n%s\n", code, paragraph(text))
			codes++
		}
	}
	if codes < 20 {
		t.Fatalf("only %d codes found", codes)
	}
	if *update {
		if err := os.WriteFile(manual, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Error("docs/diagnostics.md differs from codes.go: run go test ./gen/internal/diag -update")
	}
}

// paragraph capitalises a text and quotes what looks like code.
func paragraph(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		core := strings.TrimRight(w, ".,;:")
		if strings.HasPrefix(core, "//") || strings.HasPrefix(core, "-") && len(core) > 1 || strings.Contains(core, "=") || strings.Contains(core, "_test.go") {
			words[i] = "`" + core + "`" + w[len(core):]
		}
	}
	text = strings.ToUpper(text[:1]) + strings.Join(words, " ")[1:]
	return wrap(text)
}

func wrap(text string) string {
	var b strings.Builder
	line := 0
	for _, w := range strings.Fields(text) {
		if line > 0 && line+1+len(w) > 118 {
			b.WriteByte('\n')
			line = 0
		} else if line > 0 {
			b.WriteByte(' ')
			line++
		}
		b.WriteString(w)
		line += len(w)
	}
	return b.String()
}
