package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

//go:generate go run github.com/dsh-tools/dshgen/cmd/dshgen -strict

// Workspace is a few files in memory, which is what the agent works on. It is safe
// for concurrent use.
type Workspace struct {
	mu    sync.Mutex
	files map[string]string
}

func (w *Workspace) read(path string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, ok := w.files[path]
	if !ok {
		return "", fmt.Errorf("there is no file %s; there are %s", path, strings.Join(slices.Sorted(maps.Keys(w.files)), ", "))
	}
	return text, nil
}

// Read returns the text of a file.
//
//   - path: Path of the file, such as main.go
//
//dsh:tool read_file readonly idempotent parallel timeout=5s
func (w *Workspace) Read(path string) (string, error) { return w.read(path) }

// PresentWorkspaceReadCall shows which file is read.
func PresentWorkspaceReadCall(a WorkspaceReadArgs) runtime.CallView {
	return runtime.GenericCall{Title: "Read " + a.Path, Kind: runtime.KindRead, Locations: []runtime.FileLocation{{Path: a.Path}}}
}

// PresentWorkspaceReadResult shows its text.
func PresentWorkspaceReadResult(a WorkspaceReadArgs, r *runtime.Result) runtime.ResultView {
	return runtime.ReadResult{Title: "Read " + a.Path, Path: a.Path, Text: r.Text(), Error: r.IsError()}
}

// Edit replaces a text in a file, which must occur exactly once.
//
//   - path: Path of the file
//   - old: Text to replace
//   - new: Text to put there
//
//dsh:tool edit_file timeout=5s
//dsh:param old minLength=1
func (w *Workspace) Edit(path, old, new string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, ok := w.files[path]
	if !ok {
		return errors.New("there is no such file: read_file says which there are")
	}
	if n := strings.Count(text, old); n != 1 {
		return fmt.Errorf("the old text occurs %d times in %s: it must occur exactly once", n, path)
	}
	w.files[path] = strings.Replace(text, old, new, 1)
	return nil
}

// PresentWorkspaceEditCall shows what would change.
func PresentWorkspaceEditCall(a WorkspaceEditArgs) runtime.CallView {
	return runtime.DiffCall{Title: "Edit " + a.Path, Diffs: []runtime.FileDiff{{Path: a.Path, OldText: &a.Old, NewText: a.New}}}
}

// Delete deletes a file for good.
//
//   - path: Path of the file
//
//dsh:tool delete_file destructive timeout=5s
func (w *Workspace) Delete(path string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.files[path]; !ok {
		return errors.New("there is no such file")
	}
	delete(w.files, path)
	return nil
}

// Search lists the lines in which a text occurs.
//
//   - text: Text to search for, as it stands
//
//dsh:tool search_files readonly parallel timeout=5s
//dsh:param text minLength=1
func (w *Workspace) Search(text string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := []string{}
	for _, path := range slices.Sorted(maps.Keys(w.files)) {
		for i, line := range strings.Split(w.files[path], "\n") {
			if strings.Contains(line, text) {
				found = append(found, fmt.Sprintf("%s:%d: %s", path, i+1, line))
			}
		}
	}
	return found
}

// Check waits for the build machine to check all files. It takes its time.
//
//dsh:tool check_all readonly timeout=100ms
func (w *Workspace) Check(ctx context.Context) (string, error) {
	select {
	case <-time.After(time.Hour):
		return "all is well", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
