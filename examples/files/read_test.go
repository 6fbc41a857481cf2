package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	many := ""
	for i := range 20 {
		many += fmt.Sprintf("line %d\n", i+1)
	}
	d, root := sandbox(t, map[string]string{
		"many.txt":   many,
		"open.txt":   "one\ntwo",
		"crlf.txt":   "one\r\ntwo\r\n",
		"bom.txt":    "\ufeffone\n",
		"empty.txt":  "",
		"blank.txt":  "\n",
		"long.txt":   strings.Repeat("é", 1500) + "\n",
		"bin":        "\x7fELF\x00\x01",
		"latin1.txt": "caf\xe9\n",
		"sub/a.txt":  "a\n",
	})
	link(t, "sub/a.txt", filepath.Join(root, "inside"))
	tests := []struct {
		path          string
		offset, limit int
		want, err     string
	}{
		{"many.txt", 3, 2, "     3\tline 3\n     4\tline 4\n[lines 3 to 4 of 20: go on with offset=5]\n", ""},
		{"many.txt", 19, 2, "    19\tline 19\n    20\tline 20\n", ""},
		{"many.txt", 20, 100, "    20\tline 20\n", ""},
		{"many.txt", 21, 1, "", `"many.txt" has 20 lines: give an offset of at most 20`},
		{"open.txt", 1, 10, "     1\tone\n     2\ttwo\n", ""},
		{"crlf.txt", 1, 10, "     1\tone\n     2\ttwo\n", ""},
		{"bom.txt", 1, 10, "     1\tone\n", ""},
		{"empty.txt", 1, 10, "[\"empty.txt\" is empty]", ""},
		{"blank.txt", 1, 10, "     1\t\n", ""},
		{"long.txt", 1, 10, "     1\t" + strings.Repeat("é", 1000) + " [1000 more bytes on this line]\n", ""},
		{"bin", 1, 10, "", `"bin" is not a text file (binary, 6 bytes): it can be neither shown nor edited`},
		{"latin1.txt", 1, 10, "", `"latin1.txt" is not a text file (not UTF-8, 5 bytes): it can be neither shown nor edited`},
		{"inside", 1, 10, "     1\ta\n", ""},
		{"sub/../sub/a.txt", 1, 10, "     1\ta\n", ""},
	}
	for _, tt := range tests {
		got, err := d.Read(t.Context(), tt.path, tt.offset, tt.limit)
		if got != tt.want || fmt.Sprint(err) != tt.err && (err != nil || tt.err != "") {
			t.Errorf("read %s from %d:\ngot  %q, %v\nwant %q, %s", tt.path, tt.offset, got, err, tt.want, tt.err)
		}
	}
}

func TestReadHuge(t *testing.T) {
	d, root := sandbox(t, nil)
	name := filepath.Join(root, "huge.log")
	put(t, name, "needle\n")
	if err := os.Truncate(name, maxFile+1); err != nil {
		t.Fatal(err)
	}
	_, err := d.Read(t.Context(), "huge.log", 1, 1)
	const want = `"huge.log" has 10485761 bytes, more than the 10485760 that can be read: find the part you need with grep`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	// What is shown of a file that is small enough is bounded, too.
	put(t, name, strings.Repeat(strings.Repeat("x", 999)+"\n", 5000))
	got, err := d.Read(t.Context(), "huge.log", 1, 5000)
	if err != nil || len(got) > maxShown+maxShownLine+200 || !strings.Contains(got, "of 5000: go on with offset=") {
		t.Errorf("got %d bytes, %v, ending in %q", len(got), err, got[max(0, len(got)-100):])
	}
}
