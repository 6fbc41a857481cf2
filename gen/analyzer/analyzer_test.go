package analyzer_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen"
	"github.com/dsh-tools/dshgen/gen/internal/diag/diagtest"
)

// TestVet runs the analyzer as go vet does over the fixtures of diagnostics, and
// compares what it reports with what the generator does. Packages that do not
// compile are not vetted.
func TestVet(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "dshvet")
	if out, err := exec.Command("go", "build", "-o", tool, "../../cmd/dshvet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compared := 0
	for _, c := range diagtest.Cases(t, "../../testdata/errors") {
		t.Run(c.Name, func(t *testing.T) {
			dir := c.Write(t)
			vet := func(flags ...string) string {
				cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + tool}, flags...), "./...")...)
				cmd.Dir = dir
				out, _ := cmd.CombinedOutput()
				return string(out)
			}
			out := vet("-dsh.strict")
			if build := exec.Command("go", "build", "./..."); !builds(build, dir) {
				t.Skip("it does not compile")
			}
			res, err := gen.Generate(t.Context(), gen.Config{Dir: dir}, "./...")
			if err != nil {
				t.Fatal(err)
			}
			var want, errors []string
			for _, d := range res.Diagnostics {
				if d.Pos.Line == 0 {
					continue // about files or the run, not the package
				}
				d.Related = nil
				line := strings.ReplaceAll(d.Text(dir), "warning: ", "")
				want = append(want, line)
				if !d.Warning {
					errors = append(errors, line)
				}
			}
			compare(t, out, want)
			compare(t, vet(), errors)
			compared += len(want)
		})
	}
	if compared < 40 {
		t.Errorf("only %d diagnostics were compared", compared)
	}
}

func builds(cmd *exec.Cmd, dir string) bool {
	cmd.Dir = dir
	return cmd.Run() == nil
}

var vetted = regexp.MustCompile(`(?m)^(?:\./)?([^\s#][^\n]*?:\d+:\d+: .*\])$`)

func compare(t *testing.T, out string, want []string) {
	t.Helper()
	var got []string
	for _, m := range vetted.FindAllStringSubmatch(out, -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("go vet reports\n%s\nthe generator\n%s\noutput:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
}
