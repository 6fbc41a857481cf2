package jsonscan

import (
	"math"
	"strconv"
)

// Limit is a number in a schema that values are compared with as decimals, so
// exactly, whatever their size. The zero Limit is 0. It is immutable.
type Limit struct {
	shown  string
	digits decimal
	small  int64 // the number, if exact
	exact  bool
}

// maxDivisor is how many digits the divisor of a multipleOf may have.
const maxDivisor = 17

// NewLimit returns the limit that a valid number literal states. Integer says
// that it is shown as an integer where it is one.
func NewLimit(literal string, integer bool) Limit {
	l := Limit{shown: literal, digits: parseDecimal(literal)}
	u, kind := l.digits.whole()
	if kind == isWhole && u <= math.MaxInt64 {
		l.small, l.exact = int64(u), true
		if l.digits.negative {
			l.small = -l.small
		}
	}
	switch {
	case integer && kind == isWhole:
		l.shown = strconv.FormatUint(u, 10)
		if l.digits.negative && u > 0 {
			l.shown = "-" + l.shown
		}
	case !integer:
		// As generated code shows a float, unless that would be another number.
		if v, err := strconv.ParseFloat(literal, 64); err == nil {
			d := parseDecimal(formatFloat(v))
			if d.compare(&l.digits) == 0 {
				l.shown = formatFloat(v)
			}
		}
	}
	return l
}

// String returns the number as messages show it.
func (l *Limit) String() string { return l.shown }

// Less reports whether l is less than m.
func (l *Limit) Less(m *Limit) bool { return l.digits.compare(&m.digits) < 0 }

// Divisor reports whether l can be a multipleOf: greater than 0, and of at most
// 17 significant digits.
func (l *Limit) Divisor() bool {
	return !l.digits.zero() && !l.digits.negative && l.digits.len() <= maxDivisor
}

// Whole returns the value of l if it is an integer from 0 on that fits into an int.
func (l *Limit) Whole() (n int, ok bool) {
	return int(l.small), l.exact && l.small >= 0 && l.small <= math.MaxInt
}

// Between checks that the number that was read last is from lo to hi.
func (s *Scanner) Between(lo, hi *Limit) {
	if lo.exact && hi.exact {
		if v, ok := shortInteger(s.text[s.mark:s.pos]); ok && lo.small <= v && v <= hi.small {
			return
		}
	}
	below := s.compareLimit(lo) < 0
	if !below && s.compareLimit(hi) <= 0 {
		return
	}
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	n := Note{Rule: ruleMaximum, Low: lo.shown, High: hi.shown}
	if below {
		n.Rule = ruleMinimum
	}
	s.note(n)
	s.x.mute(s.mark, s.mark+1)
}

// AtLeast checks that the number that was read last is not less than l.
func (s *Scanner) AtLeast(l *Limit) {
	if s.compareLimit(l) < 0 {
		s.beyond(ruleMinimum, l)
	}
}

// AtMost checks that the number that was read last is not greater than l.
func (s *Scanner) AtMost(l *Limit) {
	if s.compareLimit(l) > 0 {
		s.beyond(ruleMaximum, l)
	}
}

// Above checks that the number that was read last is greater than l.
func (s *Scanner) Above(l *Limit) {
	if s.compareLimit(l) <= 0 {
		s.beyond(ruleExclusiveMinimum, l)
	}
}

// Below checks that the number that was read last is less than l.
func (s *Scanner) Below(l *Limit) {
	if s.compareLimit(l) >= 0 {
		s.beyond(ruleExclusiveMaximum, l)
	}
}

// Divided checks that the number that was read last is an integer times l,
// which is a divisor.
func (s *Scanner) Divided(l *Limit) {
	text := s.text[s.mark:s.pos]
	if l.exact && l.small > 0 {
		if v, ok := shortInteger(text); ok {
			if v%l.small != 0 {
				s.beyond(ruleMultipleOf, l)
			}
			return
		}
	}
	if d := parseDecimal(text); !d.multipleOf(&l.digits) {
		s.beyond(ruleMultipleOf, l)
	}
}

func (s *Scanner) beyond(rule string, l *Limit) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	s.badNumber(rule, l.shown)
}

// compareLimit compares the number that was read last with l.
func (s *Scanner) compareLimit(l *Limit) int {
	text := s.text[s.mark:s.pos]
	if l.exact {
		if v, ok := shortInteger(text); ok {
			switch {
			case v < l.small:
				return -1
			case v > l.small:
				return 1
			}
			return 0
		}
	}
	d := parseDecimal(text)
	return d.compare(&l.digits)
}

// shortInteger returns the value of a number literal that is plainly a short
// integer.
func shortInteger(text string) (v int64, ok bool) {
	digits := text
	if digits != "" && digits[0] == '-' {
		digits = digits[1:]
	}
	if digits == "" || len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		c := digits[i] - '0'
		if c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if len(digits) < len(text) {
		v = -v
	}
	return v, true
}
