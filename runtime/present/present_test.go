package present_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/present"
)

func pointer[T any](v T) *T { return &v }

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n"

var diff = runtime.DiffCall{Title: "Edit", Diffs: []runtime.FileDiff{
	{Path: "a.txt", OldText: pointer(before), NewText: strings.Replace(before, "five", "5", 1)},
	{Path: "b.txt", NewText: "fresh\n"},
}}

var calls = []struct {
	card runtime.CallView
	want string
}{
	{runtime.TerminalCall{Title: "Build", Command: "make all", Directory: "/work"}, "Build\n$ make all\nin /work\n"},
	{runtime.TerminalCall{Command: "ls"}, "run\n$ ls\n"},
	{runtime.GenericCall{Title: "Look", Kind: runtime.KindSearch, Text: "for\nthis", Locations: []runtime.FileLocation{{Path: "p", Line: 3}}}, "Look\n│ for\n│ this\np:3\n"},
	{diff, "Edit\na.txt\n@@ -2,7 +2,7 @@\n two\n three\n four\n-five\n+5\n six\n seven\n eight\nb.txt (new file)\n@@ -0,0 +1 @@\n+fresh\n"},
}

var results = []struct {
	card runtime.ResultView
	want string
}{
	{runtime.TerminalResult{Command: "ls", Output: "a\nb\n", ExitCode: pointer(0)}, "run\n$ ls\n│ a\n│ b\n[exit 0]\n"},
	{runtime.TerminalResult{Title: "Run", Output: "x", ExitCode: pointer(2), Truncated: true, Error: true}, "Run\n│ x\n(only a part of the output is shown)\n[exit 2]\n"},
	{runtime.TerminalResult{Title: "Run", Signal: "killed"}, "Run\n[killed]\n"},
	{runtime.TerminalResult{Title: "Run"}, "Run\n"},
	{runtime.DiffResult{Title: "Edited", Diffs: []runtime.FileDiff{{Path: "b", NewText: "x"}}}, "Edited\nb (new file)\n@@ -0,0 +1 @@\n+x\n"},
	{runtime.SearchResult{Title: "Found", Matches: []runtime.Match{{Path: "p", Line: 1, Text: "t"}, {Path: "q", Text: "u"}}, Paths: []string{"r"}, More: 4}, "Found\np:1: t\nq: u\nr\nand 4 more\n"},
	{runtime.ReadResult{Path: "p", Line: 7, Text: "text\n"}, "read\np:7\n│ text\n"},
	{runtime.WebResult{Title: "Fetched", URL: "https://example.com/", Status: 404, Text: "gone", Error: true}, "failed: Fetched\nhttps://example.com/ (404)\n│ gone\n"},
	{runtime.WebResult{Title: "Search", Pages: []runtime.WebPage{{Title: "T", URL: "u", Text: "s"}}}, "Search\nT\nu\n│ s\n"},
	{runtime.GenericResult{Title: "Did", Text: "it"}, "Did\n│ it\n"},
	{runtime.GenericResult{Error: true, Text: "no"}, "failed:\n│ no\n"},
}

func TestText(t *testing.T) {
	for _, c := range calls {
		if got := (present.Style{}).Call(c.card); got != c.want {
			t.Errorf("%T\ngot\n%s\nwant\n%s", c.card, got, c.want)
		}
		if colored := (present.Style{Color: true}).Call(c.card); ansi.Strip(colored) != c.want || !strings.Contains(colored, "\x1b[") {
			t.Errorf("%T in colour: %q", c.card, colored)
		}
	}
	for _, c := range results {
		if got := (present.Style{}).Result(c.card); got != c.want {
			t.Errorf("%T\ngot\n%s\nwant\n%s", c.card, got, c.want)
		}
	}
}

// No line is wider than the window, wide characters counted as two, and long
// output is cut.
func TestWidth(t *testing.T) {
	s := present.Style{Width: 20, MaxLines: 3}
	out := s.Result(runtime.TerminalResult{Title: strings.Repeat("題", 30), Output: strings.Repeat("日本語", 40) + "\n" + strings.Repeat("x", 500), ExitCode: pointer(0)})
	for line := range strings.Lines(out) {
		if w := ansi.StringWidth(strings.TrimSuffix(line, "\n")); w > 20 {
			t.Errorf("%d columns: %q", w, line)
		}
	}
	if n := strings.Count(out, "\n"); n != 6 || !strings.Contains(out, "more") {
		t.Errorf("%d lines:\n%s", n, out)
	}
	if s := present.Detect(&bytes.Buffer{}); s.Color || s.Width != 0 {
		t.Errorf("a buffer is no terminal: %+v", s)
	}
}

const hostile = "a\x1b[31m\x1b]0;title\x07b\u202ec\x00\r<script>alert(1)</script>\x1b[2J"

// Nothing in a card reaches the terminal or the page as anything but text.
func TestHostile(t *testing.T) {
	cards := []any{
		runtime.GenericCall{Title: hostile, Text: hostile, Locations: []runtime.FileLocation{{Path: hostile}}},
		runtime.TerminalCall{Title: hostile, Command: hostile, Directory: hostile},
		runtime.DiffCall{Title: hostile, Diffs: []runtime.FileDiff{{Path: hostile, OldText: pointer(hostile), NewText: hostile + "\n" + hostile}}},
		runtime.TerminalResult{Title: hostile, Command: hostile, Output: hostile, Signal: hostile},
		runtime.SearchResult{Title: hostile, Matches: []runtime.Match{{Path: hostile, Text: hostile}}, Paths: []string{hostile}},
		runtime.ReadResult{Title: hostile, Path: hostile, Text: hostile},
		runtime.WebResult{Title: hostile, URL: "javascript:alert(1)", Text: hostile, Pages: []runtime.WebPage{{Title: hostile, URL: hostile, Text: hostile}}},
		runtime.GenericResult{Title: hostile, Text: hostile},
	}
	for _, c := range cards {
		var text string
		switch c := c.(type) {
		case runtime.CallView:
			text = present.Style{}.Call(c)
		case runtime.ResultView:
			text = present.Style{}.Result(c)
		}
		if strings.ContainsAny(text, "\x1b\x07\x00\r\u202e") || !strings.Contains(text, "abc<script>") {
			t.Errorf("%T: %q", c, text)
		}
	}
	page, err := present.Page("<title>", cards...)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "href") || strings.ContainsAny(page, "\x1b\x00") || !strings.Contains(page, "&lt;script&gt;") {
		t.Errorf("the page:\n%s", page)
	}
	if _, err := present.Page("x", "no card"); err == nil {
		t.Error("a string is a card")
	}
}

func TestHTML(t *testing.T) {
	html, err := present.HTML(diff)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<article class="card diff">`, `<span class="add">&#43;5`, `<span class="del">-five`, "b.txt (new file)"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	for code, want := range map[int]string{0: `<div class="pill good">exit 0</div>`, 3: `<div class="pill bad">exit 3</div>`} {
		html, err := present.HTML(runtime.TerminalResult{Command: "x", ExitCode: &code})
		if err != nil || !strings.Contains(string(html), want) {
			t.Errorf("%s, %v", html, err)
		}
	}
}

// The fence is longer than any in the card.
func TestMarkdown(t *testing.T) {
	got := present.Markdown(runtime.TerminalResult{Command: "cat", Output: "```\nx", ExitCode: pointer(0)})
	if want := "````console\nrun\n$ cat\n```\nx\n[exit 0]\n````\n"; got != want {
		t.Errorf("got\n%s", got)
	}
	if got := present.Markdown(diff); !strings.HasPrefix(got, "```diff\n") {
		t.Errorf("got\n%s", got)
	}
}

func ExampleStyle_Call() {
	fmt.Print(present.Style{Width: 40}.Call(runtime.TerminalCall{Title: "List files", Command: "ls -l"}))
	// Output:
	// List files
	// $ ls -l
}
