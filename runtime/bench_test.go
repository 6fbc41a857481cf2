package runtime_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/testdata/golden/shapes"
)

const upperText = `{"text":"the quick brown fox jumps over the lazy dog"}`

// busy gives a registry three policies of each kind that do nothing.
func busy(reg *runtime.Registry) {
	for range 3 {
		reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
			return next(ctx)
		})
		reg.Guard(func(*runtime.Execution) error { return nil })
		reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result { return next(ctx) })
		reg.Post(func(ctx context.Context, _ *runtime.Execution, _ *runtime.Result, next postNext) (runtime.PostDecision, error) {
			return next(ctx)
		})
		reg.Observe(func(*runtime.Execution, *runtime.Result) {})
	}
}

// BenchmarkDispatch compares a call of a generated tool through the pipeline
// with what it consists of at least: validate, decode, run.
func BenchmarkDispatch(b *testing.B) {
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := shapes.ValidateUpper(upperText); err != nil {
				b.Fatal(err)
			}
			a, err := shapes.DecodeUpper(upperText)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := shapes.Upper(context.Background(), a.Text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var a shapes.UpperArgs
			if err := json.Unmarshal([]byte(upperText), &a); err != nil {
				b.Fatal(err)
			}
			if _, err := shapes.Upper(context.Background(), a.Text); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, c := range []struct {
		name  string
		setUp func(*runtime.Registry)
	}{{"plain", func(*runtime.Registry) {}}, {"three-of-each", busy}} {
		b.Run(c.name, func(b *testing.B) {
			reg := newRegistry(b, runtime.Options{}, shapes.UpperTool)
			c.setUp(reg)
			b.ReportAllocs()
			for b.Loop() {
				if r := reg.Execute(context.Background(), runtime.Call{Name: "upper", Arguments: upperText}); r.IsError() {
					b.Fatal(r.Text())
				}
			}
		})
	}
}

// TestDispatchAllocations: a call without policies costs at most 10 allocations
// above validate, decode and run.
func TestDispatchAllocations(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, shapes.UpperTool)
	bare := testing.AllocsPerRun(1000, func() {
		a, err := shapes.DecodeUpper(upperText)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := shapes.Upper(t.Context(), a.Text); err != nil {
			t.Fatal(err)
		}
	})
	got := testing.AllocsPerRun(1000, func() {
		if r := reg.Execute(t.Context(), runtime.Call{Name: "upper", Arguments: upperText}); r.IsError() {
			t.Fatal(r.Text())
		}
	})
	if got > bare+10 {
		t.Errorf("a call allocates %v times, the bare tool %v", got, bare)
	}
}
