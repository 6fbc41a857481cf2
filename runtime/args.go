package runtime

import (
	"strconv"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// ArgsError says why the arguments of a call are not those of its tool. It is
// made for a model to act on: it names every violation at once, in the order of
// the schema, and repeats no more of the arguments than short values.
type ArgsError struct {
	// Tool is the name of the tool.
	Tool string
	// Violations is what is wrong, at least one, the first 16 in schema order.
	Violations []Violation

	more    int // violations beyond those
	misfits []misfit
}

// Violation is one thing that is wrong with the arguments. Its texts are valid
// UTF-8 without control characters.
type Violation struct {
	// Path leads to the value, or to the missing property, such as
	// edits[3].line. It is empty for the arguments as a whole.
	Path string
	// Rule is the keyword of JSON Schema that is violated; "duplicate" for a key
	// that comes twice; or, for text that is no JSON, one of the rules of
	// [jsonscan.SyntaxError].
	Rule string
	// Message says what was expected and what came.
	Message string
}

// maxArgsError bounds what a model is shown of an ArgsError, in bytes.
const maxArgsError = 1024

// Error returns the text for the model, at most 1,024 bytes: as many violations
// as fit, each whole, and how many more there are.
func (e *ArgsError) Error() string {
	var room [maxArgsError]byte
	text := append(room[:0], "invalid arguments"...)
	if e.Tool != "" {
		text = append(append(text, " for "...), cut(e.Tool, maxName)...)
	}
	for i, v := range e.Violations {
		before := len(text)
		if i == 0 {
			text = append(text, ": "...)
		} else {
			text = append(text, "; "...)
		}
		if v.Path != "" {
			text = append(append(text, middleOut(v.Path, 200)...), ": "...)
		}
		rest := len(e.Violations) - i + e.more
		limit := maxArgsError
		if rest > 1 {
			limit -= len(andMore(rest - 1))
		}
		if len(text)+len(v.Message) <= limit {
			text = append(text, v.Message...)
			continue
		}
		if i > 0 {
			return string(text[:before]) + andMore(rest)
		}
		text = append(append(text, cut(v.Message, limit-len(text)-len(cutMark))...), cutMark...) // made by hand: ours are shorter
	}
	if e.more > 0 && len(e.Violations) > 0 {
		text = append(text, andMore(e.more)...)
	}
	return string(text)
}

// andMore is what stands for n violations that are left out. Its length for n-1
// is never more than for n.
func andMore(n int) string { return "; and " + strconv.Itoa(n) + " more" }

// middleOut leaves out the middle of what is longer than limit.
func middleOut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	tail := len(text) - limit/2
	for tail < len(text) && text[tail]&0xc0 == 0x80 {
		tail++
	}
	return cut(text, limit/2-len("...")) + "..." + text[tail:]
}

// Malformed reports whether the text was not JSON at all, so that nothing can
// be said about the arguments in it.
func (e *ArgsError) Malformed() bool {
	if len(e.Violations) == 0 {
		return false
	}
	switch e.Violations[0].Rule {
	case jsonscan.RuleSyntax, jsonscan.RuleTruncated, jsonscan.RuleDepth, jsonscan.RuleUTF8, jsonscan.RuleSize, jsonscan.RuleElements:
		return true
	}
	return false
}

// ExplainArgs returns an [*ArgsError] that says why walk does not accept text,
// the arguments of the named tool. Generated decoders call it when walk has
// failed; it runs walk once more, with a scanner that notes every violation.
func ExplainArgs(tool, text string, walk func(*jsonscan.Scanner)) error {
	notes, total, err := jsonscan.Explain(text, walk)
	return &ArgsError{Tool: tool, Violations: violations(text, notes, err), more: total - len(notes), misfits: misfits(notes)}
}

// ExplainValue is [ExplainArgs] for a JSON text that is a value by itself: an
// empty text is no value, and null is only null. Package runtime/schema calls it.
func ExplainValue(text string, walk func(*jsonscan.Scanner)) []Violation {
	notes, _, err := jsonscan.ExplainValue(text, walk)
	return violations(text, notes, err)
}

// violations words what explaining has found, at least one violation.
func violations(text string, notes []jsonscan.Note, err error) (out []Violation) {
	if err != nil {
		return []Violation{malformed(err)}
	}
	w := wording{text: text, notes: notes}
	out = make([]Violation, len(notes))
	for i := range notes {
		n := &notes[i]
		out[i] = Violation{n.Path, n.Rule, w.message(n)}
	}
	if len(out) == 0 { // the walk is not of one mind with itself
		out = []Violation{{Rule: "invalid", Message: "arguments are invalid"}}
	}
	return out
}

// malformed words an error of [jsonscan.Syntax].
func malformed(err error) Violation {
	s, ok := err.(*jsonscan.SyntaxError)
	if !ok {
		return Violation{Rule: jsonscan.RuleSyntax, Message: "arguments are not valid JSON"}
	}
	switch s.Rule {
	case jsonscan.RuleTruncated:
		return Violation{Rule: s.Rule, Message: "arguments are " + s.Message}
	case jsonscan.RuleSize:
		return Violation{Rule: s.Rule, Message: "arguments are too long: " + s.Message}
	case jsonscan.RuleDepth:
		return Violation{Rule: s.Rule, Message: "arguments are " + s.Message}
	case jsonscan.RuleElements:
		return Violation{Rule: s.Rule, Message: "arguments have " + s.Message}
	}
	return Violation{Rule: s.Rule, Message: "arguments are not valid JSON: " + s.Message}
}
