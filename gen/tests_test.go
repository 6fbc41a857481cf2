package gen

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// TestTests generates a test file for every golden package and runs it: what the
// generator says of a text is what the generated code says. The files exist in
// an overlay only.
func TestTests(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command on many packages")
	}
	res, err := Generate(t.Context(), Config{Dir: goldenDir, Tests: true}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	dir := t.TempDir()
	for i, f := range res.Files {
		if filepath.Base(f.Path) != TestsName {
			continue
		}
		copied := filepath.Join(dir, strconv.Itoa(i)+"_test.go")
		if err := os.WriteFile(copied, f.Content, 0o666); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[f.Path] = copied
	}
	if len(overlay.Replace) < 10 {
		t.Fatalf("only %d test files", len(overlay.Replace))
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-overlay", path, "-run", "Texts$", "./...")
	cmd.Dir = goldenDir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
