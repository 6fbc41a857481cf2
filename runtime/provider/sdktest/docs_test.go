package sdktest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsPrograms checks the programs of docs/bridges.md that use an SDK.
func TestDocsPrograms(t *testing.T) {
	text, err := os.ReadFile("../../../docs/bridges.md")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, m := range regexp.MustCompile("(?ms)^```go\n(.*?)^```").FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(m[1], "anthropic-sdk-go") && !strings.Contains(m[1], "openai-go") && !strings.Contains(m[1], "genai") {
			continue
		}
		path := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(path, []byte(m[1]), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "vet", path).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		checked++
	}
	if checked == 0 {
		t.Error("docs/bridges.md has no program with an SDK")
	}
}
