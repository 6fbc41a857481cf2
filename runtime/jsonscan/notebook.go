package jsonscan

import (
	"math"
	"slices"
	"strconv"
)

// Rules, by the keywords of JSON Schema where there is one.
const (
	ruleType             = "type"
	ruleEnum             = "enum"
	ruleConst            = "const"
	ruleRequired         = "required"
	ruleAdditional       = "additionalProperties"
	ruleDuplicate        = "duplicate"
	ruleMinimum          = "minimum"
	ruleMaximum          = "maximum"
	ruleExclusiveMinimum = "exclusiveMinimum"
	ruleExclusiveMaximum = "exclusiveMaximum"
	ruleMultipleOf       = "multipleOf"
	ruleMinLength        = "minLength"
	ruleMaxLength        = "maxLength"
	rulePattern          = "pattern"
	ruleFormat           = "format"
	ruleMinItems         = "minItems"
	ruleMaxItems         = "maxItems"
	ruleUniqueItems      = "uniqueItems"
)

// MaxNotes is how many violations of one text are kept.
const MaxNotes = 16

// notebook is what an explaining scanner notes violations in. It knows where
// the walk is, because cursors tell it, in numbers only: strings that went from
// a cursor to the heap would drag the scanner of every other mode along.
//
// The text has passed the syntax check, so all offsets are those of complete
// values.
type notebook struct {
	frames   []frame // frames[:deep] are open; frames[deep] was closed last
	room     [6]frame
	deep     int
	optional int // offset of the value that may be null; -1 is none
	muted    int // values that begin from here on ...
	mutedEnd int // ... and before here are not looked at
	notes    []noted
	total    int
}

// frame is one open object or array.
type frame struct {
	names    []string // of an object with declared properties
	free     bool     // an object with free keys
	array    bool
	begin    int // offset of the bracket
	start    int // content of the current key
	end      int
	index    int // of the current property or element; -1 is an undeclared key
	ordinal  int // the place of the current member in schema order
	unknowns int // undeclared keys so far
}

// noted is a note with its place in schema order.
type noted struct {
	Note
	order []int
}

func (x *notebook) open(f frame) {
	x.frames = append(x.frames[:x.deep], f)
	x.deep++
}

// close returns where the object or array that ends now begins.
func (x *notebook) close() int {
	x.deep--
	return x.frames[x.deep].begin
}

func (x *notebook) top() *frame { return &x.frames[x.deep-1] }

// enter notes that the member with the key at start comes now.
func (x *notebook) enter(start, end int) {
	f := x.top()
	f.start, f.end, f.index = start, end, -1
}

// property notes that the current key is a declared one.
func (x *notebook) property(i int) {
	f := x.top()
	f.index, f.ordinal = i, i
}

// unknown notes that the current key is not declared.
func (x *notebook) unknown() {
	f := x.top()
	f.index, f.ordinal = -1, len(f.names)+f.unknowns
	f.unknowns++
}

func (x *notebook) element(i int) {
	f := x.top()
	f.index, f.ordinal = i, i
}

// silent reports whether violations of the value at offset are dropped, because
// something about it has been noted that makes the rest pointless.
func (x *notebook) silent(offset int) bool { return x.muted <= offset && offset < x.mutedEnd }

// mute drops what is noted about values that begin in text[start:end]. What
// surrounds them is still looked at.
func (x *notebook) mute(start, end int) {
	if !x.silent(start) { // else it lies inside of what is muted already
		x.muted, x.mutedEnd = start, end
	}
}

// order returns the place of the current value, or of property i of the object
// that was closed last if i is not negative.
func (x *notebook) order(i int) []int {
	o := make([]int, 0, x.deep+1)
	for _, f := range x.frames[:x.deep] {
		o = append(o, f.ordinal)
	}
	if i >= 0 {
		o = append(o, i)
	}
	return o
}

// full counts a violation of the current value that would not be kept, and
// reports whether it is one: facts that take time need not be gathered for it.
func (x *notebook) full() bool {
	if len(x.notes) < MaxNotes || slices.Compare(x.notes[MaxNotes-1].order, x.order(-1)) > 0 {
		return false
	}
	x.total++
	return true
}

// place reports whether a note with this place is kept, and makes room for it.
func (x *notebook) place(order []int) (at int, kept bool) {
	x.total++
	at = len(x.notes)
	for at > 0 && slices.Compare(x.notes[at-1].order, order) > 0 {
		at--
	}
	if at == MaxNotes {
		return 0, false
	}
	if len(x.notes) == MaxNotes {
		x.notes = x.notes[:MaxNotes-1]
	}
	return at, true
}

// add keeps a note about the value at offset start of s if it is among the
// first ones. Property is an index for a property that is missing, else -1.
func (s *Scanner) add(n Note, property int) {
	x := s.x
	order := x.order(property)
	at, kept := x.place(order)
	if !kept {
		return
	}
	n.Path = x.path(s.text, property)
	if x.notes == nil {
		x.notes = make([]noted, 0, 4)
	}
	x.notes = slices.Insert(x.notes, at, noted{n, order})
}

// path spells the place of the current value, or of a property of the object
// that was closed last.
func (x *notebook) path(text string, property int) string {
	var room [64]byte
	b := room[:0]
	for _, f := range x.frames[:x.deep] {
		switch {
		case f.array:
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(f.index), 10)
			b = append(b, ']')
		case f.index >= 0:
			b = appendKey(b, f.names[f.index])
		default:
			b = appendKey(b, string(appendUnescaped(nil, text[f.start:f.end])))
		}
	}
	if property >= 0 {
		b = appendKey(b, x.frames[x.deep].names[property])
	}
	return string(b)
}

// note fills in what came and adds the note, unless the value is muted.
func (s *Scanner) note(n Note) {
	if s.failed || s.x.silent(s.mark) {
		return
	}
	n.Start, n.End = s.mark, s.pos
	n.Got = kindOf(s.text[s.mark])
	n.Value = excerpt(s.text[s.mark:s.pos], n.Got)
	n.Encoded = n.Got == KindString && s.pos-s.mark > 2 && (s.text[s.mark+1] == '{' || s.text[s.mark+1] == '[')
	n.Optional = s.x.optional == s.mark
	s.add(n, -1)
}

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
