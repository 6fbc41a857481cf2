package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
)

// TestSoak makes 10,000 calls of all kinds on 64 goroutines while others change
// the registry under them. Each call has one result with its ID, the counters
// add up, and what was there before is there afterwards.
func TestSoak(t *testing.T) {
	const workers, total = 64, 10_000
	goroutines := goruntime.NumGoroutine()
	var started, finished, observed, approvals atomic.Int64
	count := func(run runFunc) runFunc {
		return func(ctx context.Context, x *runtime.Execution) (any, error) {
			started.Add(1)
			defer finished.Add(1) // after a panic and Goexit as well
			return run(ctx, x)
		}
	}
	nested := func(ctx context.Context, x *runtime.Execution) (any, error) {
		return x.Execute(ctx, runtime.Call{ID: "inner", Name: "ok"}), nil
	}
	slow := timed(newTool("slow", count(func(ctx context.Context, _ *runtime.Execution) (any, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(5 * time.Second):
			return "late", nil
		}
	})), time.Millisecond)
	root := newRegistry(t, runtime.Options{
		Approver: runtime.ApproverFunc(func(_ context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
			return runtime.Approval(approvals.Add(1)%4 + 1), nil
		}),
		Logger: &logger{},
	},
		newTool("ok", count(returns("fine"))), newTool("fail", count(fails(errTest))), newTool("panic", count(panics)), newTool("exit", count(exits)),
		newTool("cyclic", count(returns(make(chan int)))), newTool("wait", count(waits)), slow, newTool("nested", count(nested)),
		newTool("ask", count(returns("asked"))), newTool("deny", count(returns("never"))), newTool("guarded", count(returns("never"))), newTool("blocked", count(returns("secret"))),
	)
	root.Wrap(runtime.TimeoutPolicy())
	root.Pre(func(ctx context.Context, x *runtime.Execution, next preNext) (runtime.PreDecision, error) {
		switch x.Name() {
		case "ask":
			return runtime.Ask("sure?"), nil
		case "deny":
			return runtime.Deny("no"), nil
		}
		return next(ctx)
	})
	root.Guard(func(x *runtime.Execution) error {
		if x.Name() == "guarded" {
			return errors.New("never")
		}
		return nil
	})
	root.Post(func(ctx context.Context, x *runtime.Execution, _ *runtime.Result, next postNext) (runtime.PostDecision, error) {
		if x.Name() == "blocked" {
			return runtime.Block(runtime.Text("withheld")), nil
		}
		return next(ctx)
	})
	root.Observe(func(x *runtime.Execution, r *runtime.Result) {
		observed.Add(1)
		if r.CallID() != x.CallID() {
			t.Errorf("the result of %q is of %q", x.CallID(), r.CallID())
		}
	})
	root.Observe(func(*runtime.Execution, *runtime.Result) { panic("observer") })
	scope := root.Child("agent")

	// Others change the registry meanwhile.
	stop := make(chan struct{})
	var changers sync.WaitGroup
	change := func(f func(i int)) {
		changers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					f(i)
					goruntime.Gosched()
				}
			}
		})
	}
	change(func(i int) {
		remove, err := root.Register(newTool(fmt.Sprintf("extra_%d", i%3), returns("extra")))
		if err == nil {
			remove()
		}
	})
	change(func(int) {
		lift, err := scope.Restrict(runtime.Restriction{Deny: []string{"fail"}})
		if err != nil {
			t.Error(err)
			return
		}
		lift()
	})
	change(func(int) {
		remove := scope.Guard(func(*runtime.Execution) error { return nil })
		if schemas := scope.Schemas(); len(schemas) < 11 {
			t.Errorf("only %d tools", len(schemas))
		}
		remove()
	})

	want := map[string][]string{
		"ok": {"ok"}, "fail": {"TOOL_ERROR", "UNKNOWN_TOOL"}, "panic": {"TOOL_PANIC"}, "exit": {"TOOL_PANIC"}, "cyclic": {"INVALID_TOOL_OUTPUT"},
		"wait": {"ABORTED", "ABORTED_BEFORE_DISPATCH"}, "slow": {"TOOL_TIMEOUT"}, "nested": {"ok"}, "ask": {"ok", "DENIED"}, "deny": {"DENIED"},
		"guarded": {"DENIED"}, "blocked": {"BLOCKED"}, "nobody": {"UNKNOWN_TOOL"}, "extra_1": {"ok", "UNKNOWN_TOOL"},
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	var results, inner atomic.Int64
	var work sync.WaitGroup
	for w := range workers {
		work.Go(func() {
			random := rand.New(rand.NewPCG(uint64(w), 7))
			for i := w; i < total; i += workers {
				name := names[random.IntN(len(names))]
				if name == "nested" {
					inner.Add(1)
				}
				ctx, cancel := context.WithCancel(t.Context())
				if name == "wait" {
					time.AfterFunc(time.Duration(random.IntN(1000))*time.Microsecond, cancel)
				}
				id := fmt.Sprint(i)
				r := scope.Execute(ctx, runtime.Call{ID: id, Name: name})
				cancel()
				if got := outcome(r); r.CallID() != id || !strings.Contains(" "+strings.Join(want[name], " ")+" ", " "+got+" ") {
					t.Errorf("call %s of %s: %s of %q, %s", id, name, got, r.CallID(), r.Text())
				}
				results.Add(1)
			}
		})
	}
	work.Wait()
	close(stop)
	changers.Wait()
	if results.Load() != total {
		t.Errorf("%d results of %d calls", results.Load(), total)
	}
	if n := observed.Load(); n != total+inner.Load() {
		t.Errorf("%d calls were observed, want %d and %d nested ones", n, total, inner.Load())
	}
	if started.Load() != finished.Load() {
		t.Errorf("%d tools started, %d finished", started.Load(), finished.Load())
	}
	if root.Orphans() != 0 {
		t.Errorf("%d orphans", root.Orphans())
	}
	goroutinesReturnTo(t, goroutines)

	// The registry holds on to nothing of a call.
	var before, after goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&before)
	for range 2000 {
		scope.Execute(t.Context(), runtime.Call{ID: "x", Name: "ok"})
	}
	goruntime.GC()
	goruntime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 512<<10 {
		t.Errorf("the heap grew by %d bytes over 2,000 calls", grown)
	}
}
