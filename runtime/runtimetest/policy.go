package runtimetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// Policy is what [TestPolicy] tests: any of the kinds of policy, or several that
// belong together. Fields that are nil are not registered.
type Policy struct {
	Pre     runtime.PrePolicy
	Guard   runtime.Guard
	Wrap    runtime.Wrapper
	Post    runtime.PostPolicy
	Observe runtime.Observer
}

// TestPolicy checks that a policy keeps to the rules that all policies share,
// whatever it decides: it survives every call that can come, it calls next once
// at most and passes its context on, it hands on errors of policies behind it,
// it may be used by many goroutines at once, and a guard or observer ends in no
// other way than by returning. What the policy is for is left to its own tests.
//
// It calls newPolicy for a fresh policy for each check, as testing/slogtest does
// for handlers.
func TestPolicy(t *testing.T, newPolicy func(*testing.T) Policy) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.check(newPolicy(t)); err != nil {
				t.Errorf("%s: %v", c.rule, err)
			}
		})
	}
}

// CheckPolicy is [TestPolicy] without a test around it: it returns all
// violations, joined.
func CheckPolicy(newPolicy func() Policy) error {
	var all []error
	for _, c := range checks {
		if err := c.check(newPolicy()); err != nil {
			all = append(all, fmt.Errorf("%s: %s: %w", c.name, c.rule, err))
		}
	}
	return errors.Join(all...)
}

// checks are the rules, each with the calls that show whether it is kept.
var checks = []struct {
	name, rule string
	check      func(Policy) error
}{
	{"success", "a policy must not fail on a call that succeeds", single(call("echo", `{"a":1}`))},
	{"empty arguments", "a policy must cope with a call without arguments", single(call("echo", ""))},
	{"invalid arguments", "a policy must cope with arguments that are not what the schema says", single(call("strict", `{"a":1}`))},
	{"huge arguments", "a policy must cope with large arguments", single(runtime.Call{ID: "1", Name: "echo", Arguments: huge, Agent: "tester"})},
	{"unknown tool", "a policy must cope with x.Tool() being nil", single(call("no_such_tool", "{}"))},
	{"odd names", "a policy must cope with IDs and names that are no identifiers", single(runtime.Call{ID: "id with \x00 and \xff", Name: "a/../b\n", Arguments: "{}"})},
	{"no agent", "a policy must cope with a call of nobody", single(runtime.Call{Name: "echo", Arguments: "{}"})},
	{"tool error", "a policy must cope with a tool that fails", single(call("fail", "{}"))},
	{"tool panic", "a policy must cope with a tool that panics", single(call("panic", "{}"))},
	{"contents", "a policy must cope with results that are not text", single(call("picture", "{}"))},
	{"cancelled", "a policy must cope with a context that is done", cancelled},
	{"context", "a policy must pass its context on, or one derived from it", passesContext},
	{"inner error", "a policy must return the error that next returned", innerError},
	{"concurrent", "a policy must be safe for concurrent use", concurrent},
}

var huge = `{"a":"` + strings.Repeat("x", 100_000) + `"}`

func call(name, arguments string) runtime.Call {
	return runtime.Call{ID: "call-1", Name: name, Arguments: arguments, Agent: "tester"}
}

// bench is a registry with the policy under test, between probes that notice
// what it does wrong.
type bench struct {
	reg    *runtime.Registry
	faults *faults
}

// faults is also the logger that the pipeline reports contained faults to.
type faults struct {
	mu  sync.Mutex
	all []error
}

func (f *faults) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, err)
}

// Error implements runtime.Logger.
func (f *faults) Error(msg string, args ...any) { f.add(fmt.Errorf("%s %v", msg, args)) }

func (f *faults) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return errors.Join(f.all...)
}

func newBench(p Policy) *bench {
	b := &bench{faults: &faults{}}
	b.reg = runtime.NewRegistry(runtime.Options{
		Logger: b.faults,
		Approver: runtime.ApproverFunc(func(context.Context, runtime.ApprovalRequest) (runtime.Approval, error) {
			return runtime.AllowedOnce, nil
		}),
	})
	_, err := b.reg.Register(tools()...)
	if err != nil {
		panic("runtimetest: " + err.Error())
	}
	if p.Pre != nil {
		b.reg.Pre(p.Pre)
	}
	if p.Guard != nil {
		b.reg.Guard(b.watchGuard(p.Guard))
	}
	if p.Wrap != nil {
		b.reg.Wrap(p.Wrap)
	}
	if p.Post != nil {
		b.reg.Post(p.Post)
	}
	if p.Observe != nil {
		b.reg.Observe(p.Observe)
	}
	return b
}

// watchGuard notices a guard that panics: for the pipeline that is a denial like
// any other.
func (b *bench) watchGuard(g runtime.Guard) runtime.Guard {
	return func(x *runtime.Execution) error {
		returned := false
		defer func() {
			if !returned {
				b.faults.add(errors.New("the guard panicked or ended its goroutine"))
			}
		}()
		err := g(x)
		returned = true
		return err
	}
}

// execute runs a call and notes what the result says against the policy.
func (b *bench) execute(ctx context.Context, c runtime.Call) *runtime.Result {
	r := b.reg.Execute(ctx, c)
	if f := r.Error(); f != nil && f.Code == runtime.CodePolicyFailed {
		b.faults.add(f.Unwrap())
	}
	if r.CallID() != c.ID {
		b.faults.add(fmt.Errorf("the result has ID %q, the call %q", r.CallID(), c.ID))
	}
	return r
}

func single(c runtime.Call) func(Policy) error {
	return func(p Policy) error {
		b := newBench(p)
		b.execute(context.Background(), c)
		return b.faults.err()
	}
}

// cancelled ends the context while the policies are at work: before, the
// pipeline would not ask them.
func cancelled(p Policy) error {
	b := newBench(p)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.reg.Pre(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		cancel()
		return next(ctx)
	})
	b.execute(ctx, call("echo", "{}"))
	return b.faults.err()
}

type markKey struct{}

// passesContext looks, behind the policy, for what the caller's context held.
func passesContext(p Policy) error {
	b := newBench(p)
	look := func(where string, ctx context.Context) {
		if ctx.Value(markKey{}) == nil || runtime.FromContext(ctx) == nil {
			b.faults.add(errors.New("values of the context do not get past the " + where))
		}
	}
	b.reg.Pre(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		look("pre policy", ctx)
		return next(ctx)
	})
	b.reg.Wrap(func(ctx context.Context, x *runtime.Execution, next func(context.Context) *runtime.Result) *runtime.Result {
		look("wrapper", ctx)
		return next(ctx)
	})
	b.reg.Post(func(ctx context.Context, x *runtime.Execution, r *runtime.Result, next func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
		look("post policy", ctx)
		return next(ctx)
	})
	b.execute(context.WithValue(context.Background(), markKey{}, true), call("echo", "{}"))
	return b.faults.err()
}

var errInner = errors.New("error of a policy behind")

// innerError has a policy behind the one under test fail, and sees from outside
// whether the error comes through.
func innerError(p Policy) error {
	b := newBench(p)
	var reached atomic.Bool
	outside := func(where string, err error) {
		if reached.Load() && !errors.Is(err, errInner) {
			b.faults.add(fmt.Errorf("the %s made %v of the error of next", where, err))
		}
	}
	if p.Pre != nil {
		b.reg.PreFirst(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
			d, err := next(ctx)
			outside("pre policy", err)
			return d, err
		})
		b.reg.Pre(func(context.Context, *runtime.Execution, func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
			reached.Store(true)
			return runtime.Allow(), errInner
		})
	} else {
		b.reg.PostFirst(func(ctx context.Context, x *runtime.Execution, r *runtime.Result, next func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
			d, err := next(ctx)
			outside("post policy", err)
			return d, err
		})
		b.reg.Post(func(context.Context, *runtime.Execution, *runtime.Result, func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
			reached.Store(true)
			return runtime.Accept(), errInner
		})
	}
	b.reg.Execute(context.Background(), call("echo", "{}"))
	return b.faults.err()
}

// concurrent gives the race detector something to see.
func concurrent(p Policy) error {
	b := newBench(p)
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			for range 8 {
				b.execute(context.Background(), runtime.Call{ID: fmt.Sprint(i), Name: "echo", Arguments: "{}", Agent: "tester"})
			}
		})
	}
	all.Wait()
	return b.faults.err()
}

// tools are what the calls of the checks call.
func tools() []*runtime.Tool {
	tool := func(name string, run func(ctx context.Context, x *runtime.Execution) (any, error)) *runtime.Tool {
		return &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: name, Description: "A tool of the suite."}, Run: run}
	}
	strict := tool("strict", func(context.Context, *runtime.Execution) (any, error) { return "ran", nil })
	strict.Validate = func(string) error {
		return &runtime.ArgsError{Tool: "strict", Violations: []runtime.Violation{{Path: "a", Rule: "additionalProperties", Message: "is not a property"}}}
	}
	return []*runtime.Tool{
		tool("echo", func(_ context.Context, x *runtime.Execution) (any, error) { return x.Arguments(), nil }),
		tool("fail", func(context.Context, *runtime.Execution) (any, error) { return nil, errors.New("no such branch") }),
		tool("panic", func(context.Context, *runtime.Execution) (any, error) { panic("a tool of the suite panics") }),
		tool("picture", func(context.Context, *runtime.Execution) (any, error) {
			return runtime.Return{Content: []runtime.Content{runtime.Image([]byte{1, 2, 3}, "image/png")}, Meta: map[string]any{"k": "v"}}, nil
		}),
		strict,
	}
}
