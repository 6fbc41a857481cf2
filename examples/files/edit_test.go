package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSubstitute(t *testing.T) {
	tests := []struct {
		name                   string
		text, old, replacement string
		all                    bool
		want, err              string
	}{
		{"one", "a b c", "b", "x", false, "a x c", ""},
		{"delete", "a b c", " b", "", false, "a c", ""},
		{"not there", "a\n", "b", "x", false, "", "old_string does not occur in it: read the file again and copy the text exactly"},
		{"twice", "a\nb\na\n", "a", "x", false, "", "old_string occurs 2 times, on lines 1, 3: add what stands around the one you mean, or set replace_all"},
		{"twice on a line", "a a\n", "a", "x", false, "", "old_string occurs 2 times, on line 1: add what stands around the one you mean, or set replace_all"},
		{"overlapping", "aaa", "aa", "x", false, "", "old_string occurs 2 times, on line 1: add what stands around the one you mean, or set replace_all"},
		{"overlapping, all", "aaaaa", "aa", "x", true, "xxa", ""},
		{"all", "a\nb\na", "a", "aa", true, "aa\nb\naa", ""},
		{"same", "a", "a", "a", true, "", "old_string and new_string are the same"},
		{"same but for ends", "a\n", "a\n", "a\r\n", true, "", "old_string and new_string are the same"},
		{"many", strings.Repeat("a\n", 13), "a", "b", false, "", "old_string occurs 13 times, on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more: add what stands around the one you mean, or set replace_all"},

		{"CRLF", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", false, "x\r\ny\r\nz\r\nc\r\n", ""},
		{"CRLF given as CRLF", "a\r\nb\r\nc\r\n", "a\r\nb", "x\r\ny", false, "x\r\ny\r\nc\r\n", ""},
		{"CRLF given for LF", "a\nb\n", "a\r\nb", "x\r\ny", false, "x\ny\n", ""},
		{"CRLF at the edges", "a\r\nb\r\nc\r\n", "\nb\n", "\n\n", false, "a\r\n\r\nc\r\n", ""},
		{"CRLF, end alone", "a\r\nb", "\n", " ", false, "a b", ""},
		{"CRLF, last line", "a\r\nb", "b", "x\ny", false, "a\r\nx\r\ny", ""},
		{"mixed ends", "a\r\nb\nc\r\nd\n", "b", "x\ny", false, "a\r\nx\ny\nc\r\nd\n", ""},
		{"mixed ends, all", "k\r\nk\nk\r\n", "k", "x\ny", true, "x\r\ny\r\nx\ny\nx\r\ny\r\n", ""},
		{"CR alone is a character", "a\rb\r\r\nc", "b\r\r\n", "x\n", false, "a\rx\r\nc", ""},
		{"no line at all", "a", "a", "b\nc", false, "b\nc", ""},
		{"BOM", "\ufeffa\r\nb", "a\nb", "x", false, "\ufeffx", ""},
		{"special characters", "f($1)\n", "f($1)", "g(${2}\\n)", false, "g(${2}\\n)\n", ""},

		{"line numbers", "one\ntwo\n", "     1\tone\n     2\ttwo", "x", false, "", "old_string does not occur in it: leave out the line numbers of read, then it does"},
		{"white space", "if x {\n\treturn\n}\n", "if x {\n    return\n}", "x", false, "", "old_string does not occur in it: lines 1 to 3 differ from it in white space only: copy them exactly"},
		{"blank", "a\n", "  ", "x", false, "", "old_string does not occur in it: read the file again and copy the text exactly"},
		{"empty file", "", "a", "x", false, "", "old_string does not occur in it: read the file again and copy the text exactly"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := substitute(tt.text, tt.old, tt.replacement, tt.all)
			if got != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
				t.Errorf("got  %q, %v\nwant %q, %s", got, err, tt.want, tt.err)
			}
		})
	}
}

func FuzzSubstitute(f *testing.F) {
	f.Add("a\r\nb\nc", "\nb", "x\ny")
	f.Add("\r\r\n\r\n", "\r\n", "")
	f.Add("aaa", "aa", "\r\n")
	f.Fuzz(func(t *testing.T, text, old, replacement string) {
		if old == "" {
			return
		}
		got, where, err := substitute(text, old, replacement, true)
		if err != nil {
			return
		}
		// Without the difference between LF and CRLF it is an ordinary replacement.
		want := strings.ReplaceAll(toLF(text), toLF(old), toLF(replacement))
		if !strings.Contains(want, "\r") && toLF(got) != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if len(where) == 0 {
			t.Error("replaced nowhere")
		}
		if !strings.Contains(text, "\r") && strings.Contains(strings.ReplaceAll(got, toLF(replacement), ""), "\r\n") {
			t.Errorf("CRLF came into a file of LF: %q", got)
		}
	})
}

func TestEdit(t *testing.T) {
	d, root := sandbox(t, map[string]string{
		"a.sh":    "#!/bin/sh\r\necho old\r\n",
		"bin":     "old\x00",
		"many.md": "old\nold\n",
	})
	if err := os.Chmod(filepath.Join(root, "a.sh"), 0o757); err != nil {
		t.Fatal(err)
	}
	link(t, "a.sh", filepath.Join(root, "link"))
	tests := []struct {
		path, old, replacement string
		all                    bool
		want, err              string
	}{
		{"link", "echo old\n", "echo new\necho more\n", false, `edited "link" on line 2`, ""},
		{"many.md", "old", "new", false, "", `"many.md" is unchanged: old_string occurs 2 times, on lines 1, 2: add what stands around the one you mean, or set replace_all`},
		{"many.md", "old", "new", true, `edited "many.md" on lines 1, 2`, ""},
		{"bin", "old", "new", false, "", `"bin" is not a text file (binary, 4 bytes): it can be neither shown nor edited`},
		{"none", "old", "new", false, "", `"none" does not exist: make it with write, or look for another file with glob`},
	}
	for _, tt := range tests {
		got, err := d.Edit(t.Context(), tt.path, tt.old, tt.replacement, tt.all)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("edit %s:\ngot  %q, %v\nwant %q, %s", tt.path, got, err, tt.want, tt.err)
		}
	}
	if got := contents(t, filepath.Join(root, "a.sh")); got != "#!/bin/sh\r\necho new\r\necho more\r\n" {
		t.Errorf("got %q", got)
	}
	if info, err := os.Lstat(filepath.Join(root, "a.sh")); err != nil || info.Mode() != 0o757 {
		t.Errorf("mode was not kept: %v, %v", info.Mode(), err)
	}
	if got := contents(t, filepath.Join(root, "many.md")); got != "new\nnew\n" {
		t.Errorf("got %q", got)
	}
	noTemp(t, root)
}
