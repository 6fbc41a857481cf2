package dshgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen"
)

// blocks returns the fenced code blocks of a Markdown file in one language.
func blocks(t *testing.T, path, language string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```").FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("%s has no %s blocks", path, language)
	}
	return out
}

// command runs a shell command and returns what it prints.
func command(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// TestReadmeProgram builds the program of the README in a module of its own and
// compares what it prints with what the text says about it.
func TestReadmeProgram(t *testing.T) {
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "main.go", blocks(t, "README.md", "go")[0])
	write(t, dir, "go.mod", "module example.com/readme\n\ngo 1.26\n")
	command(t, dir, "go mod edit -replace github.com/dsh-tools/dshgen="+root)
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.sum", string(sum))
	use := blocks(t, "README.md", "sh")[2]
	if !strings.Contains(use, "go get -tool github.com/dsh-tools/dshgen/cmd/dshgen") {
		t.Fatalf("the third block is not about using it: %s", use)
	}
	command(t, dir, "go mod edit -require github.com/dsh-tools/dshgen@v0.0.0 -tool github.com/dsh-tools/dshgen/cmd/dshgen && go mod tidy -e")
	command(t, dir, use[strings.Index(use, "go tool"):])
	out := command(t, dir, "go generate ./... && go tool dshgen -check ./... && go vet ./... && go run .")
	for _, want := range []string{"Hello Ada, 2 times\n", "name", "nmae", "times"} {
		if !strings.Contains(out, want) {
			t.Errorf("the program prints no %q:\n%s", want, out)
		}
	}
	out = command(t, dir, `go tool dshgen list ./... && go tool dshgen schema ./... && go tool dshgen call . greet '{"name":"Ada"}' && go tool dshgen help directives`)
	for _, want := range []string{"greet", `"parameters"`, "Hello Ada, 1 times", "//dsh:param"} {
		if !strings.Contains(out, want) {
			t.Errorf("the commands print no %q:\n%s", want, out)
		}
	}
}

// TestManualPrograms runs the programs of the manual, and compares what they
// print with the block of text behind each. A line that the text has is printed,
// and none besides; calls that overlap may print in another order.
func TestManualPrograms(t *testing.T) {
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?ms)^```go\n(package main\n.*?)^```\n.*?^```text\n(.*?)^```").FindAllStringSubmatch(string(text), -1) {
			programs++
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				write(t, dir, "main.go", m[1])
				write(t, dir, "go.mod", "module example.com/manual\n\ngo 1.26\n\nrequire github.com/dsh-tools/dshgen v0.0.0\n\nreplace github.com/dsh-tools/dshgen => "+root+"\n")
				got := command(t, dir, "go vet -mod=mod . && go run -mod=mod .")
				if sortLines(got) != sortLines(m[2]) {
					t.Errorf("it prints\n%s\nand the manual says\n%s", got, m[2])
				}
			})
		}
	}
	if programs == 0 {
		t.Error("the manual has no programs")
	}
}

// TestSnippets: the snippets about a bridge are lines of its examples, which
// compile.
func TestSnippets(t *testing.T) {
	text, err := os.ReadFile("docs/bridges.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "## Model Context Protocol")
	if !ok {
		t.Fatal("the section is gone")
	}
	var examples []byte
	for _, path := range []string{"runtime/mcp/example_test.go", "runtime/acp/example_test.go", "runtime/present/example_test.go"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, text...)
	}
	found := regexp.MustCompile("(?ms)^```go\n(.*?)^```").FindAllStringSubmatch(section, -1)
	for _, m := range found {
		if !strings.Contains(string(examples), m[1]) {
			t.Errorf("no example has\n%s", m[1])
		}
	}
	if len(found) < 3 {
		t.Errorf("only %d snippets", len(found))
	}
}

func sortLines(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// TestReadmeCommands runs the first command of the README, and finds the second
// in CI, which runs it.
func TestReadmeCommands(t *testing.T) {
	cmds := blocks(t, "README.md", "sh")
	if out := command(t, ".", cmds[0]); !strings.Contains(out, `Paris`) || strings.Contains(out, `"isError":true`) {
		t.Errorf("%s\nprints %s", cmds[0], out)
	}
	ci, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(ci), "\n"+cmds[1]) {
		t.Errorf("CI does not run %s", cmds[1])
	}
}

// TestLinks: files that the documents name exist.
func TestLinks(t *testing.T) {
	docs, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(docs, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`).FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", path, m[1], err)
			}
		}
	}
}

// TestGoldenPackages runs the tests of the golden packages: patterns leave out
// folders called testdata, so nothing else would.
func TestGoldenPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command on many packages")
	}
	command(t, ".", "go test ./testdata/golden/...")
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCommandManual: docs/command.md shows what the command prints.
func TestCommandManual(t *testing.T) {
	help := command(t, ".", "go run ./cmd/dshgen help")
	if got := blocks(t, "docs/command.md", "text")[0]; got != help {
		t.Errorf("docs/command.md shows\n%s\nand dshgen help prints\n%s", got, help)
	}
}

// TestManual: the table in the manual is the one that the parser uses.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("docs/directives.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```text\n"+gen.DirectiveHelp()+"```\n") {
		t.Error("the table of docs/directives.md is not what dshgen help directives prints")
	}
	if sample := blocks(t, "docs/directives.md", "go")[0]; !strings.Contains(sample, "//dsh:param days") {
		t.Errorf("the sample has changed: %s", sample)
	}
}
