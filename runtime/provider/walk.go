package provider

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// structural are keywords that shape a value in ways that words cannot stand in
// for: a target that has no such keyword cannot be told the schema.
func structural(keyword string) bool {
	switch keyword {
	case "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies",
		"patternProperties", "prefixItems", "additionalItems", "unevaluatedProperties", "unevaluatedItems",
		"$dynamicRef", "$recursiveRef":
		return true
	}
	return false
}

// schema projects one schema. It returns a new node, or any node once it has
// noted a fault.
func (p *projector) schema(n *node, at *place) *node {
	if !p.wellFormed(n, at) {
		return object()
	}
	if p.allowed == nil {
		return p.free(n, at)
	}
	switch {
	case n.isTrue():
		n = object()
	case n.kind != jsonscan.KindObject:
		p.fault(at, "is no schema that can be expressed: "+raw(n))
		return object()
	}
	if n.get("$ref") != nil {
		return p.reference(n, at)
	}
	w := &working{p: p, in: n, out: object(), at: at}
	w.types()
	w.enum()
	w.members()
	w.object()
	w.array()
	w.union()
	w.typed()
	w.describe()
	w.out.sort()
	return w.out
}

// free is the projection for targets that take any schema: it fills in what
// they want to see and leaves the rest.
func (p *projector) free(n *node, at *place) *node {
	if n.kind != jsonscan.KindObject {
		return n
	}
	out := object(n.members...)
	out.members = slices.Clone(n.members)
	if at.outer == nil {
		p.properties(out.get("properties"), at)
		if p.rules.RootProperties && out.get("properties") == nil {
			out.set("properties", object())
		}
	}
	for i, m := range out.members {
		sub := at.in(m.name)
		switch m.name {
		case "properties", "$defs", "definitions", "patternProperties":
			copied := object()
			for _, f := range m.value.members {
				copied.members = append(copied.members, member{f.name, p.schema(f.value, sub.in(f.name))})
			}
			out.members[i].value = copied
		case "items", "additionalProperties":
			out.members[i].value = p.schema(m.value, sub)
		case "anyOf", "oneOf", "allOf", "prefixItems":
			copied := array()
			for j, v := range m.value.items {
				copied.items = append(copied.items, p.schema(v, sub.in(strconv.Itoa(j))))
			}
			out.members[i].value = copied
		}
	}
	if p.rules.ArrayItems && out.get("type").says("array") && out.get("items") == nil {
		out.set("items", object())
	}
	return out
}

// properties checks the names of an object's properties.
func (p *projector) properties(n *node, at *place) {
	if n == nil || at.outer != nil && !p.rules.NestedProperty {
		return
	}
	for _, m := range n.members {
		if why := p.rules.Property.fault(m.name); why != "" {
			p.fault(at.in("properties").in(m.name), "the name of the property "+why)
		}
	}
}

func (p *projector) refusedAtRoot(root *node, at *place) {
	for _, k := range p.rules.RefusedAtRoot {
		if root.get(k) != nil {
			p.fault(at.in(k), k+" is not allowed at the root")
		}
	}
}

// working is one schema on its way from in to out.
type working struct {
	p        *projector
	in, out  *node
	at       *place
	kinds    []string // types but null
	nullable bool     // null is allowed
	words    []string // what goes to the description
}

// say notes that a keyword becomes words.
func (w *working) say(keyword string, value *node, why string) {
	w.words = append(w.words, keyword+" "+raw(value))
	w.p.lose(w.at.in(keyword), Described, why)
}

// types reads which types are allowed and writes them, unless a union has to.
func (w *working) types() {
	for _, k := range w.in.get("type").strings() {
		if k == "null" {
			w.nullable = true
			continue
		}
		w.kinds = append(w.kinds, k)
	}
	if w.in.get("type") == nil {
		w.guess()
	}
	r := &w.p.rules
	switch {
	case len(w.kinds) == 0 && !w.nullable:
		return
	case !r.SingleType:
		list := w.kinds
		if w.nullable {
			list = append(slices.Clone(list), "null")
		}
		if len(list) == 1 {
			w.out.set("type", str(list[0]))
		} else {
			w.out.set("type", stringList(list))
		}
	case len(w.kinds) == 0:
		w.p.fault(w.at.in("type"), "null alone cannot be expressed")
	case len(w.kinds) > 1:
		w.p.lose(w.at.in("type"), Changed, "a list of types becomes anyOf")
		branches := array()
		for _, k := range w.kinds {
			if k == "object" || k == "array" {
				w.p.fault(w.at.in("type"), k+" beside other types cannot be expressed")
			}
			branches.items = append(branches.items, object(member{"type", w.p.typeName(k)}))
		}
		w.out.set("anyOf", branches)
	default:
		w.out.set("type", w.p.typeName(w.kinds[0]))
	}
	if r.SingleType && w.nullable {
		w.out.set("nullable", boolean(true))
	}
}

// guess takes the type from constants where it is not stated.
func (w *working) guess() {
	values := w.in.get("enum")
	if c := w.in.get("const"); c != nil {
		values = array(c)
	}
	if values == nil || len(values.items) == 0 {
		return
	}
	for _, v := range values.items {
		kind := v.kind.String()
		switch {
		case v.kind == jsonscan.KindObject || v.kind == jsonscan.KindArray:
			w.kinds, w.nullable = nil, false
			return
		case v.kind == jsonscan.KindNull:
			w.nullable = true
		case !slices.Contains(w.kinds, kind):
			w.kinds = append(w.kinds, kind)
		}
	}
	if w.p.rules.Typed {
		w.p.lose(w.at, Changed, "the type of the constants is stated")
	}
}

func (p *projector) typeName(kind string) *node {
	if p.rules.UpperTypes {
		return str(strings.ToUpper(kind))
	}
	return str(kind)
}

// enum writes enum and const.
func (w *working) enum() {
	for _, keyword := range []string{"const", "enum"} {
		n := w.in.get(keyword)
		if n == nil {
			continue
		}
		values := []*node{n}
		if keyword == "enum" {
			values = n.items
		}
		if !w.p.enumTypes(values) {
			w.say(keyword, n, "values of these types cannot be listed")
			continue
		}
		switch {
		case w.p.allowed[keyword]:
			w.out.set(keyword, n)
		case keyword == "const" && w.p.allowed["enum"]:
			w.out.set("enum", array(n))
			w.p.lose(w.at.in(keyword), Changed, "const becomes enum of one value")
		default:
			w.say(keyword, n, "there is no "+keyword)
		}
	}
	if w.out.get("enum") != nil && w.p.rules.SingleType { // null is said by nullable
		list := array()
		for _, v := range w.out.get("enum").items {
			if v.kind != jsonscan.KindNull {
				list.items = append(list.items, v)
			}
		}
		w.out.set("enum", list)
	}
}

// enumTypes reports whether values may stand in an enum. Null may always: it is
// said elsewhere where it must not.
func (p *projector) enumTypes(values []*node) bool {
	for _, v := range values {
		if v.kind == jsonscan.KindNull && p.rules.SingleType {
			continue
		}
		if p.rules.EnumTypes != nil && !slices.Contains(p.rules.EnumTypes, v.kind.String()) {
			return false
		}
	}
	return true
}

// members copies what needs no thought, and turns the rest into words.
func (w *working) members() {
	for _, m := range w.in.members {
		switch m.name {
		case "type", "enum", "const", "description", "properties", "required", "additionalProperties", "items",
			"anyOf", "oneOf", "$defs", "definitions", "nullable", "propertyOrdering":
			continue // of their own
		}
		w.keyword(m.name, m.value)
	}
	w.definitions()
}

func (w *working) keyword(name string, value *node) {
	allowed := w.p.allowed[name]
	at := w.at.in(name)
	switch {
	case name == "prefixItems" && allowed:
		list := array()
		for i, v := range value.items {
			list.items = append(list.items, w.p.schema(v, at.in(strconv.Itoa(i))))
		}
		w.out.set(name, list)
	case structural(name) && !allowed:
		w.p.fault(at, name+" cannot be expressed")
	case name == "format" && allowed && w.p.rules.Formats != nil && !slices.Contains(w.p.rules.Formats, value.text):
		w.say(name, value, "this format is not known")
	case name == "pattern" && allowed && w.p.rules.NoLookaround && lookaround(value.text):
		w.say(name, value, "patterns cannot look around")
	case name == "minItems" && allowed && w.p.rules.MaxMinItems >= 0 && exceeds(value, w.p.rules.MaxMinItems):
		w.say(name, value, "minItems is at most "+strconv.Itoa(w.p.rules.MaxMinItems))
	case allowed:
		w.out.set(name, value)
	case name == "exclusiveMinimum" && w.shift(value, "minimum", 1):
	case name == "exclusiveMaximum" && w.shift(value, "maximum", -1):
	case strings.HasPrefix(name, "$") || name == "deprecated" || name == "readOnly" || name == "writeOnly":
		w.p.lose(at, Dropped, "there is no "+name)
	case name == "title":
		w.words = append([]string{raw(value)}, w.words...)
		w.p.lose(at, Described, "there is no title")
	default:
		w.say(name, value, "there is no "+name)
	}
}

// shift writes an exclusive bound of an integer as the next inclusive one.
func (w *working) shift(value *node, keyword string, by int64) bool {
	n, err := strconv.ParseInt(value.text, 10, 64)
	if err != nil || len(w.kinds) != 1 || w.kinds[0] != "integer" || w.in.get(keyword) != nil || !w.p.allowed[keyword] {
		return false
	}
	if next := n + by; (next > n) == (by > 0) {
		w.out.set(keyword, number(strconv.FormatInt(next, 10)))
		w.p.lose(w.at.in("exclusive"+strings.ToUpper(keyword[:1])+keyword[1:]), Changed, "becomes "+keyword+", which is the same for an integer")
		return true
	}
	return false
}

func lookaround(pattern string) bool {
	return strings.Contains(pattern, "(?=") || strings.Contains(pattern, "(?!") ||
		strings.Contains(pattern, "(?<=") || strings.Contains(pattern, "(?<!")
}

func exceeds(n *node, limit int) bool {
	v, err := strconv.Atoi(n.text)
	return err != nil || v > limit
}

// typed faults a schema that says nothing where a type is wanted.
func (w *working) typed() {
	if !w.p.rules.Typed || w.out.get("type") != nil || w.out.get("anyOf") != nil {
		return
	}
	w.p.fault(w.at, "a value of any type cannot be expressed"+w.p.instead())
}

// sort puts keywords in the order in which a person reads a schema.
func (n *node) sort() {
	slices.SortStableFunc(n.members, func(a, b member) int { return rank(a.name) - rank(b.name) })
}

func rank(keyword string) int {
	if i := slices.Index([]string{
		"$ref", "type", "nullable", "title", "description", "const", "enum", "minimum", "exclusiveMinimum", "maximum",
		"exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "items", "prefixItems",
		"minItems", "maxItems", "anyOf", "properties", "propertyOrdering", "required", "additionalProperties",
		"default",
	}, keyword); i >= 0 {
		return i
	}
	if keyword == "$defs" {
		return 101
	}
	return 100
}
