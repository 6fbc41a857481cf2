// Package texts derives argument texts from a model, with the verdict that a
// decoder must come to: for generated tests of generated code.
//
// Each text differs from a valid one in one place, so a wrong verdict points at
// the rule that is broken.
package texts

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// Text is one argument text.
type Text struct {
	Name  string // what is special about it
	JSON  string
	Valid bool
}

// Of lists texts for a tool, in the order of its schema. Valid ones are missing
// where a required property has a type whose values only its author knows.
func Of(t *model.Tool) []Text {
	d := &deriver{open: map[*model.Object]bool{}}
	all := d.object(t.Args)
	base, complete := d.sample(t.Args)
	var out []Text
	if complete {
		out = append(out, Text{"all properties", base, true}, Text{"cut off", base[:len(base)-1], false}, Text{"more behind it", base + "1", false})
	} else {
		out = append(out, Text{"cut off", `{"`, false})
	}
	out = append(out, Text{"an array", "[]", false}, Text{"no JSON", "{a:1}", false})
	empty := true
	for _, f := range t.Args.Fields {
		empty = empty && !f.Required
	}
	out = append(out, Text{"empty object", "{}", empty}, Text{"blank", " ", empty}, Text{"null as a whole", "null", empty})
	return append(out, distinct(all, complete)...)
}

// distinct drops texts that came up before, and valid ones where what they are
// made from is not known to be.
func distinct(all []Text, complete bool) (out []Text) {
	seen := map[string]bool{}
	for _, t := range all {
		if seen[t.JSON] || t.Valid && !complete {
			continue
		}
		seen[t.JSON] = true
		out = append(out, t)
	}
	return out
}

// deriver walks a type. Open are the objects that it is inside of: a type that
// contains itself is varied at its first level only.
type deriver struct{ open map[*model.Object]bool }

// members are the properties of an object as JSON, in order.
type members []member

type member struct{ name, json string }

func (m members) text() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, x := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(x.name) + ":" + x.json)
	}
	b.WriteByte('}')
	return b.String()
}

// with returns a copy in which a property has another value.
func (m members) with(name, json string) members {
	out := append(members(nil), m...)
	for i := range out {
		if out[i].name == name {
			out[i].json = json
			return out
		}
	}
	return append(out, member{name, json})
}

func (m members) without(name string) (out members) {
	for _, x := range m {
		if x.name != name {
			out = append(out, x)
		}
	}
	return out
}

// members is the sample of an object, property by property; it is incomplete
// where a required one has none.
func (d *deriver) members(o *model.Object) (m members, complete bool) {
	d.open[o] = true
	defer delete(d.open, o)
	complete = true
	for i := range o.Fields {
		f := &o.Fields[i]
		json, ok := d.field(f)
		switch {
		case ok:
			m = append(m, member{f.JSON, json})
		case f.Required:
			complete = false
		}
	}
	return m, complete
}

// field is a value of a property: the author's example, or one made up.
func (d *deriver) field(f *model.Field) (string, bool) {
	if len(f.Examples) > 0 {
		return string(f.Examples[0]), true
	}
	return d.sample(f.Type)
}

// object varies each property of o, and what an object can have beside them.
func (d *deriver) object(o *model.Object) (out []Text) {
	if d.open[o] {
		return nil
	}
	base, _ := d.members(o)
	d.open[o] = true
	defer delete(d.open, o)
	add := func(name string, m members, valid bool) { out = append(out, Text{name, m.text(), valid}) }
	for i := range o.Fields {
		f := &o.Fields[i]
		add("without "+f.JSON, base.without(f.JSON), !f.Required)
		add(f.JSON+" is null", base.with(f.JSON, "null"), !f.Required || admitsNull(f.Type))
		if json, ok := d.field(f); ok {
			twice := append(base.with(f.JSON, json), member{f.JSON, json})
			add(f.JSON+" twice", twice, false)
			if other := otherCase(f.JSON); other != "" && !has(o, other) && !o.Open {
				add(f.JSON+" spelled "+other, append(base.without(f.JSON), member{other, json}), false)
			}
		}
		for _, v := range d.vary(f.Type) {
			add(f.JSON+": "+v.Name, base.with(f.JSON, v.JSON), v.Valid)
		}
	}
	unknown := "no_such_property"
	for has(o, unknown) {
		unknown += "_"
	}
	add("unknown property", base.with(unknown, "1"), o.Open)
	return out
}

func has(o *model.Object, name string) bool {
	for i := range o.Fields {
		if o.Fields[i].JSON == name {
			return true
		}
	}
	return false
}

// otherCase spells an ASCII name in the other case, "" if there is none.
func otherCase(name string) string {
	if up := strings.ToUpper(name); up != name {
		return up
	}
	if low := strings.ToLower(name); low != name {
		return low
	}
	return ""
}

func admitsNull(t model.Type) bool {
	s, ok := t.(*model.Special)
	return ok && s.AdmitsNull()
}

// list writes n copies of an element.
func list(element string, n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

func quote(s string) string {
	if q := strconv.Quote(s); q == `"`+s+`"` {
		return q
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < 0x20:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
