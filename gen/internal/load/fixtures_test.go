package load_test

import (
	"slices"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/diag/diagtest"
	"github.com/dsh-tools/dshgen/gen/internal/load"
)

// codes are the mistakes that are found while loading, directives included.
var codes = []diag.Code{
	diag.MisspelledDirective, diag.MisplacedDirective, diag.ParamWithoutTool, diag.DirectiveSyntax, diag.UnknownKey,
	diag.MissingValue, diag.InvalidValue, diag.DuplicateKey, diag.ContradictoryKeys, diag.SkippedDirective, diag.ToolInTest,
	diag.SyntaxError, diag.TypeError, diag.PackageNotFound, diag.PackageError, diag.ImportCycle, diag.ForeignOutput, diag.InvalidTimeout,
}

// TestFixtures runs the fixtures as far as loading is concerned, and checks that
// each code of its own has one.
func TestFixtures(t *testing.T) {
	relevant := func(c diag.Code) bool { return slices.Contains(codes, c) }
	seen := map[diag.Code]bool{}
	for _, c := range diagtest.Cases(t, "../../../testdata/errors") {
		if !slices.ContainsFunc(c.Codes(), relevant) {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			dir := c.Write(t)
			r := run(t, dir, load.Config{}, "./...")
			if r.err != nil {
				t.Fatal(r.err)
			}
			c.Check(t, dir, r.diags, relevant)
		})
		for _, code := range c.Codes() {
			seen[code] = true
		}
	}
	for _, code := range codes {
		if !seen[code] {
			t.Errorf("no fixture expects %s", code)
		}
	}
}
