package provider_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// goldenTools reads the tools of a golden package of the generator.
func goldenTools(t testing.TB, name string) []*runtime.Tool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "golden", name, "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name, Description  string
		Parameters, Output json.RawMessage
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	var tools []*runtime.Tool
	for _, e := range list {
		tools = append(tools, &runtime.Tool{
			ToolSchema: runtime.ToolSchema{Name: e.Name, Description: e.Description, Parameters: compact(t, e.Parameters)},
			Output:     compact(t, e.Output),
		})
	}
	if len(tools) == 0 {
		t.Fatalf("%s has no tools", name)
	}
	return tools
}

func compact(t testing.TB, text []byte) string {
	t.Helper()
	if len(text) == 0 {
		return ""
	}
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// goldenCases are all golden packages.
func goldenCases(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/golden/*/schema.json")
	if err != nil || len(paths) < 10 {
		t.Fatalf("golden packages: %v, %v", paths, err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(filepath.Dir(p)))
	}
	return names
}

// TestGolden compares the projections of some golden packages, tool by tool,
// with what they are known to be.
func TestGolden(t *testing.T) {
	strict := []provider.Target{provider.OpenAI, provider.AnthropicStrict, provider.Gemini, provider.GeminiJSONSchema}
	tests := []struct {
		name    string
		targets []provider.Target
	}{
		{"shapes", provider.Targets()},
		{"constraints", strict},
		{"nested", strict},
		{"special", strict},
	}
	for _, tt := range tests {
		tools := goldenTools(t, tt.name)
		for _, target := range tt.targets {
			t.Run(tt.name+"/"+string(target), func(t *testing.T) {
				got := describe(t, target, tools)
				path := filepath.Join("testdata", "projection", tt.name+"."+string(target)+".txt")
				if *update {
					if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("-%s +now:\n%s", path, diff)
				}
			})
		}
	}
}

// describe projects tools one by one, so that a fault of one hides no other.
func describe(t *testing.T, target provider.Target, tools []*runtime.Tool) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, tool := range tools {
		fmt.Fprintf(&b, "== %s\n", tool.Name)
		list, err := provider.ProjectTools(target, []*runtime.Tool{tool})
		var faults *provider.FaultError
		switch {
		case errors.As(err, &faults):
			for _, f := range faults.Faults {
				fmt.Fprintf(&b, "fault: %s\n", f)
			}
			continue
		case err != nil:
			t.Fatal(err)
		}
		for _, l := range list.Losses {
			fmt.Fprintf(&b, "loss: %s\n", l)
		}
		fmt.Fprintf(&b, "%s\n", list.JSON)
	}
	return b.Bytes()
}

// TestDeterminism: the bytes depend on the tools alone.
func TestDeterminism(t *testing.T) {
	tools := goldenTools(t, "realtools")
	for _, target := range provider.Targets() {
		kept := slices.DeleteFunc(slices.Clone(tools), func(tool *runtime.Tool) bool {
			_, err := provider.ProjectTools(target, []*runtime.Tool{tool})
			return err != nil
		})
		if n := target.Restrictions().Limits.Tools; n > 0 && len(kept) > n {
			kept = kept[:n]
		}
		if target == provider.AnthropicStrict {
			kept = kept[:4] // more have too many optional properties for one request
		}
		first, err := provider.ProjectTools(target, kept)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			again, err := provider.ProjectTools(target, kept)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(first.JSON, again.JSON) || !slices.Equal(first.Losses, again.Losses) {
				t.Fatalf("%s: two projections differ", target)
			}
		}
	}
}
