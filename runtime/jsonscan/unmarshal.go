package jsonscan

import "math"

const rulePropertyNames = "propertyNames"

// maxReason bounds what is kept of an error of somebody else's method.
const maxReason = 200

// UnmarshalText reads a string into v by its own method. The method runs when
// values are dropped, too: only it knows which texts it takes.
func UnmarshalText[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](s *Scanner, v P) {
	text := s.Text()
	if s.failed {
		return
	}
	if err := v.UnmarshalText([]byte(text)); err != nil {
		s.refused(err)
	}
}

// UnmarshalJSON reads a value of any kind into v by its own method, which gets
// a copy of the text. The method runs when values are dropped, too.
func UnmarshalJSON[T any, P interface {
	*T
	UnmarshalJSON([]byte) error
}](s *Scanner, v P) {
	s.Skip()
	if s.failed {
		return
	}
	if err := v.UnmarshalJSON([]byte(s.text[s.mark:s.pos])); err != nil {
		s.refused(err)
	}
}

// refused notes that a method of the author's does not take the value, with
// what it says about that.
func (s *Scanner) refused(err error) {
	if s.x == nil {
		s.fail()
		return
	}
	reason := err.Error()
	if len(reason) > maxReason {
		reason = reason[:maxReason]
	}
	s.note(Note{Rule: ruleFormat, Reason: reason})
	s.x.mute(s.mark, s.mark+1)
}

// TextKey reads the current key of m into k by its own method.
func TextKey[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](m *Map, k P) {
	s := m.s
	if s.failed {
		return
	}
	if err := k.UnmarshalText([]byte(m.Key())); err != nil {
		s.refused(err)
	}
}

// The range of int and uint on this machine, for keys of those kinds.
const (
	MinInt  = math.MinInt
	MaxInt  = math.MaxInt
	MaxUint = math.MaxUint
)

// IntKey reads the current key of m as an integer between lo and hi. Only its
// canonical form is taken, so that one number has one key.
func (m *Map) IntKey(lo, hi int64) int64 {
	negative, u, ok := integerKey(m.Key())
	n := int64(u)
	if negative {
		n = -n
	}
	switch {
	case !ok || negative && u > 1<<63 || !negative && u > 1<<63-1 || n < lo || n > hi:
		m.s.badKey()
		return 0
	}
	return n
}

// UintKey is [Map.IntKey] for unsigned keys up to hi.
func (m *Map) UintKey(hi uint64) uint64 {
	negative, u, ok := integerKey(m.Key())
	if !ok || negative || u > hi {
		m.s.badKey()
		return 0
	}
	return u
}

// integerKey reads a decimal without a sign other than "-", leading zeros or -0.
func integerKey(key string) (negative bool, u uint64, ok bool) {
	if key != "" && key[0] == '-' {
		negative, key = true, key[1:]
	}
	if key == "" || len(key) > 20 || key[0] == '0' && (len(key) > 1 || negative) {
		return false, 0, false
	}
	for i := range len(key) {
		d := uint64(key[i] - '0')
		if d > 9 || u > (1<<64-1-d)/10 {
			return false, 0, false
		}
		u = u*10 + d
	}
	return negative, u, true
}

// badKey refuses the key of the current member.
func (s *Scanner) badKey() {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	pos := s.peekValue()
	s.note(Note{Rule: rulePropertyNames})
	s.pos = pos
}
