package runtime_test

import (
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// Watchers are told of each change of tools and restrictions, when it is visible,
// and of nothing else.
func TestWatch(t *testing.T) {
	var log logger
	reg := newRegistry(t, runtime.Options{Logger: &log}, newTool("a", returns(1)))
	child := reg.Child("c")
	var seen []int
	remove := child.Watch(func() { seen = append(seen, len(child.Schemas())) })
	reg.Watch(func() { panic("watcher") })
	removeB := register(t, reg, newTool("b", returns(1)))
	lift, err := child.Restrict(runtime.Restriction{Deny: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	reg.Guard(func(*runtime.Execution) error { return nil })()
	if _, err := reg.Register(newTool("a", returns(1))); err == nil {
		t.Fatal("registered twice")
	}
	lift()
	removeB()
	removeB()
	remove()
	register(t, reg, newTool("d", returns(1)))
	if want := []int{2, 1, 2, 1}; len(seen) != len(want) || seen[0] != 2 || seen[1] != 1 || seen[2] != 2 || seen[3] != 1 {
		t.Errorf("saw %v, want %v", seen, want)
	}
	if strings.Count(log.text(), "watcher failed") != 5 {
		t.Errorf("reported:\n%s", log.text())
	}
}
