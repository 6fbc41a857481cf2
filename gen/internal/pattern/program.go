package pattern

import (
	"regexp/syntax"
	"unicode/utf8"
)

// Sequence is a pattern that is matched from the first byte of a string on
// without ever going back: at each choice the next byte decides.
type Sequence []Item

// Item is one part of a Sequence: a literal, a set of characters, or a group of
// alternatives. The latter two come Min to Max times; Max < 0 is no limit.
type Item struct {
	Literal  string
	Set      *Set
	Group    []Sequence
	Min, Max int
}

// Program is a pattern that starts at the beginning of a string.
type Program struct {
	Items Sequence
	End   bool // and must reach the end of it
}

// maxItems bounds the code that one pattern becomes.
const maxItems = 40

// Compile turns a pattern into a Program. It reports false for patterns that
// need an engine: those not anchored at their start, and those where the next
// byte does not decide.
func Compile(source string) (*Program, bool) {
	re, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, false
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	if parts[0].Op != syntax.OpBeginText {
		return nil, false
	}
	p := &Program{}
	parts = parts[1:]
	if n := len(parts); n > 0 && parts[n-1].Op == syntax.OpEndText {
		p.End, parts = true, parts[:n-1]
	}
	c := compiler{}
	p.Items = c.sequence(parts)
	if !p.End {
		p.Items = p.Items.shortest()
	}
	follow := everything
	if p.End {
		follow = Set{}
	}
	if c.failed || c.items > maxItems || !p.Items.decided(follow) {
		return nil, false
	}
	return p, true
}

// compiler translates a syntax tree; failed means that it cannot.
type compiler struct {
	items  int
	failed bool
}

func (c *compiler) sequence(parts []*syntax.Regexp) (out Sequence) {
	for _, re := range parts {
		out = append(out, c.item(re, 1, 1)...)
	}
	return out
}

// item translates one node that comes min to max times.
func (c *compiler) item(re *syntax.Regexp, low, high int) Sequence {
	c.items++
	once := low == 1 && high == 1
	switch re.Op {
	case syntax.OpCapture:
		return c.item(re.Sub[0], low, high)
	case syntax.OpEmptyMatch:
		return nil
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			break
		}
		if once {
			return Sequence{{Literal: string(re.Rune), Min: 1, Max: 1}}
		}
		if len(re.Rune) == 1 && re.Rune[0] < utf8.RuneSelf {
			var s Set
			s.add(re.Rune[0], re.Rune[0])
			return Sequence{{Set: &s, Min: low, Max: high}}
		}
		return Sequence{{Group: []Sequence{{{Literal: string(re.Rune), Min: 1, Max: 1}}}, Min: low, Max: high}}
	case syntax.OpCharClass, syntax.OpAnyCharNotNL:
		ranges := re.Rune
		if re.Op == syntax.OpAnyCharNotNL {
			ranges = []rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune}
		}
		s, ok := newSet(ranges)
		if !ok || s == (Set{}) || s == everything || s.Other && (low > 1 || high >= 0) {
			break // nothing to decide by, or bytes that cannot be counted as characters
		}
		return Sequence{{Set: &s, Min: low, Max: high}}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		if !once {
			break
		}
		low, high := re.Min, re.Max
		switch re.Op {
		case syntax.OpStar:
			low, high = 0, -1
		case syntax.OpPlus:
			low, high = 1, -1
		case syntax.OpQuest:
			low, high = 0, 1
		}
		return c.item(re.Sub[0], low, high)
	case syntax.OpConcat:
		if once {
			return c.sequence(re.Sub)
		}
		return Sequence{{Group: []Sequence{c.sequence(re.Sub)}, Min: low, Max: high}}
	case syntax.OpAlternate:
		it := Item{Min: low, Max: high}
		for _, sub := range re.Sub {
			it.Group = append(it.Group, c.item(sub, 1, 1))
		}
		return Sequence{it}
	}
	c.failed = true
	return nil
}

// shortest cuts what a pattern without an end need not look at: optional parts
// at the end, and repetitions of the last one.
func (s Sequence) shortest() Sequence {
	for len(s) > 0 {
		last := &s[len(s)-1]
		if last.Min > 0 {
			last.Max = last.Min
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

// first returns the bytes that can begin a match, and whether it can be empty.
func (s Sequence) first() (set Set, empty bool) {
	for _, it := range s {
		f, e := it.first()
		set = set.union(f)
		if !e {
			return set, false
		}
	}
	return set, true
}

func (it Item) first() (set Set, empty bool) {
	switch {
	case it.Set != nil:
		return *it.Set, it.Min == 0
	case it.Group != nil:
		for _, alternative := range it.Group {
			f, e := alternative.first()
			set, empty = set.union(f), empty || e
		}
		return set, empty || it.Min == 0
	}
	if b := it.Literal[0]; b < utf8.RuneSelf {
		set.add(rune(b), rune(b))
	} else {
		set.Other = true
	}
	return set, false
}

// First returns the bytes that can begin the sequence.
func (s Sequence) First() Set {
	set, _ := s.first()
	return set
}

// decided reports whether the next byte decides at every choice, when what
// comes behind s begins with follow. The end of the string is no byte, so it is
// never confused with one.
func (s Sequence) decided(follow Set) bool {
	for i, it := range s {
		behind, empty := s[i+1:].first()
		if empty {
			behind = behind.union(follow)
		}
		if !it.decided(behind) {
			return false
		}
	}
	return true
}

func (it Item) decided(follow Set) bool {
	first, _ := it.first()
	if it.Min != it.Max && !first.disjoint(follow) {
		return false
	}
	var seen Set
	inside := follow
	if it.Max != 1 {
		inside = inside.union(first)
	}
	for _, alternative := range it.Group {
		f, empty := alternative.first()
		if empty || !f.disjoint(seen) || !alternative.decided(inside) {
			return false
		}
		seen = seen.union(f)
	}
	return true
}
