package gentest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen/gentest"
)

// recorder is a test that remembers how it failed.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()                  {}
func (r *recorder) Context() context.Context { return r.TB.Context() }
func (r *recorder) Error(args ...any)        { r.failures = append(r.failures, fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}
func (r *recorder) text() string { return strings.Join(r.failures, "\n") }

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const tools = "package m\n\n// Find finds.\n//\n//dsh:tool\nfunc Find(text string) {}\n"

func module(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("GOWORK", "off")
	write(t, "go.mod", "module example.com/m\n\ngo 1.26\n")
	write(t, "tools.go", tools)
}

func TestExamples(t *testing.T) { gentest.Check(t, "../../examples/...") }

func TestCheck(t *testing.T) {
	module(t)
	r := &recorder{TB: t}
	gentest.Check(r, "./...")
	if !strings.Contains(r.text(), "dsh_gen.go is stale: run go generate") || !strings.Contains(r.text(), "+func DecodeFind(") {
		t.Errorf("a missing file: %s", r.text())
	}
	write(t, "tools.go", strings.Replace(tools, "text string", "text chan int", 1))
	r = &recorder{TB: t}
	gentest.Check(r, "./...")
	if got, want := r.text(), "tools.go:6:16: Find.text: chan int has no JSON form: a method can keep it in its receiver [unsupported-type]"; got != want {
		t.Errorf("got %s", got)
	}
	r = &recorder{TB: t}
	gentest.Check(r, "./nowhere")
	if len(r.failures) == 0 {
		t.Error("a package that is not there is current")
	}
}

func TestGolden(t *testing.T) {
	module(t)
	golden := filepath.Join("testdata", "tools.json")
	r := &recorder{TB: t}
	gentest.Golden(r, golden)
	if !strings.Contains(r.text(), "-args -update to make it") {
		t.Errorf("a missing file: %s", r.text())
	}
	t.Setenv("UPDATE_GOLDEN", "1")
	gentest.Golden(t, golden)
	t.Setenv("UPDATE_GOLDEN", "")
	gentest.Golden(t, golden)
	write(t, "tools.go", strings.Replace(tools, "text string", "text int", 1))
	r = &recorder{TB: t}
	gentest.Golden(r, golden)
	if !strings.Contains(r.text(), "differs from the tools") || !strings.Contains(r.text(), `"integer"`) {
		t.Errorf("a changed tool: %s", r.text())
	}
}
