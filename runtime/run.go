package runtime

import (
	"context"
	"sync/atomic"
	"time"
)

// toolRun is the one run of a tool, however often anybody tries.
type toolRun struct {
	result *Result
	state  atomic.Int32 // who was first: the tool to end, or the caller to go
}

const (
	runGoing int32 = iota
	runEnded
	runAbandoned
)

// runTool runs the tool and turns what it returned into a result. Whatever the
// tool does, even ending its goroutine, there is a result in out afterwards.
func (d *dispatch) runTool(ctx context.Context, out *toolRun) {
	defer func() {
		if out.result == nil {
			out.result = d.panicked(d.caught(recover()))
		}
	}()
	switch {
	case !d.visible():
		out.result = d.unknownTool()
		return
	case ctx.Err() != nil:
		out.result = d.aborted(false, ctx, nil)
		return
	}
	d.started.Store(true)
	value, err := d.entry.tool.Run(ctx, &d.Execution)
	out.result = d.conclude(ctx, value, err)
}

// conclude judges how the tool ended. Cancellation counts by ctx and not by the
// error alone: a tool may well have had a deadline of its own. An error that is
// not about the cancellation says more than that there was one, and stays.
func (d *dispatch) conclude(ctx context.Context, value any, err error) *Result {
	gone := ended(ctx)
	switch {
	case err == nil && gone == nil:
		return d.valueResult(value)
	case err == nil, gone != nil && isAny(err, context.Canceled, context.DeadlineExceeded, context.Cause(ctx)):
		return d.aborted(true, ctx, err)
	}
	return d.newFailure(toolFailure(d.name, err))
}

// ended is ctx.Err() by the clock: under load the timer of a context may be late,
// and then whether a slow tool counts as slow would be a matter of luck.
func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return nil
}

// panicked is crashed, and counts how often that tool was.
func (d *dispatch) panicked(cause *PanicError) *Result {
	limit := d.registry.tree.DisableAfterPanics
	if n := d.entry.panics.Add(1); limit > 0 && int(n) == limit {
		d.entry.home.remove(d.entry)
		d.report("tool disabled: it panicked too often", cause)
	}
	return d.crashed(cause)
}

// runApart runs the tool on a goroutine of its own, inside of wrappers: those
// go on when the tool ends its goroutine, and one of them, the timeout policy,
// may let the caller go before the tool ends.
func (d *dispatch) runApart(ctx context.Context) *Result {
	if FromContext(ctx) != &d.Execution { // a wrapper passed on a context of its own
		ctx = &callContext{Context: ctx, x: &d.Execution}
	}
	done := make(chan struct{})
	out := &toolRun{}
	go func() {
		defer func() {
			if out.result == nil {
				return // the program is about to end with this panic
			}
			close(done)
			if !out.state.CompareAndSwap(runGoing, runEnded) {
				d.late(out.result)
			}
		}()
		d.runTool(ctx, out)
	}()
	select {
	case <-done:
		return out.result
	case <-d.release:
	}
	d.registry.tree.orphans.Add(1)
	if !out.state.CompareAndSwap(runGoing, runAbandoned) {
		d.registry.tree.orphans.Add(-1) // it ended just now
		<-done
		return out.result
	}
	return d.aborted(true, ctx, nil)
}

// late tells the program what became of a tool that nobody waited for.
func (d *dispatch) late(r *Result) {
	d.registry.tree.orphans.Add(-1)
	tell := d.registry.tree.Late
	if tell == nil {
		return
	}
	returned := false
	defer func() {
		if !returned {
			d.report("late hook failed", d.caught(recover()))
		}
	}()
	tell(&d.Execution, r)
	returned = true
}
