package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// encode writes the function that turns a result into JSON.
func (e *emitter) encode(t *model.Tool) *jen.Statement {
	l := e.names.local
	typ := t.Result.Type.GoType()
	return jen.Func().Params(jen.Id("dst").Index().Byte(), jen.Id("value").Any()).Params(jen.Index().Byte(), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id(l.value), jen.Id(l.ok)).Op(":=").Id("value").Assert(goType(typ))
		g.If(jen.Op("!").Id(l.ok)).Block(jen.Return(jen.Id("dst"), jen.Qual(runtimePath, "ErrValueType")))
		g.Id(l.writer).Op(":=").Add(scan("NewWriter")).Call(jen.Id("dst"))
		e.write(g, jen.Op("&").Id(l.writer), jen.Id(l.writer), jen.Id(l.value), t.Result.Type, 1)
		g.Return(jen.Id(l.writer).Dot("Finish").Call())
	})
}

// writerOf returns the name of the function that encodes an object, and puts
// it on the list of those to write.
func (e *emitter) writerOf(o *model.Object) string {
	name, ok := e.writers[o]
	if !ok {
		name = e.names.free("write" + model.UpperFirst(o.Base))
		e.writers[o] = name
		e.results = append(e.results, o)
	}
	return name
}

// writer writes the function that encodes one object.
func (e *emitter) writer(o *model.Object) {
	l := e.names.local
	w := jen.Id(l.writer)
	e.line()
	e.file.Func().Id(e.writerOf(o)).Params(jen.Id(l.writer).Op("*").Add(scan("Writer")), jen.Id(l.value).Op("*").Add(goType(o.Go))).BlockFunc(func(g *jen.Group) {
		g.If(jen.Op("!").Add(w.Clone()).Dot("BeginObject").Call()).Block(jen.Return()) // deeper than the limit, or failed before
		for i := range o.Fields {
			f := &o.Fields[i]
			put := func(g *jen.Group) {
				g.Add(w.Clone()).Dot("Name").Call(jen.Lit(f.JSON))
				if p, ok := f.Type.(*model.Pointer); ok && (f.OmitEmpty || f.OmitZero) {
					e.writePointee(g, w, w, e.field(f), p, 1) // the condition has seen that it is not nil
					return
				}
				e.write(g, w, w, e.field(f), f.Type, 1)
			}
			if cond := e.present(f); cond != nil {
				g.If(cond).BlockFunc(put)
			} else {
				put(g)
			}
		}
		g.Add(w.Clone()).Dot("EndObject").Call()
	})
}

// present is the condition under which a field is written, nil for always. The
// rules are those of encoding/json for omitempty, omitzero and promoted fields.
func (e *emitter) present(f *model.Field) *jen.Statement {
	var all []*jen.Statement
	at := e.names.local.value
	for _, embed := range f.Embeds {
		at += "." + embed.Go
		all = append(all, jen.Op(at).Op("!=").Nil())
	}
	if f.OmitEmpty {
		if c := notEmpty(e.field(f), f.Type); c != nil {
			all = append(all, c)
		}
	}
	if f.OmitZero {
		all = append(all, notZero(e.field(f), f.Type))
	}
	var cond *jen.Statement
	for _, c := range all {
		if cond == nil {
			cond = c
		} else {
			cond = cond.Op("&&").Add(c)
		}
	}
	return cond
}

// notEmpty is the condition that omitempty leaves, nil for types that are
// never empty.
func notEmpty(v *jen.Statement, t model.Type) *jen.Statement {
	switch t := t.(type) {
	case *model.Bool:
		return v
	case *model.String:
		return v.Op("!=").Lit("")
	case *model.Int, *model.Float:
		return v.Op("!=").Lit(0)
	case *model.Pointer, *model.Union:
		return v.Op("!=").Nil()
	case *model.Slice, *model.Map:
		return jen.Len(v).Op("!=").Lit(0)
	case *model.Array:
		if t.Len == 0 {
			return jen.False()
		}
		return nil
	case *model.Object:
		return nil
	case *model.Special:
		switch t.Underlying {
		case "bool":
			return v
		case "string":
			return v.Op("!=").Lit("")
		case "number":
			return v.Op("!=").Lit(0)
		case "list":
			return jen.Len(v).Op("!=").Lit(0)
		case "nil":
			return v.Op("!=").Nil()
		case "empty":
			return jen.False()
		}
		return nil
	}
	panic(fmt.Sprintf("unreachable: %T", t))
}

// notZero is the condition that omitzero leaves.
func notZero(v *jen.Statement, t model.Type) *jen.Statement {
	switch t := t.(type) {
	case *model.Slice, *model.Map:
		return v.Op("!=").Nil()
	case *model.Object:
		return v.Op("!=").Parens(goType(t.Go).Values())
	case *model.Array:
		return v.Op("!=").Parens(goType(t.Go).Values())
	case *model.Special:
		switch {
		case t.IsZero:
			return jen.Op("!").Add(v).Dot("IsZero").Call()
		case t.Underlying == "list":
			return v.Op("!=").Nil()
		case t.Underlying == "struct", t.Underlying == "empty":
			return v.Op("!=").Parens(goType(t.Go).Values())
		}
	}
	return notEmpty(v, t)
}

// write writes the statements that encode the value v. Writer is the pointer
// that functions get, w the variable that methods are called on.
func (e *emitter) write(g *jen.Group, writer, w, v *jen.Statement, t model.Type, depth int) {
	call := func(method string, arg *jen.Statement) { g.Add(w.Clone()).Dot(method).Call(arg) }
	switch t := t.(type) {
	case *model.Bool:
		call("Bool", convertTo(t.Go, "bool", v))
	case *model.String:
		call("String", convertTo(t.Go, "string", v))
	case *model.Int:
		if t.Unsigned() {
			call("Uint", convertTo(t.Go, "uint64", v))
		} else {
			call("Int", convertTo(t.Go, "int64", v))
		}
	case *model.Float:
		if t.Kind == "float32" {
			call("Float32", convertTo(t.Go, "float32", v))
		} else {
			call("Float", convertTo(t.Go, "float64", v))
		}
	case *model.Object:
		g.Id(e.writerOf(t)).Call(writer.Clone(), address(v))
	case *model.Pointer:
		g.If(v.Clone().Op("==").Nil()).Block(
			w.Clone().Dot("Null").Call(),
		).Else().BlockFunc(func(g *jen.Group) { e.writePointee(g, writer, w, v, t, depth) })
	case *model.Special:
		e.writeSpecial(g, writer, w, v, t)
	case *model.Union:
		e.writeUnion(g, writer, w, v, t, depth)
	case *model.Array:
		elem := numbered(e.names.local.index, depth)
		g.If(w.Clone().Dot("BeginArray").Call()).Block(
			jen.For(jen.Id(elem).Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) {
				e.write(g, writer, w, parens(v).Index(jen.Id(elem)), t.Elem, depth+1)
			}),
			w.Clone().Dot("EndArray").Call(),
		)
	case *model.Slice:
		elem := numbered(e.names.local.index, depth)
		g.If(w.Clone().Dot("BeginArray").Call()).Block(
			jen.For(jen.Id(elem).Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) {
				e.write(g, writer, w, parens(v).Index(jen.Id(elem)), t.Elem, depth+1)
			}),
			w.Clone().Dot("EndArray").Call(),
		)
	case *model.Map:
		key, elem := numbered(e.names.local.key, depth), numbered(e.names.local.elem, depth)
		g.If(w.Clone().Dot("BeginObject").Call()).Block(
			jen.For(jen.List(jen.Id("_"), jen.Id(key)).Op(":=").Range().Add(e.sortedKeys(writer, v, t.Key))).BlockFunc(func(g *jen.Group) {
				at := jen.Id(key)
				if k, plain := t.Key.(*model.String); plain {
					g.Add(w.Clone()).Dot("Name").Call(convertTo(k.Go, "string", jen.Id(key)))
				} else {
					g.Add(w.Clone()).Dot("Name").Call(jen.Id(key).Dot("Name"))
					at = at.Dot("Key")
				}
				g.Id(elem).Op(":=").Add(parens(v)).Index(at)
				e.write(g, writer, w, jen.Id(elem), t.Elem, depth+1)
			}),
			w.Clone().Dot("EndObject").Call(),
		)
	default:
		panic(fmt.Sprintf("unreachable: %T", t))
	}
}

// sortedKeys lists the keys of a map in the order in which they are written:
// that of their texts.
func (e *emitter) sortedKeys(writer, m *jen.Statement, key model.Type) *jen.Statement {
	switch key := key.(type) {
	case *model.String:
		return scan("SortedKeys").Call(m.Clone())
	case *model.Int:
		return scan("IntKeys").Call(m.Clone())
	case *model.Special:
		return scan("TextKeys").Call(writer.Clone(), m.Clone())
	default:
		panic(fmt.Sprintf("unreachable: key %T", key))
	}
}

// writeSpecial encodes a type with a form of its own.
func (e *emitter) writeSpecial(g *jen.Group, writer, w, v *jen.Statement, t *model.Special) {
	switch t.Kind {
	case model.Any:
		g.Qual(runtimePath, "WriteAny").Call(writer.Clone(), v.Clone())
	case model.Raw:
		g.Add(w.Clone()).Dot("RawBytes").Call(v.Clone())
	case model.Bytes:
		g.Add(w.Clone()).Dot("Base64").Call(v.Clone())
	case model.Time:
		g.Add(w.Clone()).Dot("Time").Call(v.Clone())
	case model.Duration:
		g.Add(w.Clone()).Dot("String").Call(parens(v).Dot("String").Call())
	case model.Quoted:
		writeQuoted(g, w, v, t)
	case model.Text:
		g.Add(scan("MarshalText")).Call(writer.Clone(), address(v))
	case model.JSON:
		g.Add(scan("MarshalJSON")).Call(writer.Clone(), address(v))
	default:
		panic(fmt.Sprintf("unreachable: kind %d", t.Kind))
	}
}

// writePointee encodes what a pointer that is not nil points at.
func (e *emitter) writePointee(g *jen.Group, writer, w, v *jen.Statement, t *model.Pointer, depth int) {
	switch elem := t.Elem.(type) {
	case *model.Object:
		g.Id(e.writerOf(elem)).Call(writer.Clone(), v.Clone())
	case *model.Special:
		e.writeSpecial(g, writer, w, jen.Op("*").Add(v.Clone()), elem)
	default:
		e.write(g, writer, w, jen.Op("*").Add(v.Clone()), t.Elem, depth)
	}
}

// parens wraps a dereferenced pointer, whose elements are asked for.
func parens(v *jen.Statement) *jen.Statement {
	if s := fmt.Sprintf("%#v", v); len(s) > 0 && s[0] == '*' {
		return jen.Parens(v.Clone())
	}
	return v.Clone()
}

// convertTo writes a conversion of v to a predeclared type where needed.
func convertTo(from model.Spelling, to string, v *jen.Statement) *jen.Statement {
	if plainName(from) == to {
		return v.Clone()
	}
	return jen.Id(to).Call(v.Clone())
}
