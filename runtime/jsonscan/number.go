package jsonscan

import "math"

// numberEnd returns the index behind the number that begins at i, -1 if none
// does. See RFC 8259, section 6.
func numberEnd(text string, i int) int {
	if i < len(text) && text[i] == '-' {
		i++
	}
	if i < len(text) && text[i] == '0' {
		if i++; i < len(text) && isDigit(text[i]) {
			return -1 // a leading zero
		}
	} else if i = digitsEnd(text, i); i < 0 {
		return -1
	}
	if i < len(text) && text[i] == '.' {
		if i = digitsEnd(text, i+1); i < 0 {
			return -1
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		return digitsEnd(text, i)
	}
	return i
}

// digitsEnd returns the index behind the digits at i, -1 if there is none.
func digitsEnd(text string, i int) int {
	start := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// integerness is how a number relates to the integers.
type integerness uint8

const (
	notRead  integerness = iota // a violation or failure has been noted
	isWhole                     // an integer whose magnitude fits into 64 bits
	tooLarge                    // an integer of a larger magnitude
	isBroken                    // not an integer
)

// whole reads a number as an integer: its sign and its magnitude.
func (s *Scanner) whole() (u uint64, negative bool, kind integerness) {
	c := s.peek()
	if c <= ' ' {
		c = s.tokenAfterSpace()
	}
	i := s.pos
	if c == '-' {
		negative = true
		i++
	}
	first := i
	for i < len(s.text) {
		c := s.text[i] - '0'
		if c > 9 {
			break
		}
		u = u*10 + uint64(c)
		i++
	}
	// What is not plainly a short integer takes the long way.
	if n := i - first; n == 0 || n > 18 || n > 1 && s.text[first] == '0' ||
		i < len(s.text) && (s.text[i] == '.' || s.text[i]|0x20 == 'e') {
		return s.longWhole()
	}
	s.mark, s.pos = s.pos, i
	return u, negative, isWhole
}

func (s *Scanner) longWhole() (u uint64, negative bool, kind integerness) {
	if !s.number("integer") {
		return 0, false, notRead
	}
	d := parseDecimal(s.text[s.mark:s.pos])
	u, kind = d.whole()
	return u, d.negative, kind
}

// number reads a number, which is then text[mark:pos]. Want is what to call it
// if something else comes.
func (s *Scanner) number(want string) bool {
	if c := s.token(); c != '-' && !isDigit(c) {
		s.mismatch(want)
		return false
	}
	end := numberEnd(s.text, s.pos)
	if end < 0 {
		s.fail()
		return false
	}
	s.mark, s.pos = s.pos, end
	return true
}

// IntIn reads an integer from lo to hi. Integers are all numbers without a
// fraction, however they are written: 3, 3.0, 1e2, -0. They are exact and never
// become floats.
func (s *Scanner) IntIn(lo, hi int64) int64 {
	u, negative, kind := s.whole()
	if kind == isWhole {
		v := int64(u)
		fits := u <= math.MaxInt64
		if negative {
			v = -v
			fits = u <= 1<<63
		}
		if fits && lo <= v && v <= hi {
			return v
		}
	}
	if kind != notRead {
		s.notInt(kind, negative, u, lo, hi)
	}
	return 0
}

// UintIn reads an integer from lo to hi, as [Scanner.IntIn] does.
func (s *Scanner) UintIn(lo, hi uint64) uint64 {
	u, negative, kind := s.whole()
	if kind == isWhole && (!negative || u == 0) && lo <= u && u <= hi {
		return u
	}
	if kind != notRead {
		s.notUint(kind, negative, u, lo, hi)
	}
	return 0
}

// Int reads an integer that fits into an int.
func (s *Scanner) Int() int { return int(s.IntIn(math.MinInt, math.MaxInt)) }

// Int64 reads an integer that fits into an int64.
func (s *Scanner) Int64() int64 { return s.IntIn(math.MinInt64, math.MaxInt64) }

// Int8 reads an integer that fits into an int8.
func (s *Scanner) Int8() int8 { return int8(s.IntIn(math.MinInt8, math.MaxInt8)) }

// Int16 reads an integer that fits into an int16.
func (s *Scanner) Int16() int16 { return int16(s.IntIn(math.MinInt16, math.MaxInt16)) }

// Int32 reads an integer that fits into an int32.
func (s *Scanner) Int32() int32 { return int32(s.IntIn(math.MinInt32, math.MaxInt32)) }

// Uint reads an integer that fits into a uint.
func (s *Scanner) Uint() uint { return uint(s.UintIn(0, math.MaxUint)) }

// Uint64 reads an integer that fits into a uint64.
func (s *Scanner) Uint64() uint64 { return s.UintIn(0, math.MaxUint64) }

// Uint8 reads an integer that fits into a uint8.
func (s *Scanner) Uint8() uint8 { return uint8(s.UintIn(0, math.MaxUint8)) }

// Uint16 reads an integer that fits into a uint16.
func (s *Scanner) Uint16() uint16 { return uint16(s.UintIn(0, math.MaxUint16)) }

// Uint32 reads an integer that fits into a uint32.
func (s *Scanner) Uint32() uint32 { return uint32(s.UintIn(0, math.MaxUint32)) }

// EnumInt reads an integer that must be one of values.
func (s *Scanner) EnumInt(values []int64) int64 {
	u, negative, kind := s.whole()
	if kind == isWhole {
		v := int64(u)
		if negative {
			v = -v
		}
		if (v < 0) == (negative && u != 0) { // else it overflowed
			for _, w := range values {
				if v == w {
					return v
				}
			}
		}
	}
	if kind != notRead {
		s.notAllowedInt(kind, values)
	}
	return 0
}
