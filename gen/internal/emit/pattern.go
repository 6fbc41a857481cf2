package emit

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/dsh-tools/dshgen/gen/internal/pattern"
)

// patternCheck checks a string against a pattern: by code where the next byte
// decides at every choice, which is nearly always, and else by package regexp.
func (e *emitter) patternCheck(source string) stringCheck {
	p, ok := pattern.Compile(source)
	if !ok {
		name := e.lookup("pattern\x00"+source, e.property+"Pattern", func(name string) jen.Code {
			return jen.Var().Id(name).Op("=").Add(scan("Pattern")).Values(jen.Id("Source").Op(":").Add(raw(source)))
		})
		return stringCheck{"Pattern", []jen.Code{jen.Op("&").Id(name)}}
	}
	name := e.lookup("match\x00"+source, "matches"+model.UpperFirst(e.property), func(name string) jen.Code {
		return jen.Comment(name + " reports whether v matches " + shorten(source) + ".").Line().
			Func().Id(name).Params(jen.Id("v").String()).Bool().BlockFunc(func(g *jen.Group) { matcher(g, p) })
	})
	return stringCheck{"Match", []jen.Code{raw(source), jen.Id(name)}}
}

// matcher writes the body of a function that matches v.
func matcher(g *jen.Group, p *pattern.Program) {
	if len(p.Items) == 0 {
		if p.End {
			g.Return(jen.Id("v").Op("==").Lit(""))
		} else {
			g.Return(jen.True())
		}
		return
	}
	g.Id("i").Op(":=").Lit(0)
	m := &matching{}
	if p.End {
		m.sequence(g, p.Items, 0, false, false)
		g.Return(jen.Id("i").Op("==").Len(jen.Id("v")))
		return
	}
	body, last := p.Items[:len(p.Items)-1], p.Items[len(p.Items)-1]
	switch n := len(last.Literal); {
	case n > 1:
		m.sequence(g, body, 0, false, false)
		g.Return(jen.Len(jen.Id("v")).Op("-").Id("i").Op(">=").Lit(n).Op("&&").Id("v").Index(jen.Id("i"), jen.Id("i").Op("+").Lit(n)).Op("==").Lit(last.Literal))
	case n == 1:
		m.sequence(g, body, 0, false, false)
		g.Return(jen.Id("i").Op("<").Len(jen.Id("v")).Op("&&").Id("v").Index(jen.Id("i")).Op("==").Add(char(last.Literal[0])))
	case last.Set != nil && last.Max == 1:
		m.sequence(g, body, 0, false, false)
		g.Return(jen.Id("i").Op("<").Len(jen.Id("v")).Op("&&").Add(next(*last.Set)))
	default:
		m.sequence(g, p.Items, 0, false, true)
		g.Return(jen.True())
	}
}

// matching is the state of writing one matcher.
type matching struct {
	started, counted bool // the variables start and n are declared in the block
}

// sequence matches one item after the other. When chosen, the first byte has
// been looked at; when final, nothing asks for the position behind the last one.
func (m *matching) sequence(g *jen.Group, s pattern.Sequence, depth int, chosen, final bool) {
	for k, it := range s {
		final := final && k == len(s)-1
		advance := func(n int) {
			switch {
			case final:
			case n == 1:
				g.Id("i").Op("++")
			default:
				g.Id("i").Op("+=").Lit(n)
			}
		}
		one := it.Set != nil && it.Min == 1 && it.Max == 1 || len(it.Literal) == 1
		switch {
		case k == 0 && chosen && one:
			advance(1)
		case it.Set != nil && it.Min == 1 && it.Max == 1:
			g.If(jen.Add(atEnd()).Op("||").Add(next(it.Set.Complement()))).Block(fail())
			advance(1)
		case it.Set != nil:
			m.repeated(g, it)
		case it.Group != nil:
			m.group(g, it, depth, final)
		case len(it.Literal) == 1:
			g.If(jen.Add(atEnd()).Op("||").Id("v").Index(jen.Id("i")).Op("!=").Add(char(it.Literal[0]))).Block(fail())
			advance(1)
		default:
			n := len(it.Literal)
			g.If(jen.Len(jen.Id("v")).Op("-").Id("i").Op("<").Lit(n).Op("||").
				Id("v").Index(jen.Id("i"), jen.Id("i").Op("+").Lit(n)).Op("!=").Lit(it.Literal)).Block(fail())
			advance(n)
		}
	}
}

// repeated takes as many characters of a set as there are.
func (m *matching) repeated(g *jen.Group, it pattern.Item) {
	more := jen.Id("i").Op("<").Len(jen.Id("v"))
	if it.Min == 0 && it.Max == 1 {
		g.If(more.Op("&&").Add(next(*it.Set))).Block(jen.Id("i").Op("++"))
		return
	}
	if it.Min > 0 || it.Max > 0 {
		g.Id("start").Op(assignment(&m.started)).Id("i")
	}
	if it.Max > 0 {
		more = more.Op("&&").Id("i").Op("-").Id("start").Op("<").Lit(it.Max)
	}
	g.For(more.Op("&&").Add(next(*it.Set))).Block(jen.Id("i").Op("++"))
	switch {
	case it.Min == 1:
		g.If(jen.Id("i").Op("==").Id("start")).Block(fail())
	case it.Min > 1:
		g.If(jen.Id("i").Op("-").Id("start").Op("<").Lit(it.Min)).Block(fail())
	}
}

// group matches alternatives, each begun by bytes of its own.
func (m *matching) group(g *jen.Group, it pattern.Item, depth int, final bool) {
	inner := &matching{} // start is declared in a block of its own
	begins := func(s pattern.Sequence) *jen.Statement {
		return jen.Id("i").Op("<").Len(jen.Id("v")).Op("&&").Add(next(s.First()))
	}
	switch {
	case it.Min == 1 && it.Max == 1 && len(it.Group) == 1:
		m.sequence(g, it.Group[0], depth, false, final)
	case it.Min == 1 && it.Max == 1:
		inner.choose(g, it, begins, depth, fail(), final)
	case it.Min == 0 && it.Max == 1 && len(it.Group) == 1:
		g.If(begins(it.Group[0])).BlockFunc(func(g *jen.Group) { inner.sequence(g, it.Group[0], depth+1, true, final) })
	case it.Min == 0 && it.Max == 1:
		inner.choose(g, it, begins, depth, nil, final)
	default:
		m.loop(g, it, begins, depth)
	}
}

// choose writes one case for each alternative.
func (m *matching) choose(g *jen.Group, it pattern.Item, begins func(pattern.Sequence) *jen.Statement, depth int, otherwise jen.Code, final bool) {
	g.Switch().BlockFunc(func(g *jen.Group) {
		for _, alternative := range it.Group {
			g.Case(begins(alternative)).BlockFunc(func(g *jen.Group) {
				inner := &matching{}
				inner.sequence(g, alternative, depth+1, true, final)
			})
		}
		if otherwise != nil {
			g.Default().Block(otherwise)
		}
	})
}

// loop repeats a group while its first byte comes.
func (m *matching) loop(g *jen.Group, it pattern.Item, begins func(pattern.Sequence) *jen.Statement, depth int) {
	n := "n"
	if depth > 0 {
		n += strconv.Itoa(depth + 1)
	}
	body := func(g *jen.Group) {
		inner := &matching{}
		if len(it.Group) == 1 {
			inner.sequence(g, it.Group[0], depth+1, it.Min != it.Max, false)
		} else {
			inner.choose(g, it, begins, depth+1, fail(), false)
		}
	}
	if it.Min == it.Max {
		g.For(jen.Range().Lit(it.Min)).BlockFunc(body)
		return
	}
	first := pattern.Sequence{{Group: it.Group, Min: 1, Max: 1}}
	counted := it.Min > 0 || it.Max > 0
	if counted {
		g.Id(n).Op(assignment(&m.counted)).Lit(0)
	}
	cond := begins(first)
	if it.Max > 0 {
		cond = jen.Id(n).Op("<").Lit(it.Max).Op("&&").Add(cond)
	}
	g.For(cond).BlockFunc(func(g *jen.Group) {
		body(g)
		if counted {
			g.Id(n).Op("++")
		}
	})
	if it.Min > 0 {
		g.If(jen.Id(n).Op("<").Lit(it.Min)).Block(fail())
	}
}

// assignment is the operator that gives a variable a value: the first one in a
// block declares it.
func assignment(declared *bool) string {
	if *declared {
		return "="
	}
	*declared = true
	return ":="
}

func fail() *jen.Statement { return jen.Return(jen.False()) }

func atEnd() *jen.Statement { return jen.Id("i").Op("==").Len(jen.Id("v")) }

// next is the condition that v[i] is in a set, written whichever way is shorter.
func next(s pattern.Set) *jen.Statement {
	in, out := s.Ranges(), s.Complement().Ranges()
	positive := !s.Other
	ranges := in
	if !positive {
		ranges = out
	}
	cond := jen.Null()
	for k, r := range ranges {
		if k > 0 {
			if positive {
				cond.Op("||")
			} else {
				cond.Op("&&")
			}
		}
		cond.Add(inRange(r, positive))
	}
	if positive && len(ranges) > 1 {
		return jen.Parens(cond)
	}
	return cond
}

func inRange(r pattern.Range, positive bool) *jen.Statement {
	b := func() *jen.Statement { return jen.Id("v").Index(jen.Id("i")) }
	low, high := char(r.Low), char(r.High)
	switch {
	case r.Low == r.High && positive:
		return b().Op("==").Add(low)
	case r.Low == r.High:
		return b().Op("!=").Add(low)
	case positive:
		return low.Op("<=").Add(b()).Op("&&").Add(b()).Op("<=").Add(high)
	default:
		return jen.Parens(b().Op("<").Add(low).Op("||").Add(b()).Op(">").Add(high))
	}
}

func char(b byte) *jen.Statement { return jen.Op(strconv.QuoteRune(rune(b))) }
