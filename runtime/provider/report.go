package provider

import (
	"strconv"
	"strings"
)

// LossKind says what became of a part of a schema.
type LossKind string

// The kinds of losses.
const (
	// Described: the target has no such keyword, the description says it in words.
	Described LossKind = "described"
	// Changed: the target wants it in another form, which says the same or less.
	Changed LossKind = "changed"
	// Dropped: the model is not told.
	Dropped LossKind = "dropped"
)

// Loss is one difference between what a tool's schema says and what a target is
// told. None of them changes what the tool takes: arguments are still checked
// against the tool's own schema.
type Loss struct {
	Tool string   `json:"tool"`
	Path string   `json:"path"` // JSON Pointer (RFC 6901) into the tool's schema, on through references; "" is the tool itself
	Kind LossKind `json:"kind"`
	Why  string   `json:"why"`
}

// String returns the loss as one line.
func (l Loss) String() string {
	return l.Tool + ": " + pathOr(l.Path, "the tool") + " " + string(l.Kind) + ": " + l.Why
}

// Fault is one part of a tool that a target cannot be told faithfully.
type Fault struct {
	Tool string `json:"tool"` // "" when the list as a whole is at fault
	Path string `json:"path"` // as in [Loss]
	Why  string `json:"why"`
}

// String returns the fault as one line.
func (f Fault) String() string {
	if f.Tool == "" {
		return f.Why
	}
	return f.Tool + ": " + pathOr(f.Path, "the tool") + ": " + f.Why
}

// FaultError says why there is no list of tools for a target: names that it
// refuses, free keys where all must be declared, recursion where there is no
// reference, values without a type, keywords that shape a value and cannot be
// rewritten (allOf, not, if, patternProperties and their kin), and lists that
// are too large.
type FaultError struct {
	Target Target
	Faults []Fault // not empty; in the order of tools and of their schemas
}

// Error returns all faults, one per line.
func (e *FaultError) Error() string {
	var b strings.Builder
	b.WriteString("provider: no faithful form for ")
	b.WriteString(string(e.Target))
	if len(e.Faults) > 1 {
		b.WriteString(" (" + strconv.Itoa(len(e.Faults)) + " faults)")
	}
	for i, f := range e.Faults {
		if i == 0 && len(e.Faults) == 1 {
			b.WriteString(": ")
		} else {
			b.WriteString("\n\t")
		}
		b.WriteString(f.String())
	}
	return b.String()
}

func pathOr(path, root string) string {
	if path == "" {
		return root
	}
	return path
}

// place is where a projection is in a schema: a list from the inside out, so
// that going deeper costs nothing until a path is reported.
type place struct {
	outer *place
	token string
}

func (p *place) in(token string) *place { return &place{p, token} }

// pointer returns the JSON Pointer of p.
func (p *place) pointer() string {
	var tokens []string
	for ; p != nil && p.outer != nil; p = p.outer {
		tokens = append(tokens, escapeToken(p.token))
	}
	var b strings.Builder
	for i := len(tokens) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(tokens[i])
	}
	return b.String()
}

// escapeToken writes a key as a token of a JSON Pointer.
func escapeToken(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

// unescapeToken reads a key from a token of a JSON Pointer.
func unescapeToken(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
