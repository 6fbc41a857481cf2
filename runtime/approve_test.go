package runtime_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/approval"
	"github.com/dsh-tools/dshgen/runtime/runtimetest"
)

func askingRegistry(t *testing.T, o runtime.Options, runs *atomic.Int32) *runtime.Registry {
	t.Helper()
	reg := newRegistry(t, o, newTool("ok", func(context.Context, *runtime.Execution) (any, error) {
		runs.Add(1)
		return "fine", nil
	}))
	reg.Pre(preReturns(runtime.Ask("it may be dangerous")))
	return reg
}

// Everything but AllowedOnce denies, and each way says why in its own words.
func TestApprovalDenials(t *testing.T) {
	reasons := map[string]string{}
	for _, c := range []struct {
		name     string
		approver runtime.Approver
		agent    string
		by       runtime.Denial
		cause    error
	}{
		{name: "rejected", approver: &runtimetest.Approver{Answer: runtime.Rejected}, agent: "a", by: runtime.ByRejection},
		{name: "cancelled", approver: &runtimetest.Approver{Answer: runtime.Cancelled}, agent: "a", by: runtime.ByCancellation},
		{name: "unavailable", approver: &runtimetest.Approver{Answer: runtime.Unavailable}, agent: "a", by: runtime.ByAbsence},
		{name: "zero", approver: &runtimetest.Approver{}, agent: "a", by: runtime.ByNoAnswer},
		{name: "out of range", approver: &runtimetest.Approver{Answer: 99}, agent: "a", by: runtime.ByNoAnswer},
		{name: "no approver", agent: "a", by: runtime.ByNoApprover},
		{name: "no agent", approver: &runtimetest.Approver{Answer: runtime.AllowedOnce}, by: runtime.ByNoAgent},
		{name: "error", approver: &runtimetest.Approver{Answer: runtime.AllowedOnce, Err: errTest}, agent: "a", by: runtime.ByFailedApprover, cause: errTest},
		{name: "panic", approver: &runtimetest.Approver{Answer: runtime.AllowedOnce, Panic: errTest}, agent: "a", by: runtime.ByFailedApprover, cause: errTest},
		{name: "Goexit", agent: "a", by: runtime.ByFailedApprover, approver: runtime.ApproverFunc(
			func(context.Context, runtime.ApprovalRequest) (runtime.Approval, error) {
				goruntime.Goexit()
				return runtime.AllowedOnce, nil
			})},
	} {
		t.Run(c.name, func(t *testing.T) {
			var runs atomic.Int32
			reg := askingRegistry(t, runtime.Options{Approver: c.approver}, &runs)
			f := wantCode(t, reg.Execute(t.Context(), runtime.Call{ID: "1", Name: "ok", Agent: c.agent}), runtime.CodeDenied)
			var denied *runtime.DeniedError
			if !errors.As(f, &denied) || denied.By != c.by {
				t.Fatalf("cause is %v, want by %s", f.Unwrap(), c.by)
			}
			if c.cause != nil && !errors.Is(f, c.cause) {
				t.Errorf("%v has lost %v", f, c.cause)
			}
			if runs.Load() != 0 {
				t.Error("the tool ran")
			}
			if strings.Contains(f.Message, errTest.Error()) {
				t.Errorf("model is told %q", f.Message)
			}
			key := string(c.by)
			for other, text := range reasons {
				if (text == f.Message) != (other == key) {
					t.Errorf("%s and %s: %q", other, key, text)
				}
			}
			reasons[key] = f.Message
		})
	}
}

func TestApprovalRequest(t *testing.T) {
	approver := &runtimetest.Approver{Answer: runtime.AllowedOnce}
	tool := newTool("rm", returns("gone"))
	tool.Title, tool.Destructive = "Remove", true
	tool.PresentCall = func(arguments string) runtime.CallView {
		return runtime.TerminalCall{Command: "rm " + arguments}
	}
	reg := newRegistry(t, runtime.Options{Approver: approver}, tool)
	reg.Pre(preReturns(runtime.Ask("it deletes")))
	agent := reg.Child("agent-7")
	wantText(t, agent.Execute(t.Context(), runtime.Call{ID: "c9", Name: "rm", Arguments: "null"}), "gone")
	asked := approver.Asked()
	if len(asked) != 1 {
		t.Fatalf("asked %d times", len(asked))
	}
	q := asked[0]
	if q.Token.IsZero() {
		t.Error("no token")
	}
	q.Token = runtime.Token{}
	want := runtime.ApprovalRequest{
		CallID: "c9", RootID: "c9", Agent: "agent-7", Tool: "rm", Title: "Remove", Arguments: "{}",
		Card: runtime.TerminalCall{Command: "rm {}"}, Reason: "it deletes", Destructive: true,
	}
	if q != want {
		t.Errorf("got  %+v\nwant %+v", q, want)
	}
	const digest = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" // of {}
	if got := approval.Digest(q); got != digest {
		t.Errorf("digest %s", got)
	}
}

// What cannot run is not put before a person.
func TestApproverIsNotAskedInVain(t *testing.T) {
	approver := &runtimetest.Approver{Answer: runtime.AllowedOnce}
	strict := newTool("strict", panics)
	strict.Validate = func(string) error { return errors.New("never valid") }
	reg := newRegistry(t, runtime.Options{Approver: approver}, strict)
	reg.Pre(preReturns(runtime.Ask("?")))
	wantCode(t, do(t, reg, "strict"), runtime.CodeInvalidArgs, "never valid")
	wantCode(t, do(t, reg, "nope"), runtime.CodeUnknownTool)
	if n := len(approver.Asked()); n != 0 {
		t.Errorf("asked %d times", n)
	}
}

// An approver that never answers holds nothing up: not the call beyond its
// deadline, and not the other calls of the step.
func TestApprovalNeverAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		approver := &runtimetest.Approver{Answer: runtime.AllowedOnce, Deaf: true}
		reg := newRegistry(t, runtime.Options{Approver: approver, ApprovalTimeout: time.Minute},
			newTool("ask", func(context.Context, *runtime.Execution) (any, error) { runs.Add(1); return "asked", nil }),
			newTool("free", returns("free")))
		reg.Pre(func(ctx context.Context, x *runtime.Execution, next preNext) (runtime.PreDecision, error) {
			if x.Name() == "ask" {
				return runtime.Ask("?"), nil
			}
			return next(ctx)
		})
		start := time.Now()
		step := reg.ExecuteStep(t.Context(), []runtime.Call{{ID: "1", Name: "ask", Agent: "a"}, {ID: "2", Name: "free", Agent: "a"}})
		if took := time.Since(start); took != time.Minute {
			t.Errorf("took %s", took)
		}
		f := wantCode(t, step.Results()[0], runtime.CodeDenied, "not answered in time")
		var denied *runtime.DeniedError
		if !errors.As(f, &denied) || denied.By != runtime.ByNoAnswer || !errors.Is(f, context.DeadlineExceeded) {
			t.Errorf("cause is %v", f.Unwrap())
		}
		wantText(t, step.Results()[1], "free")
		approver.Release() // a late yes
		synctest.Wait()
		if runs.Load() != 0 {
			t.Error("the late answer ran the tool")
		}
	})
}

// A yes that comes with or after the end of the call is none.
func TestApprovalAfterCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, name := range []string{"answers late", "ignores the context", "heeds the context"} {
			var runs atomic.Int32
			ctx, cancel := context.WithCancelCause(t.Context())
			approver := &runtimetest.Approver{Answer: runtime.AllowedOnce}
			var a runtime.Approver = approver
			switch name {
			case "answers late":
				a = runtime.ApproverFunc(func(context.Context, runtime.ApprovalRequest) (runtime.Approval, error) {
					cancel(errTest)
					return runtime.AllowedOnce, nil
				})
			case "ignores the context":
				approver.Deaf = true
			case "heeds the context":
				approver.Wait = true
			}
			time.AfterFunc(time.Second, func() { cancel(errTest) })
			reg := askingRegistry(t, runtime.Options{Approver: a}, &runs)
			f := wantCode(t, reg.Execute(ctx, runtime.Call{Name: "ok", Agent: "a"}), runtime.CodeAbortedBeforeDispatch, "did nothing")
			if !errors.Is(f, errTest) || runs.Load() != 0 {
				t.Errorf("%s: cause %v, %d runs", name, f.Unwrap(), runs.Load())
			}
			approver.Release()
			synctest.Wait()
		}
	})
}

func TestToolRemovedDuringApproval(t *testing.T) {
	var remove func()
	reg := runtime.NewRegistry(runtime.Options{Approver: runtime.ApproverFunc(
		func(context.Context, runtime.ApprovalRequest) (runtime.Approval, error) {
			remove()
			return runtime.AllowedOnce, nil
		})})
	remove = register(t, reg, newTool("ok", panics))
	reg.Pre(preReturns(runtime.Ask("?")))
	wantCode(t, do(t, reg, "ok"), runtime.CodeUnknownTool, "no longer available")
}

// An approval is for the tool that was asked about, not for its name.
func TestToolReplacedDuringApproval(t *testing.T) {
	var reg *runtime.Registry
	reg = newRegistry(t, runtime.Options{Approver: runtime.ApproverFunc(
		func(context.Context, runtime.ApprovalRequest) (runtime.Approval, error) {
			if _, err := reg.Replace(newTool("ok", panics)); err != nil {
				t.Error(err)
			}
			return runtime.AllowedOnce, nil
		})}, newTool("ok", panics))
	reg.Pre(preReturns(runtime.Ask("?")))
	wantCode(t, do(t, reg, "ok"), runtime.CodeUnknownTool, "no longer available")
}

// At a desk, questions are answered from elsewhere: each by its token, once, and
// only while its call waits.
func TestDesk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		desk := &approval.Desk{}
		reg := askingRegistry(t, runtime.Options{Approver: desk, ApprovalTimeout: time.Minute}, &runs)
		results := make(chan *runtime.Result, 3)
		execute := func(id string) {
			go func() { results <- reg.Execute(t.Context(), runtime.Call{ID: id, Name: "ok", Agent: "a"}) }()
			synctest.Wait()
		}
		execute("a")
		execute("a") // the same ID: still two questions
		pending := desk.Pending()
		if len(pending) != 2 || pending[0].Token == pending[1].Token {
			t.Fatalf("pending %+v", pending)
		}
		if err := desk.Answer(runtime.Token{}, runtime.AllowedOnce); !errors.Is(err, approval.ErrNotPending) {
			t.Errorf("answer to nothing: %v", err)
		}
		if synctest.Wait(); runs.Load() != 0 {
			t.Fatal("a wrong answer ran the tool")
		}
		if err := desk.Answer(pending[0].Token, runtime.AllowedOnce); err != nil {
			t.Error(err)
		}
		if err := desk.Answer(pending[0].Token, runtime.AllowedOnce); !errors.Is(err, approval.ErrNotPending) {
			t.Errorf("second answer: %v", err)
		}
		wantText(t, <-results, "fine")
		time.Sleep(2 * time.Minute)
		wantCode(t, <-results, runtime.CodeDenied)
		if err := desk.Answer(pending[1].Token, runtime.AllowedOnce); !errors.Is(err, approval.ErrNotPending) {
			t.Errorf("answer after the deadline: %v", err)
		}
		if runs.Load() != 1 || len(desk.Pending()) != 0 {
			t.Errorf("%d runs, %d pending", runs.Load(), len(desk.Pending()))
		}
	})
}

func TestDeskNotify(t *testing.T) {
	var runs atomic.Int32
	desk := &approval.Desk{}
	desk.Notify = func(q runtime.ApprovalRequest) {
		if err := desk.Answer(q.Token, runtime.AllowedOnce); err != nil {
			t.Error(err)
		}
	}
	wantText(t, do(t, askingRegistry(t, runtime.Options{Approver: desk}, &runs), "ok"), "fine")
}

func TestApprovalNames(t *testing.T) {
	for a, want := range map[runtime.Approval]string{
		0: "no answer", runtime.AllowedOnce: "allowed once", runtime.Rejected: "rejected",
		runtime.Cancelled: "cancelled", runtime.Unavailable: "unavailable",
	} {
		if a.String() != want {
			t.Errorf("%d is %q", a, a)
		}
	}
}
