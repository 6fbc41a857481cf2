package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/runtimetest"
)

// TestTrace follows a call on each way through the pipeline. Every trace ends in
// one finalize, if there is a tool, and one line per observer.
func TestTrace(t *testing.T) {
	const all = `
		pre a {
		pre b {
		} pre b: allow
		} pre a: allow
		guard a
		guard b
		wrap a {
		wrap b {
		run ok
		} wrap b: ok
		} wrap a: ok
		post a ok {
		post b ok {
		} post b: accept
		} post a: accept
		finalize ok
		observe a: ok
		observe b: ok`
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	type registry = *runtime.Registry
	for _, c := range []struct {
		name  string
		call  runtime.Call
		ctx   context.Context
		setUp func(registry)
		want  string
	}{
		{name: "success", want: all},
		{name: "asked and allowed", setUp: func(r registry) { r.Pre(preReturns(runtime.Ask("sure?"))) }, want: `
			pre a {
			pre b {
			} pre b: ask
			} pre a: ask
			approve
			guard a
			guard b
			wrap a {
			wrap b {
			run ok
			} wrap b: ok
			} wrap a: ok
			post a ok {
			post b ok {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: ok
			observe b: ok`},
		{name: "denied by a policy", setUp: func(r registry) { r.Pre(preReturns(runtime.Deny("no"))) }, want: `
			pre a {
			pre b {
			} pre b: deny
			} pre a: deny
			post a DENIED {
			post b DENIED {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: DENIED
			observe b: DENIED`},
		{name: "denied by a policy that was put first", setUp: func(r registry) { r.PreFirst(preReturns(runtime.Deny("no"))) }, want: `
			post a DENIED {
			post b DENIED {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: DENIED
			observe b: DENIED`},
		{name: "asked and rejected", call: runtime.Call{Arguments: `{"reject":true}`},
			setUp: func(r registry) { r.Pre(preReturns(runtime.Ask("sure?"))) }, want: `
			pre a {
			pre b {
			} pre b: ask
			} pre a: ask
			approve
			post a DENIED {
			post b DENIED {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: DENIED
			observe b: DENIED`},
		{name: "denied by a guard", setUp: func(r registry) { r.Guard(func(*runtime.Execution) error { return errTest }) }, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			post a DENIED {
			post b DENIED {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: DENIED
			observe b: DENIED`},
		{name: "not JSON", call: runtime.Call{Arguments: `{"a":`}, want: `
			finalize ok
			observe a: INVALID_ARGS
			observe b: INVALID_ARGS`},
		{name: "invalid arguments", call: runtime.Call{Name: "strict"},
			setUp: func(r registry) { r.Pre(preReturns(runtime.Ask("sure?"))) }, want: `
			pre a {
			pre b {
			} pre b: ask
			} pre a: ask
			guard a
			guard b
			post a INVALID_ARGS {
			post b INVALID_ARGS {
			} post b: accept
			} post a: accept
			finalize strict
			observe a: INVALID_ARGS
			observe b: INVALID_ARGS`},
		{name: "invalid arguments, denied", call: runtime.Call{Name: "strict"},
			setUp: func(r registry) { r.Pre(preReturns(runtime.Deny("no"))) }, want: `
			pre a {
			pre b {
			} pre b: deny
			} pre a: deny
			post a DENIED {
			post b DENIED {
			} post b: accept
			} post a: accept
			finalize strict
			observe a: DENIED
			observe b: DENIED`},
		{name: "unknown tool", call: runtime.Call{Name: "nope"}, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			post a UNKNOWN_TOOL {
			post b UNKNOWN_TOOL {
			} post b: accept
			} post a: accept
			observe a: UNKNOWN_TOOL
			observe b: UNKNOWN_TOOL`},
		{name: "cancelled before", ctx: cancelled, want: `
			post a ABORTED_BEFORE_DISPATCH {
			post b ABORTED_BEFORE_DISPATCH {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: ABORTED_BEFORE_DISPATCH
			observe b: ABORTED_BEFORE_DISPATCH`},
		{name: "tool error", call: runtime.Call{Name: "fail"}, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			wrap a {
			wrap b {
			run fail
			} wrap b: TOOL_ERROR
			} wrap a: TOOL_ERROR
			post a TOOL_ERROR {
			post b TOOL_ERROR {
			} post b: accept
			} post a: accept
			finalize fail
			observe a: TOOL_ERROR
			observe b: TOOL_ERROR`},
		{name: "tool exits", call: runtime.Call{Name: "exit"}, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			wrap a {
			wrap b {
			run exit
			} wrap b: TOOL_PANIC
			} wrap a: TOOL_PANIC
			post a TOOL_PANIC {
			post b TOOL_PANIC {
			} post b: accept
			} post a: accept
			finalize exit
			observe a: TOOL_PANIC
			observe b: TOOL_PANIC`},
		{name: "wrapper answers", setUp: func(r registry) {
			r.Wrap(func(_ context.Context, x *runtime.Execution, _ func(context.Context) *runtime.Result) *runtime.Result {
				return x.Succeed("cached")
			})
		}, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			wrap a {
			wrap b {
			} wrap b: ok
			} wrap a: ok
			post a ok {
			post b ok {
			} post b: accept
			} post a: accept
			finalize ok
			observe a: ok
			observe b: ok`},
		{name: "pre policy fails", setUp: func(r registry) {
			r.Pre(func(context.Context, *runtime.Execution, func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
				return runtime.Allow(), errTest
			})
		}, want: `
			pre a {
			pre b {
			} pre b: error
			} pre a: error
			finalize ok
			observe a: POLICY_FAILED
			observe b: POLICY_FAILED`},
		{name: "wrapper fails", setUp: func(r registry) {
			r.WrapFirst(func(context.Context, *runtime.Execution, func(context.Context) *runtime.Result) *runtime.Result {
				panic("x")
			})
		}, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			finalize ok
			observe a: POLICY_FAILED
			observe b: POLICY_FAILED`},
		{name: "post policy fails", setUp: func(r registry) {
			r.PostFirst(func(context.Context, *runtime.Execution, *runtime.Result, func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
				panic("x")
			})
		}, want: `
			pre a {
			pre b {
			} pre b: allow
			} pre a: allow
			guard a
			guard b
			wrap a {
			wrap b {
			run ok
			} wrap b: ok
			} wrap a: ok
			finalize ok
			observe a: POLICY_FAILED
			observe b: POLICY_FAILED`},
		{name: "blocked", setUp: func(r registry) { r.Post(postReturns(runtime.Block(runtime.Text("no")))) },
			want: strings.NewReplacer(": accept", ": block", "observe a: ok", "observe a: BLOCKED", "observe b: ok", "observe b: BLOCKED").Replace(all)},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			strict := newTool("strict", returns("ran"))
			strict.Validate = func(string) error {
				return &runtime.ArgsError{Tool: "strict", Violations: []runtime.Violation{{Path: "a", Rule: "required", Message: "is missing"}}}
			}
			reg := runtime.NewRegistry(runtime.Options{Approver: runtime.ApproverFunc(
				func(_ context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
					rec.Note("approve")
					if strings.Contains(q.Arguments, "reject") {
						return runtime.Rejected, nil
					}
					return runtime.AllowedOnce, nil
				})})
			for _, tool := range []*runtime.Tool{newTool("ok", returns("fine")), newTool("fail", fails(errors.New("no such branch"))), newTool("exit", exits), strict} {
				register(t, reg, rec.Tool(tool))
			}
			rec.Attach(reg, "a")
			rec.Attach(reg, "b")
			if c.setUp != nil {
				c.setUp(reg)
			}
			call := c.call
			call.ID, call.Agent = "c1", "agent"
			if call.Name == "" {
				call.Name = "ok"
			}
			ctx := c.ctx
			if ctx == nil {
				ctx = t.Context()
			}
			reg.Execute(ctx, call)
			want := strings.TrimPrefix(strings.ReplaceAll(c.want, "\t", ""), "\n") + "\n"
			if got := rec.Text(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
