package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Dump writes a package as indented text, for golden files: a review of it
// shows what the generator understood before it wrote any code. Positions are
// left out, so that moving a function changes nothing.
func Dump(p *Package) string {
	d := dumper{seen: map[*Object]bool{}}
	d.line(0, "package %s %q", p.Name, p.Path)
	if p.Constraint != "" {
		d.line(0, "constraint %s", p.Constraint)
	}
	for _, t := range p.Tools {
		d.tool(t)
	}
	return d.b.String()
}

type dumper struct {
	b    strings.Builder
	seen map[*Object]bool
}

func (d *dumper) line(depth int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("\t", depth))
	fmt.Fprintf(&d.b, format, args...)
	d.b.WriteByte('\n')
}

func (d *dumper) tool(t *Tool) {
	d.line(0, "")
	name := t.Func
	if t.Receiver != nil {
		name = t.Receiver.Type + "." + name
		if t.Receiver.Pointer {
			name = "*" + name
		}
	}
	d.line(0, "tool %s %s%s", t.Name, name, flags(t))
	for l := range strings.Lines(t.Description) {
		d.line(1, "| %s", strings.TrimSuffix(l, "\n"))
	}
	for _, p := range t.Params {
		d.line(1, "param %s", d.param(t, p))
	}
	for _, c := range []struct{ kind, name string }{{"presents calls", t.PresentCall}, {"presents results", t.PresentResult}, {"classifies", t.Classifier}} {
		if c.name != "" {
			d.line(1, "%s %s", c.name, c.kind)
		}
	}
	d.object(1, "args", t.Args)
	d.result(t.Result)
}

func flags(t *Tool) string {
	var b strings.Builder
	for _, f := range []struct {
		name string
		set  bool
	}{{"readonly", t.ReadOnly}, {"destructive", t.Destructive}, {"idempotent", t.Idempotent}, {"openworld", t.OpenWorld}, {"parallel", t.Parallel}} {
		if f.set {
			b.WriteString(" " + f.name)
		}
	}
	if t.Timeout > 0 {
		b.WriteString(" timeout=" + t.Timeout.String())
	}
	return b.String()
}

func (d *dumper) param(t *Tool, p Param) string {
	switch p.Kind {
	case ParamContext:
		return "context"
	case ParamExecution:
		return "execution"
	case ParamArgs:
		return "all arguments" + map[bool]string{true: " by pointer"}[p.Pointer]
	case ParamField:
		return "field " + t.Args.Fields[p.Field].Go + map[bool]string{true: "..."}[p.Variadic]
	}
	panic("unreachable: parameter kind " + strconv.Itoa(int(p.Kind)))
}

func (d *dumper) result(r Result) {
	kind := map[ResultKind]string{
		ResultNone: "none", ResultText: "text", ResultContent: "content", ResultContents: "contents", ResultReturn: "return", ResultValue: "value",
	}[r.Kind]
	d.line(1, "result %s%s", kind, map[bool]string{true: ", error"}[r.Error])
	if r.Kind == ResultValue {
		d.typ(2, "", r.Type)
	}
}

func (d *dumper) object(depth int, label string, o *Object) {
	about := o.Go.String()
	if about == "" {
		about = "parameters"
	}
	if o.Open {
		about += " open"
	}
	if o.Recursive {
		about += " recursive"
	}
	d.line(depth, "%sobject %s", prefix(label), about)
	if d.seen[o] {
		d.line(depth+1, "as above")
		return
	}
	d.seen[o] = true
	for i := range o.Fields {
		f := &o.Fields[i]
		d.typ(depth+1, fmt.Sprintf("%s %s%s", f.Go, strconv.Quote(f.JSON), fieldFlags(f)), f.Type)
		if f.Description != "" {
			d.line(depth+2, "| %s", strings.ReplaceAll(f.Description, "\n", " / "))
		}
	}
}

func fieldFlags(f *Field) string {
	var b strings.Builder
	for _, x := range []struct {
		name string
		set  bool
	}{{"required", f.Required}, {"omitempty", f.OmitEmpty}, {"omitzero", f.OmitZero}} {
		if x.set {
			b.WriteString(" " + x.name)
		}
	}
	if f.Default != "" {
		b.WriteString(" default=" + string(f.Default))
	}
	for _, e := range f.Examples {
		b.WriteString(" example=" + string(e))
	}
	return b.String()
}

func prefix(label string) string {
	if label == "" {
		return ""
	}
	return label + ": "
}

func (d *dumper) typ(depth int, label string, t Type) {
	leaf := func(kind string, rules ...string) {
		text := prefix(label) + kind
		if goType := t.GoType().String(); goType != kind {
			text += " " + goType
		}
		for _, r := range rules {
			if r != "" {
				text += " " + r
			}
		}
		d.line(depth, "%s", text)
	}
	switch t := t.(type) {
	case *Bool:
		leaf("bool")
	case *String:
		leaf("string", list("enum", t.Enum), number("minLength", t.MinLength), number("maxLength", t.MaxLength), text("pattern", t.Pattern), text("format", t.Format))
	case *Int:
		leaf(t.Kind, list("enum", t.Enum), bounds(t.Bounds))
	case *Float:
		leaf(t.Kind, bounds(t.Bounds))
	case *Pointer:
		leaf("pointer")
		d.typ(depth+1, "to", t.Elem)
	case *Slice:
		leaf("slice", number("minItems", t.MinItems), number("maxItems", t.MaxItems), map[bool]string{true: "uniqueItems"}[t.Unique])
		d.typ(depth+1, "of", t.Elem)
	case *Array:
		leaf("array", "len="+strconv.Itoa(t.Len))
		d.typ(depth+1, "of", t.Elem)
	case *Special:
		leaf([]string{"any", "raw", "bytes", "time", "duration", "text", "json", "quoted"}[t.Kind])
	case *Map:
		leaf("map")
		if _, plain := t.Key.(*String); !plain {
			d.typ(depth+1, "key", t.Key)
		}
		d.typ(depth+1, "of", t.Elem)
	case *Object:
		d.object(depth, label, t)
	case *Union:
		leaf("union", "by "+t.Discriminator)
		for _, v := range t.Variants {
			d.object(depth+1, fmt.Sprintf("%q%s", v.Value, map[bool]string{true: " pointer"}[v.Pointer]), v.Object)
		}
	default:
		panic(fmt.Sprintf("unreachable: %T", t))
	}
}

func list[T ~string](name string, values []T) string {
	if values == nil {
		return ""
	}
	return fmt.Sprintf("%s=%q", name, values)
}

func number(name string, n *int) string {
	if n == nil {
		return ""
	}
	return name + "=" + strconv.Itoa(*n)
}

func text(name, v string) string {
	if v == "" {
		return ""
	}
	return name + "=" + strconv.Quote(v)
}

func bounds(b Bounds) string {
	var parts []string
	for _, r := range []struct {
		name string
		n    Number
	}{{"minimum", b.Minimum}, {"exclusiveMinimum", b.ExclusiveMinimum}, {"maximum", b.Maximum}, {"exclusiveMaximum", b.ExclusiveMaximum}, {"multipleOf", b.MultipleOf}} {
		if r.n != "" {
			parts = append(parts, r.name+"="+string(r.n))
		}
	}
	return strings.Join(parts, " ")
}
