// Package shapes has one tool for each shape that a function can have.
package shapes

import (
	"context"
	"errors"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
)

// Nothing takes nothing and returns nothing.
//
//dsh:tool
func Nothing() {}

// OnlyError fails when told to.
//
//dsh:tool
func OnlyError(fail bool) error {
	if fail {
		return errors.New("told to fail")
	}
	return nil
}

// Upper writes text in capitals.
//
//dsh:tool readonly parallel
func Upper(ctx context.Context, text string) (string, error) { return strings.ToUpper(text), ctx.Err() }

// Repeat repeats text.
//
//dsh:tool
//dsh:param times minimum=1 maximum=9 default=2
func Repeat(text string, times int) string { return strings.Repeat(text, times) }

// Greet greets somebody, politely when a title is given.
//
//dsh:tool
func Greet(_ context.Context, name string, title *string) string {
	if title != nil {
		return "Good day, " + *title + " " + name
	}
	return "Hi " + name
}

// Join joins parts.
//
//dsh:tool
func Join(sep string, parts ...string) string { return strings.Join(parts, sep) }

// Query is what Search looks for.
type Query struct {
	// Text to look for.
	Text  string   `json:"text"`
	Limit int      `json:"limit,omitempty"` // most hits to return
	Tags  []string `json:"tags,omitempty"`
}

// Search takes its arguments as one struct of the author's.
//
//dsh:tool
func Search(q Query) (Query, error) { return q, nil }

// SearchPointer takes a pointer to it.
//
//dsh:tool
func SearchPointer(ctx context.Context, q *Query) (*Query, error) { return q, ctx.Err() }

// Anonymous takes an anonymous struct.
//
//dsh:tool
func Anonymous(in struct {
	Q string `json:"q"`
	N int
}) string {
	return strings.Repeat(in.Q, in.N)
}

// Whoami reads the execution that it is part of.
//
//dsh:tool
func Whoami(x *runtime.Execution, prefix string) string { return prefix + x.CallID() }

// Blank has results with names, one of them blank.
//
//dsh:tool
func Blank(q string) (_ string, err error) { return q, nil }

// lower is not exported, and its tool is wired all the same.
//
//dsh:tool
func lower(text string) string { return strings.ToLower(text) }
