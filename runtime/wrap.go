package runtime

import "context"

// Wrapper surrounds the run of a tool. It may pass another context to next, one
// with values, a deadline or a cancellation of its own, and it may decide not to
// call next and return x.Succeed or x.Fail instead. The last next runs the tool.
// With a, b registered in that order a call runs a(b(tool)).
//
// The context that the wrapper got always reaches the tool: cancellation can be
// added, not removed. A result that is nil or of another execution, a panic,
// calling next twice, and returning while another goroutine is in next are
// [CodePolicyFailed]. Once the wrapper has returned, next does nothing but fail.
// The tool runs at most once in any case.
type Wrapper func(ctx context.Context, x *Execution, next func(context.Context) *Result) *Result

// Wrap adds a wrapper to r and its children: inside of those registered before,
// and of those of r's parents. It panics on nil.
func (r *Registry) Wrap(w Wrapper) (remove func()) { return r.addWrap(w, false) }

// WrapFirst is [Registry.Wrap], but outside of the wrappers that r itself has now.
func (r *Registry) WrapFirst(w Wrapper) (remove func()) { return r.addWrap(w, true) }

func (r *Registry) addWrap(w Wrapper, first bool) (remove func()) {
	if w == nil {
		panic("runtime: Wrap: nil wrapper")
	}
	return add(r, func(o *own) *[]*slot[Wrapper] { return &o.wraps }, w, first)
}

// Succeed makes a result as if the tool had returned value: it is encoded and
// checked, and fails with [CodeInvalidToolOutput] if it does not pass. It is for
// a [Wrapper] that answers in place of the tool.
func (x *Execution) Succeed(value any) *Result { return x.valueResult(value) }

// Fail makes a result as if the tool had returned err. A *[Failure] keeps its
// code.
func (x *Execution) Fail(err error) *Result {
	if err == nil {
		err = &Failure{Message: "the call failed, no reason was given"}
	}
	return x.newFailure(toolFailure(x.name, err))
}

// runWrapped runs the wrappers from the i-th on, and the tool inside of them.
func (d *dispatch) runWrapped(ctx context.Context, i int) *Result {
	if i == len(d.view.wraps) {
		return d.runApart(ctx)
	}
	t := d.newTurn("wrapper")
	next := func(c context.Context) *Result {
		if err := t.begin(); err != nil {
			return d.policyFailed(err)
		}
		defer t.end()
		c, release := inherit(c, ctx)
		defer release()
		return d.runWrapped(c, i+1)
	}
	return d.callWrapper(ctx, t, d.view.wraps[i], next)
}

// callWrapper calls one wrapper within its turn and checks what it returns.
func (d *dispatch) callWrapper(ctx context.Context, t *turn, w Wrapper, next func(context.Context) *Result) (r *Result) {
	returned := false
	defer func() {
		var err error
		switch {
		case !returned:
			err = t.fail(d.caught(recover()))
		case r == nil:
			err = t.fail(errNoResult)
		case r.token != d.token:
			err = t.fail(errForeign)
		}
		if broken := t.close(); broken != nil {
			err = broken
		}
		if err != nil {
			r = d.policyFailed(err)
		}
	}()
	r = w(ctx, &d.Execution, next)
	returned = true
	return r
}

// inherit returns ctx such that it also ends when from does, with the same
// cause. Where ctx was derived from it, it does so anyway and this is wasted,
// but no context tells whether it was.
func inherit(ctx, from context.Context) (_ context.Context, release func()) {
	if ctx == nil || ctx == from {
		return from, func() {}
	}
	if from.Done() == nil || ctx.Done() == from.Done() {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(from, func() { cancel(context.Cause(from)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
