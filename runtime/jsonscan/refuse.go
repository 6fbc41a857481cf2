package jsonscan

import (
	"math"
	"strconv"
)

// The functions below are called for each violation. In the modes that only
// want a verdict they end the scan.

// mismatch refuses the next value because it is not of the kind want. The
// value is passed over, and later rules on it are mute.
//
//go:noinline
func (s *Scanner) mismatch(want string) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	s.token()
	s.mark = s.pos
	end, why := skip(s.text, s.pos, s.depth, math.MaxInt, nil)
	if why != faultNone {
		s.fail()
		return
	}
	s.pos = end
	s.note(Note{Rule: ruleType, Want: want})
	s.x.mute(s.mark, s.mark+1)
}

// dropValue passes over the next value without looking into it.
func (s *Scanner) dropValue() {
	s.token()
	end, why := skip(s.text, s.pos, s.depth, math.MaxInt, nil)
	if why != faultNone {
		s.fail()
		return
	}
	s.mark, s.pos = s.pos, end
}

// explainSkip passes over the next value and notes the keys in it that come
// twice. The text has passed the depth limit.
func (s *Scanner) explainSkip() {
	s.token()
	start := s.pos
	switch s.Kind() {
	case KindObject:
		for m := s.Map(); m.Next(); {
			s.explainSkip()
		}
	case KindArray:
		for a := s.Array(); a.Next(); {
			s.explainSkip()
		}
	default:
		s.dropValue()
	}
	s.mark = min(start, len(s.text))
}

// peekValue sets mark and pos to the next value, for a note about it, and
// returns how to go back.
func (s *Scanner) peekValue() (pos int) {
	s.token()
	pos = s.pos
	s.dropValue()
	return pos
}

//go:noinline
func (s *Scanner) duplicate() {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	pos := s.peekValue()
	end := s.pos
	s.note(Note{Rule: ruleDuplicate})
	s.pos = pos
	s.x.mute(pos, end)
}

func (s *Scanner) noteUnknown() {
	pos := s.peekValue()
	if s.x.silent(s.mark) || s.x.full() {
		s.pos = pos
		return
	}
	f := s.x.top()
	key := string(appendUnescaped(nil, s.text[f.start:f.end]))
	s.note(Note{Rule: ruleAdditional, Key: visible(shorten(key)), Allowed: f.names, Nearest: nearest(key, f.names)})
	s.pos = pos
}

//go:noinline
func (s *Scanner) missing(word int, bits uint64) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	if s.x.silent(s.mark) {
		return
	}
	names := s.x.frames[s.x.deep].names
	for i := range 64 {
		if p := word*64 + i; bits&(1<<i) != 0 && p < len(names) {
			s.add(Note{Rule: ruleRequired, Key: names[p], Allowed: names}, p)
		}
	}
}

//go:noinline
func (s *Scanner) notAllowed(values []string) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	if s.x.silent(s.mark) || s.x.full() {
		s.x.mute(s.mark, s.mark+1)
		return
	}
	got := string(appendUnescaped(nil, s.text[s.mark+1:s.pos-1]))
	allowed := quoteAll(values)
	near := nearest(got, values)
	if near != "" {
		near = quote(near)
	}
	s.note(Note{Rule: ruleEnum, Allowed: allowed, Nearest: near})
	s.x.mute(s.mark, s.mark+1)
}

//go:noinline
func (s *Scanner) notAllowedInt(kind integerness, values []int64) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	allowed := make([]string, len(values))
	for i, v := range values {
		allowed[i] = strconv.FormatInt(v, 10)
	}
	n := Note{Rule: ruleEnum, Allowed: allowed}
	if kind == isBroken {
		n.Rule, n.Want = ruleType, "integer"
	}
	s.note(n)
	s.x.mute(s.mark, s.mark+1)
}

//go:noinline
func (s *Scanner) notInt(kind integerness, negative bool, u uint64, lo, hi int64) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	n := Note{Rule: ruleMaximum, Low: strconv.FormatInt(lo, 10), High: strconv.FormatInt(hi, 10)}
	switch {
	case kind == isBroken:
		n.Rule, n.Want = ruleType, "integer"
	case negative && (kind == tooLarge || u > 1<<63 || -int64(u) < lo), !negative && kind == isWhole && u <= math.MaxInt64 && int64(u) < lo:
		n.Rule = ruleMinimum
	}
	s.note(n)
	s.x.mute(s.mark, s.mark+1)
}

//go:noinline
func (s *Scanner) notUint(kind integerness, negative bool, u uint64, lo, hi uint64) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	n := Note{Rule: ruleMaximum, Low: strconv.FormatUint(lo, 10), High: strconv.FormatUint(hi, 10)}
	switch {
	case kind == isBroken:
		n.Rule, n.Want = ruleType, "integer"
	case negative && (kind == tooLarge || u > 0), kind == isWhole && u < lo:
		n.Rule = ruleMinimum
	}
	s.note(n)
	s.x.mute(s.mark, s.mark+1)
}

//go:noinline
func (s *Scanner) notFloat(lo, hi float64) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	n := Note{Rule: ruleMaximum, Low: formatFloat(lo), High: formatFloat(hi)}
	var room [32]byte
	d, e := parseDecimal(s.text[s.mark:s.pos]), parseFloat(&room, lo, 64)
	if d.compare(&e) < 0 {
		n.Rule = ruleMinimum
	}
	s.note(n)
	s.x.mute(s.mark, s.mark+1)
}

//go:noinline
func (s *Scanner) badSize(rule string, size, bound int) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	n := Note{Rule: rule, Size: size}
	if rule == ruleMinLength || rule == ruleMinItems {
		n.Low = strconv.Itoa(bound)
	} else {
		n.High = strconv.Itoa(bound)
	}
	s.note(n)
}

//go:noinline
func (s *Scanner) badText(rule, want string) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	s.note(Note{Rule: rule, Want: want})
}

//go:noinline
func (s *Scanner) badNumber(rule, bound string) {
	s.note(Note{Rule: rule, Low: bound, High: bound})
}

func badBound[T Number](s *Scanner, rule string, bound T) {
	switch {
	case s.x == nil || s.failed:
		s.fail()
	case !isInteger[T]():
		s.badNumber(rule, strconv.FormatFloat(float64(bound), 'g', -1, floatSize[T]()))
	case bound < 0:
		s.badNumber(rule, strconv.FormatInt(int64(bound), 10))
	default:
		s.badNumber(rule, strconv.FormatUint(uint64(bound), 10))
	}
}

// repeated notes that the array element at start equals one before it.
//
//go:noinline
func (s *Scanner) repeated(start int) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	s.mark = start
	s.note(Note{Rule: ruleUniqueItems})
}

func formatFloat(v float64) string {
	return strconv.FormatFloat(v, 'g', -1, 64)
}
