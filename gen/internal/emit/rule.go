package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// rules checks a scalar that has been read into v.
func (e *emitter) rules(g *jen.Group, v *jen.Statement, t model.Type) {
	s := jen.Id(e.names.local.scanner)
	switch t := t.(type) {
	case *model.String:
		text := v
		if t.Go.String() != "string" {
			text = jen.String().Call(v.Clone())
		}
		for _, c := range e.stringRules(t) {
			g.Add(s.Clone()).Dot(c.method).Call(append([]jen.Code{text.Clone()}, c.args...)...)
		}
	case *model.Int, *model.Float:
		for _, r := range numberRules(t) {
			g.Add(scan(r.name)).Call(s.Clone(), v.Clone(), number(r.bound))
		}
	}
}

type stringCheck struct {
	method string
	args   []jen.Code
}

func (e *emitter) stringRules(t *model.String) (out []stringCheck) {
	if t.MinLength != nil {
		out = append(out, stringCheck{"MinLength", []jen.Code{jen.Lit(*t.MinLength)}})
	}
	if t.MaxLength != nil {
		out = append(out, stringCheck{"MaxLength", []jen.Code{jen.Lit(*t.MaxLength)}})
	}
	if t.Pattern != "" {
		out = append(out, e.patternCheck(t.Pattern))
	}
	if t.Format != "" {
		out = append(out, stringCheck{"Format", []jen.Code{jen.Lit(t.Format), scan(formatFunc(t.Format))}})
	}
	return out
}

// formatFunc is the function of jsonscan that checks a format.
func formatFunc(format string) string {
	switch format {
	case "uri", "uuid", "ipv4", "ipv6":
		return "Is" + strings.NewReplacer("uri", "URI", "uuid", "UUID", "ipv", "IPv").Replace(format)
	case "date-time":
		return "IsDateTime"
	}
	return "Is" + model.UpperFirst(format)
}

type numberCheck struct {
	name  string
	bound model.Number
}

// numberRules are the bounds that reading has not checked.
func numberRules(t model.Type) (out []numberCheck) {
	var b model.Bounds
	inclusive := true
	switch t := t.(type) {
	case *model.Int:
		b, inclusive = t.Bounds, !ranged(t) && !wholeKind(t) && t.Enum == nil
		if t.Unsigned() && b.Minimum == "0" {
			b.Minimum = "" // holds for every value of the kind
		}
	case *model.Float:
		b, inclusive = t.Bounds, t.Kind != "float32"
	}
	add := func(name string, n model.Number) {
		if n != "" {
			out = append(out, numberCheck{name, n})
		}
	}
	if inclusive {
		add("Minimum", b.Minimum)
		add("Maximum", b.Maximum)
	}
	add("ExclusiveMinimum", b.ExclusiveMinimum)
	add("ExclusiveMaximum", b.ExclusiveMaximum)
	add("MultipleOf", b.MultipleOf)
	return out
}

// checked reports whether a scalar has rules that need it in a variable.
func checked(t model.Type) bool {
	switch t := t.(type) {
	case *model.String:
		return t.Constrained()
	case *model.Int, *model.Float:
		return len(numberRules(t)) > 0
	}
	return false
}
