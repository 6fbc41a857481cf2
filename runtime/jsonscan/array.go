package jsonscan

// Array is a cursor over the elements of an array. For each Next exactly one
// value must be read.
type Array struct {
	s     *Scanner
	n     int    // elements, the current one included
	start int    // where the current element begins
	id    uint32 // of the set of elements; 0 is none yet
	bad   bool   // not an array
}

// Array starts reading an array.
func (s *Scanner) Array() Array {
	if s.token() != '[' {
		s.mismatch("array")
		return Array{s: s, bad: true}
	}
	if !s.open() {
		return Array{s: s, bad: true}
	}
	if s.x != nil {
		s.x.open(frame{array: true, begin: s.mark})
	}
	return Array{s: s}
}

// Next moves to the next element and reports whether there is one.
func (a *Array) Next() bool {
	if a.bad {
		return false
	}
	s := a.s
	c := s.peek()
	if c <= ' ' {
		c = s.tokenAfterSpace()
	}
	switch {
	case a.n == 0:
		if c == ']' {
			s.close()
			return false
		}
	case c == ',':
		s.pos++
		if s.peek() <= ' ' {
			s.tokenAfterSpace()
		}
	default:
		if c == ']' {
			s.close()
		} else {
			s.fail()
		}
		return false
	}
	if s.pos >= len(s.text) {
		s.fail()
		return false
	}
	a.start = s.pos
	a.n++
	if s.x != nil {
		s.x.element(a.n - 1)
	}
	return true
}

// Len returns how many elements have been read; while one is being read, it is
// counted.
func (a *Array) Len() int { return a.n }

// Unique checks that the element that has just been read equals none before
// it, as JSON values: 1 and 1.0 are equal, so are "a" and "\u0061", and objects
// with the same members in any order. See JSON Schema 2020-12 Validation,
// section 6.4.3, and Core, section 4.2.2.
func (a *Array) Unique() {
	s := a.s
	if s.failed || s.x != nil && s.x.silent(a.start) {
		return
	}
	k := s.borrow()
	if a.id == 0 {
		a.id = k.newID()
	}
	if !k.addValue(s.text, a.id, a.start, s.pos) {
		s.repeated(a.start)
	}
}
