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
		name = e.names.free("write" + upperFirst(o.Base))
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
			if cond := present(e.field(f), f); cond != nil {
				g.If(cond).BlockFunc(put)
			} else {
				put(g)
			}
		}
		g.Add(w.Clone()).Dot("EndObject").Call()
	})
}

// present is the condition under which a field is written, nil for always.
// The rules are those of encoding/json for omitempty and omitzero.
func present(v *jen.Statement, f *model.Field) *jen.Statement {
	if !f.OmitEmpty && !f.OmitZero {
		return nil
	}
	switch t := f.Type.(type) {
	case *model.Bool:
		return v
	case *model.String:
		return v.Op("!=").Lit("")
	case *model.Int, *model.Float:
		return v.Op("!=").Lit(0)
	case *model.Pointer:
		return v.Op("!=").Nil()
	case *model.Slice, *model.Map:
		if f.OmitEmpty {
			return jen.Len(v).Op("!=").Lit(0)
		}
		return v.Op("!=").Nil()
	case *model.Object:
		if f.OmitZero {
			return v.Op("!=").Parens(goType(t.Go).Values())
		}
		return nil // a struct is never empty
	}
	panic(fmt.Sprintf("unreachable: %T", f.Type))
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
	case *model.Slice:
		elem := numbered("i", depth)
		g.If(w.Clone().Dot("BeginArray").Call()).Block(
			jen.For(jen.Id(elem).Op(":=").Range().Add(v.Clone())).BlockFunc(func(g *jen.Group) {
				e.write(g, writer, w, parens(v).Index(jen.Id(elem)), t.Elem, depth+1)
			}),
			w.Clone().Dot("EndArray").Call(),
		)
	case *model.Map:
		key, elem := numbered(e.names.local.key, depth), numbered(e.names.local.elem, depth)
		g.If(w.Clone().Dot("BeginObject").Call()).Block(
			jen.For(jen.List(jen.Id("_"), jen.Id(key)).Op(":=").Range().Add(scan("SortedKeys")).Call(v.Clone())).BlockFunc(func(g *jen.Group) {
				g.Add(w.Clone()).Dot("Name").Call(convertTo(t.Key.Go, "string", jen.Id(key)))
				g.Id(elem).Op(":=").Add(parens(v)).Index(jen.Id(key))
				e.write(g, writer, w, jen.Id(elem), t.Elem, depth+1)
			}),
			w.Clone().Dot("EndObject").Call(),
		)
	default:
		panic(fmt.Sprintf("unreachable: %T", t))
	}
}

// writePointee encodes what a pointer that is not nil points at.
func (e *emitter) writePointee(g *jen.Group, writer, w, v *jen.Statement, t *model.Pointer, depth int) {
	if o, ok := t.Elem.(*model.Object); ok {
		g.Id(e.writerOf(o)).Call(writer.Clone(), v.Clone())
		return
	}
	e.write(g, writer, w, jen.Op("*").Add(v.Clone()), t.Elem, depth)
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
	if from.String() == to {
		return v.Clone()
	}
	return jen.Id(to).Call(v.Clone())
}
