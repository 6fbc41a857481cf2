package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// walkOf returns the name of the function that reads an object, and puts the
// walk of a shared object on the list of those to write.
func (e *emitter) walkOf(o *model.Object) string {
	name, ok := e.walks[o]
	if !ok {
		name = e.names.free("scan" + model.UpperFirst(o.Base))
		e.walks[o] = name
		if len(o.Go) > 0 {
			e.objects = append(e.objects, o)
		}
	}
	return name
}

// walk writes the function that reads one object. One function serves decoding,
// validation and explanation: the scanner knows which.
func (e *emitter) walk(o *model.Object) {
	l := e.names.local
	typ := e.objectType(o)
	fn := e.walkOf(o)
	names := "nil"
	e.line()
	if len(o.Fields) > 0 {
		names = e.names.free(model.LowerFirst(o.Base) + "Names")
		e.file.Var().Id(names).Op("=").Index().String().ValuesFunc(func(g *jen.Group) {
			for _, f := range o.Fields {
				g.Lit(f.JSON)
			}
		})
		e.line()
	}
	e.spares = nil
	loop := jen.For(jen.Id(l.object).Dot("Next").Call()).BlockFunc(func(g *jen.Group) {
		if len(o.Fields) == 0 {
			g.Add(e.otherKey(o))
			return
		}
		g.Switch(jen.Id(l.object).Dot("Key").Call()).BlockFunc(func(g *jen.Group) {
			for i := range o.Fields {
				e.property = model.LowerFirst(o.Base) + strings.ReplaceAll(o.Fields[i].Go, ".", "")
				g.Case(jen.Lit(o.Fields[i].JSON)).BlockFunc(func(g *jen.Group) { e.readProperty(g, i, &o.Fields[i]) })
			}
			g.Default().Block(e.otherKey(o))
		})
	})
	e.file.Func().Id(fn).Params(jen.Id(l.scanner).Op("*").Add(scan("Scanner")), jen.Id(l.value).Op("*").Add(typ)).BlockFunc(func(g *jen.Group) {
		for i, spare := range e.spares {
			g.Var().Id(numbered(l.spare, i+1)).Add(goType(spare.Go))
		}
		e.defaults(g, o)
		g.Id(l.object).Op(":=").Id(l.scanner).Dot("Object").Call(jen.Id(names))
		g.Add(loop)
		e.require(g, o)
		e.pointerDefaults(g, o)
	})
	e.flush()
}

// objectType is the Go type that the walk of o fills.
func (e *emitter) objectType(o *model.Object) *jen.Statement {
	if !o.Anonymous() {
		return goType(o.Go)
	}
	for _, t := range e.pkg.Tools {
		if t.Args == o {
			return jen.Id(fixed(t).args)
		}
	}
	return goType(o.Go)
}

func (e *emitter) otherKey(o *model.Object) jen.Code {
	method := "Unknown"
	if o.Open {
		method = "Ignore"
	}
	return jen.Id(e.names.local.object).Dot(method).Call()
}

// defaults sets the fields that have one before the object is read.
func (e *emitter) defaults(g *jen.Group, o *model.Object) {
	for i := range o.Fields {
		f := &o.Fields[i]
		if _, pointer := f.Type.(*model.Pointer); f.Default != "" && !pointer {
			g.Add(e.field(f)).Op("=").Op(goLiteral(f.Type, f.Default))
		}
	}
}

// pointerDefaults makes the values of optional pointers that stayed nil.
// Making them beforehand would allocate for values that are then replaced.
func (e *emitter) pointerDefaults(g *jen.Group, o *model.Object) {
	for i := range o.Fields {
		f := &o.Fields[i]
		p, pointer := f.Type.(*model.Pointer)
		if f.Default == "" || !pointer {
			continue
		}
		value := jen.Op(goLiteral(p.Elem, f.Default))
		g.If(e.field(f).Op("==").Nil()).Block(
			e.field(f).Op("=").Add(scan("Ptr")).Call(jen.Id(e.names.local.scanner), goType(p.Elem.GoType()).Call(value)))
	}
}

// goLiteral writes a default as an untyped constant.
func goLiteral(t model.Type, l model.Literal) string {
	if _, ok := t.(*model.String); ok {
		s, err := strconv.Unquote(string(l)) // JSON strings without HTML escapes
		if err != nil {
			s = jsonString(string(l))
		}
		return strconv.Quote(s)
	}
	return string(l)
}

func (e *emitter) field(f *model.Field) *jen.Statement {
	return jen.Id(e.names.local.value).Dot(f.Go)
}

// readProperty reads the value of one declared key.
func (e *emitter) readProperty(g *jen.Group, index int, f *model.Field) {
	l := e.names.local
	g.Id(l.object).Dot("Once").Call(jen.Lit(index))
	if !f.Required {
		g.If(jen.Id(l.scanner).Dot("Null").Call()).Block(jen.Break())
	}
	e.read(g, target{v: e.place(g, f)}, f.Type, 1)
}

// place is where a property is stored. A promoted field may lie behind embedded
// pointers, which are made on the way.
func (e *emitter) place(g *jen.Group, f *model.Field) *jen.Statement {
	at, rest := jen.Id(e.names.local.value), f.Go
	for i, embed := range f.Embeds {
		spare, base := jen.Id(numbered(e.names.local.spare+"Base", i+1)), jen.Id(numbered(e.names.local.base, i+1))
		g.Var().Add(spare.Clone()).Add(goType(embed.Type))
		g.Add(base.Clone()).Op(":=").Add(scan("Embed")).Call(jen.Id(e.names.local.scanner), jen.Op("&").Add(at).Dot(embed.Go), address(spare))
		at, rest = base, strings.TrimPrefix(rest, embed.Go+".")
	}
	return at.Clone().Dot(rest)
}

// require checks the required properties, 64 to a word.
func (e *emitter) require(g *jen.Group, o *model.Object) {
	cursor := jen.Id(e.names.local.object)
	for start := 0; start < len(o.Fields); start += 64 {
		var word uint64
		var names []string
		for i, f := range o.Fields[start:min(start+64, len(o.Fields))] {
			if f.Required {
				word |= 1 << i
				names = append(names, f.JSON)
			}
		}
		about := shorten(strings.Join(names, ", "))
		switch {
		case word == 0:
		case start == 0:
			g.Add(cursor.Clone().Dot("Require").Call(jen.Op(bits(word)))).Comment(about)
		default:
			g.Add(cursor.Clone().Dot("RequireWord").Call(jen.Lit(start/64), jen.Op(bits(word)))).Comment(about)
		}
	}
}

// bits writes a set of properties with the first one at the right.
func bits(w uint64) string { return "0b" + strconv.FormatUint(w, 2) }
