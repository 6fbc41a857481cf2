package runtime

import (
	"context"
	"math"
	"time"
)

// Timeouts is a policy that bounds the run of tools. Its zero value enforces
// [Tool.Timeout] and waits for tools to obey; register Timeouts.Policy with
// [Registry.Wrap].
//
// At the deadline the context of the tool ends. When the tool has then ended too,
// and has neither failed for a reason of its own nor was the call cancelled from
// outside before, the call fails with [CodeToolTimeout]. Nobody knows what such a
// tool has done, and the model is told so.
type Timeouts struct {
	// Default bounds tools without a timeout of their own. Zero means no bound.
	Default time.Duration
	// Grace is how long after its deadline a tool may go on before its caller is
	// let go. The tool is then an orphan: it goes on running, is counted by
	// [Registry.Orphans], and what becomes of it goes to [Options.Late] and
	// changes nothing else. Zero means that callers wait for ever.
	Grace time.Duration
}

// TimeoutPolicy is the policy of the zero [Timeouts].
func TimeoutPolicy() Wrapper { return Timeouts{}.Policy() }

// Policy returns the wrapper. It panics when a duration is negative.
func (t Timeouts) Policy() Wrapper {
	if t.Default < 0 || t.Grace < 0 {
		panic("runtime: Timeouts: negative duration")
	}
	return func(ctx context.Context, x *Execution, next func(context.Context) *Result) *Result {
		limit := x.timeout()
		if limit == 0 {
			limit = t.Default
		}
		if limit == 0 {
			return next(ctx)
		}
		passed := &deadlineError{limit}
		ctx, cancel := context.WithTimeoutCause(ctx, limit, passed)
		defer cancel()
		if t.Grace > 0 && limit < math.MaxInt64-t.Grace {
			grace := time.AfterFunc(limit+t.Grace, func() {
				if context.Cause(ctx) == passed { // a call that was cancelled is awaited
					x.abandon()
				}
			})
			defer grace.Stop()
		}
		r := next(ctx)
		cause := context.Cause(ctx)
		ours := cause == passed || cause == nil && ended(ctx) != nil // its timer is late
		if !ours || !interrupted(r) {
			return r
		}
		return x.newFailure(timeoutFailure(x.name, limit, r))
	}
}

// deadlineError is the cause of a context that a timeout policy ended. Its
// address tells whose it was.
type deadlineError struct{ limit time.Duration }

func (e *deadlineError) Error() string { return "tool timeout of " + e.limit.String() + " passed" }

// Is says that this is a deadline, as the error of the context does.
func (e *deadlineError) Is(target error) bool { return target == context.DeadlineExceeded }

// interrupted reports whether r says no more than that its context ended.
func interrupted(r *Result) bool {
	if r == nil || r.failure == nil {
		return false
	}
	return isAny(r.failure, ErrAborted, context.DeadlineExceeded, context.Canceled)
}

func timeoutFailure(tool string, limit time.Duration, r *Result) *Failure {
	f := &Failure{Name: string(ErrTimeout), Code: CodeToolTimeout, cause: r.failure}
	f.Message = "tool " + quoteName(tool) + " timed out after " + limit.String()
	if r.failure.Code == CodeAbortedBeforeDispatch {
		f.Message += " before it was started: it did nothing"
	} else {
		f.Message += ": its outcome is unknown, it may have taken effect or still do so"
	}
	return f
}
