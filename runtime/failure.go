package runtime

import (
	"errors"
	"strconv"
)

// The codes of failures, as the model and the program see them in
// [Failure.Code]. An error of a tool that has a method Code() string brings its
// own instead of CodeToolError.
const (
	CodeUnknownTool           = "UNKNOWN_TOOL"            // no such tool in this scope, or not any more
	CodeInvalidArgs           = "INVALID_ARGS"            // the arguments are not JSON or not what the schema says
	CodeInvalidToolOutput     = "INVALID_TOOL_OUTPUT"     // the tool ran, its value could not be encoded or breaks its schema
	CodeAborted               = "ABORTED"                 // cancelled while the tool ran: the outcome is unknown
	CodeAbortedBeforeDispatch = "ABORTED_BEFORE_DISPATCH" // cancelled before the tool ran: nothing happened
	CodeToolTimeout           = "TOOL_TIMEOUT"            // the tool's own deadline passed: the outcome is unknown
	CodeDenied                = "DENIED"                  // a policy, an approver or a guard said no: nothing happened
	CodeBlocked               = "BLOCKED"                 // the tool ran, a post policy withheld the result
	CodePolicyFailed          = "POLICY_FAILED"           // a policy or wrapper failed or broke its contract
	CodeToolError             = "TOOL_ERROR"              // the tool returned an error
	CodeToolPanic             = "TOOL_PANIC"              // the tool panicked or ended its goroutine
)

// Kind is a class of failures. It is an error, so that errors.Is can ask a
// failure for its class:
//
//	errors.Is(res.Error(), runtime.ErrTimeout)
//
// Kinds are constants: nobody can change them, and a failure read back by
// [ParseResult] still has its kind.
type Kind string

// The kinds of failures. The text of a kind is the [Failure.Name] of its
// failures. ErrAborted covers both codes for cancelled calls.
const (
	ErrUnknownTool   Kind = "UnknownToolError"
	ErrInvalidArgs   Kind = "InvalidArgsError"
	ErrInvalidOutput Kind = "InvalidToolOutputError"
	ErrAborted       Kind = "AbortedError"
	ErrTimeout       Kind = "TimeoutError"
	ErrDenied        Kind = "DeniedError"
	ErrBlocked       Kind = "BlockedError"
	ErrPolicy        Kind = "PolicyError"
	ErrTool          Kind = "ToolError"
	ErrPanic         Kind = "PanicError"
)

// Error describes the class.
func (k Kind) Error() string {
	switch k {
	case ErrUnknownTool:
		return "unknown tool"
	case ErrInvalidArgs:
		return "invalid arguments"
	case ErrInvalidOutput:
		return "invalid tool output"
	case ErrAborted:
		return "call aborted"
	case ErrTimeout:
		return "tool timed out"
	case ErrDenied:
		return "call denied"
	case ErrBlocked:
		return "result blocked"
	case ErrPolicy:
		return "policy failed"
	case ErrTool:
		return "tool failed"
	case ErrPanic:
		return "tool panicked"
	}
	return string(k)
}

// Failure says why a call has no success to show. It is the error of a
// [Result], made for programs; the model sees Message only, as the content of
// the result.
//
// A tool or wrapper that wants a certain code can return a *Failure of its own:
// an empty Name means that of ErrTool, an empty Code CodeToolError.
type Failure struct {
	// Name is the class of the failure, the text of a [Kind].
	Name string
	// Code is one of the codes above, or one of the tool's own.
	Code string
	// Message is what the model is told.
	Message string

	cause error // for errors.Is and errors.As; never shown to the model
}

// Error returns code and message.
func (f *Failure) Error() string { return f.Code + ": " + f.Message }

// Unwrap returns what led to the failure, with its identity: the error that the
// tool returned, a [*PanicError], an [*ArgsError], a [*DeniedError], a
// [*PolicyError], an [*OutputError], or the cause of a cancellation. It is nil
// for a failure read back by [ParseResult].
func (f *Failure) Unwrap() error { return f.cause }

// Is reports whether target is the kind of f.
func (f *Failure) Is(target error) bool {
	k, ok := target.(Kind)
	return ok && string(k) == f.Name
}

// maxErrorText bounds what a model is shown of an error, in bytes, mark included.
const maxErrorText = 8 << 10

// cutMark stands where text was left out.
const cutMark = " [message cut]"

// modelText makes text fit to be shown: valid UTF-8 of at most maxErrorText bytes.
func modelText(text string) string {
	if len(text) > maxErrorText {
		text = cut(text, maxErrorText-len(cutMark)) + cutMark
	}
	return clean(text)
}

// errorText returns what err says, or "" when it says nothing or cannot be
// asked. A nil pointer in an error, the classic slip, panics when asked.
func errorText(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return err.Error()
}

// isAny is errors.Is for several targets, against errors whose own Is panics.
func isAny(err error, targets ...error) (is bool) {
	defer func() {
		if recover() != nil {
			is = false
		}
	}()
	for _, t := range targets {
		if t != nil && errors.Is(err, t) {
			return true
		}
	}
	return false
}

// as is errors.As, against errors whose own As panics.
func as[T error](err error) (found T, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	ok = errors.As(err, &found)
	return found, ok
}

// ownCode returns the code that err brings along, or "".
func ownCode(err error) (code string) {
	defer func() {
		if recover() != nil {
			code = ""
		}
	}()
	var c interface {
		error
		Code() string
	}
	if errors.As(err, &c) {
		return clean(c.Code())
	}
	return ""
}

// toolFailure turns the error of a tool, or of a wrapper's x.Fail, into the
// failure of the call.
func toolFailure(tool string, err error) *Failure {
	switch own := err.(type) {
	case *Failure: // one of a nested call, or made by the tool
		if own != nil {
			return own.completed(tool)
		}
	case *ArgsError: // from a decoder that Run called
		if own != nil {
			return &Failure{Name: string(ErrInvalidArgs), Code: CodeInvalidArgs, Message: modelText(errorText(own)), cause: err}
		}
	}
	f := &Failure{Code: ownCode(err), Message: modelText(errorText(err)), cause: err}
	return f.completed(tool)
}

// completed returns a copy of f that lacks nothing.
func (f *Failure) completed(tool string) *Failure {
	c := *f
	c.Message = modelText(c.Message)
	if c.Name == "" {
		c.Name = string(ErrTool)
	}
	if c.Code == "" {
		c.Code = CodeToolError
	}
	if c.Message == "" {
		c.Message = "tool " + strconv.Quote(tool) + " failed with an error that says nothing"
	}
	return &c
}

// Private returns an error that reads as text and unwraps to err: the model,
// and whatever wraps the error, gets to see text only, while errors.Is and
// errors.As still find err on the program's side. Use it where the text of an
// error would tell the model what it must not know, such as a path or a host.
func Private(err error, text string) error { return &privateError{err, text} }

type privateError struct {
	err  error
	text string
}

func (e *privateError) Error() string { return e.text }
func (e *privateError) Unwrap() error { return e.err }

// PanicError is the cause of a [CodeToolPanic] failure, and of a policy's
// failure when it panicked. The model sees nothing of it.
type PanicError struct {
	// Value is what was passed to panic; nil for Goexit.
	Value any
	// Stack is the stack trace of the panic, as text; empty for Goexit.
	Stack string
	// Goexit reports that the goroutine was ended by runtime.Goexit, which is
	// what t.FailNow does, instead of by a panic.
	Goexit bool
}

// Error says what happened, with the panic's value as far as it is text.
func (e *PanicError) Error() string {
	if e.Goexit {
		return "exited without returning (runtime.Goexit)"
	}
	switch v := e.Value.(type) {
	case error:
		return "panic: " + errorText(v)
	case string:
		return "panic: " + v
	}
	return "panic with a value that is neither an error nor text"
}

// Unwrap returns the panic's value when it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// OutputError is the cause of a [CodeInvalidToolOutput] failure: the tool ran,
// but what it returned cannot be a result. It is a fault of the tool's author.
type OutputError struct {
	Tool string
	// Path leads to the value at fault, such as rows[3].mean; "" is the root.
	Path string
	// Err says what is wrong with it.
	Err error
}

// Error names the tool, the path and the fault.
func (e *OutputError) Error() string {
	text := "output of tool " + strconv.Quote(e.Tool)
	if e.Path != "" {
		text += " at " + e.Path
	}
	return text + ": " + errorText(e.Err)
}

// Unwrap returns Err.
func (e *OutputError) Unwrap() error { return e.Err }
