package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
)

type runFunc = func(ctx context.Context, x *runtime.Execution) (any, error)

// newTool returns a tool without parameters.
func newTool(name string, run runFunc) *runtime.Tool {
	return &runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: name, Description: "Test tool " + name + "."},
		Origin:     "example.com/test." + name,
		Run:        run,
	}
}

// returns is a body that returns value.
func returns(value any) runFunc {
	return func(context.Context, *runtime.Execution) (any, error) { return value, nil }
}

// fails is a body that returns err.
func fails(err error) runFunc {
	return func(context.Context, *runtime.Execution) (any, error) { return nil, err }
}

// waits is a body that waits for the end of its context and returns its error.
func waits(ctx context.Context, _ *runtime.Execution) (any, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// sleeps is a body that ignores its context for d.
func sleeps(d time.Duration, value any) runFunc {
	return func(context.Context, *runtime.Execution) (any, error) {
		time.Sleep(d)
		return value, nil
	}
}

func panics(context.Context, *runtime.Execution) (any, error) { panic("secret of the panic") }

func exits(context.Context, *runtime.Execution) (any, error) {
	goruntime.Goexit()
	return nil, nil
}

// newRegistry returns a registry with the tools given.
func newRegistry(t testing.TB, o runtime.Options, tools ...*runtime.Tool) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(o)
	register(t, reg, tools...)
	return reg
}

func register(t testing.TB, reg *runtime.Registry, tools ...*runtime.Tool) (remove func()) {
	t.Helper()
	remove, err := reg.Register(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return remove
}

// do executes a call of the tool on behalf of an agent.
func do(t testing.TB, reg *runtime.Registry, name string) *runtime.Result {
	t.Helper()
	return reg.Execute(t.Context(), runtime.Call{ID: "c1", Name: name, Agent: "agent"})
}

// wantText asserts a success.
func wantText(t testing.TB, r *runtime.Result, text string) {
	t.Helper()
	if r.IsError() || r.Text() != text {
		t.Errorf("got %s %q, want success %q", outcome(r), r.Text(), text)
	}
}

// wantCode asserts a failure and that its text has the parts given.
func wantCode(t testing.TB, r *runtime.Result, code string, parts ...string) *runtime.Failure {
	t.Helper()
	if outcome(r) != code {
		t.Fatalf("got %s %q, want %s (cause: %v)", outcome(r), r.Text(), code, r.Error())
	}
	if r.Text() == "" {
		t.Errorf("%s without a text", code)
	}
	for _, p := range parts {
		if !strings.Contains(r.Text(), p) {
			t.Errorf("%s says %q, lacks %q", code, r.Text(), p)
		}
	}
	return r.Error()
}

func outcome(r *runtime.Result) string {
	if f := r.Error(); f != nil {
		return f.Code
	}
	return "ok"
}

// logger collects what the pipeline reports.
type logger struct {
	mu    sync.Mutex
	lines []string
}

func (l *logger) Error(msg string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprint(append([]any{msg}, args...)...))
}

func (l *logger) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}

// Short forms of policies.

func preReturns(d runtime.PreDecision) runtime.PrePolicy {
	return func(context.Context, *runtime.Execution, func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		return d, nil
	}
}

func postReturns(d runtime.PostDecision) runtime.PostPolicy {
	return func(context.Context, *runtime.Execution, *runtime.Result, func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
		return d, nil
	}
}

var errTest = errors.New("error of a test")

// goroutinesReturnTo waits until there are no more goroutines than n.
func goroutinesReturnTo(t testing.TB, n int) {
	t.Helper()
	for range 100 {
		if goruntime.NumGoroutine() <= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before:\n%s", goruntime.NumGoroutine(), n, buf[:goruntime.Stack(buf, true)])
}
