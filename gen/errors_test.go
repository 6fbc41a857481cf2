package gen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen"
	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/diag/diagtest"
)

// codes lists all codes of diagnostics, from their source.
func codes(t *testing.T) (out []diag.Code) {
	file, err := parser.ParseFile(token.NewFileSet(), "internal/diag/codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			code, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, diag.Code(code))
		}
		return true
	})
	return out
}

// TestErrors runs the generator over every fixture: what it reports is what the
// fixture wants, in one run, and every code is wanted somewhere.
func TestErrors(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, c := range diagtest.Cases(t, "../testdata/errors") {
		wanted := c.Codes()
		for _, code := range wanted {
			seen[code] = true
		}
		t.Run(strings.TrimSuffix(c.Name, ".go"), func(t *testing.T) {
			t.Parallel()
			dir := c.Write(t)
			res, err := gen.Generate(t.Context(), gen.Config{Dir: dir}, "./...")
			if err != nil {
				t.Fatal(err)
			}
			// Fixtures about other things need not describe their parameters.
			c.Check(t, dir, res.Diagnostics, func(code diag.Code) bool {
				return code != diag.MissingDescription || slices.Contains(wanted, code)
			})
			if !slices.IsSortedFunc(res.Diagnostics, func(a, b diag.Diagnostic) int { return strings.Compare(a.Pos.Filename, b.Pos.Filename) }) {
				t.Error("the diagnostics are not sorted")
			}
		})
	}
	for _, code := range codes(t) {
		if !seen[code] {
			t.Errorf("no fixture wants %s", code)
		}
	}
}
