package schema_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinked: a program that does not use Extended does not pay for patterns, and
// none pays for reflection.
func TestLinked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for options, want := range map[string]bool{"": false, ", schema.Extended": true} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"go.mod": "module example.com/linked\n\ngo 1.26\n\nrequire github.com/dsh-tools/dshgen v0.0.0\n\nreplace github.com/dsh-tools/dshgen => " + root + "\n",
			"main.go": "package main\n\nimport (\n\t\"os\"\n\n\t\"github.com/dsh-tools/dshgen/runtime/schema\"\n)\n\n" +
				"func main() {\n\ts, err := schema.Parse(os.Args[1]" + options + ")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tprintln(len(s.ValidateJSON(os.Args[2])))\n}\n",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("sh", "-c", "go build -mod=mod -o linked . && go tool nm linked")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		symbols := string(out)
		if got := strings.Contains(symbols, " regexp.(*Regexp).doExecute"); got != want {
			t.Errorf("with %q regexp is linked: %v", options, got)
		}
		for _, no := range []string{" encoding/json.", " reflect.", " fmt."} {
			if strings.Contains(symbols, no) {
				t.Errorf("with %q the program has symbols of%s", options, no)
			}
		}
	}
}
