package jsonscan

import (
	"math/bits"
	"strconv"
)

// decimal is a number literal taken apart, exactly: the value is
// 0.DDD × 10^point, where DDD are the digits of left and then right, without
// zeros at either end; both are empty for zero.
type decimal struct {
	negative    bool
	left, right string
	point       int64
}

// farExponent is where exponents stop being told apart. It is far beyond what
// any Go number holds, and leaves room to add the length of a text.
const farExponent = 1 << 50

// parseDecimal takes a valid number literal apart, in one pass over it.
func parseDecimal(text string) (d decimal) {
	if text != "" && text[0] == '-' {
		d.negative = true
		text = text[1:]
	}
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	d.left, text = text[:i], text[i:]
	if text != "" && text[0] == '.' {
		i = 1
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		d.right, text = text[1:i], text[i:]
	}
	d.left = trimLeadingZeros(d.left)
	d.point = int64(len(d.left))
	if d.left == "" {
		n := len(d.right)
		d.right = trimLeadingZeros(d.right)
		d.point = int64(len(d.right) - n)
	}
	if d.right = trimTrailingZeros(d.right); d.right == "" {
		d.left = trimTrailingZeros(d.left)
	}
	if d.left == "" && d.right == "" {
		d.point = 0
		return d
	}
	if len(text) > 1 {
		d.point += parseExponent(text[1:])
	}
	return d
}

func parseExponent(text string) int64 {
	negative := text[0] == '-'
	if negative || text[0] == '+' {
		text = text[1:]
	}
	e := int64(0)
	for i := 0; i < len(text) && e < farExponent; i++ {
		e = e*10 + int64(text[i]-'0')
	}
	e = min(e, farExponent)
	if negative {
		return -e
	}
	return e
}

func trimLeadingZeros(s string) string {
	for s != "" && s[0] == '0' {
		s = s[1:]
	}
	return s
}

func trimTrailingZeros(s string) string {
	for s != "" && s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	return s
}

func (d *decimal) len() int { return len(d.left) + len(d.right) }

func (d *decimal) zero() bool { return d.left == "" && d.right == "" }

// digit returns digit i, 0 behind the last one.
func (d *decimal) digit(i int) byte {
	if i < len(d.left) {
		return d.left[i] - '0'
	}
	if i -= len(d.left); i < len(d.right) {
		return d.right[i] - '0'
	}
	return 0
}

// whole returns the magnitude of d if it is an integer.
func (d *decimal) whole() (uint64, integerness) {
	switch {
	case d.zero():
		return 0, isWhole
	case d.point < int64(d.len()):
		return 0, isBroken
	case d.point > 20:
		return 0, tooLarge
	}
	var u uint64
	for i := range d.point {
		hi, lo := bits.Mul64(u, 10)
		sum, carry := bits.Add64(lo, uint64(d.digit(int(i))), 0)
		if hi != 0 || carry != 0 {
			return 0, tooLarge
		}
		u = sum
	}
	return u, isWhole
}

// compare returns -1, 0 or +1 as d is less than, equal to or greater than e.
func (d *decimal) compare(e *decimal) int {
	dn, en := d.negative && !d.zero(), e.negative && !e.zero()
	switch {
	case dn && !en:
		return -1
	case en && !dn:
		return 1
	case dn:
		return e.compareMagnitude(d)
	}
	return d.compareMagnitude(e)
}

func (d *decimal) compareMagnitude(e *decimal) int {
	switch {
	case d.zero() && e.zero():
		return 0
	case d.zero():
		return -1
	case e.zero():
		return 1
	case d.point != e.point:
		if d.point < e.point {
			return -1
		}
		return 1
	}
	for i := range max(d.len(), e.len()) {
		switch a, b := d.digit(i), e.digit(i); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
	}
	return 0
}

// multipleOf reports whether d is an integer times e. The digits of e must fit
// into 64 bits. See JSON Schema 2020-12 Validation, section 6.2.1.
func (d *decimal) multipleOf(e *decimal) bool {
	if d.zero() {
		return true
	}
	var m uint64
	for i := range e.len() {
		m = m*10 + uint64(e.digit(i))
	}
	if m == 0 {
		return false
	}
	// d is D × 10^k times larger than m, where neither D nor m ends in a zero:
	// for a negative k, D would have to.
	k := (d.point - int64(d.len())) - (e.point - int64(e.len()))
	if k < 0 {
		return false
	}
	var r uint64
	for i := range d.len() {
		r = mulMod(r, 10, m)
		r = (r + uint64(d.digit(i))) % m // m has at most 17 digits: no overflow
	}
	return mulMod(r, powMod(10, k, m), m) == 0
}

// mulMod returns a*b modulo m, where a < m.
func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, m)
}

func powMod(base uint64, exp int64, m uint64) uint64 {
	r := 1 % m
	for base %= m; exp > 0; exp >>= 1 {
		if exp&1 != 0 {
			r = mulMod(r, base, m)
		}
		base = mulMod(base, base, m)
	}
	return r
}

// parseFloat takes apart the shortest decimal that reads back as v: the bound
// as it is written in a schema. The result stands in room.
func parseFloat(room *[32]byte, v float64, size int) decimal {
	return parseDecimal(view(strconv.AppendFloat(room[:0], v, 'e', -1, size)))
}
