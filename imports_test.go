package dshgen_test

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/dsh-tools/dshgen"

// TestImportEdges keeps the layers apart. What is linked into agent programs
// depends on the standard library only, the generator knows runtime by name
// only, and the stages of the generator see no more than they need.
func TestImportEdges(t *testing.T) {
	tests := []struct {
		packages []string // patterns whose dependencies are listed
		allowed  []string // prefixes of import paths outside of the standard library
		banned   []string // import paths that must not be reached at all
	}{
		{
			packages: []string{"./runtime/jsonscan"},
			allowed:  []string{module + "/runtime/jsonscan"},
			banned:   []string{"fmt", "encoding/json", "log/slog", "crypto/sha256"},
		},
		{
			packages: []string{"./runtime"},
			allowed:  []string{module + "/runtime", module + "/runtime/jsonscan"},
			banned:   []string{"fmt", "encoding/json", "log/slog", "crypto/sha256"},
		},
		{
			packages: []string{"./runtime/schema"},
			allowed:  []string{module + "/runtime", module + "/runtime/jsonscan", module + "/runtime/schema"},
			banned:   []string{"fmt", "reflect", "encoding/json", "log/slog", "crypto/sha256"},
		},
		{packages: []string{"./gen/internal/model"}, allowed: []string{module + "/gen/internal/model"}, banned: []string{"go/ast", "go/types"}},
		{packages: []string{"./gen/internal/diag"}, allowed: []string{module + "/gen/internal/diag"}, banned: []string{"go/ast", "go/types"}},
		{
			packages: []string{"./runtime/provider"},
			allowed:  []string{module + "/runtime", module + "/runtime/jsonscan", module + "/runtime/provider"},
		},
		{packages: []string{"./gen/..."}, banned: []string{module + "/runtime", module + "/runtime/jsonscan"}},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.packages, " "), func(t *testing.T) {
			for _, path := range deps(t, tt.packages) {
				for _, b := range tt.banned {
					if path == b {
						t.Errorf("reaches %s", path)
					}
				}
				first, _, _ := strings.Cut(path, "/")
				if tt.allowed != nil && strings.Contains(first, ".") && !allowed(path, tt.allowed) {
					t.Errorf("reaches %s", path)
				}
			}
		})
	}
}

// TestDirectImports holds for packages that reach more than they may name.
func TestDirectImports(t *testing.T) {
	banned := map[string][]string{
		"./gen/internal/emit":   {"go/ast", "go/types", "go/parser"},
		"./gen/internal/schema": {"go/ast", "go/types", "go/parser"},
	}
	for pkg, paths := range banned {
		out := list(t, "-f", `{{join .Imports "\n"}}`, pkg)
		for _, p := range paths {
			for _, got := range out {
				if got == p {
					t.Errorf("%s imports %s", pkg, p)
				}
			}
		}
	}
}

// TestGeneratedImports: generated code needs nothing of ours but runtime and
// jsonscan.
func TestGeneratedImports(t *testing.T) {
	for _, line := range list(t, "-f", `{{range .Imports}}{{$.ImportPath}} {{.}}{{"\n"}}{{end}}`, "./testdata/golden/...") {
		pkg, path, _ := strings.Cut(line, " ")
		switch {
		case !strings.HasPrefix(path, module), path == module+"/runtime", path == module+"/runtime/jsonscan":
		case strings.HasPrefix(path, module+"/testdata/golden/"):
		default:
			t.Errorf("%s imports %s", pkg, path)
		}
	}
}

func allowed(path string, prefixes []string) bool {
	for _, p := range prefixes {
		if path == p {
			return true
		}
	}
	// The standard library vendors a few packages under names with a dot.
	return strings.HasPrefix(path, "vendor/")
}

func deps(t *testing.T, patterns []string) []string {
	return list(t, append([]string{"-deps", "-f", "{{.ImportPath}}"}, patterns...)...)
}

func list(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", strings.Join(args, " "), err)
	}
	lines := strings.Fields(strings.ReplaceAll(string(out), " ", "\x00"))
	for i, l := range lines {
		lines[i] = strings.ReplaceAll(l, "\x00", " ")
	}
	if len(lines) == 0 {
		t.Fatalf("go list %s: no output", strings.Join(args, " "))
	}
	return lines
}
