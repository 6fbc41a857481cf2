package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestWrite(t *testing.T) {
	d, root := sandbox(t, map[string]string{"a.txt": "old\n", "script.sh": "old\n", "sub/b.txt": "old\n", "frozen.txt": "old\n", "dir/": ""})
	if err := os.Chmod(filepath.Join(root, "script.sh"), 0o776); err != nil { // with a bit that the umask takes
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(root, "frozen.txt"), 0o444); err != nil {
		t.Fatal(err)
	}
	link(t, "sub/b.txt", filepath.Join(root, "link"))
	link(t, "../a.txt", filepath.Join(root, "sub", "back"))
	link(t, "fresh.txt", filepath.Join(root, "sub", "dangling"))
	link(t, "sub", filepath.Join(root, "folder"))
	tests := []struct{ path, content, want, at, err string }{
		{"new.txt", "one\ntwo\n", `created "new.txt": 2 lines, 8 bytes`, "new.txt", ""},
		{"x/y/z.txt", "", `created "x/y/z.txt": 0 lines, 0 bytes`, "x/y/z.txt", ""},
		{"a.txt", "n", `replaced "a.txt": 1 line, 1 byte`, "a.txt", ""},
		{"script.sh", "new", `replaced "script.sh": 1 line, 3 bytes`, "script.sh", ""},
		{"link", "via link", `replaced "link": 1 line, 8 bytes`, "sub/b.txt", ""},
		{"sub/back", "via back", `replaced "sub/back": 1 line, 8 bytes`, "a.txt", ""},
		{"folder/back", "via two", `replaced "folder/back": 1 line, 7 bytes`, "a.txt", ""},
		{"folder/dangling", "fresh", `created "folder/dangling": 1 line, 5 bytes`, "sub/fresh.txt", ""},
		{"folder/c.txt", "c", `created "folder/c.txt": 1 line, 1 byte`, "sub/c.txt", ""},
		{"dir", "x", "", "", `"dir" is a folder: give the path of a file`},
		{"dir/", "x", "", "", `"dir/" is a folder: give the path of a file`},
		{"none/", "x", "", "", `"none/" names a folder: add the name of a file`},
		{".", "x", "", "", `"." is a folder: give the path of a file`},
		{"a.txt/b", "x", "", "", `"a.txt/b" does not exist: a part of the path in front of a / is a file, not a folder`},
		{"frozen.txt", "x", "", "", `"frozen.txt" is read-only (mode -r--r--r--): choose another file`},
	}
	for _, tt := range tests {
		got, err := d.Write(t.Context(), tt.path, tt.content)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("write %s:\ngot  %q, %v\nwant %q, %s", tt.path, got, err, tt.want, tt.err)
		}
		if tt.at != "" && contents(t, filepath.Join(root, tt.at)) != tt.content {
			t.Errorf("write %s: %s has %q", tt.path, tt.at, contents(t, filepath.Join(root, tt.at)))
		}
	}
	if info, err := os.Stat(filepath.Join(root, "script.sh")); err != nil || info.Mode().Perm() != 0o776 {
		t.Errorf("mode was not kept: %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(filepath.Join(root, "link")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info.Mode(), err)
	}
	if _, err := os.Lstat(filepath.Join(root, "none")); err == nil {
		t.Error("a refused call made a folder")
	}
	noTemp(t, root)
}

// TestWriteLeavesHardLinks: a name outside of the root for the same file must
// not show what is written inside.
func TestWriteLeavesHardLinks(t *testing.T) {
	d, root := sandbox(t, nil)
	secret := filepath.Join(filepath.Dir(root), "secret.txt")
	if err := os.Link(secret, filepath.Join(root, "hard")); err != nil {
		t.Skip(err)
	}
	if _, err := d.Write(t.Context(), "hard", "pwned"); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, secret); got != "SECRET\n" {
		t.Errorf("the file outside is now %q", got)
	}
}

// TestWriteIsAtomic reads a file while it is replaced.
func TestWriteIsAtomic(t *testing.T) {
	long, short := strings.Repeat("long\n", 20_000), "short\n"
	d, root := sandbox(t, map[string]string{"a.txt": short})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 40 {
			content := long
			if i%2 == 1 {
				content = short
			}
			if _, err := d.Write(t.Context(), "a.txt", content); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	for {
		if got := contents(t, filepath.Join(root, "a.txt")); got != long && got != short {
			t.Fatalf("half a file was seen: %d bytes", len(got))
		}
		select {
		case <-done:
			noTemp(t, root)
			return
		default:
		}
	}
}

// TestEditsAtOnce: no edit undoes another.
func TestEditsAtOnce(t *testing.T) {
	text := ""
	for _, c := range "abcdefghij" {
		text += "(" + string(c) + ")\n"
	}
	d, root := sandbox(t, map[string]string{"a.txt": text})
	var wg sync.WaitGroup
	for _, c := range "abcdefghij" {
		wg.Go(func() {
			if _, err := d.Edit(t.Context(), "a.txt", "("+string(c)+")", strings.ToUpper(string(c)), false); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := contents(t, filepath.Join(root, "a.txt")); got != "A\nB\nC\nD\nE\nF\nG\nH\nI\nJ\n" {
		t.Errorf("got %q", got)
	}
}
