package schema

import (
	"slices"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// enum compiles a list of allowed scalars.
func (c *compiler) enum(n *node, v *value, at *place) {
	if !c.isEnum(n.kinds, v) {
		c.fail(at, "enum", "enum must be a list of values of type "+n.kinds.name()+", at least one")
		return
	}
	c.enumValues(n, v, at)
}

// maxEnum bounds lists of values that must be looked through one by one.
const maxEnum = 256

// enumValues compiles a valid list of values.
func (c *compiler) enumValues(n *node, v *value, at *place) {
	var texts, others, shown []string
	for _, e := range v.elements {
		if e.kind == jsonscan.KindString {
			if len(v.elements) > fewTexts || !slices.Contains(texts, e.text) {
				texts = append(texts, e.text)
			}
		} else {
			others = append(others, e.raw)
		}
		shown = append(shown, show(n.kinds, e))
	}
	if len(others) > maxEnum {
		c.fail(at, "enum", "enum has more than "+strconv.Itoa(maxEnum)+" values that are not strings")
		return
	}
	if n.kinds != kindString {
		q := n.valueRules()
		q.listed, q.enum, q.shown = true, others, shown
	}
	if len(texts) > 0 {
		q := n.textRules()
		q.enum = texts
		if len(texts) > fewTexts {
			q.sorted = slices.Clone(texts)
			slices.Sort(q.sorted)
		}
		if n.kinds != kindString {
			q.shown = shown
		}
	}
}

// isEnum reports whether v is a list of scalars of the given kind.
func (c *compiler) isEnum(k kinds, v *value) bool {
	if v.kind != jsonscan.KindArray || len(v.elements) == 0 {
		return false
	}
	for _, e := range v.elements {
		if !isOf(k, e) {
			return false
		}
	}
	return true
}

// isOf reports whether the scalar v is of one of the kinds.
func isOf(k kinds, v *value) bool {
	if v.kind == jsonscan.KindNumber && k&kindNumber == 0 {
		return k&kindInteger != 0 && isInteger(v.raw)
	}
	return v.kind != jsonscan.KindArray && v.kind != jsonscan.KindObject && k.admits(v.kind)
}

func isInteger(literal string) bool {
	s := jsonscan.NewValueCheck(literal)
	s.Integer()
	return s.End()
}

// show writes a value for a message.
func show(k kinds, v *value) string {
	switch v.kind {
	case jsonscan.KindString:
		return strconv.Quote(shorten(v.text, 200))
	case jsonscan.KindNumber:
		l := jsonscan.NewLimit(v.raw, k&kindNumber == 0)
		return shorten(l.String(), 60)
	}
	return shorten(v.raw, 200)
}

// constant compiles the one value that is allowed.
func (c *compiler) constant(n *node, k *keywords, v *value, at *place) {
	switch {
	case !isOf(n.kinds, v):
		c.fail(at, "const", "const must be a value of type "+n.kinds.name())
		return
	case k.enum != nil && c.isEnum(n.kinds, k.enum) && !contains(k.enum, v):
		c.fail(at, "const", "const is not one of the values in enum")
		return
	}
	c.constantValue(n, v)
}

func (c *compiler) constantValue(n *node, v *value) {
	q := n.valueRules()
	q.constant, q.only = v.raw, []string{show(n.kinds, v)}
}

// contains reports whether a list has an element equal to v.
func contains(list, v *value) bool {
	s := jsonscan.NewValueCheck(v.raw)
	s.Skip()
	for _, e := range list.elements {
		if s.Equals(0, e.raw) {
			s.End()
			return true
		}
	}
	s.End()
	return false
}
