package provider

import (
	"slices"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// malformed says what is wrong with the value of a keyword, "" for nothing: one
// of the wrong kind would be passed over in silence, and with it what it says.
func malformed(keyword string, v *node) string {
	switch keyword {
	case "type":
		return malformedType(v)
	case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
		if v.kind != jsonscan.KindObject {
			return "must be an object"
		}
		for _, m := range v.members {
			if !isSchema(m.value) {
				return "must hold schemas; " + strconv.Quote(m.name) + " is none"
			}
		}
	case "required":
		if v.kind != jsonscan.KindArray || len(v.strings()) != len(v.items) {
			return "must be an array of strings"
		}
	case "enum":
		if v.kind != jsonscan.KindArray || len(v.items) == 0 {
			return "must be an array that is not empty"
		}
	case "anyOf", "oneOf", "allOf", "prefixItems":
		if v.kind != jsonscan.KindArray || len(v.items) == 0 || slices.ContainsFunc(v.items, func(b *node) bool { return !isSchema(b) }) {
			return "must be an array of schemas that is not empty"
		}
	case "items", "additionalProperties", "propertyNames", "not", "contains", "if", "then", "else":
		if !isSchema(v) {
			return "must be a schema"
		}
	case "$ref", "description", "title", "pattern", "format", "contentEncoding":
		if !v.isString() {
			return "must be a string"
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		if v.kind != jsonscan.KindNumber {
			return "must be a number"
		}
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		if _, err := strconv.ParseUint(v.text, 10, 63); v.kind != jsonscan.KindNumber || err != nil {
			return "must be a whole number"
		}
	}
	return ""
}

func isSchema(n *node) bool { return n.kind == jsonscan.KindObject || n.kind == jsonscan.KindBool }

func malformedType(v *node) string {
	names := v.strings()
	if len(names) == 0 || v.kind == jsonscan.KindArray && len(names) != len(v.items) {
		return "must be the name of a type, or an array of them"
	}
	for i, n := range names {
		switch n {
		case "null", "boolean", "integer", "number", "string", "array", "object":
		default:
			return strconv.Quote(cut(n)) + " is no type"
		}
		if slices.Contains(names[:i], n) {
			return "has " + n + " twice"
		}
	}
	return ""
}

// wellFormed faults keywords with values of the wrong kind, and reports whether
// there are none.
func (p *projector) wellFormed(n *node, at *place) bool {
	ok := true
	for _, m := range n.members {
		if why := malformed(m.name, m.value); why != "" {
			p.fault(at.in(m.name), m.name+" "+why)
			ok = false
		}
	}
	return ok
}
