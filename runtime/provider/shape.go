package provider

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// object writes properties, required and additionalProperties.
func (w *working) object() {
	properties, extra := w.in.get("properties"), w.in.get("additionalProperties")
	if !slices.Contains(w.kinds, "object") && properties == nil {
		if extra != nil && w.p.allowed["additionalProperties"] && !w.p.rules.Closed {
			w.out.set("additionalProperties", w.extra(extra))
		}
		return
	}
	r := &w.p.rules
	root := w.at.outer == nil
	count := 0
	if properties != nil {
		count = len(properties.members)
	}
	open := extra == nil || !extra.isFalse()
	if open && count == 0 && !(root && extra == nil) && r.NoMaps {
		w.p.fault(w.at, "an object with free keys cannot be expressed"+w.p.instead())
		return
	}
	if count == 0 && r.NoEmptyObjects && !root {
		w.p.fault(w.at, "an object without properties cannot be expressed"+w.p.instead())
		return
	}
	w.properties(properties)
	switch {
	case r.Closed:
		w.out.set("additionalProperties", boolean(false))
		if open {
			w.p.lose(w.at.in("additionalProperties"), Changed, "the object is closed: other keys cannot be sent")
		}
	case w.p.allowed["additionalProperties"]:
		if extra != nil {
			w.out.set("additionalProperties", w.extra(extra))
		}
	case extra == nil:
	case open:
		w.p.lose(w.at.in("additionalProperties"), Dropped, "other keys are not told")
	default:
		w.p.lose(w.at.in("additionalProperties"), Dropped, "that other keys are refused is not told")
	}
}

// instead names the target that can express more.
func (p *projector) instead() string {
	switch p.target {
	case OpenAI:
		return "; " + string(OpenAINonStrict) + " can"
	case OpenAIResponses:
		return "; " + string(OpenAIResponsesNonStrict) + " can"
	case AnthropicStrict:
		return "; " + string(Anthropic) + " can"
	case Gemini:
		return "; " + string(GeminiJSONSchema) + " can"
	}
	return ""
}

// extra projects additionalProperties.
func (w *working) extra(n *node) *node {
	if n.kind == jsonscan.KindBool {
		return n
	}
	return w.p.schema(n, w.at.in("additionalProperties"))
}

func (w *working) properties(properties *node) {
	r := &w.p.rules
	required := set(w.in.get("required").strings())
	var names, must []string
	out := object()
	if properties != nil {
		w.p.properties(properties, w.at)
		for _, m := range w.ordered(properties.members) {
			at := w.at.in("properties").in(m.name)
			s := w.p.schema(m.value, at)
			switch {
			case required[m.name]:
				must = append(must, m.name)
			case r.AllRequired:
				must = append(must, m.name)
				s = nullableSchema(s)
				w.p.lose(at, Changed, "optional becomes required, null stands for absent")
			default:
				w.p.optional++
			}
			delete(required, m.name)
			names = append(names, m.name)
			out.members = append(out.members, member{m.name, s})
		}
	}
	if properties != nil || w.at.outer == nil || r.Closed {
		w.out.set("properties", out)
	}
	for _, name := range w.in.get("required").strings() {
		if required[name] { // not declared
			w.p.fault(w.at.in("required"), "the required property "+strconv.Quote(name)+" is not declared")
			delete(required, name)
		}
	}
	if len(must) > 0 || r.AllRequired {
		w.out.set("required", stringList(must))
	}
	if r.Ordering && len(names) > 1 {
		w.out.set("propertyOrdering", stringList(names))
	}
}

// ordered returns properties in the order in which they are written.
func (w *working) ordered(properties []member) []member {
	if !w.p.rules.ConstantsFirst {
		return properties
	}
	ordered := slices.Clone(properties)
	slices.SortStableFunc(ordered, func(a, b member) int { return constants(b.value) - constants(a.value) })
	if len(ordered) > 0 && ordered[0].name != properties[0].name {
		w.p.lose(w.at.in("properties"), Changed, "the constant "+strconv.Quote(ordered[0].name)+" comes first")
	}
	return ordered
}

// constants is 1 for a schema of one constant, else 0.
func constants(n *node) int {
	if e := n.get("enum"); n.get("const") != nil || e != nil && len(e.items) == 1 {
		return 1
	}
	return 0
}

// nullableSchema lets a schema also take null.
func nullableSchema(n *node) *node {
	branch := object(member{"type", str("null")})
	kinds := n.get("type")
	if slices.Contains(kinds.strings(), "null") {
		return n
	}
	if union := n.get("anyOf"); union != nil && kinds == nil {
		for _, b := range union.items {
			if slices.Contains(b.get("type").strings(), "null") {
				return n
			}
		}
		n.set("anyOf", array(append(slices.Clone(union.items), branch)...))
		return n
	}
	if kinds == nil || n.get("const") != nil { // a reference, or a value that is not null
		out := object()
		if d := n.get("description"); d != nil {
			out.set("description", d)
			n.remove("description")
		}
		out.set("anyOf", array(n, branch))
		return out
	}
	n.set("type", stringList(append(slices.Clone(kinds.strings()), "null")))
	if e := n.get("enum"); e != nil {
		n.set("enum", array(append(slices.Clone(e.items), null())...))
	}
	return n
}

// array writes items.
func (w *working) array() {
	items := w.in.get("items")
	if items != nil {
		w.out.set("items", w.p.schema(items, w.at.in("items")))
		return
	}
	if w.p.rules.ArrayItems && slices.Contains(w.kinds, "array") {
		if w.p.rules.Typed {
			w.p.fault(w.at, "an array of any values cannot be expressed"+w.p.instead())
			return
		}
		w.out.set("items", object())
	}
}

// define notes where references may lead to.
func (p *projector) define(root *node) {
	p.defs = map[string]*node{}
	for _, keyword := range []string{"$defs", "definitions"} {
		d := root.get(keyword)
		if d == nil || d.kind != jsonscan.KindObject {
			continue
		}
		for _, m := range d.members {
			p.defs[keyword+"/"+m.name] = m.value
		}
	}
}

// definitions writes $defs, projected once for all references to them.
func (w *working) definitions() {
	if w.p.rules.References == NoReferences {
		return // copied to where they are used
	}
	out := object()
	names := map[string]bool{}
	for _, keyword := range []string{"$defs", "definitions"} {
		defs := w.in.get(keyword)
		if defs == nil {
			continue
		}
		at := w.at.in(keyword)
		if w.at.outer != nil {
			w.p.fault(at, keyword+" below the root cannot be expressed")
			return
		}
		if keyword != "$defs" {
			w.p.lose(at, Changed, "definitions become $defs")
		}
		for _, m := range defs.members {
			if names[m.name] {
				w.p.fault(at.in(m.name), "is defined twice")
			}
			names[m.name] = true
			out.members = append(out.members, member{m.name, w.p.schema(m.value, at.in(m.name))})
		}
	}
	if len(out.members) > 0 {
		w.out.set("$defs", out)
	}
}

// reference projects a schema with $ref.
func (p *projector) reference(n *node, at *place) *node {
	ref := n.get("$ref")
	target, name := p.resolve(ref)
	if target == nil {
		p.fault(at.in("$ref"), "the reference "+raw(ref)+" leads nowhere in this schema")
		return object()
	}
	if p.rules.References == NoReferences {
		return p.copyOf(n, target, name, at)
	}
	pointer := "#"
	if name != "" {
		pointer = "#/$defs/" + name
	} else if p.rules.References == AcyclicReferences {
		p.fault(at.in("$ref"), "a recursive schema cannot be expressed"+p.instead())
		return object()
	}
	out := object(member{"$ref", str(pointer)})
	if !p.rules.LoneReference {
		for _, m := range n.members {
			if m.name != "$ref" {
				out.set(m.name, m.value)
			}
		}
		return out
	}
	w := &working{p: p, in: n, out: object(member{"anyOf", array(out)}), at: at}
	for _, m := range n.members {
		switch m.name {
		case "$ref", "description":
		default:
			if structural(m.name) || m.name == "properties" || m.name == "items" || m.name == "anyOf" || m.name == "oneOf" {
				p.fault(at.in(m.name), m.name+" beside $ref cannot be expressed")
				continue
			}
			w.say(m.name, m.value, "$ref must stand alone")
		}
	}
	w.describe()
	if len(w.out.members) == 1 {
		return out // nothing beside the reference
	}
	p.lose(at.in("$ref"), Changed, "is wrapped in anyOf: it must stand alone")
	w.out.sort()
	return w.out
}

// copyOf projects the definition that n refers to in its place.
func (p *projector) copyOf(n, target *node, name string, at *place) *node {
	if slices.Contains(p.stack, name) {
		p.fault(at.in("$ref"), "a recursive schema cannot be expressed"+p.instead())
		return object()
	}
	if p.budget > 0 { // else there is no need to count
		p.budget -= target.size()
	}
	if p.budget <= 0 {
		p.fault(at.in("$ref"), "copies of definitions grow beyond "+strconv.Itoa(maxCopied)+" bytes")
		return object()
	}
	merged := object(slices.Clone(target.members)...)
	for _, m := range n.members {
		if m.name != "$ref" {
			merged.set(m.name, m.value)
		}
	}
	p.lose(at.in("$ref"), Changed, "the definition is copied here")
	p.stack = append(p.stack, name)
	out := p.schema(merged, at)
	p.stack = p.stack[:len(p.stack)-1]
	return out
}

// size is about how many bytes n takes.
func (n *node) size() int {
	total := 16 + len(n.text)
	for _, m := range n.members {
		total += len(m.name) + m.value.size()
	}
	for _, v := range n.items {
		total += v.size()
	}
	return total
}

// resolve finds what a reference leads to: the root, with the name "", or a
// definition of the root.
func (p *projector) resolve(ref *node) (*node, string) {
	if !ref.isString() {
		return nil, ""
	}
	if ref.text == "#" {
		return p.root, ""
	}
	rest, ok := strings.CutPrefix(ref.text, "#/")
	if !ok {
		return nil, ""
	}
	d := p.defs[unescapeToken(rest)]
	if d == nil || d.kind != jsonscan.KindObject {
		return nil, ""
	}
	_, name, _ := strings.Cut(rest, "/")
	return d, name
}
