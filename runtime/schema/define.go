package schema

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

// Tool describes a tool that is made at run time, for [Define]. Name and Run are
// enough.
type Tool struct {
	Name        string // what the model calls it by
	Title       string // for people; empty means Name
	Description string // what it does, for the model
	Origin      string // where it comes from, for error messages

	// Params declares the arguments. Nil, with an empty Schema, means that there
	// are none.
	Params Props
	// Open admits arguments that Params does not declare. Run can read them.
	Open bool
	// Schema is the text of their JSON Schema instead, such as another program
	// sent it. It is what the model sees, byte for byte.
	Schema string
	// Output is the text of the schema of what Run returns, with an object at its
	// root; empty when nothing is promised.
	Output string
	// Options is what else Schema and Output may contain, such as [Extended].
	Options []Option

	// Hints, as in [runtime.Tool].
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool

	// Timeout bounds one run, see [runtime.Tool.Timeout].
	Timeout time.Duration
	// Parallel says whether a call with these arguments may overlap with others;
	// it is asked about valid arguments only. Nil means never.
	Parallel func(arguments string) bool
	// PresentCall and PresentResult make cards for user interfaces, of calls with
	// valid arguments. Others, and those for which they return nil or panic, get
	// a generic card.
	PresentCall   func(arguments string) runtime.CallView
	PresentResult func(arguments string, r *runtime.Result) runtime.ResultView

	// Run executes the tool, with arguments that have been validated: see
	// [runtime.Tool.Run]. Accessors such as [runtime.Execution.String] read them.
	Run func(ctx context.Context, x *runtime.Execution) (any, error)
	// Encode writes what Run returns, see [runtime.Tool.Encode].
	Encode func(dst []byte, value any) ([]byte, error)
	// Unmarshal is what [runtime.Execution.Decode] reads arguments with, such as
	// json.Unmarshal. This package does not link encoding/json by itself.
	Unmarshal func(data []byte, v any) error
}

// Define returns a tool for [runtime.Registry.Register]. Its arguments are
// validated before Run: with the verdicts and messages of generated tools, and
// null for an argument that may be left out counts as absent. Its output is
// checked, too, where there is a schema of it.
//
// The error is a [*PropsError] or an [*UnsupportedError].
func Define(t Tool) (*runtime.Tool, error) {
	params, err := t.parameters()
	if err != nil {
		return nil, err
	}
	if t.Run == nil {
		return nil, errors.New("tool " + t.Name + " has no Run function")
	}
	out := &runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: t.Name, Description: t.Description, Parameters: params.text},
		Title:      t.Title, Origin: t.Origin,
		ReadOnly: t.ReadOnly, Destructive: t.Destructive, Idempotent: t.Idempotent, OpenWorld: t.OpenWorld,
		Timeout: t.Timeout, Run: t.Run, Encode: t.Encode, Unmarshal: t.Unmarshal,
		PresentCall: t.PresentCall, PresentResult: t.PresentResult,
		Validate: func(text string) error { return params.ValidateArguments(t.Name, text) },
	}
	if t.Parallel != nil {
		out.Parallel = func(arguments string) bool {
			return params.ValidateArguments(t.Name, arguments) == nil && t.Parallel(arguments)
		}
	}
	if t.Output != "" {
		output, err := ParseOutput(t.Output, t.Options...)
		if err != nil {
			return nil, err
		}
		out.Output = output.text
		out.CheckOutput = output.CheckOutput
	}
	return out, nil
}

// parameters compiles the schema of the arguments.
func (t *Tool) parameters() (*Schema, error) {
	switch {
	case t.Schema == "":
		return t.Params.compile(t.Open)
	case t.Params != nil || t.Open:
		return nil, errors.New("tool " + t.Name + " has a Schema beside Params or Open")
	}
	return ParseOutput(t.Schema, t.Options...)
}

// CheckOutput is a [runtime.Tool.CheckOutput]: it returns nil if text is a valid
// value, and else an error that names what is wrong with it.
func (s *Schema) CheckOutput(text string) error {
	if v := s.ValidateJSON(text); v != nil {
		return &valueError{v}
	}
	return nil
}

// valueError says what is wrong with an output.
type valueError struct{ violations []runtime.Violation }

func (e *valueError) Error() string {
	text := "invalid output"
	for i, v := range e.violations {
		if i > 0 {
			text += ";"
		} else {
			text += ":"
		}
		if v.Path != "" {
			text += " " + v.Path + ":"
		}
		message := v.Message
		if rest, ok := strings.CutPrefix(message, "arguments must"); ok {
			message = "the value must" + rest // violations are worded for calls
		}
		text += " " + message
	}
	return text
}

// JSONPath leads to the first thing that is wrong.
func (e *valueError) JSONPath() string { return e.violations[0].Path }
