package jsonscan

import "strings"

// What follows is for walks over a schema that is known only at run time, see
// package runtime/schema. Their numbers have no Go type, their objects may read
// what is not declared, and they may try one schema after another on a value.

// NewValueCheck is [NewCheck] for a text that is a value by itself and not the
// arguments of a call: an empty text is no value, and null is only null.
func NewValueCheck(text string) Scanner { return Scanner{text: text, mode: check} }

// ExplainValue is [Explain] for a text that is a value by itself: the verdicts
// are those of [NewValueCheck].
func ExplainValue(text string, walk func(*Scanner)) (notes []Note, total int, err error) {
	if err := Syntax(text, Limits{}); err != nil {
		return nil, 0, err
	}
	var e struct {
		s Scanner
		x notebook
	}
	e.x.optional = -1
	e.x.frames, e.x.notes, e.x.orders = e.x.room[:0], e.x.first[:0], e.x.places[:0]
	e.s = Scanner{text: text, mode: explain, x: &e.x}
	walk(&e.s)
	e.s.End()
	return e.x.notes, e.x.total, nil
}

// Wrong refuses the next value because it is not of the kind want, in the words
// of JSON Schema. The value is passed over.
func (s *Scanner) Wrong(want string) { s.mismatch(want) }

// Offset returns where the next value begins.
func (s *Scanner) Offset() int {
	s.token()
	return s.pos
}

// Position returns where reading stands: behind the value that was read last.
func (s *Scanner) Position() int { return s.pos }

// Last returns where the value that was read last begins.
func (s *Scanner) Last() int { return s.mark }

// Jump passes over the next value, which ends at end and has been found valid
// before, without looking at it.
func (s *Scanner) Jump(end int) {
	s.token()
	if s.failed || end > len(s.text) {
		return
	}
	s.mark, s.pos = s.pos, end
}

// Extra accepts the current key although it is not declared; its value must be
// read next.
func (o *Object) Extra() {
	s := o.s
	if s.x != nil {
		s.x.unknown()
	}
	if !o.fresh() {
		s.duplicate()
	}
}

// ExtraKey returns the current key, unescaped, declared or not. From a checking
// scanner it is valid until the next read.
func (o *Object) ExtraKey() string {
	s := o.s
	if o.end > len(s.text) {
		return "" // failed
	}
	raw := s.text[o.start:o.end]
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	room := s.room(o.start, o.start)
	size, _ := unescape(room, s.text, o.start, o.start)
	return s.take(room, size)
}

// WrongKey refuses the current key because it does not match the pattern want;
// "" stands for the canonical decimals. Its value must still be read.
func (s *Scanner) WrongKey(want string) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	pos := s.peekValue()
	s.note(Note{Rule: rulePropertyNames, Want: want})
	s.pos = pos
}

// IsIntegerKey reports whether key is a canonical decimal, which is what keys
// of maps by integers look like.
func IsIntegerKey(key string, unsigned bool) bool {
	if !unsigned && len(key) > 1 && key[0] == '-' {
		key = key[1:]
		if key[0] == '0' {
			return false
		}
	}
	return key != "" && digitRun(key) == len(key) && (key[0] != '0' || len(key) == 1)
}

// Number reads a number of any size. It has no value but its text, which
// [Limit] and [Scanner.Equals] look at.
func (s *Scanner) Number() { s.number("number") }

// Integer reads a number without a fraction, of any size and however written.
func (s *Scanner) Integer() {
	u, negative, kind := s.whole()
	if kind == isBroken {
		s.notInt(kind, negative, u, 0, 0)
	}
}

// Refuse notes that the value at start, which has been read, breaks a rule.
// Allowed are values as JSON, or descriptions of alternatives.
func (s *Scanner) Refuse(start int, rule string, allowed []string) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	s.mark = start
	s.note(Note{Rule: rule, Allowed: allowed})
}

// Const reads a string that must be value, and returns it.
func (s *Scanner) Const(value string) string {
	v := s.Text()
	if v == value || s.failed {
		return value
	}
	s.Refuse(s.mark, ruleConst, []string{quote(value)})
	if s.x != nil {
		s.x.mute(s.mark, s.mark+1)
	}
	return ""
}

// RefuseText is [Scanner.Refuse] for the string that was read last. One of the
// texts may be what was meant.
func (s *Scanner) RefuseText(texts []string) { s.notAllowed(texts) }

// RefuseNext refuses the next value, which matches none, or more than one, of
// some alternatives, and passes over it. If keys come twice in it, that is noted
// instead: it is why none can match.
func (s *Scanner) RefuseNext(rule string, alternatives []string, matching int) {
	if s.x == nil || s.failed {
		s.fail()
		return
	}
	start, total := s.Offset(), s.x.total
	s.Skip()
	if s.x.total > total {
		return
	}
	s.mark = start
	s.note(Note{Rule: rule, Allowed: alternatives, Size: matching})
}

// Attempt is a place that a walk can go back to. While it is open, violations
// are not noted: the first one ends the attempt.
type Attempt struct {
	text             string
	pos, mark, depth int
	mode             mode
	failed           bool
	x                *notebook
}

// Try opens an attempt at the next value.
func (s *Scanner) Try() Attempt {
	s.token()
	a := Attempt{text: s.text, pos: s.pos, mark: s.mark, depth: s.depth, mode: s.mode, failed: s.failed, x: s.x}
	s.mode, s.x = check, nil
	return a
}

// Back ends one reading of the value and goes back to its beginning, with the
// attempt still open. It returns where the value ended, -1 if it was refused.
func (s *Scanner) Back(a *Attempt) (end int) {
	end = s.pos
	if s.failed {
		end = -1
	}
	s.text, s.pos, s.mark, s.depth, s.failed = a.text, a.pos, a.mark, a.depth, a.failed
	return end
}

// Leave closes an attempt after [Scanner.Back]: violations are noted as before.
func (s *Scanner) Leave(a *Attempt) { s.mode, s.x = a.mode, a.x }
