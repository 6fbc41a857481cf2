package jsonscan

import (
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
	notes    []Note
	orders   [][]int // places of notes in schema order
	first    [2]Note // room for most texts
	places   [2][]int
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
	if len(x.notes) < MaxNotes || slices.Compare(x.orders[MaxNotes-1], x.order(-1)) > 0 {
		return false
	}
	x.total++
	return true
}

// place reports whether a note with this place is kept, and makes room for it.
func (x *notebook) place(order []int) (at int, kept bool) {
	x.total++
	at = len(x.notes)
	for at > 0 && slices.Compare(x.orders[at-1], order) > 0 {
		at--
	}
	if at == MaxNotes {
		return 0, false
	}
	if len(x.notes) == MaxNotes {
		x.notes, x.orders = x.notes[:MaxNotes-1], x.orders[:MaxNotes-1]
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
	x.notes = slices.Insert(x.notes, at, n)
	x.orders = slices.Insert(x.orders, at, order)
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
