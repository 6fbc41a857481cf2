package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
)

func timed(tool *runtime.Tool, d time.Duration) *runtime.Tool {
	tool.Timeout = d
	return tool
}

// One of two calls is cancelled; the other does not notice.
func TestCancelOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, newTool("wait", waits))
		ctx1, cancel1 := context.WithCancelCause(t.Context())
		ctx2, cancel2 := context.WithCancel(t.Context())
		results := make(chan *runtime.Result, 2)
		go func() { results <- reg.Execute(ctx1, runtime.Call{ID: "1", Name: "wait"}) }()
		go func() { results <- reg.Execute(ctx2, runtime.Call{ID: "2", Name: "wait"}) }()
		synctest.Wait()
		cancel1(errTest)
		synctest.Wait()
		r := <-results
		f := wantCode(t, r, runtime.CodeAborted, "outcome is unknown")
		if r.CallID() != "1" || !errors.Is(f, errTest) || !errors.Is(f, context.Canceled) || !errors.Is(f, runtime.ErrAborted) || errors.Is(f, runtime.ErrTimeout) {
			t.Errorf("call %s: cause is %v", r.CallID(), f.Unwrap())
		}
		select {
		case <-results:
			t.Error("call 2 has ended too")
		default:
		}
		cancel2()
		<-results
	})
}

func TestCancelledBeforeStart(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errTest)
	reg := newRegistry(t, runtime.Options{}, newTool("x", panics))
	f := wantCode(t, reg.Execute(ctx, runtime.Call{Name: "x"}), runtime.CodeAbortedBeforeDispatch, "did nothing")
	if !errors.Is(f, errTest) || !errors.Is(f, runtime.ErrAborted) {
		t.Errorf("cause is %v", f.Unwrap())
	}
}

// Cancellation while policies and wrappers are at work, before the body: in any
// case nothing happened, and the result says so.
func TestCancelledDuringPolicies(t *testing.T) {
	for name, setUp := range map[string]func(*runtime.Registry, context.CancelFunc){
		"pre allows": func(reg *runtime.Registry, cancel context.CancelFunc) {
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) {
				cancel()
				return runtime.Allow(), nil
			})
		},
		"pre asks": func(reg *runtime.Registry, cancel context.CancelFunc) {
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) {
				cancel()
				return runtime.Ask("?"), nil
			})
		},
		"pre returns the context's error": func(reg *runtime.Registry, cancel context.CancelFunc) {
			reg.Pre(func(ctx context.Context, _ *runtime.Execution, _ preNext) (runtime.PreDecision, error) {
				cancel()
				return runtime.PreDecision{}, fmt.Errorf("policy server: %w", ctx.Err())
			})
		},
		"guard": func(reg *runtime.Registry, cancel context.CancelFunc) {
			reg.Guard(func(*runtime.Execution) error { cancel(); return nil })
		},
		"wrapper": func(reg *runtime.Registry, cancel context.CancelFunc) {
			reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				cancel()
				return next(ctx)
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			reg := newRegistry(t, runtime.Options{}, newTool("x", panics))
			setUp(reg, cancel)
			f := wantCode(t, reg.Execute(ctx, runtime.Call{Name: "x", Agent: "a"}), runtime.CodeAbortedBeforeDispatch)
			if !errors.Is(f, context.Canceled) {
				t.Errorf("cause is %v", f.Unwrap())
			}
		})
	}
}

// A denial is a decision, and stands.
func TestDeniedAndCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reg := newRegistry(t, runtime.Options{}, newTool("x", panics))
	reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) {
		cancel()
		return runtime.Deny("no"), nil
	})
	wantCode(t, reg.Execute(ctx, runtime.Call{Name: "x"}), runtime.CodeDenied)
}

// How a tool ends after its call was cancelled decides what the result says.
func TestOutcomesAfterCancellation(t *testing.T) {
	for name, c := range map[string]struct {
		run  runFunc
		code string
	}{
		"success":       {returns("done anyway"), runtime.CodeAborted},
		"context error": {func(ctx context.Context, _ *runtime.Execution) (any, error) { return nil, ctx.Err() }, runtime.CodeAborted},
		"wrapped": {func(ctx context.Context, _ *runtime.Execution) (any, error) {
			return nil, fmt.Errorf("query: %w", ctx.Err())
		}, runtime.CodeAborted},
		"cause":            {func(ctx context.Context, _ *runtime.Execution) (any, error) { return nil, context.Cause(ctx) }, runtime.CodeAborted},
		"error of its own": {fails(errors.New("disk full")), runtime.CodeToolError},
		"panic":            {panics, runtime.CodeToolPanic},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			reg := newRegistry(t, runtime.Options{}, newTool("x", func(c2 context.Context, x *runtime.Execution) (any, error) {
				cancel(errTest)
				return c.run(c2, x)
			}))
			wantCode(t, reg.Execute(ctx, runtime.Call{Name: "x"}), c.code)
		})
	}
}

// A started tool that ignores its cancellation is awaited, not abandoned.
func TestCancelledToolIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, newTool("slow", sleeps(time.Hour, "late")))
		reg.Wrap(runtime.Timeouts{Grace: time.Second}.Policy())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		f := wantCode(t, reg.Execute(ctx, runtime.Call{Name: "slow"}), runtime.CodeAborted)
		if took := time.Since(start); took != time.Hour || !errors.Is(f, context.DeadlineExceeded) {
			t.Errorf("took %s, cause %v", took, f.Unwrap())
		}
	})
}

// A deadline of the tool's own is a tool error: the call's context is alive.
func TestContextErrorOfTheToolsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, timed(newTool("x", func(ctx context.Context, _ *runtime.Execution) (any, error) {
			inner, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			<-inner.Done()
			return nil, inner.Err()
		}), time.Minute))
		reg.Wrap(runtime.TimeoutPolicy())
		f := wantCode(t, do(t, reg, "x"), runtime.CodeToolError)
		if errors.Is(f, runtime.ErrTimeout) || !errors.Is(f, context.DeadlineExceeded) {
			t.Errorf("got %v", f)
		}
	})
}

func TestTimeouts(t *testing.T) {
	errOwn := errors.New("disk full")
	for name, c := range map[string]struct {
		run   runFunc
		code  string
		text  string
		limit time.Duration
	}{
		"heeds the context":      {run: waits, code: runtime.CodeToolTimeout, text: "10s: its outcome is unknown", limit: 10 * time.Second},
		"ignores the context":    {run: sleeps(time.Minute, "late"), code: runtime.CodeToolTimeout, text: "unknown", limit: 10 * time.Second},
		"in time":                {run: sleeps(9*time.Second, "fine"), code: "ok", text: "fine", limit: 10 * time.Second},
		"no timeout":             {run: sleeps(1000*time.Hour, "fine"), code: "ok", text: "fine"},
		"longest timeout":        {run: sleeps(time.Hour, "fine"), code: "ok", text: "fine", limit: math.MaxInt64},
		"shortest timeout":       {run: waits, code: runtime.CodeToolTimeout, text: "timed out after 1ns", limit: 1},
		"error of its own, late": {run: func(ctx context.Context, _ *runtime.Execution) (any, error) { <-ctx.Done(); return nil, errOwn }, code: runtime.CodeToolError, text: "disk full", limit: time.Second},
		"cause of the timeout": {run: func(ctx context.Context, _ *runtime.Execution) (any, error) {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}, code: runtime.CodeToolTimeout, text: "unknown", limit: time.Second},
		"panics after the deadline": {run: func(context.Context, *runtime.Execution) (any, error) { time.Sleep(time.Minute); panic("late") }, code: runtime.CodeToolPanic, text: "crashed", limit: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reg := newRegistry(t, runtime.Options{}, timed(newTool("x", c.run), c.limit))
				reg.Wrap(runtime.TimeoutPolicy())
				r := do(t, reg, "x")
				if outcome(r) != c.code || !strings.Contains(r.Text(), c.text) {
					t.Fatalf("got %s %q", outcome(r), r.Text())
				}
				if c.code == runtime.CodeToolTimeout {
					f := r.Error()
					if !errors.Is(f, runtime.ErrTimeout) || !errors.Is(f, context.DeadlineExceeded) || errors.Is(f, runtime.ErrAborted) != errors.Is(f.Unwrap(), runtime.ErrAborted) {
						t.Errorf("cause is %v", f.Unwrap())
					}
				}
			})
		})
	}
}

func TestDefaultTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, newTool("x", waits), timed(newTool("own", sleeps(time.Minute, "fine")), time.Hour))
		reg.Wrap(runtime.Timeouts{Default: time.Second}.Policy())
		wantCode(t, do(t, reg, "x"), runtime.CodeToolTimeout, "1s")
		wantText(t, do(t, reg, "own"), "fine")
	})
}

// An outer deadline reads as a cancellation.
func TestOuterDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, timed(newTool("x", waits), time.Minute))
		reg.Wrap(runtime.TimeoutPolicy())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		wantCode(t, reg.Execute(ctx, runtime.Call{Name: "x"}), runtime.CodeAborted)
	})
}

// A deadline that a wrapper waited away ends the call before the tool.
func TestTimeoutBeforeStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, timed(newTool("x", panics), time.Second))
		reg.Wrap(runtime.TimeoutPolicy())
		remove := reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
			time.Sleep(time.Minute)
			return next(ctx)
		})
		wantCode(t, do(t, reg, "x"), runtime.CodeToolTimeout, "did nothing")
		remove()
		reg.Wrap(func(ctx context.Context, x *runtime.Execution, next wrapNext) *runtime.Result {
			<-ctx.Done() // a rate limiter, say
			return x.Fail(ctx.Err())
		})
		wantCode(t, do(t, reg, "x"), runtime.CodeToolTimeout)
	})
}

// With a grace, the caller of a tool that does not obey gets away. What becomes
// of the tool is told once, and changes nothing.
func TestGrace(t *testing.T) {
	for name, c := range map[string]struct {
		run  runFunc
		late string
	}{
		"returns": {sleeps(time.Hour, "late"), "ok"},
		"panics":  {func(context.Context, *runtime.Execution) (any, error) { time.Sleep(time.Hour); panic("late") }, runtime.CodeToolPanic},
		"exits": {func(context.Context, *runtime.Execution) (any, error) {
			time.Sleep(time.Hour)
			goruntime.Goexit()
			return nil, nil
		}, runtime.CodeToolPanic},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var late []string
				reg := newRegistry(t, runtime.Options{Late: func(x *runtime.Execution, r *runtime.Result) {
					late = append(late, x.CallID()+" "+outcome(r))
				}}, timed(newTool("x", func(ctx context.Context, x *runtime.Execution) (any, error) {
					defer x.DeferContext(runtime.Text("too late"))
					return c.run(ctx, x)
				}), 10*time.Second))
				observed := 0
				reg.Observe(func(*runtime.Execution, *runtime.Result) { observed++ })
				reg.Wrap(runtime.Timeouts{Grace: time.Second}.Policy())
				start := time.Now()
				r := do(t, reg, "x")
				wantCode(t, r, runtime.CodeToolTimeout, "unknown")
				if took := time.Since(start); took != 11*time.Second {
					t.Errorf("took %s", took)
				}
				if reg.Orphans() != 1 || reg.Child("c").Orphans() != 1 {
					t.Errorf("%d orphans", reg.Orphans())
				}
				time.Sleep(2 * time.Hour)
				synctest.Wait()
				want := "c1 ok"
				if c.late != "ok" {
					want = "c1 " + runtime.CodeToolPanic
				} else {
					want = "c1 " + runtime.CodeAborted // its context had ended
				}
				if reg.Orphans() != 0 || observed != 1 || strings.Join(late, ",") != want {
					t.Errorf("%d orphans, observed %d times, late: %v", reg.Orphans(), observed, late)
				}
				wantCode(t, r, runtime.CodeToolTimeout)
				if len(r.AdditionalContext()) != 0 {
					t.Error("the late tool added context")
				}
			})
		})
	}
}

// A tool that ends within its grace is no orphan.
func TestWithinGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{Late: func(*runtime.Execution, *runtime.Result) { t.Error("late") }},
			timed(newTool("x", sleeps(10500*time.Millisecond, "fine")), 10*time.Second))
		reg.Wrap(runtime.Timeouts{Grace: time.Second}.Policy())
		wantCode(t, do(t, reg, "x"), runtime.CodeToolTimeout)
		if reg.Orphans() != 0 {
			t.Error("an orphan")
		}
	})
}

// A late hook that fails is reported.
func TestLateHookIsContained(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &logger{}
		reg := newRegistry(t, runtime.Options{Logger: log, Late: func(*runtime.Execution, *runtime.Result) { panic("hook") }},
			timed(newTool("x", sleeps(time.Hour, nil)), time.Second))
		reg.Wrap(runtime.Timeouts{Grace: time.Second}.Policy())
		wantCode(t, do(t, reg, "x"), runtime.CodeToolTimeout)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if !strings.Contains(log.text(), "late hook failed") {
			t.Errorf("log: %s", log.text())
		}
	})
}

// A tool that crashed with its lock held: the next call of it waits, but gets
// away; other tools are not concerned.
func TestPanicWithLockHeld(t *testing.T) {
	var mu sync.Mutex
	divide := timed(newTool("divide", func(_ context.Context, x *runtime.Execution) (any, error) {
		mu.Lock()
		n := 10 / len(strings.Trim(x.Arguments(), "{}")) // as an author would have it: no deferred unlock
		mu.Unlock()
		return fmt.Sprint(n), nil
	}), 20*time.Millisecond)
	reg := newRegistry(t, runtime.Options{}, divide, newTool("other", returns("fine")))
	reg.Wrap(runtime.Timeouts{Grace: time.Millisecond}.Policy())
	before := goruntime.NumGoroutine()
	wantCode(t, do(t, reg, "divide"), runtime.CodeToolPanic)
	wantCode(t, do(t, reg, "divide"), runtime.CodeToolTimeout)
	wantText(t, do(t, reg, "other"), "fine")
	if reg.Orphans() != 1 {
		t.Errorf("%d orphans", reg.Orphans())
	}
	mu.Unlock() // let the orphan go
	goroutinesReturnTo(t, before)
}

// Ten thousand timeouts leave nothing behind.
func TestManyTimeouts(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	before := goruntime.NumGoroutine()
	reg := newRegistry(t, runtime.Options{}, timed(newTool("x", sleeps(3*time.Millisecond, "late")), time.Millisecond))
	reg.Wrap(runtime.TimeoutPolicy())
	var timeouts, left atomic.Int64
	left.Store(int64(n))
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				if outcome(do(t, reg, "x")) == runtime.CodeToolTimeout {
					timeouts.Add(1)
				}
			}
		})
	}
	all.Wait()
	if int(timeouts.Load()) != n {
		t.Errorf("%d timeouts of %d", timeouts.Load(), n)
	}
	goroutinesReturnTo(t, before)
}

// A call that outlives its request: it keeps the values, loses the cancellation,
// and still has its timeout.
func TestDetachedCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{},
			timed(newTool("job", func(ctx context.Context, _ *runtime.Execution) (any, error) {
				time.Sleep(time.Second)
				return ctx.Value(ctxKey{}), ctx.Err()
			}), time.Minute),
			timed(newTool("stuck", waits), time.Minute))
		reg.Wrap(runtime.TimeoutPolicy())
		request, end := context.WithTimeout(context.WithValue(t.Context(), ctxKey{}, "user 7"), time.Millisecond)
		defer end()
		wantCode(t, reg.Execute(request, runtime.Call{Name: "job"}), runtime.CodeAborted)
		detached := context.WithoutCancel(request)
		wantText(t, reg.Execute(detached, runtime.Call{Name: "job"}), "user 7")
		wantCode(t, reg.Execute(detached, runtime.Call{Name: "stuck"}), runtime.CodeToolTimeout)
	})
}
