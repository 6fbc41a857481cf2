package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sandbox makes a root folder with the files given, beside a secret that no call
// may reach. A name that ends in / makes a folder.
func sandbox(t *testing.T, files map[string]string) (d *Dir, root string) {
	t.Helper()
	base := t.TempDir()
	root = filepath.Join(base, "root")
	put(t, filepath.Join(base, "secret.txt"), "SECRET\n")
	put(t, filepath.Join(base, "outside", "secret.txt"), "SECRET\n")
	if err := os.Mkdir(root, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(filepath.Join(root, name), 0o777); err != nil {
				t.Fatal(err)
			}
			continue
		}
		put(t, filepath.Join(root, name), text)
	}
	d, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d, root
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// all calls every tool with a path and returns what each said.
func all(ctx context.Context, d *Dir, path string) map[string]func() (string, error) {
	return map[string]func() (string, error){
		"read":        func() (string, error) { return d.Read(ctx, path, 1, 10) },
		"write":       func() (string, error) { return d.Write(ctx, path, "pwned") },
		"edit":        func() (string, error) { return d.Edit(ctx, path, "SECRET", "pwned", true) },
		"glob":        func() (string, error) { return d.Glob(ctx, "**", &path, 10) },
		"grep":        func() (string, error) { return d.Grep(ctx, "SE[C]RET", &path, nil, false, 0, 10) },
		"glob/up":     func() (string, error) { return d.Glob(ctx, path, nil, 10) },
		"grep/filter": func() (string, error) { return d.Grep(ctx, "SE[C]RET", nil, &path, false, 0, 10) },
	}
}

func TestNoEscape(t *testing.T) {
	d, root := sandbox(t, map[string]string{"in.txt": "inside\n", "sub/in.txt": "inside\n"})
	base := filepath.Dir(root)
	link(t, "../secret.txt", filepath.Join(root, "link"))
	link(t, "link", filepath.Join(root, "linklink"))
	link(t, filepath.Join(base, "secret.txt"), filepath.Join(root, "abslink"))
	link(t, "..", filepath.Join(root, "up"))
	link(t, "../outside", filepath.Join(root, "out"))
	link(t, "../new.txt", filepath.Join(root, "dangling"))
	link(t, "/proc/self/root"+base, filepath.Join(root, "proc"))
	link(t, "../../secret.txt", filepath.Join(root, "sub", "link"))

	paths := []string{
		"..", "../", "../secret.txt", "../outside/secret.txt", "sub/../../secret.txt", "./../secret.txt", "sub/../sub/../../secret.txt",
		filepath.Join(base, "secret.txt"), filepath.Join(root, "../secret.txt"), "/etc/passwd", "//etc/passwd", "/",
		"link", "linklink", "abslink", "up", "up/secret.txt", "up/root/../secret.txt", "out", "out/secret.txt", "dangling",
		"proc", "proc/secret.txt", "sub/link", "sub/../link", "out/../secret.txt", "in.txt/../../secret.txt",
		"../new.txt", "up/new.txt", "out/new.txt", "out/deep/new.txt", filepath.Join(base, "new.txt"),
	}
	for _, path := range paths {
		for name, call := range all(t.Context(), d, path) {
			got, err := call()
			if strings.Contains(got, "SECRET") {
				t.Errorf("%s %q shows a file outside: %q", name, path, got)
			}
			if err == nil && !strings.Contains(name, "/") {
				t.Errorf("%s %q: got %q, want an error", name, path, got)
			}
			if err == nil {
				continue
			}
			if text := err.Error(); strings.Contains(text, "SECRET") || strings.Contains(text, "openat") || strings.Contains(text, "escapes from parent") {
				t.Errorf("%s %q: error %q is not made for a model", name, path, text)
			}
		}
	}
	if got := contents(t, filepath.Join(base, "secret.txt")); got != "SECRET\n" {
		t.Errorf("a file outside is changed: %q", got)
	}
	if got := contents(t, filepath.Join(base, "outside", "secret.txt")); got != "SECRET\n" {
		t.Errorf("a file outside is changed: %q", got)
	}
	outside, _ := filepath.Glob(filepath.Join(base, "*"))
	if len(outside) != 3 {
		t.Errorf("something was made outside: %v", outside)
	}
}

// TestEscapeErrors holds the texts to say what to do instead.
func TestEscapeErrors(t *testing.T) {
	d, root := sandbox(t, map[string]string{"a/b.txt": "x"})
	link(t, "../secret.txt", filepath.Join(root, "link"))
	tests := []struct{ path, want string }{
		{"../secret.txt", `"../secret.txt" leads out of the root folder: only files inside of it can be used`},
		{"link", `"link" leads out of the root folder: only files inside of it can be used`},
		{"/etc/passwd", `"/etc/passwd" is an absolute path: give it relative to the root folder, as glob lists it`},
		{"a/c.txt", `"a/c.txt" does not exist, but folder "a" does: look for it with glob`},
		{"x/y/c.txt", `"x/y/c.txt" does not exist: look for it with glob`},
		{"a", `"a" is a folder: list it with glob, or give the path of a file in it`},
		{"a/b.txt/c", `"a/b.txt/c" does not exist: a part of the path in front of a / is a file, not a folder`},
		{"a\x00b", `"a\x00b" is not a path: it contains a NUL character`},
	}
	for _, tt := range tests {
		if _, err := d.Read(t.Context(), tt.path, 1, 1); err == nil || err.Error() != tt.want {
			t.Errorf("read %q:\ngot  %v\nwant %s", tt.path, err, tt.want)
		}
	}
	d.Close()
	if _, err := d.Read(t.Context(), "a/b.txt", 1, 1); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("after Close: got %v", err)
	}
	if _, err := d.Grep(t.Context(), "x", nil, nil, false, 0, 1); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("after Close: got %v", err)
	}
}

// TestSymlinkRace swaps a folder for a link that leads out while tools use it.
func TestSymlinkRace(t *testing.T) {
	d, root := sandbox(t, map[string]string{"real/secret.txt": "inside\n"})
	base := filepath.Dir(root)
	link(t, "../outside", filepath.Join(root, "evil"))
	link(t, "real", filepath.Join(root, "good"))
	link(t, "good", filepath.Join(root, "dir"))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			target := "good"
			if i%2 == 0 {
				target = "evil"
			}
			temp := filepath.Join(root, "temp")
			if os.Symlink(target, temp) != nil || os.Rename(temp, filepath.Join(root, "dir")) != nil {
				return
			}
		}
	}()
	folder, inside, escapes := "dir", 0, 0
	for range 300 {
		got, err := d.Read(t.Context(), "dir/secret.txt", 1, 1)
		found, _ := d.Grep(t.Context(), "SE[C]RET", &folder, nil, false, 0, 1)
		if strings.Contains(got, "SECRET") || strings.Contains(found, "SECRET") {
			t.Fatalf("a file outside was read: %q %q", got, found)
		}
		if err != nil {
			escapes++
		} else {
			inside++
		}
	}
	for range 50 {
		d.Write(t.Context(), "dir/secret.txt", "inside\n")
	}
	close(stop)
	<-stopped
	if got := contents(t, filepath.Join(base, "outside", "secret.txt")); got != "SECRET\n" {
		t.Errorf("a file outside was written: %q", got)
	}
	if left, _ := filepath.Glob(filepath.Join(base, "outside", ".dsh-*")); len(left) > 0 {
		t.Errorf("files were made outside: %v", left)
	}
	t.Logf("%d reads went inside, %d were refused", inside, escapes)
}

func TestCancelledCalls(t *testing.T) {
	d, root := sandbox(t, map[string]string{"a.txt": "SECRET\n"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range map[string]func() (string, error){
		"read":  func() (string, error) { return d.Read(ctx, "a.txt", 1, 10) },
		"write": func() (string, error) { return d.Write(ctx, "a.txt", "pwned") },
		"edit":  func() (string, error) { return d.Edit(ctx, "a.txt", "SECRET", "pwned", true) },
		"glob":  func() (string, error) { return d.Glob(ctx, "**", nil, 10) },
		"grep":  func() (string, error) { return d.Grep(ctx, "SE[C]RET", nil, nil, false, 0, 10) },
	} {
		if got, err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	if got := contents(t, filepath.Join(root, "a.txt")); got != "SECRET\n" {
		t.Errorf("a cancelled call changed the file: %q", got)
	}
	noTemp(t, root)
}

// noTemp fails the test if a file was left behind.
func noTemp(t *testing.T, root string) {
	t.Helper()
	filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(e.Name(), ".dsh-") {
			t.Errorf("%s was left behind", path)
		}
		return nil
	})
}
