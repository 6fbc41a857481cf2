package emit

import (
	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// readUnion writes the statements that read one of several structs: the
// scanner looks ahead for the property that tells them apart.
func (e *emitter) readUnion(g *jen.Group, to target, t *model.Union, depth int) {
	s := jen.Id(e.names.local.scanner)
	if to.new {
		g.Var().Add(to.v.Clone()).Add(goType(t.Go))
	}
	values := make([]string, len(t.Variants))
	for i, v := range t.Variants {
		values[i] = v.Value
	}
	table := e.table(t.Go, values)
	g.Switch(s.Clone().Dot("Discriminate").Call(jen.Lit(t.Discriminator), jen.Id(table))).BlockFunc(func(g *jen.Group) {
		for i, v := range t.Variants {
			g.Case(jen.Lit(i)).BlockFunc(func(g *jen.Group) {
				g.Comment(shorten(v.Value))
				e.readVariant(g, to, v, depth)
			})
		}
	})
}

// readVariant reads one struct and stores it, unless values are dropped.
func (e *emitter) readVariant(g *jen.Group, to target, v model.Variant, depth int) {
	s := jen.Id(e.names.local.scanner)
	spare := e.spare(g, v.Object, depth)
	elem, from := spare, address(spare)
	if v.Pointer {
		elem = jen.Id(numbered(e.names.local.base, depth))
		g.Var().Add(elem.Clone()).Op("*").Add(goType(v.Object.Go))
		from = scan("Alloc").Call(s.Clone(), address(elem), address(spare))
	} else {
		g.Add(spare.Clone()).Op("=").Add(goType(v.Object.Go)).Values()
	}
	g.Id(e.walkOf(v.Object)).Call(s.Clone(), from)
	g.If(s.Clone().Dot("Filling").Call()).Block(to.v.Clone().Op("=").Add(elem.Clone()))
}

// writeUnion encodes whichever struct an interface holds.
func (e *emitter) writeUnion(g *jen.Group, writer, w, v *jen.Statement, t *model.Union, depth int) {
	elem := jen.Id(numbered(e.names.local.elem, depth))
	g.Switch(elem.Clone().Op(":=").Add(parens(v)).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
		g.Case(jen.Nil()).Block(w.Clone().Dot("Null").Call())
		for _, variant := range t.Variants {
			write := e.writerOf(variant.Object)
			if !variant.Pointer {
				g.Case(goType(variant.Object.Go)).Block(jen.Id(write).Call(writer.Clone(), address(elem)))
			}
			g.Case(jen.Op("*").Add(goType(variant.Object.Go))).Block(
				jen.If(elem.Clone().Op("==").Nil()).Block(w.Clone().Dot("Null").Call()).Else().Block(jen.Id(write).Call(writer.Clone(), elem.Clone())))
		}
	})
}
