package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/examples/internal/exampletest"
	"github.com/dsh-tools/dshgen/runtime"
)

func TestMain(m *testing.M) { exampletest.Main(m, main) }

// TestProgram works on files as a model would, and tries to leave.
func TestProgram(t *testing.T) {
	_, root := sandbox(t, map[string]string{"docs/a.md": "# One\r\n\r\nold text\r\n"})
	link(t, "../secret.txt", filepath.Join(root, "link"))
	steps := []struct{ call, text, code string }{
		{`"name":"glob","arguments":{"pattern":"**/*.md"}`, "docs/a.md\n", ""},
		{`"name":"read","arguments":{"path":"docs/a.md"}`, "     1\t# One\n     2\t\n     3\told text\n", ""},
		{`"name":"edit","arguments":{"path":"docs/a.md","old_string":"old text\n","new_string":"new\ntext\n"}`, `edited "docs/a.md" on line 3`, ""},
		{`"name":"grep","arguments":{"pattern":"^(new|text)$","include":"*.md","context":1}`, "docs/a.md-2-\ndocs/a.md:3:new\ndocs/a.md:4:text\n[2 matching lines in 1 file]\n", ""},
		{`"name":"write","arguments":"{\"path\":\"x/y.txt\",\"content\":\"z\\n\"}"`, `created "x/y.txt": 1 line, 2 bytes`, ""},
		{`"name":"read","arguments":{"path":"x/y.txt","offset":2}`, `"x/y.txt" has 1 line: give an offset of at most 1`, runtime.CodeToolError},
		{`"name":"read","arguments":{"path":"../secret.txt"}`, `"../secret.txt" leads out of the root folder: only files inside of it can be used`, runtime.CodeToolError},
		{`"name":"write","arguments":{"path":"link","content":"pwned"}`, `"link" leads out of the root folder: only files inside of it can be used`, runtime.CodeToolError},
		{`"name":"read","arguments":{"path":"","limit":0}`, "", runtime.CodeInvalidArgs},
		{`"name":"read","arguments":{"file_path":"x/y.txt"}`, "", runtime.CodeInvalidArgs},
	}
	in := ""
	for _, s := range steps {
		in += `{"id":"call",` + s.call + "}\n"
	}
	results := exampletest.Results(t, in, "-root", root)
	if len(results) != len(steps) {
		t.Fatalf("%d results for %d calls", len(results), len(steps))
	}
	for i, s := range steps {
		r := results[i]
		code := ""
		if r.IsError() {
			code = r.Error().Code
		}
		if code != s.code || s.text != "" && r.Text() != s.text || r.CallID() != "call" {
			t.Errorf("%s:\ngot  %q, %s\nwant %q, %s", s.call, r.Text(), code, s.text, s.code)
		}
	}
	if got := contents(t, filepath.Join(root, "docs", "a.md")); got != "# One\r\n\r\nnew\r\ntext\r\n" {
		t.Errorf("got %q", got)
	}
	if got := contents(t, filepath.Join(root, "..", "secret.txt")); got != "SECRET\n" {
		t.Errorf("a file outside is changed: %q", got)
	}
}

func TestSchemas(t *testing.T) {
	exampletest.Schemas(t, []string{"-root", t.TempDir()}, "edit", "glob", "grep", "read", "write")
}

func TestHints(t *testing.T) {
	d, _ := sandbox(t, nil)
	for _, tool := range d.Tools() {
		changes := tool.Name == "write" || tool.Name == "edit"
		if tool.ReadOnly == changes || tool.Destructive != changes || (tool.Parallel != nil) == changes || tool.Timeout == 0 {
			t.Errorf("%s: read-only %v, destructive %v, parallel %v, timeout %v", tool.Name, tool.ReadOnly, tool.Destructive, tool.Parallel != nil, tool.Timeout)
		}
	}
}

func TestNoRoot(t *testing.T) {
	out, err := exampletest.Command(t, "-root", filepath.Join(t.TempDir(), "none")).CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "files: ") {
		t.Errorf("%v: %s", err, out)
	}
}
