// Package runtimetest helps to test policies and tools of package runtime: a
// [Recorder] of the stages that a call went through, an [Approver] that does as
// it is told, and [TestPolicy], a suite that policies should pass.
package runtimetest

import (
	"context"
	"strings"
	"sync"

	"github.com/dsh-tools/dshgen/runtime"
)

// Recorder writes down the stages of calls, one line each, in the order in which
// they happen. Its policies change nothing. The zero Recorder is ready for use;
// it is safe for concurrent use and must not be copied.
type Recorder struct {
	mu    sync.Mutex
	lines []string
}

// Note adds a line.
func (r *Recorder) Note(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

// Text returns the lines so far, each with its newline.
func (r *Recorder) Text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.lines) == 0 {
		return ""
	}
	return strings.Join(r.lines, "\n") + "\n"
}

// Reset forgets all lines.
func (r *Recorder) Reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = nil
}

// Attach registers one of each kind of policy under the name given, and returns
// a function that removes them.
func (r *Recorder) Attach(reg *runtime.Registry, name string) (remove func()) {
	removes := []func(){
		reg.Pre(r.Pre(name)), reg.Guard(r.Guard(name)), reg.Wrap(r.Wrap(name)),
		reg.Post(r.Post(name)), reg.Observe(r.Observe(name)),
	}
	return func() {
		for _, remove := range removes {
			remove()
		}
	}
}

// Pre returns a policy that notes "pre NAME {" and "} pre NAME: allow".
func (r *Recorder) Pre(name string) runtime.PrePolicy {
	return func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		r.Note("pre " + name + " {")
		d, err := next(ctx)
		switch {
		case err != nil:
			r.Note("} pre " + name + ": error")
		case d.Allowed():
			r.Note("} pre " + name + ": allow")
		case d.Asks():
			r.Note("} pre " + name + ": ask")
		default:
			r.Note("} pre " + name + ": deny")
		}
		return d, err
	}
}

// Guard returns a guard that notes "guard NAME".
func (r *Recorder) Guard(name string) runtime.Guard {
	return func(*runtime.Execution) error {
		r.Note("guard " + name)
		return nil
	}
}

// Wrap returns a wrapper that notes "wrap NAME {" and "} wrap NAME: OUTCOME".
func (r *Recorder) Wrap(name string) runtime.Wrapper {
	return func(ctx context.Context, x *runtime.Execution, next func(context.Context) *runtime.Result) *runtime.Result {
		r.Note("wrap " + name + " {")
		result := next(ctx)
		r.Note("} wrap " + name + ": " + Outcome(result))
		return result
	}
}

// Post returns a policy that notes "post NAME {" and "} post NAME: accept".
func (r *Recorder) Post(name string) runtime.PostPolicy {
	return func(ctx context.Context, x *runtime.Execution, result *runtime.Result, next func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
		r.Note("post " + name + " " + Outcome(result) + " {")
		d, err := next(ctx)
		switch {
		case err != nil:
			r.Note("} post " + name + ": error")
		case d.Accepted():
			r.Note("} post " + name + ": accept")
		default:
			r.Note("} post " + name + ": block")
		}
		return d, err
	}
}

// Observe returns an observer that notes "observe NAME: OUTCOME".
func (r *Recorder) Observe(name string) runtime.Observer {
	return func(x *runtime.Execution, result *runtime.Result) {
		r.Note("observe " + name + ": " + Outcome(result))
	}
}

// Tool returns a copy of t that notes "run NAME" and "finalize NAME".
func (r *Recorder) Tool(t *runtime.Tool) *runtime.Tool {
	c := *t
	run, finalize := t.Run, t.Finalize
	c.Run = func(ctx context.Context, x *runtime.Execution) (any, error) {
		r.Note("run " + x.Name())
		return run(ctx, x)
	}
	c.Finalize = func(ctx context.Context, x *runtime.Execution, result *runtime.Result) []runtime.Content {
		r.Note("finalize " + x.Name())
		if finalize == nil {
			return nil
		}
		return finalize(ctx, x, result)
	}
	return &c
}

// Outcome returns "ok", or the code of the failure.
func Outcome(r *runtime.Result) string {
	switch {
	case r == nil:
		return "nil"
	case r.IsError():
		return r.Error().Code
	}
	return "ok"
}
