package jsonscan

import "unicode/utf8"

// The rules below check what has just been read. Each is called directly behind
// the read of its value, because float rules and messages look at its text.

// MinLength checks that v has at least n Unicode code points.
func (s *Scanner) MinLength(v string, n int) {
	if len(v) < n || len(v) < n*utf8.UTFMax && utf8.RuneCountInString(v) < n {
		s.badSize(ruleMinLength, utf8.RuneCountInString(v), n)
	}
}

// MaxLength checks that v has at most n Unicode code points.
func (s *Scanner) MaxLength(v string, n int) {
	if len(v) > n && utf8.RuneCountInString(v) > n {
		s.badSize(ruleMaxLength, utf8.RuneCountInString(v), n)
	}
}

// Format checks that is accepts v, which is then of the format with the given
// name.
func (s *Scanner) Format(v, name string, is func(string) bool) {
	if !is(v) {
		s.badText(ruleFormat, name)
	}
}

// MinItems checks, behind its loop, that the array has at least n elements.
func (s *Scanner) MinItems(a *Array, n int) {
	if a.n < n && !a.bad {
		s.badSize(ruleMinItems, a.n, n)
	}
}

// MaxItems checks, behind its loop, that the array has at most n elements.
func (s *Scanner) MaxItems(a *Array, n int) {
	if a.n > n && !a.bad {
		s.badSize(ruleMaxItems, a.n, n)
	}
}

// Number is any type that holds numbers.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Minimum checks that v is not less than bound.
//
// Floats are compared by value where that decides, else their literals are
// compared as decimals: what is written as less than the bound is less, even if
// it rounds to the same float.
func Minimum[T Number](s *Scanner, v, bound T) {
	if v > bound || v == bound && (isInteger[T]() || s.compareFloat(float64(bound), floatSize[T]()) >= 0) {
		return
	}
	badBound(s, ruleMinimum, bound)
}

// Maximum checks that v is not greater than bound, as [Minimum] does.
func Maximum[T Number](s *Scanner, v, bound T) {
	if v < bound || v == bound && (isInteger[T]() || s.compareFloat(float64(bound), floatSize[T]()) <= 0) {
		return
	}
	badBound(s, ruleMaximum, bound)
}

// ExclusiveMinimum checks that v is greater than bound, as [Minimum] does.
func ExclusiveMinimum[T Number](s *Scanner, v, bound T) {
	if v > bound || v == bound && !isInteger[T]() && s.compareFloat(float64(bound), floatSize[T]()) > 0 {
		return
	}
	badBound(s, ruleExclusiveMinimum, bound)
}

// ExclusiveMaximum checks that v is less than bound, as [Minimum] does.
func ExclusiveMaximum[T Number](s *Scanner, v, bound T) {
	if v < bound || v == bound && !isInteger[T]() && s.compareFloat(float64(bound), floatSize[T]()) < 0 {
		return
	}
	badBound(s, ruleExclusiveMaximum, bound)
}

// MultipleOf checks that v is an integer times bound, which is greater than 0.
// For floats that is decided on the decimals: 0.3 is a multiple of 0.1.
func MultipleOf[T Number](s *Scanner, v, bound T) {
	if isInteger[T]() {
		if bound != 0 && v/bound*bound == v {
			return
		}
	} else {
		var room [32]byte
		d, e := parseDecimal(s.text[s.mark:s.pos]), parseFloat(&room, float64(bound), floatSize[T]())
		if d.multipleOf(&e) {
			return
		}
	}
	badBound(s, ruleMultipleOf, bound)
}

// compareFloat compares the literal that was read with a bound.
func (s *Scanner) compareFloat(bound float64, size int) int {
	var room [32]byte
	d, e := parseDecimal(s.text[s.mark:s.pos]), parseFloat(&room, bound, size)
	return d.compare(&e)
}

// isInteger reports whether T is an integer type.
func isInteger[T Number]() bool { return T(1)/T(2) == 0 }

// floatSize returns the size of the float type T in bits.
func floatSize[T Number]() int {
	if f := float64(1 << 24); float64(T(f)+T(1)) == f {
		return 32
	}
	return 64
}
