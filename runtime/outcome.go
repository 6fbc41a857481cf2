package runtime

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// The outcomes that a call can have, each made in one place.

// label names the called tool in messages to the model, who may have called it
// anything.
func (x *Execution) label() string { return quoteName(x.name) }

func quoteName(name string) string { return strconv.Quote(cut(clean(name), 64)) }

// aborted is the outcome of a cancelled call; ctx says why it was.
func (d *dispatch) aborted(started bool, ctx context.Context, err error) *Result {
	f := &Failure{
		Name: string(ErrAborted), Code: CodeAbortedBeforeDispatch,
		Message: "call of " + d.label() + " was cancelled before the tool was started: it did nothing",
		cause:   errors.Join(ended(ctx), context.Cause(ctx), err),
	}
	if started {
		f.Code = CodeAborted
		f.Message = "call of " + d.label() + " was cancelled while the tool ran: its outcome is unknown"
	}
	return d.newFailure(f)
}

// policyFailed is the outcome of a call that a policy failed. What failed is the
// program's business; what the model has to know is whether the tool ran.
func (d *dispatch) policyFailed(err error) *Result {
	f := &Failure{Name: string(ErrPolicy), Code: CodePolicyFailed, cause: err}
	f.Message = "call of " + d.label() + " failed in this program before the tool was started: it did nothing"
	if d.started.Load() {
		f.Message = "call of " + d.label() + " failed in this program after the tool was started: its outcome is unknown"
	}
	return d.newFailure(f)
}

func guardDenial(err error) *DeniedError {
	reason := errorText(err)
	if _, panicked := err.(*PanicError); panicked || reason == "" {
		reason = "a guard of this program does not allow it"
	}
	return &DeniedError{By: ByGuard, Reason: modelText(reason), Err: err}
}

// unknownTool is the outcome of a call of a tool that this scope does not have,
// or has no more.
func (d *dispatch) unknownTool() *Result {
	v := d.registry.load()
	f := &Failure{Name: string(ErrUnknownTool), Code: CodeUnknownTool, Message: "unknown tool " + d.label()}
	if d.entry != nil || v.removed(d.name) {
		f.Message = "tool " + d.label() + " is no longer available"
		return d.newFailure(f)
	}
	names := make([]string, 0, len(v.tools))
	for _, e := range v.sorted() {
		names = append(names, e.tool.Name)
	}
	if near := nearest(d.name, names); near != "" {
		f.Message += ": did you mean " + strconv.Quote(near) + "?"
	} else if 0 < len(names) && len(names) <= maxNamesShown {
		f.Message += ": the tools are " + strings.Join(names, ", ")
	}
	return d.newFailure(f)
}

// maxNamesShown bounds the list of names that a call of an unknown tool is
// answered with.
const maxNamesShown = 20

// checkArguments reads the arguments the way the tool does, or, without a
// decoder, checks that they are one JSON object.
func (d *dispatch) checkArguments() (malformed bool, err error) {
	if limit := d.registry.tree.MaxArgumentBytes; len(d.text) > limit {
		return true, &ArgsError{Tool: d.name, Violations: []Violation{{
			Rule:    "size",
			Message: "the arguments are " + strconv.Itoa(len(d.text)) + " bytes long, the limit is " + strconv.Itoa(limit),
		}}}
	}
	if err = d.checkText(d.text); err == nil {
		return false, nil
	}
	if d.registry.tree.Repair && d.entry != nil {
		if text, repairs, ok := repaired(d.text, err, d.checkText); ok {
			d.received, d.text, d.repairs = d.text, text, repairs
			return false, nil
		}
	}
	if args, ok := as[*ArgsError](err); ok && args != nil {
		return args.Malformed(), err
	}
	return jsonscan.Syntax(d.text, jsonscan.Limits{}) != nil, err // a decoder with errors of its own
}

// checkText returns nil if text holds arguments within the limits.
func (d *dispatch) checkText(text string) error {
	if o := &d.registry.tree.Options; o.MaxArgumentDepth > 0 || o.MaxArgumentElements > 0 {
		limits := jsonscan.Limits{Depth: min(o.MaxArgumentDepth, jsonscan.MaxDepth), Elements: o.MaxArgumentElements}
		if err := jsonscan.Syntax(text, limits); err != nil {
			return &ArgsError{Tool: d.name, Violations: []Violation{malformed(err)}}
		}
	}
	if d.entry != nil && d.entry.tool.Validate != nil {
		return d.entry.tool.Validate(text)
	}
	return d.checkObject(text)
}

// checkObject returns nil if text is one JSON object.
func (d *dispatch) checkObject(text string) error {
	s := jsonscan.NewCheck(text)
	if anyObject(&s); s.End() {
		return nil
	}
	return ExplainArgs(d.name, text, anyObject)
}

// anyObject walks over an object whose properties may be anything.
func anyObject(s *jsonscan.Scanner) {
	m := s.Map()
	for m.Next() {
		s.Skip()
	}
}

// invalidArguments is the outcome of a call whose arguments do not pass.
func (d *dispatch) invalidArguments(err error) *Result {
	f := &Failure{Name: string(ErrInvalidArgs), Code: CodeInvalidArgs, Message: modelText(errorText(err)), cause: err}
	if f.Message == "" {
		f.Message = "the arguments of " + d.label() + " are invalid"
	}
	if d.entry == nil { // say both at once: the next attempt can mend both
		f.Message += "; also, " + d.unknownTool().Text()
	}
	return d.newFailure(f)
}

// crashed is the outcome of a tool that panicked or ended its goroutine.
func (d *dispatch) crashed(cause *PanicError) *Result {
	what := " crashed"
	if cause.Goexit {
		what = " exited without returning a result"
	}
	return d.newFailure(&Failure{
		Name: string(ErrPanic), Code: CodeToolPanic, cause: cause,
		Message: "tool " + d.label() + what + ": this is a fault of the tool, not of the arguments, and what it did before may have taken effect",
	})
}

// valueResult makes a successful result of what a tool returned: the value is
// encoded here, once, and checked as the text that it became.
func (x *Execution) valueResult(value any) (r *Result) {
	returned := false
	defer func() {
		if !returned {
			r = x.badOutput("", x.caught(recover()))
		}
	}()
	r = x.convert(value)
	returned = true
	return r
}

func (x *Execution) convert(value any) *Result {
	switch v := value.(type) {
	case nil:
		if x.entry != nil && x.entry.tool.Output != "" {
			return x.newTextResult("null") // as if the promised value was a nil pointer
		}
		return x.newTextResult("done")
	case string:
		return x.newTextResult(v)
	case Content:
		return x.newResult([]Content{v})
	case []Content:
		return x.newResult(append([]Content(nil), v...))
	case Return:
		return x.returned(v)
	case *Return:
		if v == nil {
			return x.convert(nil)
		}
		return x.returned(*v)
	case *Result:
		if v == nil {
			return x.convert(nil)
		}
		return x.adopt(v)
	}
	text, bad := x.encode(value)
	if bad != nil {
		return bad
	}
	r := x.newTextResult(text)
	if text != "null" {
		r.value = text
	}
	return r
}

// returned makes a result of a Return.
func (x *Execution) returned(v Return) *Result {
	meta, err := freezeMeta(v.Meta)
	if err != nil {
		return x.badOutput(err.Path, err.Err)
	}
	var r *Result
	switch {
	case v.Value == nil && len(v.Content) == 0:
		r = x.convert(nil)
	case v.Value == nil:
		r = x.newResult(append([]Content(nil), v.Content...))
	default:
		text, bad := x.encode(v.Value)
		if bad != nil {
			return bad
		}
		if r = x.newTextResult(text); len(v.Content) > 0 {
			r.setContents(append([]Content(nil), v.Content...))
		}
		if text != "null" {
			r.value = text
		}
	}
	r.meta = meta
	return r
}

// adopt makes the result of another execution one of x, as a tool does that
// hands on what a nested call gave. Its value need not match the schema of this
// tool, so it is checked again.
func (x *Execution) adopt(other *Result) *Result {
	r := other.edit()
	r.callID, r.token = x.callID, x.token
	if r.failure == nil && r.value != "" {
		if bad := x.checkOutput(r.value); bad != nil {
			return bad
		}
	}
	return r
}

// encode returns the JSON text of value, or else the outcome that there is.
func (x *Execution) encode(value any) (text string, bad *Result) {
	encode := encodePlain
	if x.entry != nil && x.entry.tool.Encode != nil {
		encode = x.entry.tool.Encode
	}
	data, err := encode(nil, value)
	if errors.Is(err, ErrValueType) { // a wrapper or policy gave a value of its own
		data, err = encodePlain(nil, value)
	}
	if err != nil {
		path := ""
		if at, ok := as[*pathError](err); ok {
			path, err = at.Path, at.Err
		} else if at, ok := as[*jsonscan.WriteError](err); ok {
			path = at.Path
		} else if at, ok := as[pathed](err); ok {
			path = at.JSONPath()
		}
		return "", x.badOutput(path, err)
	}
	text = string(data)
	if err := jsonscan.Syntax(text, encodedLimits); err != nil {
		return "", x.badOutput("", err)
	}
	if text = compact(text); text == "null" {
		return text, nil
	}
	return text, x.checkOutput(text)
}

// pathed is an error of an encoder that knows where the fault is.
type pathed interface {
	error
	JSONPath() string
}

// checkOutput returns nil when the tool's schema has nothing against text.
func (x *Execution) checkOutput(text string) *Result {
	if x.entry == nil || x.entry.tool.CheckOutput == nil {
		return nil
	}
	if err := x.entry.tool.CheckOutput(text); err != nil {
		return x.badOutput("", err)
	}
	return nil
}

// badOutput is the outcome of a tool that ran but whose value is no result. The
// model must not take it for a fault of its arguments and try others.
func (x *Execution) badOutput(path string, err error) *Result {
	return x.newFailure(&Failure{
		Name: string(ErrInvalidOutput), Code: CodeInvalidToolOutput,
		Message: "tool " + x.label() + " ran, but its result could not be read: this is a fault of the tool, not of the arguments, and what it did has taken effect",
		cause:   &OutputError{Tool: x.name, Path: path, Err: err},
	})
}

// apply makes the outcome that the post policies decided on.
func (d *dispatch) apply(decision PostDecision) *Result {
	r := d.outcome
	switch {
	case !decision.accept:
		return d.blocked(decision)
	case decision.revalue && r.failure != nil:
		return d.policyFailed(&PolicyError{Stage: "post policy", Ran: d.started.Load(), Err: errLateValue})
	case decision.revalue:
		contexts := r.contexts
		r = d.valueResult(decision.replacement)
		r.meta = nil
		r = r.withContexts(contexts)
	}
	if decision.replace {
		value := r.value
		r = r.withContents(decision.contents)
		if decision.revalue && r.failure == nil {
			r.value = value // not the tool's but the policy's own
		}
	}
	return r.withContexts(decision.contexts)
}

// blocked is the outcome that a post policy withheld.
func (d *dispatch) blocked(decision PostDecision) *Result {
	message := joinTexts(decision.contents)
	if message == "" {
		message = "the result of " + d.label() + " was withheld by a policy of this program"
	}
	r := d.newFailure(&Failure{Name: string(ErrBlocked), Code: CodeBlocked, Message: modelText(message), cause: d.blockedCause()})
	if len(decision.contents) > 0 {
		r.setContents(append([]Content(nil), decision.contents...))
	}
	return r.withContexts(decision.contexts)
}

// blockedCause keeps the identity of an error that was blocked, for the program.
func (d *dispatch) blockedCause() error {
	if d.outcome.failure == nil {
		return nil
	}
	return d.outcome.failure
}

// finalized lets the tool's hook replace the contents of a success.
func (d *dispatch) finalized(r *Result) *Result {
	if d.entry == nil || d.entry.tool.Finalize == nil {
		return r
	}
	contents, cause := d.callFinalize(r)
	switch {
	case cause != nil:
		d.report("finalize hook failed", cause)
		return d.crashed(cause)
	case contents == nil || r.failure != nil:
		return r
	}
	return r.withContents(contents)
}

func (d *dispatch) callFinalize(r *Result) (contents []Content, cause *PanicError) {
	returned := false
	defer func() {
		if !returned {
			cause = d.caught(recover())
		}
	}()
	contents = d.entry.tool.Finalize(&d.ctx, &d.Execution, r)
	returned = true
	return contents, nil
}

// outputMark stands where text of a result was cut.
func outputMark(limit, total int) string {
	return "\n[cut to " + strconv.Itoa(limit) + " of " + strconv.Itoa(total) + " bytes]"
}
