package runtimetest_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/runtimetest"
)

type (
	preNext  = func(context.Context) (runtime.PreDecision, error)
	wrapNext = func(context.Context) *runtime.Result
	postNext = func(context.Context) (runtime.PostDecision, error)
)

// A well-behaved policy of each kind passes.
func TestGoodPolicy(t *testing.T) {
	runtimetest.TestPolicy(t, func(*testing.T) runtimetest.Policy {
		var mu sync.Mutex
		calls := map[string]int{}
		return runtimetest.Policy{
			Pre: func(ctx context.Context, x *runtime.Execution, next preNext) (runtime.PreDecision, error) {
				mu.Lock()
				calls[x.Name()]++
				mu.Unlock()
				return next(ctx)
			},
			Guard: func(x *runtime.Execution) error { return nil },
			Wrap: func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				return next(ctx)
			},
			Post: func(ctx context.Context, _ *runtime.Execution, r *runtime.Result, next postNext) (runtime.PostDecision, error) {
				return next(ctx)
			},
			Observe: func(x *runtime.Execution, r *runtime.Result) { _ = r.Text() },
		}
	})
}

// Policies that break a rule are found, each by the rule it breaks.
func TestBadPolicies(t *testing.T) {
	count := 0
	for name, c := range map[string]struct {
		policy runtimetest.Policy
		rule   string
	}{
		"asks a tool that is not there": {runtimetest.Policy{Pre: func(ctx context.Context, x *runtime.Execution, next preNext) (runtime.PreDecision, error) {
			if x.Tool().Destructive {
				return runtime.Deny("no"), nil
			}
			return next(ctx)
		}}, "unknown tool"},
		"calls next twice": {runtimetest.Policy{Pre: func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
			next(ctx)
			return next(ctx)
		}}, "success"},
		"loses its context": {runtimetest.Policy{Wrap: func(_ context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
			return next(context.Background())
		}}, "context"},
		"swallows errors": {runtimetest.Policy{Post: func(ctx context.Context, _ *runtime.Execution, _ *runtime.Result, next postNext) (runtime.PostDecision, error) {
			if d, err := next(ctx); err == nil {
				return d, nil
			}
			return runtime.Accept(), nil
		}}, "inner error"},
		"returns nothing": {runtimetest.Policy{Wrap: func(context.Context, *runtime.Execution, wrapNext) *runtime.Result { return nil }}, "success"},
		"panics in a guard": {runtimetest.Policy{Guard: func(x *runtime.Execution) error {
			if x.Agent() == "" {
				panic("nobody")
			}
			return nil
		}}, "no agent"},
		"ends its goroutine": {runtimetest.Policy{Observe: func(x *runtime.Execution, r *runtime.Result) {
			if r.IsError() {
				goruntime.Goexit()
			}
		}}, "tool error"},
	} {
		count++
		err := runtimetest.CheckPolicy(func() runtimetest.Policy { return c.policy })
		if err == nil || !strings.Contains(err.Error(), c.rule) {
			t.Errorf("a policy that %s: %v", name, err)
		}
	}
	if count != 7 {
		t.Errorf("%d policies", count)
	}
}

func TestRecorder(t *testing.T) {
	var rec runtimetest.Recorder
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(rec.Tool(&runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: "x"},
		Run:        func(context.Context, *runtime.Execution) (any, error) { return nil, errors.New("no") },
	})); err != nil {
		t.Fatal(err)
	}
	remove := rec.Attach(reg, "a")
	r := reg.Execute(t.Context(), runtime.Call{Name: "x"})
	want := "pre a {\n} pre a: allow\nguard a\nwrap a {\nrun x\n} wrap a: TOOL_ERROR\npost a TOOL_ERROR {\n} post a: accept\nfinalize x\nobserve a: TOOL_ERROR\n"
	if strings.TrimSpace(rec.Text()) != strings.TrimSpace(want) || runtimetest.Outcome(r) != "TOOL_ERROR" {
		t.Errorf("got\n%s", rec.Text())
	}
	rec.Reset()
	remove()
	reg.Execute(t.Context(), runtime.Call{Name: "x"})
	if got := strings.TrimSpace(rec.Text()); got != "run x\nfinalize x" {
		t.Errorf("after removal: %s", got)
	}
}

func TestApprover(t *testing.T) {
	a := &runtimetest.Approver{Answer: runtime.AllowedOnce, Wait: true}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := a.Approve(ctx, runtime.ApprovalRequest{Tool: "x"}); got != runtime.Unavailable || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, %v", got, err)
	}
	a.Release()
	if got, err := a.Approve(t.Context(), runtime.ApprovalRequest{Tool: "y"}); got != runtime.AllowedOnce || err != nil {
		t.Errorf("released: %v, %v", got, err)
	}
	if asked := a.Asked(); len(asked) != 2 || asked[1].Tool != "y" {
		t.Errorf("asked %v", asked)
	}
}
