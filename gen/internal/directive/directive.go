// Package directive reads the //dsh: comments of Go source: what they say,
// where they stand, and what is wrong with them.
//
// One table ([Forms]) says which directives and keys exist. The parser, the
// texts of its diagnostics and the manual ([Help]) are made from it, so that
// they cannot disagree.
package directive

import (
	"go/ast"
	"go/token"
)

// Directive is one //dsh: comment.
type Directive struct {
	Name string    // "tool", "param", "field" or "enum"
	Pos  token.Pos // of the "//"
	End  token.Pos
	Args []Arg // in source order
}

// Arg is one argument of a directive. There are four shapes:
//
//	minimum=1             Key "minimum", Value "1", HasValue
//	"default=New York"    Key "default", Value "New York", HasValue, Quoted
//	readonly              Key "readonly"
//	"Where to look"       Key "", Value "Where to look", Quoted: a description
//
// and two more that stand at a fixed place. The name in //dsh:tool NAME reads
// as name=NAME does. The parameter that //dsh:param is about is its first
// argument, with Key "", the name as Value and Quoted false.
type Arg struct {
	Pos, End token.Pos
	Key      string
	Value    string
	Quoted   bool // the argument was quoted as a whole
	HasValue bool // a value follows the key
}

// Description reports whether the argument is a free text.
func (a Arg) Description() bool { return a.Quoted && a.Key == "" }

// In returns the directives of a comment group, which may be nil. Directives
// and arguments that are faulty are left out: [Scan] reports them.
func In(group *ast.CommentGroup) []Directive {
	if group == nil {
		return nil
	}
	var out []Directive
	for _, c := range group.List {
		if d, _, ok := parse(c); ok {
			out = append(out, d)
		}
	}
	return out
}
