package emit

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// target is the variable that a value is read into. A new one is declared by
// the statement that reads.
type target struct {
	v   *jen.Statement
	new bool
}

// set assigns to the target, or declares it.
func (t target) set(value *jen.Statement) *jen.Statement {
	if t.new {
		return t.v.Clone().Op(":=").Add(value)
	}
	return t.v.Clone().Op("=").Add(value)
}

// read writes the statements that read one value into a target. Depth numbers
// the local names, so that nested arrays and maps do not shadow.
func (e *emitter) read(g *jen.Group, to target, t model.Type, depth int) {
	switch t := t.(type) {
	case *model.Bool, *model.String, *model.Int, *model.Float:
		g.Add(to.set(e.scalar(t)))
		e.rules(g, to.v, t)
	case *model.Pointer:
		e.readPointer(g, to, t, depth)
	case *model.Slice:
		e.readSlice(g, to, t, depth)
	case *model.Map:
		e.readMap(g, to, t, depth)
	case *model.Array:
		e.readArray(g, to, t, depth)
	case *model.Special:
		e.readSpecial(g, to, t)
	case *model.Union:
		e.readUnion(g, to, t, depth)
	case *model.Object:
		if to.new {
			g.Var().Add(to.v.Clone()).Add(goType(t.Go))
		}
		g.Id(e.walkOf(t)).Call(jen.Id(e.names.local.scanner), address(to.v))
	default:
		panic(fmt.Sprintf("unreachable: %T", t))
	}
}

// address takes the address of a variable; for what a pointer points at that is
// the pointer.
func address(v *jen.Statement) *jen.Statement {
	if s := fmt.Sprintf("%#v", v); s[0] == '*' {
		return jen.Id(s[1:])
	}
	return jen.Op("&").Add(v.Clone())
}

func numbered(name string, depth int) string {
	if depth == 1 {
		return name
	}
	return name + strconv.Itoa(depth)
}

// scalar is the expression that reads a scalar as its Go type.
func (e *emitter) scalar(t model.Type) *jen.Statement {
	s := func(method string, args ...jen.Code) *jen.Statement {
		return jen.Id(e.names.local.scanner).Dot(method).Call(args...)
	}
	switch t := t.(type) {
	case *model.Bool:
		return convert(t.Go, "bool", s("Bool"))
	case *model.String:
		switch {
		case t.Const:
			return convert(t.Go, "string", s("Const", jen.Lit(t.Enum[0])))
		case t.Enum != nil:
			return convert(t.Go, "string", s("Enum", jen.Id(e.table(t.Go, t.Enum))))
		case t.Constrained():
			return convert(t.Go, "string", s("Text"))
		}
		return convert(t.Go, "string", s("String"))
	case *model.Int:
		return e.integer(t, s)
	case *model.Float:
		if t.Kind == "float32" {
			return convert(t.Go, "float32", s("Float32", number(t.Bounds.Minimum), number(t.Bounds.Maximum)))
		}
		return convert(t.Go, "float64", s("Float64"))
	case *model.Special:
		scanner := jen.Id(e.names.local.scanner)
		switch t.Kind {
		case model.Any:
			return scan("Any").Types(jen.Qual("encoding/json", "Number")).Call(scanner)
		case model.Raw:
			return scan("RawBytes").Types(goType(t.Go)).Call(scanner)
		case model.Bytes:
			return scan("Base64").Types(goType(t.Go)).Call(scanner)
		case model.Time:
			return s("Time")
		case model.Duration:
			return s("Duration")
		case model.Quoted:
			method, as, bits := quoted(t.Basic)
			return convert(t.Go, as, s("Quoted"+method, bits...))
		}
	}
	panic(fmt.Sprintf("unreachable: %T", t))
}

// integer reads with the bounds where both are stated, else by the kind: then
// rules check the one that is.
func (e *emitter) integer(t *model.Int, s func(string, ...jen.Code) *jen.Statement) *jen.Statement {
	lo, hi := number(t.Bounds.Minimum), number(t.Bounds.Maximum)
	switch {
	case t.Enum != nil:
		return convert(t.Go, "int64", s("EnumInt", jen.Id(e.integerTable(t.Go, t.Enum))))
	case ranged(t) && t.Unsigned():
		return convert(t.Go, "uint64", s("UintIn", lo, hi))
	case ranged(t):
		return convert(t.Go, "int64", s("IntIn", lo, hi))
	}
	return convert(t.Go, t.Kind, s(model.UpperFirst(t.Kind)))
}

// ranged reports whether an integer is read with bounds: the range of a kind
// is no bound to a reader of that kind.
func ranged(t *model.Int) bool {
	b := t.Bounds
	return b.Minimum != "" && b.Maximum != "" && !wholeKind(t)
}

// wholeKind reports whether the bounds are those of the kind.
func wholeKind(t *model.Int) bool {
	k := model.KindBounds(t.Kind)
	return t.Bounds.Minimum == k.Minimum && t.Bounds.Maximum == k.Maximum
}

func number(n model.Number) *jen.Statement { return jen.Op(string(n)) }

// direct reports whether one expression reads a value of the type.
func direct(t model.Type) bool {
	switch t := t.(type) {
	case *model.Bool, *model.String, *model.Int, *model.Float:
		return true
	case *model.Special:
		return t.Kind != model.Text && t.Kind != model.JSON
	}
	return false
}

// value writes the statements that read a value which is stored by a call, and
// returns the expression for that call.
func (e *emitter) value(g *jen.Group, t model.Type, depth int) *jen.Statement {
	if direct(t) && !checked(t) {
		return e.scalar(t)
	}
	name := jen.Id(numbered(e.names.local.elem, depth))
	e.read(g, target{name, true}, t, depth+1)
	return name
}

// spare returns the variable that takes an object where its place in the
// result is not known yet, or, in a check, not needed. That of a recursive
// type is declared outside of the loops of the function: inside of one it
// would be allocated anew for each turn.
func (e *emitter) spare(g *jen.Group, o *model.Object, depth int) *jen.Statement {
	if !o.Recursive {
		name := numbered(e.names.local.elem, depth)
		g.Var().Id(name).Add(goType(o.Go))
		return jen.Id(name)
	}
	for i, known := range e.spares {
		if known == o {
			return jen.Id(numbered(e.names.local.spare, i+1))
		}
	}
	e.spares = append(e.spares, o)
	return jen.Id(numbered(e.names.local.spare, len(e.spares)))
}

func (e *emitter) readPointer(g *jen.Group, to target, t *model.Pointer, depth int) {
	s := jen.Id(e.names.local.scanner)
	if special, ok := t.Elem.(*model.Special); ok && !direct(special) {
		if to.new {
			g.Var().Add(to.v.Clone()).Add(goType(t.Go))
		}
		spare := jen.Id(numbered(e.names.local.elem, depth))
		g.Var().Add(spare.Clone()).Add(goType(special.Go))
		g.Add(e.unmarshal(special, scan("Alloc").Call(s, address(to.v), address(spare))))
		return
	}
	if o, ok := t.Elem.(*model.Object); ok {
		if to.new {
			g.Var().Add(to.v.Clone()).Add(goType(t.Go))
		}
		spare := e.spare(g, o, depth)
		g.Id(e.walkOf(o)).Call(s.Clone(), scan("Alloc").Call(s.Clone(), address(to.v), address(spare)))
		return
	}
	v := e.value(g, t.Elem, depth)
	g.Add(to.set(scan("Ptr").Call(s, v)))
}

func (e *emitter) readSlice(g *jen.Group, to target, t *model.Slice, depth int) {
	l := e.names.local
	s := jen.Id(l.scanner)
	array := numbered(l.array, depth)
	g.Add(to.set(goType(t.Go).Values()))
	g.Id(array).Op(":=").Add(s.Clone()).Dot("Array").Call()
	o, objects := t.Elem.(*model.Object)
	var spare *jen.Statement
	if objects {
		spare = e.spare(g, o, depth)
	}
	g.For(jen.Id(array).Dot("Next").Call()).BlockFunc(func(g *jen.Group) {
		if objects {
			g.Id(e.walkOf(o)).Call(s.Clone(), scan("Grow").Call(s.Clone(), address(to.v), address(spare)))
		} else {
			v := e.value(g, t.Elem, depth)
			g.Add(to.v.Clone()).Op("=").Add(scan("Append")).Call(s.Clone(), to.v.Clone(), v)
		}
		if t.Unique {
			g.Id(array).Dot("Unique").Call()
		}
	})
	g.Add(to.v.Clone()).Op("=").Add(scan("Fit")).Call(to.v.Clone())
	for _, c := range []struct {
		method string
		n      *int
	}{{"MinItems", t.MinItems}, {"MaxItems", t.MaxItems}} {
		if c.n != nil {
			g.Add(s.Clone()).Dot(c.method).Call(jen.Op("&").Id(array), jen.Lit(*c.n))
		}
	}
}

func (e *emitter) readArray(g *jen.Group, to target, t *model.Array, depth int) {
	s := jen.Id(e.names.local.scanner)
	array, index := jen.Id(numbered(e.names.local.array, depth)), jen.Id(numbered(e.names.local.index, depth))
	if to.new {
		g.Var().Add(to.v.Clone()).Add(goType(t.Go))
	}
	g.Add(array.Clone()).Op(":=").Add(s.Clone()).Dot("Array").Call()
	g.For(array.Clone().Dot("Next").Call()).BlockFunc(func(g *jen.Group) {
		v := e.value(g, t.Elem, depth)
		if t.Len == 0 {
			g.Id("_").Op("=").Add(v)
			return
		}
		if direct(t.Elem) && !checked(t.Elem) {
			elem := jen.Id(numbered(e.names.local.elem, depth))
			g.Add(elem.Clone()).Op(":=").Add(v)
			v = elem
		}
		g.If(index.Clone().Op(":=").Add(array.Clone()).Dot("Len").Call().Op("-").Lit(1), index.Clone().Op("<").Lit(t.Len)).Block(
			to.v.Clone().Index(index.Clone()).Op("=").Add(v))
	})
	g.Add(s.Clone()).Dot("MinItems").Call(address(array), jen.Lit(t.Len))
	g.Add(s.Clone()).Dot("MaxItems").Call(address(array), jen.Lit(t.Len))
}

// readSpecial reads a type with a form of its own: by a reader of the scanner
// or by the type's method.
func (e *emitter) readSpecial(g *jen.Group, to target, t *model.Special) {
	if direct(t) {
		g.Add(to.set(e.scalar(t)))
		return
	}
	if to.new {
		g.Var().Add(to.v.Clone()).Add(goType(t.Go))
	}
	g.Add(e.unmarshal(t, address(to.v)))
}

// unmarshal calls the method of a type that reads itself into what a pointer
// points at.
func (e *emitter) unmarshal(t *model.Special, pointer *jen.Statement) *jen.Statement {
	method := "UnmarshalText"
	if t.Kind == model.JSON {
		method = "UnmarshalJSON"
	}
	return scan(method).Call(jen.Id(e.names.local.scanner), pointer)
}

func (e *emitter) readMap(g *jen.Group, to target, t *model.Map, depth int) {
	l := e.names.local
	s := jen.Id(l.scanner)
	mapping, key := numbered(l.mapping, depth), numbered(l.key, depth)
	g.Add(to.set(scan("MakeMap").Types(goType(t.Go)).Call(s.Clone())))
	g.Id(mapping).Op(":=").Add(s.Clone()).Dot("Map").Call()
	o, objects := t.Elem.(*model.Object)
	var spare *jen.Statement
	if objects {
		spare = e.spare(g, o, depth)
	}
	g.For(jen.Id(mapping).Dot("Next").Call()).BlockFunc(func(g *jen.Group) {
		e.readKey(g, jen.Id(key), jen.Id(mapping), t.Key)
		v := spare
		if objects {
			g.Add(spare.Clone()).Op("=").Add(goType(o.Go)).Values()
			g.Id(e.walkOf(o)).Call(s.Clone(), address(spare))
		} else {
			v = e.value(g, t.Elem, depth)
		}
		g.Add(scan("Put")).Call(s.Clone(), to.v.Clone(), jen.Id(key), v)
	})
}

// readKey reads the key of the current member of a map.
func (e *emitter) readKey(g *jen.Group, key, mapping *jen.Statement, t model.Type) {
	switch t := t.(type) {
	case *model.String:
		g.Add(key).Op(":=").Add(convert(t.Go, "string", mapping.Dot("Key").Call()))
	case *model.Int:
		lo, hi := number(t.Bounds.Minimum), number(t.Bounds.Maximum)
		switch t.Kind {
		case "int":
			g.Add(key).Op(":=").Add(convert(t.Go, "int64", mapping.Dot("IntKey").Call(scan("MinInt"), scan("MaxInt"))))
		case "int64":
			g.Add(key).Op(":=").Add(convert(t.Go, "int64", mapping.Dot("IntKey").Call(jen.Lit(-1<<63), jen.Lit(1<<63-1))))
		case "uint":
			g.Add(key).Op(":=").Add(convert(t.Go, "uint64", mapping.Dot("UintKey").Call(scan("MaxUint"))))
		case "uint8", "uint16", "uint32", "uint64":
			g.Add(key).Op(":=").Add(convert(t.Go, "uint64", mapping.Dot("UintKey").Call(hi)))
		default:
			g.Add(key).Op(":=").Add(convert(t.Go, "int64", mapping.Dot("IntKey").Call(lo, hi)))
		}
	case *model.Special:
		g.Var().Add(key.Clone()).Add(goType(t.Go))
		g.Add(scan("TextKey")).Call(address(mapping), address(key))
	default:
		panic(fmt.Sprintf("unreachable: key %T", t))
	}
}
