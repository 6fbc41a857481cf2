//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSpecialFiles meets what would block or never end.
func TestSpecialFiles(t *testing.T) {
	d, root := sandbox(t, map[string]string{"a.txt": "needle\n"})
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o666); err != nil {
		t.Skip(err)
	}
	link(t, "pipe", filepath.Join(root, "topipe"))
	link(t, "loop", filepath.Join(root, "loop"))
	for _, path := range []string{"pipe", "topipe"} {
		for name, call := range map[string]func() (string, error){
			"read":  func() (string, error) { return d.Read(t.Context(), path, 1, 1) },
			"write": func() (string, error) { return d.Write(t.Context(), path, "x") },
			"edit":  func() (string, error) { return d.Edit(t.Context(), path, "x", "y", false) },
			"grep":  func() (string, error) { return d.Grep(t.Context(), "x", &path, nil, false, 0, 1) },
		} {
			if _, err := call(); err == nil || !strings.Contains(err.Error(), "is not a regular file but a pipe") {
				t.Errorf("%s %s: got %v", name, path, err)
			}
		}
	}
	if _, err := d.Write(t.Context(), "loop", "x"); err == nil || !strings.Contains(err.Error(), "leads to itself") {
		t.Errorf("write to a loop of links: %v", err)
	}
	if _, err := d.Read(t.Context(), "loop", 1, 1); err == nil {
		t.Error("read of a loop of links: no error")
	}
	got, err := d.Grep(t.Context(), "needle", nil, nil, false, 0, 10)
	if want := "a.txt:1:needle\n[1 matching line in 1 file]\n"; err != nil || got != want {
		t.Errorf("grep past a pipe: got %q, %v", got, err)
	}
}
