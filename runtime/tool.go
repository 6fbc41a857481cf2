package runtime

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// ToolSchema is all that a model sees of a tool. Its three texts are immutable,
// so a ToolSchema can be handed out and kept without copying.
type ToolSchema struct {
	// Name is what the model calls the tool by: 1 to 128 ASCII letters, digits,
	// '_', '-' and '.', unique within one [Registry].
	Name string `json:"name"`
	// Description says in the author's words what the tool does.
	Description string `json:"description,omitempty"`
	// Parameters is the JSON Schema of the arguments: the text of an object
	// whose "type" is "object". Empty means an object without parameters;
	// [Registry.Register] then fills in the text that says so.
	Parameters string `json:"parameters"`
}

// noParameters is what an empty ToolSchema.Parameters stands for.
const noParameters = `{"type":"object","properties":{},"additionalProperties":false}`

// Tool is one tool: its schema, and how to check, run, encode and present it.
// dshgen writes Tools; [ToolSchema] and Run are enough for one written by hand.
//
// A Tool is a plain struct. [Registry.Register] copies it, so later changes to
// the original have no effect, and a copy with another Name is another tool.
// The functions are called without any lock held, by many goroutines at once,
// and a panic in any of them ends the call, not the program.
type Tool struct {
	ToolSchema

	// Title is a name for people. Empty means Name.
	Title string
	// Origin says where the tool comes from, as import path and function, for
	// error messages that must tell two tools of the same name apart.
	Origin string
	// Output is the JSON Schema of the value that the tool returns, with an
	// object at its root; empty when the tool promises no value.
	Output string

	// Hints for policies and user interfaces. The pipeline itself does not act
	// on them.
	ReadOnly    bool // changes nothing
	Destructive bool // may delete or overwrite
	Idempotent  bool // the same call again changes nothing more
	OpenWorld   bool // reaches beyond this program and its data

	// Timeout bounds one run of the tool in registries that have a
	// [TimeoutPolicy]; without one it is only a statement. Zero means no bound;
	// a negative one is refused by Register.
	Timeout time.Duration

	// Validate returns nil when text holds valid arguments and else an error,
	// best an [*ArgsError]: it decides how the call goes on. It must refuse text
	// that is not JSON. Nil means that text only has to be a JSON object.
	Validate func(text string) error
	// Run executes the tool. The arguments are x.Arguments(), validated before.
	// It runs at most once per call and should return soon after ctx is done:
	// the pipeline never abandons it (see [Timeouts] for the one exception).
	//
	// The value becomes the result: nil is a short text that says so, a string
	// is that text, [Content], []Content and [Return] are taken as they are, a
	// *[Result] of a nested call is passed on, anything else goes through Encode.
	// An error becomes an error result whose text the model sees; see [Private]
	// for keeping it from the model.
	Run func(ctx context.Context, x *Execution) (any, error)
	// Encode appends the JSON text of value to dst. Nil means an encoder for
	// plain values: nil, bool, string, all integers and floats, map[string]any,
	// map[string]string, []any, []string and whatever has a MarshalJSON or
	// MarshalText method. Package runtime/jsonencode has one for all the rest.
	// An error with a method JSONPath() string says where the fault is.
	Encode func(dst []byte, value any) ([]byte, error)
	// Unmarshal is what [Execution.Decode] reads arguments with, such as
	// json.Unmarshal, which this package does not link. Nil means that only
	// types which read themselves, and plain maps, can be decoded.
	Unmarshal func(data []byte, v any) error
	// CheckOutput returns nil when the JSON text of a value matches Output.
	// Nil means that values are not checked. A JSON null is not: an author who
	// returns a nil pointer says that there is no value.
	CheckOutput func(text string) error

	// Parallel says whether a call with these arguments may overlap with others
	// in one [Registry.ExecuteStep]. Nil means never; see [AlwaysParallel].
	Parallel func(arguments string) bool
	// PresentCall makes the card that user interfaces show for a pending call.
	PresentCall func(arguments string) CallView
	// PresentResult makes the card for an outcome.
	PresentResult func(arguments string, r *Result) ResultView
	// Finalize has the tool's last word on an outcome, after the post policies
	// and before observers. It is called exactly once for each call of the tool,
	// however the call ended, so it may also release what Run set aside.
	// Contents that it returns replace those of a successful result, whose value
	// and meta are then dropped; nil leaves the result alone. What it returns for
	// an error is ignored: it cannot undo a denial or a block.
	Finalize func(ctx context.Context, x *Execution, r *Result) []Content
}

// AlwaysParallel is a [Tool.Parallel] for tools whose calls may always overlap.
func AlwaysParallel(arguments string) bool { return true }

// Return is a result with parts of its own. A tool returns it from Run when
// text alone, or a value alone, does not say enough.
type Return struct {
	// Content is what the model sees. Empty means the JSON text of Value.
	Content []Content
	// Meta is for the program, never for the model. It may hold what JSON can
	// hold. It exists on successful results only.
	Meta map[string]any
	// Value is encoded by [Tool.Encode] and checked by [Tool.CheckOutput].
	// Nil means no value.
	Value any
}

// title is the name for people.
func (t *Tool) title() string {
	if t.Title != "" {
		return t.Title
	}
	return t.Name
}

// label names a tool and where it comes from, for messages to programmers.
func (t *Tool) label() string {
	if t.Origin == "" {
		return strconv.Quote(t.Name)
	}
	return strconv.Quote(t.Name) + " of " + t.Origin
}

// fault says why a tool cannot be registered, or "".
func (t *Tool) fault() string {
	switch {
	case t.Name == "":
		return "tool " + t.label() + " has no name"
	case !legalName(t.Name):
		return "tool " + t.label() + " has an illegal name: use 1 to " + strconv.Itoa(maxName) + " letters, digits, '_', '-' and '.'"
	case t.Run == nil:
		return "tool " + t.label() + " has no Run function: is its receiver nil?"
	case t.Timeout < 0:
		return "tool " + t.label() + " has a negative timeout: use 0 for none"
	}
	if why := notObjectRooted(t.Parameters); t.Parameters != "" && why != "" {
		return "tool " + t.label() + ": the schema in Parameters " + why
	}
	if why := notObjectRooted(t.Output); t.Output != "" && why != "" {
		return "tool " + t.label() + ": the schema in Output " + why
	}
	return ""
}

const maxName = 128

func legalName(name string) bool {
	if name == "" || len(name) > maxName {
		return false
	}
	for _, c := range []byte(name) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return true
}

// notObjectRooted says why text is not the JSON text of a schema for objects.
func notObjectRooted(text string) string {
	if err := jsonscan.Syntax(text, jsonscan.Limits{}); err != nil {
		return "is not JSON: " + err.Error()
	}
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return "is not a JSON object"
	}
	s := jsonscan.New(text)
	m := s.Map()
	kind, found := "", false
	for m.Next() {
		if m.Key() != "type" {
			s.Skip()
			continue
		}
		kind, found = s.String(), true
	}
	readable := s.End()
	switch {
	case !readable && !found:
		return "cannot be read: does it have a key twice?"
	case !found:
		return `has no "type": its root must say "type":"object"`
	case !readable || kind != "object":
		return `must have "type":"object" at its root`
	}
	return ""
}
