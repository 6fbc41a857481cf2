package runtime

import "slices"

// Watch has f called after the tools of any registry in r's tree have changed, or
// a restriction has: once for each change, on the goroutine that made it, when
// the change is visible. What exactly changed, and whether r sees it, f finds out
// with [Registry.Schemas] or [Registry.Tools]. It should return soon. It may call
// the registry, but to change that from within f is to call f again. A panic in
// it is reported to [Options.Logger]. Watch panics on nil.
func (r *Registry) Watch(f func()) (remove func()) {
	if f == nil {
		panic("runtime: Watch: nil function")
	}
	s := &slot[func()]{f}
	t := r.tree
	t.watchMu.Lock()
	defer t.watchMu.Unlock()
	t.watchers = append(slices.Clip(t.watchers), s)
	return func() {
		t.watchMu.Lock()
		defer t.watchMu.Unlock()
		t.watchers = without(t.watchers, s)
	}
}

// notify tells the watchers. No lock is held while it does.
func (r *Registry) notify() {
	r.tree.watchMu.Lock()
	watchers := r.tree.watchers
	r.tree.watchMu.Unlock()
	for _, w := range watchers {
		r.tellWatcher(w.f)
	}
}

func (r *Registry) tellWatcher(f func()) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if value := recover(); value != nil { // Goexit goes on: the goroutine is the caller's
			x := &Execution{registry: r, name: r.name}
			x.report("watcher failed", x.caught(value))
		}
	}()
	f()
	returned = true
}

// sameTools reports whether two states of a registry offer the same tools.
// Lists are never changed in place, so it is enough to compare where they are.
func sameTools(a, b *own) bool {
	return sameList(a.tools, b.tools) && sameList(a.restrictions, b.restrictions)
}

func sameList[E any](a, b []E) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
