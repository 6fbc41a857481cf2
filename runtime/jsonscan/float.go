package jsonscan

import (
	"math"
	"strconv"
)

// Powers of ten that a float64 holds exactly.
var exactPowers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Float64 reads a number. It is the float64 nearest to what is written; a
// number beyond the range of float64 is a violation, never an infinity.
func (s *Scanner) Float64() float64 {
	return s.FloatIn(-math.MaxFloat64, math.MaxFloat64)
}

// FloatIn reads a number from lo to hi, compared as decimals: of what lies so
// near to a bound that it becomes the same float64, only the bound and what is
// inside of it are accepted. Bounds stand for their shortest decimals.
func (s *Scanner) FloatIn(lo, hi float64) float64 {
	if !s.number("number") {
		return 0
	}
	v, ok := parseShort(s.text[s.mark:s.pos])
	if !ok {
		var err error
		v, err = strconv.ParseFloat(s.text[s.mark:s.pos], 64)
		if err != nil { // out of range: the syntax is right
			s.notFloat(lo, hi)
			return 0
		}
	}
	if lo < v && v < hi || s.inDecimalRange(v, lo, hi) {
		return v
	}
	s.notFloat(lo, hi)
	return 0
}

// Float32 reads a number. It is the float32 nearest to what is written, of
// which the finite ones are accepted that [Scanner.FloatIn] accepts.
func (s *Scanner) Float32(lo, hi float64) float32 {
	s.FloatIn(lo, hi)
	v, err := strconv.ParseFloat(s.text[s.mark:s.pos], 32)
	if err != nil {
		return 0 // not a number, or out of range and noted
	}
	return float32(v)
}

// inDecimalRange decides where v is a bound.
func (s *Scanner) inDecimalRange(v, lo, hi float64) bool {
	if math.Abs(v) == math.MaxFloat64 && lo == -math.MaxFloat64 && hi == math.MaxFloat64 {
		return true // no bounds but those of the type, which rounds
	}
	var room [32]byte
	d := parseDecimal(s.text[s.mark:s.pos])
	if v <= lo {
		e := parseFloat(&room, lo, 64)
		if v < lo || d.compare(&e) < 0 {
			return false
		}
	}
	if v >= hi {
		e := parseFloat(&room, hi, 64)
		if v > hi || d.compare(&e) > 0 {
			return false
		}
	}
	return true
}

// parseShort returns the value of a valid number literal if it is short enough
// for one exact operation: at most 2^53 in digits and 22 in exponent. See
// Clinger, How to Read Floating Point Numbers Accurately, 1990.
func parseShort(text string) (v float64, ok bool) {
	if len(text) > 24 {
		return 0, false
	}
	i := 0
	negative := text[0] == '-'
	if negative {
		i++
	}
	var digits uint64
	exp := int64(0)
	for ; i < len(text) && isDigit(text[i]); i++ {
		digits = digits*10 + uint64(text[i]-'0')
	}
	if i > 19 {
		return 0, false // may have overflowed
	}
	if i < len(text) && text[i] == '.' {
		start := i
		for i++; i < len(text) && isDigit(text[i]); i++ {
			digits = digits*10 + uint64(text[i]-'0')
		}
		if i > 20 {
			return 0, false
		}
		exp = int64(start + 1 - i)
	}
	if i < len(text) {
		exp += parseExponent(text[i+1:])
	}
	if digits > 1<<53 || exp < -22 || exp > 22 {
		return 0, false
	}
	v = float64(digits)
	if exp < 0 {
		v /= exactPowers[-exp]
	} else {
		v *= exactPowers[exp]
	}
	if negative {
		v = -v
	}
	return v, true
}
