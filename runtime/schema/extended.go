package schema

import (
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Extended is an [Option] that accepts more: every keyword that dshgen itself
// writes, so that all schemas it emits can be enforced from their text alone,
// and most of what other tools ship. Beyond the plain subset these are
//
//   - $defs (or definitions) and $ref to "#" and "#/$defs/NAME", also recursive,
//     with annotations beside it only
//   - type as a list; constraints without type, which then hold for values of
//     their kind only, as JSON Schema has it; true for a schema that admits all
//   - minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, exactly,
//     for numbers of any size
//   - minLength, maxLength in code points; pattern, of what ECMA-262 and RE2
//     share; format: date-time, date, time, duration, email, uri, uuid, hostname,
//     ipv4, ipv6; contentEncoding base64
//   - minItems, maxItems, uniqueItems, prefixItems
//   - additionalProperties as a schema; propertyNames with a pattern; required
//     names that are not declared
//   - enum and const of any JSON, compared as JSON
//   - anyOf and oneOf, with constraints beside them
//   - the annotations $schema, $id (at the root), $comment, deprecated, readOnly,
//     writeOnly
//
// A program that does not use it does not link package regexp because of this
// package.
func Extended(o *options) {
	w := &wideSubset{definitions: map[string]*node{}}
	o.wide = &extension{begin: w.begin, schema: w.schema, end: w.end}
}

// wideSubset compiles the schemas of the wider subset.
type wideSubset struct {
	root        *value
	rootNode    *node
	definitions map[string]*node // by reference, such as #/$defs/point
	references  []*node          // all of them
	nodes       []*node          // all others
}

// begin makes the nodes of definitions, empty as yet, so that references can
// point at them.
func (w *wideSubset) begin(_ *compiler, root *value) {
	w.root = root
	w.rootNode = &node{}
	w.definitions["#"] = w.rootNode
	for _, group := range []string{"$defs", "definitions"} {
		if defs := root.member(group); defs != nil {
			for _, m := range defs.members {
				w.definitions["#/"+group+"/"+m.key] = &node{}
			}
		}
	}
}

// schema compiles v into a node of its own, or the node of its definition.
func (w *wideSubset) schema(c *compiler, v *value, at *place) *node {
	n := &node{}
	if at == nil {
		n = w.rootNode
	}
	w.fill(c, n, v, at)
	return n
}

// fill compiles v into n.
func (w *wideSubset) fill(c *compiler, n *node, v *value, at *place) {
	n.kinds = kindAny
	switch {
	case v.is("true"):
		c.settle(n)
		w.nodes = append(w.nodes, n)
		return
	case v.is("false"):
		c.fail(at, "schema", "false, which admits nothing, is not supported here")
		return
	case v.kind != jsonscan.KindObject:
		c.fail(at, "schema", "a schema must be an object or true, got "+v.kind.String())
		return
	}
	if ref := v.member("$ref"); ref != nil {
		w.reference(c, n, ref, at)
		w.besideReference(c, v, at)
		return
	}
	if t := v.member("type"); t != nil {
		n.kinds = w.types(c, t, at.at("type"))
	}
	for _, m := range v.members {
		w.keyword(c, n, v, m, at.at(m.key))
	}
	if n.object != nil || n.kinds == kindObject {
		c.finishObject(n, at)
	}
	w.finishNumber(n)
	if n.anyOf != nil || n.oneOf != nil {
		c.choices = append(c.choices, n)
	}
	c.settle(n)
	w.nodes = append(w.nodes, n)
}

// types reads the value of type.
func (w *wideSubset) types(c *compiler, v *value, at *place) (k kinds) {
	list := []*value{v}
	if v.kind == jsonscan.KindArray {
		list = v.elements
	}
	for _, e := range list {
		one := kinds(0)
		if e.kind == jsonscan.KindString {
			one = kindNamed(e.text)
		}
		if one == 0 || k&one != 0 {
			k = 0
			break
		}
		k |= one
	}
	if k == 0 {
		c.fail(at, "type", "type must be one of object, array, string, number, integer, boolean and null, or a list of different ones")
		return kindAny
	}
	return k
}

// reference compiles a $ref.
func (w *wideSubset) reference(c *compiler, n *node, ref *value, at *place) {
	n.op = opReference
	n.kinds = kindAny
	// A name in a reference is escaped as in RFC 6901; fragments of a URI may
	// also have percents, which names that need them are refused for.
	target := ref.text
	if rest, ok := strings.CutPrefix(target, "#/"); ok {
		group, name, _ := strings.Cut(rest, "/")
		if !strings.Contains(name, "/") && !strings.Contains(name, "%") {
			target = "#/" + group + "/" + strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
		}
	}
	n.ref = w.definitions[target]
	if ref.kind != jsonscan.KindString || n.ref == nil {
		c.fail(at.at("$ref"), "$ref", `$ref must be "#" or "#/$defs/NAME" with a name that is defined at the root`)
		n.ref = w.rootNode
		return
	}
	n.place = at.at("$ref").String()
	w.references = append(w.references, n)
}

// besideReference looks at what stands beside a $ref.
func (w *wideSubset) besideReference(c *compiler, v *value, at *place) {
	for _, m := range v.members {
		switch {
		case m.key == "$ref":
		case (m.key == "$defs" || m.key == "definitions") && at == nil:
			w.define(c, m, at.at(m.key))
		case !w.annotation(c, m, at.at(m.key), at == nil):
			c.fail(at.at(m.key), m.key, m.key+" cannot stand beside $ref: say it in the definition")
		}
	}
}

// annotation reports whether a member constrains nothing.
func (w *wideSubset) annotation(c *compiler, m member, at *place, root bool) bool {
	want := jsonscan.KindString
	switch m.key {
	case "title", "description", "$comment":
	case "$schema", "$id":
		if !root {
			return false
		}
	case "deprecated", "readOnly", "writeOnly":
		want = jsonscan.KindBool
	case "examples", "default":
		return true
	default:
		return false
	}
	if m.value.kind != want {
		c.fail(at, m.key, m.key+" must be a "+want.String())
	}
	return true
}

// define compiles the definitions.
func (w *wideSubset) define(c *compiler, m member, at *place) {
	if at.up != nil {
		c.fail(at, m.key, m.key+" is supported at the root only")
		return
	}
	if m.value.kind != jsonscan.KindObject {
		c.fail(at, m.key, m.key+" must be an object")
		return
	}
	for _, d := range m.value.members {
		w.fill(c, w.definitions["#/"+m.key+"/"+d.key], d.value, at.at(d.key))
	}
}

// keyword compiles one member of a schema.
func (w *wideSubset) keyword(c *compiler, n *node, v *value, m member, at *place) {
	if w.annotation(c, m, at, at.up == nil) {
		return
	}
	switch m.key {
	case "type":
	case "$defs", "definitions":
		w.define(c, m, at)
	case "properties":
		c.properties(n, m.value, at)
	case "required":
		c.requiredNames(n, m.value, at, nil)
	case "additionalProperties":
		w.additional(c, n, m.value, at)
	case "propertyNames":
		w.propertyNames(c, n, m.value, at)
	case "items":
		w.items(c, n, v, m.value, at)
	case "prefixItems":
		if m.value.kind != jsonscan.KindArray || len(m.value.elements) == 0 {
			c.fail(at, m.key, "prefixItems must be a list of schemas, at least one")
			return
		}
		for i, e := range m.value.elements {
			n.arrayRules().prefix = append(n.arrayRules().prefix, c.schema(e, at.element(i)))
		}
	case "uniqueItems":
		if m.value.kind != jsonscan.KindBool {
			c.fail(at, m.key, "uniqueItems must be true or false")
			return
		}
		n.arrayRules().unique = m.value.is("true")
	case "minItems":
		n.arrayRules().minItems = w.count(c, m, at)
	case "maxItems":
		w.atMost(&n.arrayRules().maxItems, w.count(c, m, at))
	case "minLength":
		n.textRules().minLength = w.count(c, m, at)
	case "maxLength":
		n.textRules().maxLength = w.count(c, m, at)
	case "pattern":
		w.pattern(c, n, m.value, at)
	case "format":
		w.format(c, n, m.value, at)
	case "contentEncoding":
		if m.value.kind != jsonscan.KindString || m.value.text != "base64" {
			c.fail(at, m.key, "contentEncoding must be base64")
			return
		}
		n.textRules().formats = append(n.textRules().formats, format{"base64", jsonscan.IsBase64})
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		w.bound(c, n, m, at)
	case "enum":
		if m.value.kind != jsonscan.KindArray || len(m.value.elements) == 0 || !small(m.value.elements...) {
			c.fail(at, m.key, "enum must be a list of values, at least one, each of at most 4 KiB if it is no string")
			return
		}
		c.enumValues(n, m.value, at)
	case "const":
		if !small(m.value) {
			c.fail(at, m.key, "const must be at most 4 KiB if it is no string")
			return
		}
		c.constantValue(n, m.value)
	case "anyOf":
		n.anyOf = c.choice(m.value, at, m.key)
	case "oneOf":
		n.oneOf = c.choice(m.value, at, m.key)
	default:
		c.fail(at, m.key, "keyword "+strconv.Quote(shorten(m.key, 40))+" is not supported")
	}
}
