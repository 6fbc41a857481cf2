package methods

import (
	"context"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

func TestMethods(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	one, two := NewStore(), NewStore()
	if _, err := reg.Register(one.Tools()...); err != nil {
		t.Fatal(err)
	}
	if _, err := reg.Register(Clock{Now: "noon"}.Tools()...); err != nil {
		t.Fatal(err)
	}
	if _, err := reg.Register((&counter{n: 1}).Tools()...); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, args, want string }{
		{"put_value", `{"key":"k","value":"v"}`, "done"},
		{"store_get", `{"key":"k"}`, "v"},
		{"store_get", `{"key":"x"}`, `no key "x"`},
		{"store_size", ``, "1"},
		{"clock_time", ``, "noon"},
		{"count", `{"by":2}`, "3"},
		{"count", `{"by":2}`, "5"},
	} {
		if res := reg.Execute(context.Background(), runtime.Call{Name: c.name, Arguments: c.args}); res.Text() != c.want {
			t.Errorf("%s %s: got %q, want %q", c.name, c.args, res.Text(), c.want)
		}
	}
	if len(two.data) != 0 {
		t.Error("a tool has changed a store that is not its own")
	}
}

// TestNilReceiver: a tool without what it works on is refused when it is
// registered, not when a model calls it.
func TestNilReceiver(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	var none *Store
	if _, err := reg.Register(none.Tools()...); err == nil {
		t.Error("tools of a nil receiver were registered")
	}
	if len(reg.Schemas()) != 0 {
		t.Error("a refused registration left tools behind")
	}
}
