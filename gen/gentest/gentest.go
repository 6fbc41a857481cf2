// Package gentest lets a repository that holds tools say in its tests that its
// generated files are current, and what a model is told about its tools:
//
//	func TestGenerated(t *testing.T) { gentest.Check(t, "./...") }
//
//	func TestTools(t *testing.T) { gentest.Golden(t, "testdata/tools.json", "./...") }
//
// Both run the generator over packages that patterns of the go command match,
// relative to the folder of the test, and write nothing but a golden file that
// is to be updated.
package gentest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-tools/dshgen/gen"
	"github.com/rogpeppe/go-internal/diff"
)

// Check fails t with a diff for each generated file that is not what the
// generator would write, and with what is wrong with the source.
func Check(t testing.TB, patterns ...string) {
	t.Helper()
	res := generate(t, patterns)
	if res == nil {
		return
	}
	for _, f := range res.Files {
		name := relative(f.Path)
		stale, err := f.Stale()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !stale {
			continue
		}
		text, err := f.Diff(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Errorf("%s is stale: run go generate\n%s", name, text)
	}
}

// Golden fails t when the schemas of the tools, as dshgen schema prints them,
// differ from a file, which it makes or rewrites when the test is run with
// -update. Review of that file is review of what models get to see.
//
// The flag is that of the test binary, if it declares a boolean one of this name,
// as many do for golden files of their own; else -update behind -args does, and
// the environment variable UPDATE_GOLDEN=1 does in any case.
func Golden(t testing.TB, path string, patterns ...string) {
	t.Helper()
	res := generate(t, patterns)
	if res == nil {
		return
	}
	got, err := gen.RawSchemas(res.Tools)
	if err != nil {
		t.Errorf("schemas: %v", err)
		return
	}
	if updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Errorf("update: %v", err)
			return
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Errorf("update: %v", err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v: run the test with -args -update to make it", err)
		return
	}
	if text := diff.Diff(path, want, "tools", got); text != nil {
		t.Errorf("%s differs from the tools: run the test with -args -update if that is meant\n%s", path, text)
	}
}

// generate runs the generator, and reports and returns nil when there is no
// result to go on with.
func generate(t testing.TB, patterns []string) *gen.Result {
	t.Helper()
	res, err := gen.Generate(t.Context(), gen.Config{}, patterns...)
	if err != nil {
		t.Errorf("generate: %v", err)
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Errorf("generate: %v", err)
		return nil
	}
	for _, d := range res.Diagnostics {
		if !d.Warning {
			t.Error(d.Text(dir))
		}
	}
	if res.Diagnostics.HasErrors() {
		return nil
	}
	return res
}

// relative shortens a path for people.
func relative(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

// updating looks for a wish to update without declaring a flag: a package that
// declares -update itself would then not run at all.
func updating() bool {
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		return true
	}
	if f := flag.Lookup("update"); f != nil {
		return f.Value.String() == "true"
	}
	for _, arg := range flag.Args() {
		if arg == "-update" || arg == "--update" {
			return true
		}
	}
	return false
}
