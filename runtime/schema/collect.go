package schema

import (
	"context"
	"errors"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
)

// ForcedTool returns a tool that a model is forced to call when a program wants
// its answer as data: the arguments are the answer. What is not valid for output
// comes back to the model as INVALID_ARGS, with all violations, so that it can
// correct itself; a valid answer is the [runtime.Result.Value] of the call, as
// compact JSON. It is valid as it stands: null for a property that may be left
// out is refused, where arguments of other tools may have it.
//
// Output must have an object at its root, as [ParseOutput] demands.
func ForcedTool(name string, output *Schema) *runtime.Tool {
	return &runtime.Tool{
		ToolSchema: runtime.ToolSchema{
			Name:        name,
			Description: "Hands over the final answer. Call it exactly once, with the answer as arguments.",
			Parameters:  output.text,
		},
		Validate: func(text string) error { return output.validateArguments(name, text, false) },
		Run: func(_ context.Context, x *runtime.Execution) (any, error) {
			return runtime.Return{Content: []runtime.Content{runtime.Text("The answer was accepted.")}, Value: answer(x.Arguments())}, nil
		},
		Encode: func(dst []byte, value any) ([]byte, error) {
			text, ok := value.(answer)
			if !ok {
				return nil, runtime.ErrValueType
			}
			return append(dst, text...), nil
		},
	}
}

// answer is the JSON text of a value that has been validated.
type answer string

// Ask gets one call of the forced tool from a model. Tool is what to offer it, as
// the only choice; last is the result of its call before, nil at first, which is
// what the model must be told.
type Ask func(ctx context.Context, tool runtime.ToolSchema, last *runtime.Result) (runtime.Call, error)

// Collect asks a model for a value that is valid for output, again for each
// answer that is not, at most attempts times (3 if that is 0), and returns its
// JSON text. The calls go through a registry of their own, or through a child of
// reg if that is not nil, where its policies apply.
//
// The error is that of ask or of ctx, or a [*CollectError].
func Collect(ctx context.Context, reg *runtime.Registry, output *Schema, attempts int, ask Ask) (string, error) {
	const name = "answer"
	if attempts <= 0 {
		attempts = 3
	}
	if reg == nil {
		reg = runtime.NewRegistry(runtime.Options{})
	} else {
		reg = reg.Child("structured output")
	}
	tool := ForcedTool(name, output)
	remove, err := reg.Register(tool)
	if err != nil {
		return "", err
	}
	defer remove()
	var last *runtime.Result
	for range attempts {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		call, err := ask(ctx, tool.ToolSchema, last)
		if err != nil {
			return "", err
		}
		last = reg.Execute(ctx, call)
		switch {
		case !last.IsError() && call.Name == name && last.Value() != "":
			return last.Value(), nil
		case !last.IsError(), !isCorrectable(last.Error()):
			return "", &CollectError{Attempts: attempts, Last: last}
		}
	}
	return "", &CollectError{Attempts: attempts, Last: last}
}

// isCorrectable reports whether the model can do better next time.
func isCorrectable(f *runtime.Failure) bool {
	return f.Code == runtime.CodeInvalidArgs || f.Code == runtime.CodeUnknownTool
}

// CollectError says that a model gave no valid answer.
type CollectError struct {
	Attempts int             // how often it was to be asked
	Last     *runtime.Result // of its last call
}

// Error says what was wrong last.
func (e *CollectError) Error() string {
	if e.Last == nil {
		return "no valid answer"
	}
	return "no valid answer in " + strconv.Itoa(e.Attempts) + " attempts: " + e.Last.Text()
}

// Unwrap returns the failure of the last call, for its code.
func (e *CollectError) Unwrap() error {
	if e.Last == nil || e.Last.Error() == nil {
		return errors.New("a call of another tool, or a policy that took the value away")
	}
	return e.Last.Error()
}
