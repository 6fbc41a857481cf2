package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/runtimetest"
)

type (
	preNext  = func(context.Context) (runtime.PreDecision, error)
	postNext = func(context.Context) (runtime.PostDecision, error)
	wrapNext = func(context.Context) *runtime.Result
)

func TestZeroDecisions(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("ok", returns("fine")))
	remove := reg.Pre(preReturns(runtime.PreDecision{}))
	wantCode(t, do(t, reg, "ok"), runtime.CodeDenied)
	remove()
	reg.Post(postReturns(runtime.PostDecision{}))
	wantCode(t, do(t, reg, "ok"), runtime.CodeBlocked, "withheld")
}

func TestDenyTellsReason(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("ok", returns("fine")))
	reg.Pre(preReturns(runtime.Deny("not on Sundays")))
	f := wantCode(t, do(t, reg, "ok"), runtime.CodeDenied, "not on Sundays")
	var denied *runtime.DeniedError
	if !errors.As(f, &denied) || denied.By != runtime.ByPolicy || !errors.Is(f, runtime.ErrDenied) {
		t.Errorf("cause is %v", f.Unwrap())
	}
}

// An outer policy has the last word: that is what makes it outer.
func TestOuterPolicyOverrules(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("ok", returns("fine")))
	reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
		if d, err := next(ctx); err != nil || !d.Denied() || d.Reason() != "inner" {
			t.Errorf("next returned %v, %v", d, err)
		}
		return runtime.Allow(), nil
	})
	reg.Pre(preReturns(runtime.Deny("inner")))
	wantText(t, do(t, reg, "ok"), "fine")
}

func TestOrderOfRegistration(t *testing.T) {
	rec := &runtimetest.Recorder{}
	root := newRegistry(t, runtime.Options{}, newTool("ok", returns("fine")))
	child := root.Child("child")
	child.Pre(rec.Pre("child"))
	child.Wrap(rec.Wrap("child"))
	child.Guard(rec.Guard("child"))
	child.Observe(rec.Observe("child"))
	root.Pre(rec.Pre("b"))
	root.PreFirst(rec.Pre("a"))
	root.Wrap(rec.Wrap("b"))
	root.WrapFirst(rec.Wrap("a"))
	root.Post(rec.Post("b"))
	root.PostFirst(rec.Post("a"))
	root.Guard(rec.Guard("root"))
	root.Observe(rec.Observe("root"))
	do(t, child, "ok")
	want := `pre a {
pre b {
pre child {
} pre child: allow
} pre b: allow
} pre a: allow
guard root
guard child
wrap a {
wrap b {
wrap child {
} wrap child: ok
} wrap b: ok
} wrap a: ok
post a ok {
post b ok {
} post b: accept
} post a: accept
observe root: ok
observe child: ok
`
	if got := rec.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRemovePolicies(t *testing.T) {
	rec := &runtimetest.Recorder{}
	reg := newRegistry(t, runtime.Options{}, newTool("ok", returns("fine")))
	remove := rec.Attach(reg, "a")
	removeB := rec.Attach(reg, "b")
	remove()
	remove() // harmless
	do(t, reg, "ok")
	if got := rec.Text(); strings.Contains(got, "pre a") || strings.Count(got, " b") != 8 {
		t.Errorf("after the removal of a:\n%s", got)
	}
	removeB()
	rec.Reset()
	do(t, reg, "ok")
	if got := rec.Text(); got != "" {
		t.Errorf("after the removal of both:\n%s", got)
	}
}

func TestNilPoliciesPanicWhenRegistered(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	for name, register := range map[string]func(){
		"pre":     func() { reg.Pre(nil) },
		"post":    func() { reg.Post(nil) },
		"wrap":    func() { reg.Wrap(nil) },
		"guard":   func() { reg.Guard(nil) },
		"observe": func() { reg.Observe(nil) },
		"options": func() { runtime.NewRegistry(runtime.Options{ApprovalTimeout: -1}) },
		"timeout": func() { runtime.Timeouts{Grace: -1}.Policy() },
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "runtime: ") {
					t.Errorf("%s: recovered %q", name, text)
				}
			}()
			register()
		}()
	}
}

// badPolicies are all ways for a pre policy, a wrapper and a post policy to break
// the rules. Whether the tool was started must show in what the model is told.
func TestFailingPolicies(t *testing.T) {
	background := context.Background()
	for _, c := range []struct {
		name  string
		setUp func(reg *runtime.Registry)
		stage string
		ran   bool
		cause string
	}{
		{name: "pre error", stage: "pre policy", cause: errTest.Error(), setUp: func(reg *runtime.Registry) {
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) {
				return runtime.Allow(), errTest
			})
		}},
		{name: "pre panic", stage: "pre policy", cause: "panic: boom", setUp: func(reg *runtime.Registry) {
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) { panic("boom") })
		}},
		{name: "pre Goexit", stage: "pre policy", cause: "Goexit", setUp: func(reg *runtime.Registry) {
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) {
				goruntime.Goexit()
				return runtime.Allow(), nil
			})
		}},
		{name: "pre next twice", stage: "pre policy", cause: "more than once", setUp: func(reg *runtime.Registry) {
			reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
				next(ctx)
				next(ctx)
				return runtime.Allow(), nil
			})
		}},
		{name: "pre swallows an inner error", stage: "pre policy", cause: errTest.Error(), setUp: func(reg *runtime.Registry) {
			reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
				if _, err := next(ctx); !errors.Is(err, errTest) {
					panic("inner error lost")
				}
				return runtime.Allow(), nil
			})
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) {
				return runtime.Allow(), errTest
			})
		}},
		{name: "pre swallows an inner panic", stage: "pre policy", cause: "panic: boom", setUp: func(reg *runtime.Registry) {
			reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (d runtime.PreDecision, err error) {
				defer func() {
					recover()
					d, err = runtime.Allow(), nil
				}()
				return next(ctx)
			})
			reg.Pre(func(context.Context, *runtime.Execution, preNext) (runtime.PreDecision, error) { panic("boom") })
		}},
		{name: "pre returns before next", stage: "pre policy", cause: "before next did", setUp: func(reg *runtime.Registry) {
			reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
				started := make(chan struct{})
				go next(context.WithValue(ctx, ctxKey{}, started))
				<-started
				return runtime.Allow(), nil
			})
			reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
				close(ctx.Value(ctxKey{}).(chan struct{}))
				time.Sleep(20 * time.Millisecond) // while the outer one returns
				return runtime.Allow(), nil
			})
			reg.Pre(preReturns(runtime.Allow()))
		}},
		{name: "wrapper returns nil", stage: "wrapper", cause: "no result", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(context.Context, *runtime.Execution, wrapNext) *runtime.Result { return nil })
		}},
		{name: "wrapper drops the result", stage: "wrapper", ran: true, cause: "no result", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				next(ctx)
				return nil
			})
		}},
		{name: "wrapper returns a foreign result", stage: "wrapper", cause: "another execution", setUp: func(reg *runtime.Registry) {
			other := newRegistry(t, runtime.Options{}, newTool("other", returns("other"))).Execute(background, runtime.Call{ID: "c1", Name: "other"})
			reg.Wrap(func(context.Context, *runtime.Execution, wrapNext) *runtime.Result { return other })
		}},
		{name: "wrapper returns a zero result", stage: "wrapper", cause: "another execution", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(context.Context, *runtime.Execution, wrapNext) *runtime.Result { return &runtime.Result{} })
		}},
		{name: "wrapper panics before", stage: "wrapper", cause: "panic: boom", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(context.Context, *runtime.Execution, wrapNext) *runtime.Result { panic("boom") })
		}},
		{name: "wrapper panics after", stage: "wrapper", ran: true, cause: "panic: boom", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				next(ctx)
				panic("boom")
			})
		}},
		{name: "wrapper exits", stage: "wrapper", ran: true, cause: "Goexit", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				next(ctx)
				goruntime.Goexit()
				return nil
			})
		}},
		{name: "wrapper calls next twice", stage: "wrapper", ran: true, cause: "more than once", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				first := next(ctx)
				if second := next(ctx); outcome(second) != runtime.CodePolicyFailed {
					panic("second next gave " + outcome(second))
				}
				return first
			})
		}},
		{name: "wrapper returns while the tool runs", stage: "wrapper", ran: true, cause: "before next did", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(ctx context.Context, x *runtime.Execution, next wrapNext) *runtime.Result {
				started := make(chan struct{})
				go next(context.WithValue(ctx, ctxKey{}, started))
				<-started
				return x.Succeed("early")
			})
			reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
				close(ctx.Value(ctxKey{}).(chan struct{}))
				time.Sleep(20 * time.Millisecond) // while the outer one returns
				return next(ctx)
			})
		}},
		{name: "inner wrapper fails, outer hides it", stage: "wrapper", cause: "no result", setUp: func(reg *runtime.Registry) {
			reg.Wrap(func(ctx context.Context, x *runtime.Execution, next wrapNext) *runtime.Result {
				next(ctx)
				return x.Succeed("all is well")
			})
			reg.Wrap(func(context.Context, *runtime.Execution, wrapNext) *runtime.Result { return nil })
		}},
		{name: "post error", stage: "post policy", ran: true, cause: errTest.Error(), setUp: func(reg *runtime.Registry) {
			reg.Post(func(context.Context, *runtime.Execution, *runtime.Result, postNext) (runtime.PostDecision, error) {
				return runtime.Accept(), errTest
			})
		}},
		{name: "post panic", stage: "post policy", ran: true, cause: "panic: boom", setUp: func(reg *runtime.Registry) {
			reg.Post(func(context.Context, *runtime.Execution, *runtime.Result, postNext) (runtime.PostDecision, error) {
				panic("boom")
			})
		}},
		{name: "post Goexit", stage: "post policy", ran: true, cause: "Goexit", setUp: func(reg *runtime.Registry) {
			reg.Post(func(context.Context, *runtime.Execution, *runtime.Result, postNext) (runtime.PostDecision, error) {
				goruntime.Goexit()
				return runtime.Accept(), nil
			})
		}},
		{name: "post next twice", stage: "post policy", ran: true, cause: "more than once", setUp: func(reg *runtime.Registry) {
			reg.Post(func(ctx context.Context, _ *runtime.Execution, _ *runtime.Result, next postNext) (runtime.PostDecision, error) {
				next(ctx)
				next(ctx)
				return runtime.Accept(), nil
			})
		}},
		{name: "post gives a value to a failure", stage: "post policy", cause: "failed call", setUp: func(reg *runtime.Registry) {
			reg.Pre(preReturns(runtime.Deny("no")))
			reg.Post(postReturns(runtime.Accept().WithValue("yes")))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var runs atomic.Int32
			reg := newRegistry(t, runtime.Options{}, newTool("ok", func(context.Context, *runtime.Execution) (any, error) {
				runs.Add(1)
				return "secret content", nil
			}))
			c.setUp(reg)
			observed := 0
			reg.Observe(func(_ *runtime.Execution, r *runtime.Result) { observed++ })
			r := do(t, reg, "ok")
			f := wantCode(t, r, runtime.CodePolicyFailed)
			var p *runtime.PolicyError
			if !errors.As(f, &p) || p.Stage != c.stage || !strings.Contains(p.Err.Error(), c.cause) || p.Ran != c.ran {
				t.Errorf("cause is %#v (%v), want stage %q, ran %v, %q", p, p, c.stage, c.ran, c.cause)
			}
			if !errors.Is(f, runtime.ErrPolicy) {
				t.Error("is not ErrPolicy")
			}
			if told := strings.Contains(r.Text(), "outcome is unknown"); told != c.ran {
				t.Errorf("tool ran: %v, model is told %q", c.ran, r.Text())
			}
			if text := r.Text(); strings.Contains(text, "secret") || strings.Contains(text, "boom") || strings.Contains(text, errTest.Error()) {
				t.Errorf("model is told %q", text)
			}
			if n := int(runs.Load()); n > 1 || (n == 1) != c.ran {
				t.Errorf("tool ran %d times", n)
			}
			if observed != 1 {
				t.Errorf("observed %d times", observed)
			}
		})
	}
}

type ctxKey struct{}

// A next that is kept and called after the call has moved on runs nothing.
func TestLateNextRunsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		reg := newRegistry(t, runtime.Options{}, newTool("ok", func(context.Context, *runtime.Execution) (any, error) {
			runs.Add(1)
			return "fine", nil
		}))
		var keptPre preNext
		var keptWrap wrapNext
		var keptPost postNext
		reg.Pre(func(_ context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
			keptPre = next
			return runtime.Allow(), nil
		})
		reg.Wrap(func(_ context.Context, x *runtime.Execution, next wrapNext) *runtime.Result {
			keptWrap = next
			return x.Succeed("instead")
		})
		reg.Post(func(_ context.Context, _ *runtime.Execution, _ *runtime.Result, next postNext) (runtime.PostDecision, error) {
			keptPost = next
			return runtime.Accept(), nil
		})
		r := do(t, reg, "ok")
		wantText(t, r, "instead")
		if _, err := keptPre(t.Context()); err == nil {
			t.Error("late pre next succeeded")
		}
		wantCode(t, keptWrap(t.Context()), runtime.CodePolicyFailed)
		if _, err := keptPost(t.Context()); err == nil {
			t.Error("late post next succeeded")
		}
		if runs.Load() != 0 {
			t.Error("the tool ran")
		}
		wantText(t, r, "instead")
	})
}

// Two goroutines in next at once: one runs the tool, the other is refused.
func TestConcurrentNext(t *testing.T) {
	var runs atomic.Int32
	reg := newRegistry(t, runtime.Options{}, newTool("ok", func(context.Context, *runtime.Execution) (any, error) {
		runs.Add(1)
		return "fine", nil
	}))
	reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
		results := make(chan *runtime.Result)
		for range 2 {
			go func() { results <- next(ctx) }()
		}
		<-results
		return <-results
	})
	wantCode(t, do(t, reg, "ok"), runtime.CodePolicyFailed)
	if runs.Load() != 1 {
		t.Errorf("tool ran %d times", runs.Load())
	}
}

func TestPostDecisions(t *testing.T) {
	tool := newTool("ok", func(_ context.Context, x *runtime.Execution) (any, error) {
		x.DeferContext(runtime.Text("from the tool"))
		return runtime.Return{Value: map[string]any{"n": 1}, Meta: map[string]any{"secret": "s"}}, nil
	})
	tool.CheckOutput = func(text string) error {
		if !strings.HasPrefix(text, `{"n":`) {
			return errors.New("n is missing")
		}
		return nil
	}
	accept := runtime.Accept
	for _, c := range []struct {
		name     string
		decision runtime.PostDecision
		want     string // outcome, text, value, meta, contexts
	}{
		{"accept", accept(), `ok|{"n":1}|{"n":1}|map[secret:s]|from the tool`},
		{"context", accept().WithContext(runtime.Text("more")), `ok|{"n":1}|{"n":1}|map[secret:s]|from the tool,more`},
		{"content", accept().WithContent(runtime.Text("redacted")), `ok|redacted||map[]|from the tool`},
		{"no content", accept().WithContent(), `ok|||map[]|from the tool`},
		{"value", accept().WithValue(map[string]any{"n": 2}), `ok|{"n":2}|{"n":2}|map[]|from the tool`},
		{"value and content", accept().WithValue(map[string]any{"n": 2}).WithContent(runtime.Text("two")), `ok|two|{"n":2}|map[]|from the tool`},
		{"bad value", accept().WithValue(map[string]any{"m": 2}), `INVALID_TOOL_OUTPUT|tool "ok" ran, but its result could not be read: this is a fault of the tool, not of the arguments, and what it did has taken effect||map[]|from the tool`},
		{"block", runtime.Block(runtime.Text("try less")), `BLOCKED|try less||map[]|`},
		{"block with context", runtime.Block(runtime.Text("no")).WithContext(runtime.Text("more")), `BLOCKED|no||map[]|more`},
	} {
		t.Run(c.name, func(t *testing.T) {
			reg := newRegistry(t, runtime.Options{}, tool)
			reg.Post(postReturns(c.decision))
			r := do(t, reg, "ok")
			var contexts []string
			for _, x := range r.AdditionalContext() {
				contexts = append(contexts, x.Text())
			}
			got := fmt.Sprintf("%s|%s|%s|%v|%s", outcome(r), r.Text(), r.Value(), r.Meta(), strings.Join(contexts, ","))
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Redacting an error must not leave its text in the failure.
func TestPostRedactsError(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("fail", fails(errors.New("key is hunter2"))))
	reg.Post(postReturns(runtime.Accept().WithContent(runtime.Text("redacted"))))
	r := do(t, reg, "fail")
	f := wantCode(t, r, runtime.CodeToolError, "redacted")
	data, err := r.MarshalJSON()
	if err != nil || strings.Contains(string(data), "hunter2") || strings.Contains(f.Error(), "hunter2") {
		t.Errorf("%s %v", data, err)
	}
}

func TestBlockKeepsErrorIdentity(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("fail", fails(errTest)))
	reg.Post(postReturns(runtime.Block(runtime.Text("no"))))
	if f := wantCode(t, do(t, reg, "fail"), runtime.CodeBlocked, "no"); !errors.Is(f, errTest) || !errors.Is(f, runtime.ErrBlocked) {
		t.Errorf("cause is %v", f.Unwrap())
	}
}

// Decisions are values: a policy that changes one it got changes a copy.
func TestDecisionsAreValues(t *testing.T) {
	base := runtime.Accept().WithContext(runtime.Text("a"))
	one, two := base.WithContext(runtime.Text("b")), base.WithContext(runtime.Text("c"))
	if one.Context()[1].Text() != "b" || two.Context()[1].Text() != "c" || len(base.Context()) != 1 {
		t.Error("With methods share memory")
	}
	feedback := []runtime.Content{runtime.Text("a")}
	block := runtime.Block(feedback...)
	feedback[0] = runtime.Text("changed")
	if block.Content()[0].Text() != "a" {
		t.Error("Block keeps the caller's slice")
	}
}

func TestGuards(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("ok", returns("fine")))
	child := reg.Child("child")
	var asked []string
	child.Guard(func(x *runtime.Execution) error { asked = append(asked, "child"); return nil })
	removed := reg.Guard(func(x *runtime.Execution) error { asked = append(asked, "root"); return errTest })
	f := wantCode(t, do(t, child, "ok"), runtime.CodeDenied, errTest.Error())
	var denied *runtime.DeniedError
	if !errors.As(f, &denied) || denied.By != runtime.ByGuard || !errors.Is(f, errTest) {
		t.Errorf("cause is %v", f.Unwrap())
	}
	if strings.Join(asked, " ") != "root" {
		t.Errorf("asked %v, want the root's only", asked)
	}
	removed()
	wantText(t, do(t, child, "ok"), "fine")
	for name, g := range map[string]runtime.Guard{
		"panic": func(*runtime.Execution) error { panic("secret") },
		"exit":  func(*runtime.Execution) error { goruntime.Goexit(); return nil },
	} {
		remove := reg.Guard(g)
		f := wantCode(t, do(t, child, "ok"), runtime.CodeDenied, "guard")
		var p *runtime.PanicError
		if !errors.As(f, &p) || strings.Contains(f.Message, "secret") {
			t.Errorf("%s: %v", name, f)
		}
		remove()
	}
}

// A guard that is registered while an approver thinks, binds the call.
func TestGuardRegisteredDuringApproval(t *testing.T) {
	var reg *runtime.Registry
	reg = newRegistry(t, runtime.Options{Approver: runtime.ApproverFunc(
		func(context.Context, runtime.ApprovalRequest) (runtime.Approval, error) {
			reg.Guard(func(*runtime.Execution) error { return errTest })
			return runtime.AllowedOnce, nil
		})}, newTool("ok", returns("fine")))
	reg.Pre(preReturns(runtime.Ask("?")))
	wantCode(t, do(t, reg, "ok"), runtime.CodeDenied, errTest.Error())
}

// An observer that fails is reported, and the others are told all the same.
func TestObserversAreContained(t *testing.T) {
	log := &logger{}
	reg := newRegistry(t, runtime.Options{Logger: log}, newTool("panic", panics), newTool("ok", returns("fine")))
	told := 0
	reg.Observe(func(*runtime.Execution, *runtime.Result) { panic("first observer") })
	reg.Observe(func(*runtime.Execution, *runtime.Result) { goruntime.Goexit() })
	reg.Observe(func(_ *runtime.Execution, r *runtime.Result) { told++ })
	wantCode(t, do(t, reg, "panic"), runtime.CodeToolPanic)
	wantText(t, do(t, reg, "ok"), "fine")
	if told != 2 {
		t.Errorf("last observer was told %d times", told)
	}
	if n := strings.Count(log.text(), "observer failed"); n != 4 || !strings.Contains(log.text(), "first observer") {
		t.Errorf("reported %d times:\n%s", n, log.text())
	}
}

type brokenLogger struct{}

func (brokenLogger) Error(string, ...any) { panic("logger") }

func TestLoggerIsContained(t *testing.T) {
	reg := newRegistry(t, runtime.Options{Logger: brokenLogger{}}, newTool("ok", returns("fine")))
	reg.Observe(func(*runtime.Execution, *runtime.Result) { panic("observer") })
	wantText(t, do(t, reg, "ok"), "fine")
}

// Policies cannot take the caller's cancellation or the execution from the tool.
func TestWrappersCannotDetach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := newRegistry(t, runtime.Options{}, newTool("wait", func(ctx context.Context, x *runtime.Execution) (any, error) {
			if runtime.FromContext(ctx) != x {
				t.Error("the tool's context has lost its execution")
			}
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}))
		reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
			return next(context.WithoutCancel(ctx))
		})
		reg.Wrap(func(_ context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
			return next(context.Background())
		})
		reg.Wrap(func(_ context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
			return next(nil)
		})
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(errTest) })
		f := wantCode(t, reg.Execute(ctx, runtime.Call{Name: "wait"}), runtime.CodeAborted)
		if !errors.Is(f, errTest) || !errors.Is(f, context.Canceled) {
			t.Errorf("cause is %v", f.Unwrap())
		}
	})
}

// A wrapper can add values and deadlines of its own.
func TestWrapperChangesContext(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("value", func(ctx context.Context, _ *runtime.Execution) (any, error) {
		return ctx.Value(ctxKey{}), nil
	}))
	reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
		return next(context.WithValue(ctx, ctxKey{}, "from the wrapper"))
	})
	wantText(t, do(t, reg, "value"), "from the wrapper")
}

func TestWrapperAnswersInPlaceOfTool(t *testing.T) {
	tool := newTool("ok", panics)
	tool.CheckOutput = func(text string) error {
		if text != `{"n":1}` {
			return errors.New("wrong")
		}
		return nil
	}
	reg := newRegistry(t, runtime.Options{}, tool)
	answer := func(w func(x *runtime.Execution) *runtime.Result) *runtime.Result {
		defer reg.Wrap(func(_ context.Context, x *runtime.Execution, _ wrapNext) *runtime.Result { return w(x) })()
		return do(t, reg, "ok")
	}
	wantText(t, answer(func(x *runtime.Execution) *runtime.Result { return x.Succeed(map[string]any{"n": 1}) }), `{"n":1}`)
	wantCode(t, answer(func(x *runtime.Execution) *runtime.Result { return x.Succeed(map[string]any{"n": 2}) }), runtime.CodeInvalidToolOutput)
	if f := wantCode(t, answer(func(x *runtime.Execution) *runtime.Result { return x.Fail(errTest) }), runtime.CodeToolError); !errors.Is(f, errTest) {
		t.Errorf("cause is %v", f.Unwrap())
	}
	wantCode(t, answer(func(x *runtime.Execution) *runtime.Result { return x.Fail(nil) }), runtime.CodeToolError, "no reason")
	wantCode(t, answer(func(x *runtime.Execution) *runtime.Result {
		return x.Fail(&runtime.Failure{Code: "RATE_LIMITED", Message: "wait a minute"})
	}), "RATE_LIMITED", "wait a minute")
	wantText(t, answer(func(x *runtime.Execution) *runtime.Result {
		x.Succeed("first")
		return x.Succeed("second") // making results has no effect, returning one has
	}), "second")
}
