package pattern

import "unicode/utf8"

// Set is a set of bytes as they begin or continue a character: any ASCII
// characters, and either all others or none.
type Set struct {
	ascii [2]uint64
	Other bool // everything outside of ASCII
}

func (s *Set) add(low, high rune) {
	for r := low; r <= high; r++ {
		s.ascii[r>>6] |= 1 << (r & 63)
	}
}

// Has reports whether an ASCII character is in the set.
func (s Set) Has(b byte) bool { return s.ascii[b>>6]&(1<<(b&63)) != 0 }

func (s Set) disjoint(t Set) bool {
	return s.ascii[0]&t.ascii[0] == 0 && s.ascii[1]&t.ascii[1] == 0 && !(s.Other && t.Other)
}

func (s Set) union(t Set) Set {
	return Set{[2]uint64{s.ascii[0] | t.ascii[0], s.ascii[1] | t.ascii[1]}, s.Other || t.Other}
}

// Range is a run of ASCII characters.
type Range struct{ Low, High byte }

// Ranges lists the ASCII part of the set.
func (s Set) Ranges() (out []Range) {
	for b := byte(0); b < utf8.RuneSelf; b++ {
		switch {
		case !s.Has(b):
		case len(out) > 0 && out[len(out)-1].High == b-1 && b > 0:
			out[len(out)-1].High = b
		default:
			out = append(out, Range{b, b})
		}
	}
	return out
}

// Complement is the set of all that s lacks.
func (s Set) Complement() Set {
	return Set{[2]uint64{^s.ascii[0], ^s.ascii[1]}, !s.Other}
}

// everything can come when nothing says what follows.
var everything = Set{}.Complement()

// newSet makes a set of the ranges of a character class, if it can hold them.
func newSet(ranges []rune) (s Set, ok bool) {
	for i := 0; i < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		if high >= utf8.RuneSelf {
			if low > utf8.RuneSelf || high < utf8.MaxRune {
				return s, false // some characters beyond ASCII, not all
			}
			s.Other, high = true, utf8.RuneSelf-1
		}
		if low < utf8.RuneSelf {
			s.add(low, high)
		}
	}
	return s, true
}
