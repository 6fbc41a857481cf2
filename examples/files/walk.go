package main

import (
	"context"
	"fmt"
	"io/fs"
	"path"
)

// walk calls visit for everything below folder that p matches, in the order of
// names; path.Join(folder, rel) is relative to the root. Symbolic links are
// visited and not followed, so nothing comes twice. It ends early when visit
// returns false. It returns how many folders could not be read.
//
// What is in a .git folder is left out, unless the pattern or the folder names it.
func (d *Dir) walk(ctx context.Context, folder string, p *pattern, visit func(rel string, e fs.DirEntry) bool) (unread int, err error) {
	w := walker{ctx: ctx, files: d.root.FS(), pattern: p, visit: visit, git: p.names(".git")}
	entries, err := fs.ReadDir(w.files, folder)
	if err != nil {
		return 0, d.explain(folder, err)
	}
	w.entries(folder, "", entries, p.start())
	return w.unread, ctx.Err()
}

// walker is one walk.
type walker struct {
	ctx     context.Context
	files   fs.FS
	pattern *pattern
	visit   func(string, fs.DirEntry) bool
	git     bool
	unread  int
}

// entries visits what is in one folder and reports whether to go on.
func (w *walker) entries(folder, rel string, entries []fs.DirEntry, st states) bool {
	for _, e := range entries {
		if w.ctx.Err() != nil {
			return false
		}
		if e.Name() == ".git" && !w.git {
			continue
		}
		next, matches, goOn := w.pattern.step(st, e.Name())
		at, below := path.Join(folder, e.Name()), path.Join(rel, e.Name())
		if matches && !w.visit(below, e) {
			return false
		}
		if !goOn || !e.IsDir() {
			continue
		}
		inside, err := fs.ReadDir(w.files, at)
		if err != nil {
			w.unread++
		}
		if !w.entries(at, below, inside, next) {
			return false
		}
	}
	return true
}

// unreadNote tells of what a search could not see.
func unreadNote(folders int) string {
	if folders == 0 {
		return ""
	}
	return fmt.Sprintf("[%s could not be read]\n", plural(folders, "folder"))
}
