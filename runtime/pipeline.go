package runtime

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	goruntime "runtime"
)

// The stages of a call, in the order of this file:
//
//	admit     copy the call, look the tool up                     execute
//	validate  read the arguments once                             INVALID_ARGS if not JSON
//	pre       ask the policies                                    DENIED
//	approve   ask a person, if a policy said so                   DENIED
//	guard     ask who can only say no; is there a tool to run?    DENIED, UNKNOWN_TOOL, INVALID_ARGS
//	run       wrappers, the tool in their midst, encode           TOOL_*, ABORTED, INVALID_TOOL_OUTPUT
//	post      ask the policies about the result                   BLOCKED
//	finalize  the tool's last word; freeze
//	observe   tell everybody
//
// Each stage is a method that returns the stage to go on with: an early end goes
// to post, a fault of a policy goes to finalize, and every way leads through
// finalize and observe exactly once.
type stage uint8

const (
	atValidate stage = iota
	atPre
	atApprove
	atGuard
	atRun
	atPost
	atFinalize
	atObserve
	atOver
)

// dispatch is one call on its way. The Execution in it is the part that others
// see; the rest belongs to the goroutine that runs the stages.
type dispatch struct {
	Execution
	ctx     callContext // the caller's, and knows the execution
	view    *view       // of admission
	stage   stage
	ended   sync.WaitGroup // the goroutine that runs the stages
	reason  string         // why a policy asks
	invalid error          // arguments are JSON but not valid
	outcome *Result
	told    int          // observers that were called
	started atomic.Bool  // the tool was
	broken  *PolicyError // the first fault of a policy; under mu
	ran     toolRun      // when the tool runs on the goroutine of the stages
}

// execute admits a call, as one made by the execution from if that is not nil,
// and sees it through.
//
// The stages run on a goroutine of their own, since Goexit in foreign code ends
// the goroutine it is called on. If that happens, settle has found the stage to
// go on with, and another goroutine does.
func (r *Registry) execute(ctx context.Context, call Call, from *Execution) *Result {
	d := r.admit(ctx, call, from)
	for d.stage != atOver {
		d.ended.Add(1)
		go d.advance()
		d.ended.Wait()
	}
	return d.outcome
}

func (r *Registry) admit(ctx context.Context, call Call, from *Execution) *dispatch {
	v := r.load()
	d := &dispatch{view: v, Execution: Execution{
		registry: r,
		entry:    v.tools[call.Name],
		token:    Token{tree: r.tree, n: r.tree.tokens.Add(1), root: call.ID},
		parent:   call.Parent,
		callID:   call.ID,
		name:     call.Name,
		agent:    call.Agent,
		text:     call.Arguments,
		started:  time.Now(),
	}}
	d.ctx = callContext{Context: ctx, x: &d.Execution}
	if emptyArguments(d.text) {
		d.text = "{}"
	}
	if from != nil {
		d.depth = from.depth + 1
		if d.parent.IsZero() {
			d.parent = from.token
		}
	}
	if !d.parent.IsZero() {
		d.token.root = d.parent.root
	}
	if d.agent == "" {
		d.agent = r.name
	}
	if d.agent == "" && from != nil {
		d.agent = from.agent
	}
	return d
}

// advance runs stages until the call is over or its goroutine is ended.
func (d *dispatch) advance() {
	defer d.settle()
	if v := d.view; len(v.pres)+len(v.wraps)+len(v.posts) > 0 {
		growStack(d.told)
	}
	for d.stage != atOver {
		switch d.stage {
		case atValidate:
			d.stage = d.validate()
		case atPre:
			d.stage = d.decide()
		case atApprove:
			d.stage = d.approve()
		case atGuard:
			d.stage = d.guard()
		case atRun:
			d.stage = d.run()
		case atPost:
			d.stage = d.review()
		case atFinalize:
			d.stage = d.finalize()
		case atObserve:
			d.stage = d.observe()
		}
	}
}

// growStack makes the stack of a new goroutine large enough for most policies.
// It would get there by itself, in steps that each move what is on it: at the
// bottom there is nothing to move yet.
//
//go:noinline
func growStack(i int) byte {
	var room [5 << 10]byte
	return room[i&1]
}

// validate reads the arguments: the tool's own decoder says whether they are
// valid, and, if not, whether they are JSON at all.
func (d *dispatch) validate() stage {
	malformed, err := d.checkArguments()
	if malformed {
		d.outcome = d.invalidArguments(err)
		return atFinalize
	}
	d.invalid = err
	if d.ctx.Err() != nil {
		return d.abortedBefore()
	}
	if d.depth > d.registry.tree.MaxDepth {
		return d.denied(&DeniedError{By: ByDepth, Reason: "tools call each other more than " + strconv.Itoa(d.registry.tree.MaxDepth) + " levels deep"})
	}
	return atPre
}

// decide lets the pre policies decide.
func (d *dispatch) decide() stage {
	if len(d.view.pres) == 0 {
		return atGuard
	}
	decision, err := d.decidePre(&d.ctx, 0)
	switch {
	case err != nil || d.isBroken():
		return d.brokenOff(err)
	case decision.Denied():
		return d.denied(&DeniedError{By: ByPolicy, Reason: reasonOr(decision.reason, "a policy of this program does not allow it")})
	case d.ctx.Err() != nil:
		return d.abortedBefore()
	case decision.Asks():
		d.reason = decision.reason
		return atApprove
	}
	return atGuard
}

// approve asks the approver, unless the call cannot run anyway.
func (d *dispatch) approve() stage {
	if d.entry == nil || d.invalid != nil || !d.visible() {
		return atGuard
	}
	no := d.askApprover(d.reason)
	switch {
	case d.ctx.Err() != nil:
		return d.abortedBefore()
	case no != nil:
		return d.denied(no)
	}
	return atGuard
}

// guard asks the guards that there are now, and then ends what cannot run.
func (d *dispatch) guard() stage {
	for _, g := range d.registry.load().guards {
		if err := d.askGuard(g); err != nil {
			return d.denied(guardDenial(err))
		}
	}
	switch {
	case d.entry == nil || !d.visible():
		d.outcome = d.unknownTool()
		return atPost
	case d.invalid != nil:
		d.outcome = d.invalidArguments(d.invalid)
		return atPost
	}
	return atRun
}

// run runs the tool inside the wrappers.
func (d *dispatch) run() stage {
	if len(d.view.wraps) == 0 {
		d.runTool(&d.ctx, &d.ran)
		d.outcome = d.ran.result
		return atPost
	}
	d.release = make(chan struct{})
	d.outcome = d.runWrapped(&d.ctx, 0)
	if d.isBroken() {
		return d.brokenOff(nil)
	}
	return atPost
}

// review lets the post policies decide about the outcome.
func (d *dispatch) review() stage {
	d.outcome = d.outcome.withContexts(d.takeDeferred())
	if len(d.view.posts) == 0 {
		return atFinalize
	}
	decision, err := d.decidePost(&d.ctx, d.outcome, 0)
	if err != nil || d.isBroken() {
		return d.brokenOff(err)
	}
	d.outcome = d.apply(decision)
	return atFinalize
}

// finalize gives the tool its last word and freezes the outcome.
func (d *dispatch) finalize() stage {
	d.takeDeferred()
	d.outcome = d.finalized(d.outcome).capped(d.registry.tree.MaxOutputBytes)
	return atObserve
}

// observe tells the observers there are, each once.
func (d *dispatch) observe() stage {
	for d.told < len(d.view.observers) {
		o := d.view.observers[d.told]
		d.told++ // before: if o ends this goroutine, the next one goes on after it
		d.tellObserver(o)
	}
	return atOver
}

// settle ends the goroutine that runs the stages. When it ends in the middle of
// one, by Goexit or by a panic that got past the containment closer by, settle
// decides how the call goes on.
//
// Where panics are to end the program, caught does not return, and the caller
// is not woken up.
func (d *dispatch) settle() {
	if d.stage != atOver {
		d.stage = d.afterEnd(d.caught(recover()))
	}
	d.ended.Done()
}

// afterEnd returns the stage to go on with after foreign code ended this one.
func (d *dispatch) afterEnd(cause *PanicError) stage {
	switch d.stage {
	case atPre:
		return d.brokenOff(&PolicyError{Stage: "pre policy", Err: cause})
	case atApprove:
		return d.denied((answer{err: cause}).judge())
	case atGuard:
		return d.denied(guardDenial(cause))
	case atRun:
		if d.outcome = d.ran.result; d.outcome != nil { // the tool, without wrappers
			return atPost
		}
		return d.brokenOff(&PolicyError{Stage: "wrapper", Ran: d.started.Load(), Err: cause})
	case atPost:
		return d.brokenOff(&PolicyError{Stage: "post policy", Ran: d.started.Load(), Err: cause})
	case atObserve:
		return atObserve // with the next observer
	case atFinalize:
		d.outcome = d.crashed(cause)
		return atObserve
	}
	d.outcome = d.crashed(cause) // in the decoder
	return atFinalize
}

// caught turns what recover returned into an error, nil meaning Goexit. Where
// the program asked for it, it lets the panic go on.
func (x *Execution) caught(value any) *PanicError {
	if value == nil {
		return &PanicError{Goexit: true}
	}
	if x.registry.tree.CrashOnPanic {
		panic(value)
	}
	buf := make([]byte, 16<<10)
	return &PanicError{Value: value, Stack: string(buf[:goruntime.Stack(buf, false)])}
}

// breaks notes the first fault of a policy, and returns e.
func (d *dispatch) breaks(e *PolicyError) error {
	e.Ran = d.started.Load()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken == nil {
		d.broken = e
	}
	return e
}

func (d *dispatch) isBroken() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken != nil
}

// brokenOff ends a call that a policy failed: no policy is asked again. If the
// policy failed because the call was cancelled, the call counts as that.
func (d *dispatch) brokenOff(err error) stage {
	d.mu.Lock()
	if d.broken != nil {
		err = d.broken
	}
	d.mu.Unlock()
	if cause := d.ctx.Err(); cause != nil && isAny(err, cause, context.Cause(&d.ctx)) {
		d.outcome = d.aborted(d.started.Load(), &d.ctx, err)
	} else {
		d.outcome = d.policyFailed(err)
	}
	return atFinalize
}

// visible reports whether the tool of the call is still the one that its name
// stands for.
func (d *dispatch) visible() bool { return d.registry.load().tools[d.name] == d.entry }

// abortedBefore ends a call that was cancelled before its tool ran.
func (d *dispatch) abortedBefore() stage {
	d.outcome = d.aborted(false, &d.ctx, nil)
	return atPost
}

// denied ends a call before its tool ran.
func (d *dispatch) denied(e *DeniedError) stage {
	d.outcome = d.newFailure(&Failure{
		Name: string(ErrDenied), Code: CodeDenied, cause: e,
		Message: modelText("call of " + d.label() + " denied: " + e.Reason),
	})
	return atPost
}

func reasonOr(reason, instead string) string {
	if reason == "" {
		return instead
	}
	return reason
}
