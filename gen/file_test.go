package gen

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteKeepsEqualFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), OutputName)
	f := File{Path: path, Content: []byte("package p\n")}
	if changed, err := f.Write(); err != nil || !changed {
		t.Fatalf("first write: %v, %v", changed, err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := f.Write(); err != nil || changed {
		t.Errorf("second write: %v, %v", changed, err)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) {
		t.Error("an equal file was replaced")
	}
	if stale, err := f.Stale(); stale || err != nil {
		t.Errorf("stale: %v, %v", stale, err)
	}
	f.Content = []byte("package q\n")
	if diff, err := f.Diff("name"); err != nil || len(diff) == 0 {
		t.Errorf("no diff: %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if changed, err := f.Write(); err != nil || !changed {
		t.Errorf("third write: %v, %v", changed, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions have changed: %v, %v", info.Mode(), err)
	}
}

// TestFailedWriteLosesNothing: the old file is whole, and no debris stays.
func TestFailedWriteLosesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, OutputName)
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := (File{Path: path, Content: []byte("package p\n")}).Write(); err == nil {
		t.Error("a folder was replaced")
	}
	if _, err := (File{Path: filepath.Join(dir, "missing", OutputName)}).Write(); err == nil {
		t.Error("a file was written into a folder that does not exist")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("debris: %v, %v", entries, err)
	}
}

func TestRemove(t *testing.T) {
	path := filepath.Join(t.TempDir(), OutputName)
	f := File{Path: path, Remove: true}
	if stale, err := f.Stale(); stale || err != nil {
		t.Errorf("a file that is not there is stale: %v", err)
	}
	if err := os.WriteFile(path, []byte("package p\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if changed, err := f.Write(); !changed || err != nil {
		t.Errorf("remove: %v, %v", changed, err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
}
