package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var tree = map[string]string{
	"main.go":           "package main\n\nfunc main() {\n\trun()\n}\n",
	"README.md":         "# Title\n\nRun main.\n",
	".hidden/x.go":      "package x\n",
	".git/config.go":    "secret main\n",
	"a/b/c/deep.go":     "package c\n",
	"a/b/x.ts":          "main\n",
	"a/[odd] {name}.go": "package odd\n",
	"a/empty/":          "",
	"logo.png":          "\x89PNG\x00main\n",
}

func TestGlob(t *testing.T) {
	d, root := sandbox(t, tree)
	link(t, "../a/b", filepath.Join(root, "a", "link"))
	link(t, "../../outside", filepath.Join(root, "a", "out"))
	tests := []struct{ pattern, folder, want, err string }{
		{"*", "", ".hidden/ README.md a/ logo.png main.go", ""},
		{"*.go", "", "main.go", ""},
		{"./*.go", "", "main.go", ""},
		{"**/*.go", "", ".hidden/x.go a/[odd] {name}.go a/b/c/deep.go main.go", ""},
		{"**/*.{go,ts}", "a", "a/[odd] {name}.go a/b/c/deep.go a/b/x.ts", ""},
		{"**/*.{g{o,x},ts}", "a/b", "a/b/c/deep.go a/b/x.ts", ""},
		{"{a,b}/**/c/*", "", "a/b/c/deep.go", ""},
		{"a/**/deep.go", "", "a/b/c/deep.go", ""},
		{"a/**/b/**/c/**/deep.go", "", "a/b/c/deep.go", ""},
		{"a/**", "", "a/[odd] {name}.go a/b/ a/b/c/ a/b/c/deep.go a/b/x.ts a/empty/ a/link a/out", ""},
		{"a/*/", "", "a/[odd] {name}.go a/b/ a/empty/ a/link a/out", ""},
		{"a/?", "", "a/b/", ""},
		{"[l-m]*.[a-z]*", "", "logo.png main.go", ""},
		{`a/\[odd\] \{*`, "", "a/[odd] {name}.go", ""},
		{".git/*", "", ".git/config.go", ""},
		{"*", ".git", ".git/config.go", ""},
		{"*", "a/link", "a/link/c/ a/link/x.ts", ""},
		{"*.rs", "", `[nothing matches "*.rs" in the root folder]`, ""},
		{"*.rs", "a/", `[nothing matches "*.rs" in "a"]`, ""},
		{"a[", "", "", "is not closed or ends in a backslash"},
		{"{a,b", "", "", "a { is not closed"},
		{"/etc/*", "", "", "is absolute: write it relative"},
		{"../*", "", "", `".." between slashes matches nothing`},
		{"a/../../*", "", "", `".." between slashes matches nothing`},
		{strings.Repeat("{a,b}", 20), "", "", "braces stand for more than 256 patterns"},
		{"*", "main.go", "", `"main.go" is not a folder`},
		{"*", "none", "", `"none" does not exist`},
	}
	for _, tt := range tests {
		got, err := d.Glob(t.Context(), tt.pattern, &tt.folder, 100)
		got = strings.Join(lines(got), " ")
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("glob %s in %q:\ngot  %q, %v\nwant %q, %s", tt.pattern, tt.folder, got, err, tt.want, tt.err)
		}
	}
	got, err := d.Glob(t.Context(), "**/*.go", nil, 2)
	if want := ".hidden/x.go\na/[odd] {name}.go\n[the first 2: there are more, narrow the pattern]\n"; got != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := d.Glob(t.Context(), "*.{go,md}", nil, 2); got != "README.md\nmain.go\n" || err != nil {
		t.Errorf("exactly as many as the limit: got %q, %v", got, err)
	}
}

// TestPatternCost: no pattern takes exponential time.
func TestPatternCost(t *testing.T) {
	p, err := parsePattern(strings.Repeat("**/a*/", 100) + "b")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	st, matches := p.start(), false
	for range 400 {
		st, matches, _ = p.step(st, "aaa")
	}
	if matches || time.Since(began) > time.Second {
		t.Errorf("matches: %v, after %v", matches, time.Since(began))
	}
}

func TestGrep(t *testing.T) {
	d, root := sandbox(t, tree)
	put(t, filepath.Join(root, "ten.txt"), "1\n2\nx3\n4\n5\n6\n7\nx8\n9\nx10")
	put(t, filepath.Join(root, "dos.txt"), "\ufeffone\r\ntwo\r\n")
	put(t, filepath.Join(root, "long.txt"), strings.Repeat("a", 100_000)+"needle"+strings.Repeat("b", 2_000_000)+"\nneedle\n")
	link(t, "../secret.txt", filepath.Join(root, "out.txt"))
	text := func(s string) *string { return &s }
	tests := []struct {
		name, pattern  string
		where, include *string
		ignoreCase     bool
		around         int
		want, err      string
	}{
		{"everywhere", `\bmain\b`, nil, nil, false, 0,
			"README.md:3:Run main.\na/b/x.ts:1:main\nmain.go:1:package main\nmain.go:3:func main() {\n[4 matching lines in 3 files]\n[left out 1 binary file]\n", ""},
		{"by name", "main", nil, text("*.ts"), false, 0, "a/b/x.ts:1:main\n[1 matching line in 1 file]\n", ""},
		{"by path", "package", nil, text("a/**/*.go"), false, 0, "a/[odd] {name}.go:1:package odd\na/b/c/deep.go:1:package c\n[2 matching lines in 2 files]\n", ""},
		{"in a folder", "package", text("a/b"), text("*.{go,ts}"), false, 0, "a/b/c/deep.go:1:package c\n[1 matching line in 1 file]\n", ""},
		{"in a file", "package", text("main.go"), nil, false, 0, "main.go:1:package main\n[1 matching line in 1 file]\n", ""},
		{"in .git when asked", "main", text(".git"), nil, false, 0, ".git/config.go:1:secret main\n[1 matching line in 1 file]\n", ""},
		{"case", "TITLE", nil, nil, false, 0, "[nothing matches \"TITLE\" in the root folder]\n[left out 1 binary file]\n", ""},
		{"no case", "TITLE", nil, text("*.md"), true, 0, "README.md:1:# Title\n[1 matching line in 1 file]\n", ""},
		{"context", "x", text("ten.txt"), nil, false, 1, "ten.txt-2-2\nten.txt:3:x3\nten.txt-4-4\n--\nten.txt-7-7\nten.txt:8:x8\nten.txt-9-9\nten.txt:10:x10\n[3 matching lines in 1 file]\n", ""},
		{"context that touches", "x", text("ten.txt"), nil, false, 2, "ten.txt-1-1\nten.txt-2-2\nten.txt:3:x3\nten.txt-4-4\nten.txt-5-5\nten.txt-6-6\nten.txt-7-7\nten.txt:8:x8\nten.txt-9-9\nten.txt:10:x10\n[3 matching lines in 1 file]\n", ""},
		{"context between files", "^package (c|x)", nil, text("*.go"), false, 1, ".hidden/x.go:1:package x\n--\na/b/c/deep.go:1:package c\n[2 matching lines in 2 files]\n", ""},
		{"CRLF and BOM", "^(one|two)$", text("dos.txt"), nil, false, 0, "dos.txt:1:one\ndos.txt:2:two\n[2 matching lines in 1 file]\n", ""},
		{"no links", "SECRET", nil, text("*.txt"), false, 0, "[nothing matches \"SECRET\" in the root folder]\n", ""},
		{"long line", "needle", text("long.txt"), nil, false, 0, "long.txt:1:[99875 bytes] " + strings.Repeat("a", 125) + "needle" + strings.Repeat("b", 369) +
			" [948201 bytes]\nlong.txt:2:needle\n[2 matching lines in 1 file]\n", ""},
		{"binary file", "main", text("logo.png"), nil, false, 0, "", `"logo.png" is a binary file: it cannot be searched`},
		{"bad expression", "(a", nil, nil, false, 0, "", "pattern \"(a\" is not a regular expression: missing closing ): `(a`: put a backslash in front of characters that are meant as they are"},
		{"lookahead", "a(?=b)", nil, nil, false, 0, "", "lookaround and backreferences do not exist here"},
		{"backreference", `(a)\1`, nil, nil, false, 0, "", "lookaround and backreferences do not exist here"},
		{"no such file", "a", text("none"), nil, false, 0, "", `"none" does not exist`},
		{"bad include", "a", nil, text("{a"), false, 0, "", "a { is not closed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := d.Grep(t.Context(), tt.pattern, tt.where, tt.include, tt.ignoreCase, tt.around, 100)
			if got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got  %q, %v\nwant %q, %s", got, err, tt.want, tt.err)
			}
		})
	}
	ten := "ten.txt"
	if got, err := d.Grep(t.Context(), "x", &ten, nil, false, 0, 2); err != nil || got != "ten.txt:3:x3\nten.txt:8:x8\n[the first 2 matching lines: there are more, narrow the search]\n" {
		t.Errorf("with a limit: got %q, %v", got, err)
	}
	if got, err := d.Grep(t.Context(), "x", &ten, nil, false, 0, 3); err != nil || !strings.HasSuffix(got, "[3 matching lines in 1 file]\n") {
		t.Errorf("exactly as many as the limit: got %q, %v", got, err)
	}
}

func TestUnreadable(t *testing.T) {
	d, root := sandbox(t, map[string]string{"open/a.txt": "x\n", "shut/a.txt": "x\n", "shut.txt": "x\n"})
	if os.Geteuid() == 0 {
		t.Skip("nothing is unreadable for root")
	}
	os.Chmod(filepath.Join(root, "shut"), 0)
	os.Chmod(filepath.Join(root, "shut.txt"), 0)
	defer os.Chmod(filepath.Join(root, "shut"), 0o777)
	got, err := d.Grep(t.Context(), "x", nil, nil, false, 0, 10)
	if want := "open/a.txt:1:x\n[1 matching line in 1 file]\n[1 file could not be read]\n[1 folder could not be read]\n"; got != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := d.Read(t.Context(), "shut.txt", 1, 1); err == nil || err.Error() != `no permission to use "shut.txt": choose another file` {
		t.Errorf("got %v", err)
	}
}
