package provider

import (
	"strconv"
	"strings"
)

// union writes anyOf, which also stands in for oneOf.
func (w *working) union() {
	any, one := w.in.get("anyOf"), w.in.get("oneOf")
	switch {
	case any != nil && one != nil:
		w.p.fault(w.at.in("oneOf"), "anyOf and oneOf together cannot be expressed")
		return
	case any == nil && one == nil:
		return
	}
	keyword, branches := "anyOf", any
	if one != nil {
		keyword, branches = "oneOf", one
		w.p.lose(w.at.in("oneOf"), Changed, "oneOf becomes anyOf")
	}
	if w.out.get("properties") != nil || w.out.get("items") != nil {
		w.p.fault(w.at.in(keyword), "a union beside properties or items cannot be expressed")
		return
	}
	list := array()
	for i, b := range branches.items {
		if w.p.rules.SingleType && b.get("type").says("null") {
			w.nullable = true
			w.out.set("nullable", boolean(true))
			continue
		}
		s := w.p.schema(b, w.at.in(keyword).in(strconv.Itoa(i)))
		if inner := s.get("anyOf"); w.p.rules.LoneUnion && inner != nil {
			list.items = append(list.items, inner.items...) // a union of unions is one
			continue
		}
		list.items = append(list.items, s)
	}
	if len(list.items) == 0 {
		w.p.fault(w.at.in(keyword), "a union of nothing cannot be expressed")
		return
	}
	if old := w.out.get("anyOf"); old != nil { // a list of types
		w.p.fault(w.at.in(keyword), "a union beside a list of types cannot be expressed")
		return
	}
	w.out.set("anyOf", list)
}

// describe writes the description with the words for what has no keyword, and
// moves all that into the branches of a union that must stand alone.
func (w *working) describe() {
	text := ""
	if d := w.in.get("description"); d.isString() {
		text = d.text
	}
	words := strings.Join(w.words, "; ")
	switch {
	case words != "" && text != "":
		text += " (" + words + ")"
	case words != "":
		text = words
	}
	if text != "" {
		w.out.set("description", str(text))
	}
	if union := w.out.get("anyOf"); w.p.rules.LoneUnion && union != nil {
		w.spread(union)
	}
}

func (w *working) spread(union *node) {
	extra := 0
	for _, m := range w.out.members {
		if m.name != "anyOf" {
			extra += m.value.size()
		}
	}
	if w.p.budget -= extra * len(union.items); w.p.budget <= 0 {
		w.p.fault(w.at, "what stands beside its union is too long to be repeated in each branch")
		return
	}
	for _, m := range w.out.members {
		switch m.name {
		case "anyOf":
		case "description":
			w.p.lose(w.at.in("description"), Changed, "moves into the branches of anyOf, which must stand alone")
			for _, b := range union.items {
				text := m.value.text
				if d := b.get("description"); d != nil {
					text += " " + d.text
				}
				b.set("description", str(text))
				b.sort()
			}
		case "type":
			for _, b := range union.items {
				if b.get("type") == nil {
					b.set("type", m.value)
				}
			}
		default:
			for _, b := range union.items {
				if b.get(m.name) == nil {
					b.set(m.name, m.value)
					b.sort()
				}
			}
		}
	}
	w.out = object(member{"anyOf", union})
}
