package dshgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBridgesPrograms builds the programs of docs/bridges.md that need nothing
// but this module, and compares what the first prints with what the text says.
func TestBridgesPrograms(t *testing.T) {
	ran := 0
	for _, program := range blocks(t, "docs/bridges.md", "go") {
		if !strings.Contains(program, "package main") || needsMore(program) {
			continue
		}
		path := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(path, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		out := command(t, ".", "go vet "+path+" && go run "+path)
		if !strings.Contains(program, "provider.Results(") {
			continue
		}
		ran++
		if want := blocks(t, "docs/bridges.md", "text")[0]; out != want {
			t.Errorf("the program prints\n%s\nthe text says\n%s", out, want)
		}
	}
	if ran != 1 {
		t.Errorf("%d programs with output", ran)
	}
}

// TestReadmeProvider builds the lines of the README about providers.
func TestReadmeProvider(t *testing.T) {
	for _, lines := range blocks(t, "README.md", "go") {
		if strings.Contains(lines, "package main") || !strings.Contains(lines, "provider.") {
			continue
		}
		path := filepath.Join(t.TempDir(), "main.go")
		program := `package main

import (
	"context"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
)

func turn(ctx context.Context, reg *runtime.Registry, response []byte) (*provider.List, *provider.Reply, error) {
` + lines + `
	return list, reply, err
}

func main() { _ = turn }
`
		if err := os.WriteFile(path, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		command(t, ".", "go vet "+path)
		return
	}
	t.Error("README.md has no lines about providers")
}

// needsMore reports whether a program imports more than this module and the
// standard library: the module that has its imports tests it.
func needsMore(program string) bool {
	for line := range strings.Lines(program) {
		path := strings.Trim(strings.TrimSpace(line), `"`)
		first, _, _ := strings.Cut(path, "/")
		if strings.HasPrefix(line, "\t\"") && strings.Contains(first, ".") &&
			!strings.HasPrefix(path, module+"/runtime") || strings.Contains(path, "/runtime/mcp") || strings.Contains(path, "/runtime/acp") {
			return true
		}
	}
	return false
}
