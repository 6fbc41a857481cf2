package provider

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// limits faults a projected schema that is too large, and counts what is
// limited for all tools together.
func (p *projector) limits(out *node, at *place) {
	l := &p.rules.Limits
	m := measure{limits: l, defs: map[string]*node{}, depths: map[string]int{}}
	if d := out.get("$defs"); d != nil {
		for _, f := range d.members {
			m.defs[f.name] = f.value
		}
	}
	m.schema(out)
	p.unions += m.unions
	depth := m.depth(out)
	for _, c := range []struct {
		got, limit int
		what       string
	}{
		{m.properties, l.Properties, "properties"},
		{depth, l.Depth, "levels of objects"},
		{m.enumValues, l.EnumValues, "enum values"},
		{m.text, l.Text, "bytes of names, enum and const strings"},
		{m.longest, l.LongEnumText, "bytes in an enum of more than " + strconv.Itoa(l.LongEnum) + " strings"},
	} {
		if c.limit > 0 && c.got > c.limit {
			p.fault(at, "its schema has "+strconv.Itoa(c.got)+" "+c.what+"; at most "+strconv.Itoa(c.limit)+" are allowed")
		}
	}
}

// tooLarge returns why a list of so many tools is too large as a whole.
func (p *projector) tooLarge(tools int) (faults []Fault) {
	l := &p.rules.Limits
	for _, c := range []struct {
		got, limit int
		what       string
	}{
		{tools, l.Tools, "tools"},
		{p.optional, l.Optional, "optional properties"},
		{p.unions, l.Unions, "unions"},
	} {
		if c.limit > 0 && c.got > c.limit {
			faults = append(faults, Fault{Why: "the list has " + strconv.Itoa(c.got) + " " + c.what + "; at most " +
				strconv.Itoa(c.limit) + " are allowed in one request"})
		}
	}
	return faults
}

// measure counts what limits are about.
type measure struct {
	limits                               *Limits
	defs                                 map[string]*node
	properties, enumValues, text, unions int
	longest                              int            // bytes of the strings of the longest enum that LongEnumText bounds
	depths                               map[string]int // of definitions
}

func (m *measure) schema(n *node) {
	if n.get("anyOf") != nil || len(n.get("type").strings()) > 1 {
		m.unions++
	}
	for _, f := range n.members {
		switch f.name {
		case "properties", "$defs":
			for _, d := range f.value.members {
				m.text += len(d.name)
				if f.name == "properties" {
					m.properties++
				}
				m.schema(d.value)
			}
		case "const":
			if f.value.isString() {
				m.text += len(f.value.text)
			}
		case "enum":
			m.enum(f.value)
		case "items", "additionalProperties":
			m.schema(f.value)
		case "anyOf", "prefixItems":
			for _, b := range f.value.items {
				m.schema(b)
			}
		}
	}
}

func (m *measure) enum(n *node) {
	bytes := 0
	for _, v := range n.items {
		if v.isString() {
			bytes += len(v.text)
		}
	}
	m.text += bytes
	m.enumValues += len(n.items)
	if m.limits.LongEnum > 0 && len(n.items) > m.limits.LongEnum {
		m.longest = max(m.longest, bytes)
	}
}

// depth counts objects inside of each other, through references, a recursive
// one once.
func (m *measure) depth(n *node) int {
	below := 0
	for _, f := range n.members {
		switch f.name {
		case "properties":
			for _, d := range f.value.members {
				below = max(below, m.depth(d.value))
			}
		case "items", "additionalProperties":
			below = max(below, m.depth(f.value))
		case "anyOf", "prefixItems":
			for _, b := range f.value.items {
				below = max(below, m.depth(b))
			}
		case "$ref":
			name := unescapeToken(strings.TrimPrefix(f.value.text, "#/$defs/"))
			known, ok := m.depths[name]
			if d := m.defs[name]; !ok && d != nil {
				m.depths[name] = 0
				known = m.depth(d)
				m.depths[name] = known
			}
			below = max(below, known)
		}
	}
	if slices.Contains(n.get("type").strings(), "object") {
		return below + 1
	}
	return below
}

// cycles faults recursion that the target cannot follow.
func (p *projector) cycles(at *place) {
	if p.rules.References != AcyclicReferences && p.rules.References != OptionalCycles {
		return
	}
	g := graph{p: p, state: map[string]int{}}
	found := g.reaches("", p.root)
	for _, keyword := range []string{"$defs", "definitions"} { // those that only optional properties lead to
		if d := p.root.get(keyword); d != nil {
			for _, m := range d.members {
				found = found || g.state[m.name] == 0 && g.reaches(m.name, m.value)
			}
		}
	}
	if found {
		why := "a recursive schema cannot be expressed"
		if p.rules.References == OptionalCycles {
			why = "recursion through required properties cannot be expressed"
		}
		p.fault(at, why+p.instead())
	}
}

// graph is the definitions of a schema and the references between them.
type graph struct {
	p     *projector
	state map[string]int // 1 is being visited, 2 is done
}

// reaches reports whether a definition leads back to one that is being visited.
func (g *graph) reaches(name string, n *node) bool {
	g.state[name] = 1
	found := g.visit(n, false)
	g.state[name] = 2
	return found
}

func (g *graph) visit(n *node, optional bool) bool {
	if n.kind != jsonscan.KindObject {
		return false
	}
	if ref := n.get("$ref"); ref != nil && !(optional && g.p.rules.References == OptionalCycles) {
		target, name := g.p.resolve(ref)
		switch {
		case target == nil:
		case g.state[name] == 1:
			return true
		case g.state[name] == 0 && g.reaches(name, target):
			return true
		}
	}
	required := set(n.get("required").strings())
	for _, m := range n.members {
		switch m.name {
		case "properties":
			for _, f := range m.value.members {
				if g.visit(f.value, optional || !required[f.name]) {
					return true
				}
			}
		case "items", "additionalProperties":
			if g.visit(m.value, optional) {
				return true
			}
		case "anyOf", "oneOf", "prefixItems":
			for _, b := range m.value.items {
				if g.visit(b, optional) {
					return true
				}
			}
		}
	}
	return false
}
