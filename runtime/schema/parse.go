package schema

import (
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Option changes what [Parse] accepts: [ObjectRooted] or [Extended].
type Option func(*options)

type options struct {
	wide         *extension
	objectRooted bool
}

// ObjectRooted is an [Option] that demands "type": "object" at the root, as
// protocols do of arguments and of structured output.
func ObjectRooted(o *options) { o.objectRooted = true }

// extension compiles the schemas of the wider subset. It is reached through
// [Extended] only, so that programs that do not use that do not link it, nor
// package regexp because of it.
type extension struct {
	begin  func(c *compiler, root *value)
	schema func(c *compiler, v *value, at *place) *node
	end    func(c *compiler, root *node)
}

// Parse compiles the text of a JSON Schema. Every keyword in it is enforced, or
// else the error, an [*UnsupportedError], names it, and all others.
//
// The subset, without options: type (one of the seven names; without it nothing
// may be constrained), properties, required (declared names), additionalProperties
// (true or false), items, enum and const (scalars of the type), oneOf (at least
// two alternatives, nothing beside it), and the annotations title, description,
// default and examples. See [Extended] for more.
//
// The text may come from a stranger: it is at most 1 MiB, nested at most 128
// deep, and takes time in proportion to its length.
func Parse(text string, with ...Option) (*Schema, error) {
	var o options
	for _, option := range with {
		option(&o)
	}
	root, faults := readDocument(text)
	if faults != nil {
		return nil, &UnsupportedError{faults}
	}
	c := compiler{wide: o.wide}
	if c.wide != nil {
		c.wide.begin(&c, root)
	}
	n := c.schema(root, nil)
	if c.wide != nil {
		c.wide.end(&c, n)
	}
	if t := root.member("type"); o.objectRooted && (t == nil || t.text != "object") && (len(c.violations) == 0 || t == nil || kindNamed(t.text) != 0) {
		c.violations = append(c.violations, runtime.Violation{Rule: "type", Message: `the root must say "type": "object"`})
	}
	if len(c.violations) > 0 {
		return nil, &UnsupportedError{c.violations}
	}
	for n.op == opReference {
		n = n.ref
	}
	for _, one := range c.choices {
		one.anyOf.finish()
		one.oneOf.finish()
	}
	return &Schema{text: strings.Clone(text), root: n, recalls: c.recalls}, nil
}

// ParseOutput is [Parse] for the schema of a structured output: its root must be
// an object.
func ParseOutput(text string, with ...Option) (*Schema, error) {
	return Parse(text, append([]Option{ObjectRooted}, with...)...)
}

// isWideKeyword reports whether a keyword needs the option Extended.
func isWideKeyword(key string) bool {
	switch key {
	case "$schema", "$id", "$comment", "$defs", "definitions", "$ref", "anyOf", "prefixItems", "propertyNames",
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
		"pattern", "format", "contentEncoding", "minItems", "maxItems", "uniqueItems", "deprecated", "readOnly", "writeOnly":
		return true
	}
	return false
}

// finish labels the alternatives and looks for a property that tells them apart.
func (q *choice) finish() {
	if q == nil {
		return
	}
	for i, b := range q.branches {
		for b.op == opReference {
			b = b.ref
		}
		q.branches[i] = b
	}
	for _, b := range q.branches {
		if label := b.label(); !slices.Contains(q.labels, label) {
			q.labels = append(q.labels, label)
		}
	}
	first := q.branches[0]
	if len(q.branches) < 2 || first.op != opObject {
		return
	}
	for _, name := range first.object.names {
		if tags := q.tagsBy(name); tags != nil {
			q.discriminator, q.tags = name, tags
			return
		}
	}
}

// tagsBy returns the different constants that the property has in the
// alternatives, nil if it has not.
func (q *choice) tagsBy(name string) (tags []string) {
	seen := map[string]bool{}
	for _, b := range q.branches {
		if b.op != opObject {
			return nil
		}
		i := b.object.index(name, 0)
		if i < 0 || !b.object.isRequired(i) || b.object.properties[i] == nil {
			return nil
		}
		p := b.object.properties[i]
		for p.op == opReference {
			p = p.ref
		}
		if p.kinds != kindString || p.values == nil || p.values.constant == "" {
			return nil
		}
		s := jsonscan.New(p.values.constant)
		tag := s.String()
		if !s.End() || seen[tag] {
			return nil
		}
		seen[tag] = true
		tags = append(tags, tag)
	}
	return tags
}
