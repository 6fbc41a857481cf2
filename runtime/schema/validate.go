package schema

import (
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Schema is a compiled schema. It is immutable and safe for concurrent use.
type Schema struct {
	text    string
	root    *node
	recalls bool // some nodes may be asked about one value again and again
}

// String returns the text that the schema was parsed from.
func (s *Schema) String() string { return s.text }

// ValidateJSON returns what is wrong with the JSON value in text, nil if
// nothing is. It is JSON Schema and nothing else: null is a value like any other,
// also for a property that may be left out. Text that is not JSON, and keys that
// come twice, are violations.
//
// Violations are those of generated decoders: the same paths, rules, order and
// messages, at most 16. Time is in proportion to the length of the text, and
// nothing is allocated when the text is valid.
func (s *Schema) ValidateJSON(text string) []runtime.Violation {
	scan := jsonscan.NewValueCheck(text)
	if s.run(&scan, false, len(text)); scan.End() {
		return nil
	}
	return s.explain(text)
}

func (s *Schema) explain(text string) []runtime.Violation {
	return runtime.ExplainValue(text, func(scan *jsonscan.Scanner) { s.run(scan, false, len(text)) })
}

// ValidateArguments checks text as the arguments of the named tool, as generated
// validators do: empty text and null stand for {}, and null for a property that
// may be left out is as if it had not come. The error is a [*runtime.ArgsError].
func (s *Schema) ValidateArguments(tool, text string) error {
	return s.validateArguments(tool, text, true)
}

// validateArguments is ValidateArguments, where null says that it may stand for
// an absent property.
func (s *Schema) validateArguments(tool, text string, null bool) error {
	scan := jsonscan.NewCheck(text)
	if s.run(&scan, null, len(text)); scan.End() {
		return nil
	}
	return s.explainArguments(tool, text, null)
}

func (s *Schema) explainArguments(tool, text string, null bool) error {
	return runtime.ExplainArgs(tool, text, func(scan *jsonscan.Scanner) { s.run(scan, null, len(text)) })
}

// run walks one text of the given size. Null says that it stands for an absent
// property.
func (s *Schema) run(scan *jsonscan.Scanner, null bool, size int) {
	r := run{null: null, budget: size*stepsPerByte + stepsForAll}
	if s.recalls {
		r.memory = newMemory()
	}
	r.read(scan, s.root)
	if r.memory != nil {
		r.memory.release()
	}
}

// run is the state of one walk.
type run struct {
	null   bool
	trying int     // open attempts
	budget int     // schemas that may yet be applied in attempts
	memory *memory // nil unless the schema needs it
}

// A schema with very many alternatives, all of which a text comes near, would
// take time by the product of their sizes. Far beyond what sensible schemas and
// texts need, the text is refused.
const (
	stepsPerByte = 100
	stepsForAll  = 100_000
)

// read reads one value by n.
func (r *run) read(s *jsonscan.Scanner, n *node) {
	if r.trying == 0 {
		r.readNode(s, n)
		return
	}
	if r.budget--; r.budget < 0 {
		s.Refuse(0, "", nil)
		return
	}
	if n.shared != 0 {
		r.recall(s, n)
		return
	}
	r.readNode(s, n)
}

func (r *run) readNode(s *jsonscan.Scanner, n *node) {
	switch n.op {
	case opAny:
		s.Skip()
	case opNull:
		if s.Kind() != jsonscan.KindNull {
			s.Wrong("null")
			return
		}
		s.Skip()
	case opBoolean:
		s.Bool()
	case opInteger:
		s.Integer()
		n.number.check(s)
	case opNumber:
		s.Number()
		n.number.check(s)
	case opString:
		if n.text == nil {
			_ = s.String()
			return
		}
		n.text.read(s)
	case opEnum:
		s.Enum(n.text.enum)
	case opArray:
		r.array(s, n.array)
	case opObject:
		r.object(s, n.object)
	default:
		r.general(s, n)
	}
}

// general reads a value by a schema with more than one kind, with alternatives,
// or with values that are listed.
func (r *run) general(s *jsonscan.Scanner, n *node) {
	start, kind := s.Offset(), s.Kind()
	if !n.kinds.admits(kind) {
		s.Wrong(n.want)
		return
	}
	if n.anyOf != nil && !r.choose(s, n.anyOf, kind, n.bare()) || n.oneOf != nil && !r.choose(s, n.oneOf, kind, n.bare()) {
		return
	}
	if n.bare() {
		return
	}
	switch kind {
	case jsonscan.KindNumber:
		if n.kinds&kindNumber != 0 {
			s.Number()
		} else {
			s.Integer()
		}
		n.number.check(s)
	case jsonscan.KindString:
		if n.text == nil {
			_ = s.String()
		} else {
			n.text.read(s)
		}
	case jsonscan.KindArray:
		if n.array == nil {
			s.Skip()
		} else {
			r.array(s, n.array)
		}
	case jsonscan.KindObject:
		if n.object == nil {
			s.Skip()
		} else {
			r.object(s, n.object)
		}
	default:
		s.Skip()
	}
	if n.values != nil {
		n.values.check(s, start, kind == jsonscan.KindString && n.text != nil && n.text.enum != nil)
	}
}

// bare reports whether a node is one list of alternatives and nothing else.
func (n *node) bare() bool {
	return (n.anyOf != nil) != (n.oneOf != nil) && n.number == nil && n.text == nil && n.array == nil && n.object == nil && n.values == nil
}

// choose looks for the alternative that the next value matches, and reports
// whether that went well. The value is read if it is to be, and if not.
func (r *run) choose(s *jsonscan.Scanner, c *choice, kind jsonscan.Kind, read bool) bool {
	if c.discriminator != "" && read {
		if i := s.Discriminate(c.discriminator, c.tags); i >= 0 {
			r.read(s, c.branches[i])
		}
		return true
	}
	if read && c.any && s.Explaining() {
		if b := c.only(kind); b != nil {
			r.read(s, b)
			return true
		}
	}
	explaining, matching, end := s.Explaining(), 0, -1
	attempt := s.Try()
	r.trying++
	for _, b := range c.branches {
		if !b.kinds.admits(kind) {
			continue
		}
		r.read(s, b)
		e := s.Back(&attempt)
		if e < 0 {
			continue
		}
		end = e
		if matching++; c.any || matching > 1 && !explaining {
			break
		}
	}
	r.trying--
	s.Leave(&attempt)
	if matching != 1 {
		rule := "oneOf"
		switch {
		case r.budget < 0:
			rule = "work"
		case c.any:
			rule = "anyOf"
		}
		s.RefuseNext(rule, c.labels, matching)
		return false
	}
	if read {
		s.Jump(end)
	}
	return true
}

// only returns the one alternative that admits the kind, nil if there are more
// or none: then what is wrong can be said by that one.
func (c *choice) only(kind jsonscan.Kind) (found *node) {
	for _, b := range c.branches {
		if b.kinds.admits(kind) {
			if found != nil {
				return nil
			}
			found = b
		}
	}
	return found
}

func (r *run) array(s *jsonscan.Scanner, q *arrayRules) {
	a := s.Array()
	for i := 0; a.Next(); i++ {
		switch {
		case i < len(q.prefix):
			r.read(s, q.prefix[i])
		case q.items != nil:
			r.read(s, q.items)
		default:
			s.Skip()
		}
		if q.unique {
			a.Unique()
		}
	}
	if q.minItems >= 0 {
		s.MinItems(&a, q.minItems)
	}
	if q.maxItems >= 0 {
		s.MaxItems(&a, q.maxItems)
	}
}

func (r *run) object(s *jsonscan.Scanner, q *objectRules) {
	o := s.Object(q.names)
	for next := 0; o.Next(); {
		i := q.index(o.Key(), next)
		if i < 0 {
			r.extra(s, q, &o)
			continue
		}
		next = i + 1
		o.Once(i)
		if q.keyMatches != nil {
			q.checkKey(s, &o)
		}
		p := q.properties[i]
		if p == nil {
			r.undeclared(s, q, &o)
			continue
		}
		if !q.isRequired(i) {
			if r.null && s.Null() {
				continue
			}
			if !r.null && s.Explaining() && s.Kind() != jsonscan.KindNull {
				s.Null() // it is not; the message says that it may be left out
			}
		}
		r.read(s, p)
	}
	for w := range q.required {
		if q.required[w] != 0 {
			o.RequireWord(w, q.required[w])
		}
	}
}

// extra reads the value of a key that is not declared.
func (r *run) extra(s *jsonscan.Scanner, q *objectRules, o *jsonscan.Object) {
	if q.closed {
		o.Unknown()
		return
	}
	o.Extra()
	if q.keyMatches != nil {
		q.checkKey(s, o)
	}
	if q.extra == nil {
		s.Skip()
		return
	}
	r.read(s, q.extra)
}

// undeclared reads the value of a key that is required but not declared.
func (r *run) undeclared(s *jsonscan.Scanner, q *objectRules, o *jsonscan.Object) {
	switch {
	case q.closed:
		o.Unknown()
	case q.extra != nil:
		r.read(s, q.extra)
	default:
		s.Skip()
	}
}
