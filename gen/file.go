package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// File is a generated file that may or may not be on disk yet.
type File struct {
	Path    string // absolute
	Content []byte
	Remove  bool // the package has no tools any more: the file is to go
}

// Stale reports whether the file on disk differs from f.
func (f File) Stale() (bool, error) {
	old, err := os.ReadFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return !f.Remove, nil
	case err != nil:
		return false, fmt.Errorf("compare generated file: %w", err)
	}
	return f.Remove || !bytes.Equal(old, f.Content), nil
}

// Diff returns the unified diff from the file on disk to f, nil when they are
// equal. Name is what the diff calls the file.
func (f File) Diff(name string) ([]byte, error) {
	old, err := os.ReadFile(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("compare generated file: %w", err)
	}
	return diff.Diff(name, old, name+" (generated)", f.Content), nil
}

// Write puts f in place and reports whether it changed anything. A file is
// replaced by a complete new one or not at all, and left alone when it is
// equal, so that build caches and file watchers see only real changes.
func (f File) Write() (changed bool, err error) {
	if stale, err := f.Stale(); err != nil || !stale {
		return false, err
	}
	if f.Remove {
		if err := os.Remove(f.Path); err != nil {
			return false, fmt.Errorf("remove generated file: %w", err)
		}
		return true, nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("write generated file: %w", err)
		}
	}()
	tmp, err := os.CreateTemp(filepath.Dir(f.Path), ".dsh_gen-*.tmp")
	if err != nil {
		return false, err
	}
	defer os.Remove(tmp.Name()) // fails when the rename has succeeded, as it should
	_, err = tmp.Write(f.Content)
	if err == nil {
		err = tmp.Chmod(mode(f.Path))
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), f.Path)
	}
	return err == nil, err
}

// mode keeps the permissions of a file that is replaced.
func mode(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}
