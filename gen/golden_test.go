package gen

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/emit"
	"github.com/dsh-tools/dshgen/gen/internal/load"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/dsh-tools/dshgen/gen/internal/resolve"
	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "rewrite golden files")

const goldenDir = "../testdata/golden"

// TestGolden compares what each golden package comes to with the files beside
// it: the model, the schemas and the generated file. The packages are ordinary
// ones, so the compiler, vet and their own tests see the generated code, too.
func TestGolden(t *testing.T) {
	ctx := context.Background()
	res, err := Generate(ctx, Config{Dir: goldenDir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range res.Diagnostics {
		if !d.Warning { // golden tools are about other things than descriptions
			t.Errorf("unexpected: %s", d)
		}
	}
	again, err := Generate(ctx, Config{Dir: goldenDir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob(filepath.Join(goldenDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for _, f := range res.Files {
		if filepath.Base(f.Path) == OutputName {
			packages++
		}
	}
	if len(cases) != packages || len(again.Files) != len(res.Files) {
		t.Errorf("%d golden packages, but %d were generated, %d files and then %d", len(cases), packages, len(res.Files), len(again.Files))
	}
	models := dumpModels(t)
	for i, f := range res.Files {
		dir := filepath.Dir(f.Path)
		t.Run(filepath.Base(dir)+"/"+filepath.Base(f.Path), func(t *testing.T) {
			if !bytes.Equal(f.Content, again.Files[i].Content) {
				t.Error("generating twice gives different bytes")
			}
			golden(t, f.Path, f.Content)
			if filepath.Base(f.Path) != OutputName {
				return
			}
			golden(t, filepath.Join(dir, "model.txt"), []byte(models[dir]))
			var tools []Tool
			for _, tool := range res.Tools {
				if tool.dir == dir {
					tools = append(tools, tool)
				}
			}
			schemas, err := RawSchemas(tools)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join(dir, "schema.json"), schemas)
			if name := filepath.Base(dir); name == "docs" || name == "nested" || name == "constraints" || name == "special" {
				manual, err := Markdown(tools)
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join(dir, "tools.md"), []byte(manual))
			}
		})
	}
}

// dumpModels returns the models of the golden packages as text, by folder.
func dumpModels(t *testing.T) map[string]string {
	t.Helper()
	packages, _, err := load.Load(context.Background(), load.Config{Dir: goldenDir, GeneratedName: OutputName, Header: emit.Header}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	models := map[string]string{}
	for _, p := range packages {
		m, _ := resolve.Package(p)
		models[p.Dir] = model.Dump(m)
	}
	return models
}

// golden compares got with a file, or rewrites the file.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(path, want, "generated", got); d != nil {
		t.Errorf("differs (go test ./gen -update rewrites it):\n%s", d)
	}
}
