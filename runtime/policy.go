package runtime

import (
	"context"
	"sync"
	"sync/atomic"
)

// PrePolicy decides whether a call may run: it returns [Allow], [Deny] or [Ask]
// itself, or asks the policies behind it with next and returns, or overrules,
// what they decided. The last next allows. With a, b registered in that order a
// call is decided by a(b(allow)).
//
// It sees calls of unknown tools and calls with invalid arguments too, which it
// may deny but which do not run in any case. An error or panic, also one of a
// policy behind it, fails the call with [CodePolicyFailed], whatever is returned
// then. So does calling next twice, and returning while another goroutine is in
// next. Once the policy has returned, next does nothing but fail.
type PrePolicy func(ctx context.Context, x *Execution, next func(context.Context) (PreDecision, error)) (PreDecision, error)

// PostPolicy decides what becomes of a result: it returns [Accept] or [Block],
// changed by their With methods, itself, or asks the policies behind it with
// next and returns, or overrules, what they decided. The last next accepts. All
// see the same result. With a, b registered in that order a result is decided by
// a(b(accept)).
//
// It sees every outcome but that of text that was not JSON and that of a policy
// that failed. What it may not do is the same as for a [PrePolicy].
type PostPolicy func(ctx context.Context, x *Execution, r *Result, next func(context.Context) (PostDecision, error)) (PostDecision, error)

// Pre adds a policy to r and its children: inside of those registered before,
// and of those of r's parents. It panics on nil.
func (r *Registry) Pre(p PrePolicy) (remove func()) { return r.addPre(p, false) }

// PreFirst is [Registry.Pre], but outside of the policies that r itself has now.
func (r *Registry) PreFirst(p PrePolicy) (remove func()) { return r.addPre(p, true) }

// Post adds a policy to r and its children: inside of those registered before,
// and of those of r's parents. It panics on nil.
func (r *Registry) Post(p PostPolicy) (remove func()) { return r.addPost(p, false) }

// PostFirst is [Registry.Post], but outside of the policies that r itself has now.
func (r *Registry) PostFirst(p PostPolicy) (remove func()) { return r.addPost(p, true) }

func (r *Registry) addPre(p PrePolicy, first bool) (remove func()) {
	if p == nil {
		panic("runtime: Pre: nil policy")
	}
	return add(r, func(o *own) *[]*slot[PrePolicy] { return &o.pres }, p, first)
}

func (r *Registry) addPost(p PostPolicy, first bool) (remove func()) {
	if p == nil {
		panic("runtime: Post: nil policy")
	}
	return add(r, func(o *own) *[]*slot[PostPolicy] { return &o.posts }, p, first)
}

// PolicyError is the cause of a [CodePolicyFailed] failure.
type PolicyError struct {
	// Stage is "pre policy", "wrapper" or "post policy".
	Stage string
	// Ran reports whether the tool had been started.
	Ran bool
	// Err is what the policy returned, a [*PanicError], or the rule it broke.
	Err error
}

// Error names the stage and the fault.
func (e *PolicyError) Error() string { return e.Stage + " failed: " + errorText(e.Err) }

// Unwrap returns Err.
func (e *PolicyError) Unwrap() error { return e.Err }

// The rules that policies and wrappers can break.
const (
	errNextTwice   fault = "called next more than once"
	errNextLate    fault = "called next after it had returned"
	errNextRunning fault = "returned before next did"
	errNoResult    fault = "returned no result"
	errForeign     fault = "returned a result of another execution"
	errLateValue   fault = "gave a value to a failed call"
)

// fault is an error that is a constant.
type fault string

func (f fault) Error() string { return string(f) }

// decidePre runs the pre policies from the i-th on.
func (d *dispatch) decidePre(ctx context.Context, i int) (PreDecision, error) {
	if i == len(d.view.pres) {
		return Allow(), nil
	}
	t := d.newTurn("pre policy")
	next := func(c context.Context) (inner PreDecision, err error) {
		if err := t.begin(); err != nil {
			return PreDecision{}, err
		}
		defer t.end()
		return d.decidePre(orElse(c, ctx), i+1)
	}
	return callPolicy(t, func() (PreDecision, error) { return d.view.pres[i](ctx, &d.Execution, next) })
}

// decidePost runs the post policies from the i-th on.
func (d *dispatch) decidePost(ctx context.Context, r *Result, i int) (PostDecision, error) {
	if i == len(d.view.posts) {
		return Accept(), nil
	}
	t := d.newTurn("post policy")
	next := func(c context.Context) (inner PostDecision, err error) {
		if err := t.begin(); err != nil {
			return PostDecision{}, err
		}
		defer t.end()
		return d.decidePost(orElse(c, ctx), r, i+1)
	}
	return callPolicy(t, func() (PostDecision, error) { return d.view.posts[i](ctx, &d.Execution, r, next) })
}

// callPolicy calls one policy within its turn. However the policy ends, its
// failure is noted where no policy outside of it can undo it.
func callPolicy[D any](t *turn, policy func() (D, error)) (decision D, err error) {
	returned := false
	defer func() {
		if !returned {
			err = t.fail(t.d.caught(recover()))
		}
		if broken := t.close(); broken != nil {
			err = broken
		}
	}()
	decision, err = policy()
	returned = true
	if err != nil {
		err = t.fail(err)
	}
	return decision, err
}

func orElse(ctx, instead context.Context) context.Context {
	if ctx == nil {
		return instead
	}
	return ctx
}

// turn is one call of one policy or wrapper, during which it may call next once.
type turn struct {
	d     *dispatch
	stage string
	state atomic.Int32
	next  sync.WaitGroup // ends when next has returned
}

const (
	turnIdle int32 = iota
	turnInNext
	turnAfterNext
	turnOver
)

func (d *dispatch) newTurn(stage string) *turn {
	t := &turn{d: d, stage: stage}
	t.next.Add(1)
	return t
}

// fail notes that the policy failed with err, and returns that as an error.
func (t *turn) fail(err error) error {
	return t.d.breaks(&PolicyError{Stage: t.stage, Err: err})
}

// begin enters next, or says why it cannot be entered.
func (t *turn) begin() error {
	switch {
	case t.state.CompareAndSwap(turnIdle, turnInNext):
		return nil
	case t.state.Load() == turnOver:
		return &PolicyError{Stage: t.stage, Err: errNextLate} // the call has moved on
	}
	return t.fail(errNextTwice)
}

// end leaves next.
func (t *turn) end() {
	t.state.CompareAndSwap(turnInNext, turnAfterNext)
	t.next.Done()
}

// close ends the turn. A next that another goroutine is still in is awaited:
// a tool that was started is never left alone.
func (t *turn) close() error {
	if t.state.Swap(turnOver) != turnInNext {
		return nil
	}
	t.next.Wait()
	return t.fail(errNextRunning)
}
