package runtime_test

import (
	"errors"
	"strings"
	"testing"
	"weak"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
)

func names(reg *runtime.Registry) string {
	var all []string
	for _, s := range reg.Schemas() {
		all = append(all, s.Name)
	}
	return strings.Join(all, " ")
}

func restrict(t *testing.T, reg *runtime.Registry, n runtime.Restriction) (lift func()) {
	t.Helper()
	lift, err := reg.Restrict(n)
	if err != nil {
		t.Fatal(err)
	}
	return lift
}

func wantNames(t *testing.T, reg *runtime.Registry, want string) {
	t.Helper()
	if got := names(reg); got != want {
		t.Errorf("%q has %q, want %q", reg.Name(), got, want)
	}
}

func TestChildInheritsAndOverlays(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns("root")), newTool("b", returns("root")))
	child := root.Child("child")
	grandchild := child.Child("grandchild")
	removeOwn := register(t, child, newTool("a", returns("child")), newTool("own", returns("child")))
	wantText(t, do(t, root, "a"), "root")
	wantText(t, do(t, child, "a"), "child")
	wantText(t, do(t, grandchild, "a"), "child")
	wantText(t, do(t, grandchild, "b"), "root")
	wantNames(t, root, "a b")
	wantNames(t, grandchild, "a b own")
	register(t, root, newTool("later", returns("root")))
	wantNames(t, grandchild, "a b later own")
	removeOwn()
	wantText(t, do(t, grandchild, "a"), "root") // not hidden any more
	wantNames(t, grandchild, "a b later")
}

func TestRestrictions(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns(nil)), newTool("b", returns(nil)), newTool("c", returns(nil)))
	child := root.Child("child")
	grandchild := child.Child("grandchild")

	liftDeny := restrict(t, child, runtime.Restriction{Deny: []string{"a"}})
	wantNames(t, child, "b c")
	wantNames(t, grandchild, "b c")
	removeLater := register(t, root, newTool("later", returns(nil)))
	wantNames(t, child, "b c later") // a denial alone admits what comes later

	liftAllow := restrict(t, grandchild, runtime.Restriction{Allow: []string{"b", "later"}})
	wantNames(t, grandchild, "b later")
	register(t, root, newTool("last", returns(nil)))
	wantNames(t, grandchild, "b later") // an allow list does not
	removeLater()
	wantNames(t, grandchild, "b")
	register(t, root, newTool("later", returns(nil)))

	restrict(t, grandchild, runtime.Restriction{Allow: []string{"b", "c"}}) // adds up: both must admit
	wantNames(t, grandchild, "b")
	register(t, grandchild, newTool("c", returns("own")), newTool("a", returns("own")))
	wantNames(t, grandchild, "a b c") // its own are exempt
	wantText(t, do(t, grandchild, "a"), "own")

	liftDeny()
	liftDeny()
	wantNames(t, child, "a b c last later")
	liftAllow()
	wantNames(t, grandchild, "a b c")
	wantNames(t, root, "a b c last later")
}

// A tool that a parent registers as its own is inherited by the child, whose
// restriction acts on it.
func TestRestrictionActsOnOverlays(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns("root")))
	child := root.Child("child")
	register(t, child, newTool("a", returns("child")))
	grandchild := child.Child("grandchild")
	restrict(t, grandchild, runtime.Restriction{Deny: []string{"a"}})
	wantCode(t, do(t, grandchild, "a"), runtime.CodeUnknownTool)
	wantText(t, do(t, child, "a"), "child")
}

func TestRestrictErrors(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns(nil)), newTool("b", returns(nil)))
	child := root.Child("child")
	register(t, child, newTool("own", returns(nil)))
	for _, c := range []struct {
		name string
		reg  *runtime.Registry
		n    runtime.Restriction
		want []string
	}{
		{"root", root, runtime.Restriction{Deny: []string{"a"}}, []string{"root", "Child"}},
		{"empty", child, runtime.Restriction{}, []string{"empty"}},
		{"unknown", child, runtime.Restriction{Deny: []string{"x"}}, []string{`"x"`, "a, b"}},
		{"unknown allowed", child, runtime.Restriction{Allow: []string{"a", "x"}, Future: true}, []string{`"x"`, "a, b"}},
		{"own", child, runtime.Restriction{Deny: []string{"own"}}, []string{`"own"`}},
		{"empty name", child, runtime.Restriction{Deny: []string{""}}, []string{`""`}},
	} {
		lift, err := c.reg.Restrict(c.n)
		var re *runtime.RestrictError
		if !errors.As(err, &re) || lift != nil {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q lacks %q", c.name, err, part)
			}
		}
	}
	wantNames(t, child, "a b own")
}

func TestRestrictFuture(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns(nil)))
	child := root.Child("child")
	restrict(t, child, runtime.Restriction{Deny: []string{"danger"}, Future: true})
	register(t, root, newTool("danger", returns(nil)))
	wantNames(t, child, "a")
}

// A restriction is copied when it is made.
func TestRestrictionIsCopied(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns(nil)), newTool("b", returns(nil)))
	child := root.Child("child")
	deny := []string{"a"}
	restrict(t, child, runtime.Restriction{Deny: deny})
	deny[0] = "b"
	wantNames(t, child, "b")
}

func TestDeepScopes(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("a", returns("root")))
	for range 100 {
		reg = reg.Child("next")
	}
	wantText(t, do(t, reg, "a"), "root")
}

// A parent does not keep its children.
func TestChildrenAreCollected(t *testing.T) {
	root := newRegistry(t, runtime.Options{}, newTool("a", returns("fine")))
	child := root.Child("child")
	do(t, child, "a")
	gone := weak.Make(child)
	child = nil
	for range 10 {
		goruntime.GC()
	}
	if gone.Value() != nil {
		t.Error("the child is still there")
	}
	do(t, root, "a")
}
