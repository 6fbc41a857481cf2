package jsonscan

// Object is a cursor over the members of an object whose properties are
// declared. It lives on the stack, beside the scanner it came from.
//
// The loop around it has a fixed shape: for each Next exactly one of Once
// (followed by reading the value), Unknown or Ignore, and Require behind it.
type Object struct {
	s     *Scanner
	names []string
	key   string
	seen  [4]uint64 // properties that have been read
	start int       // content of the current key: text[start:end]
	end   int
	id    uint32 // of the set of other keys; 0 is none yet
	more  bool   // a member has been read
	bad   bool   // not an object
}

// MaxProperties is how many properties an object can declare.
const MaxProperties = 256

// noKey is what Key returns for a key that it must not spell out. It is not
// UTF-8, so no declared name equals it.
const noKey = "\xff"

// Object starts reading an object with at most [MaxProperties] declared names.
func (s *Scanner) Object(names []string) Object {
	return Object{s: s, names: names, bad: !s.openObject(names)}
}

func (s *Scanner) openObject(names []string) bool {
	if s.peek() != '{' && s.token() != '{' {
		s.mismatch("object")
		return false
	}
	if !s.open() {
		return false
	}
	if s.x != nil {
		s.x.open(frame{names: names, begin: s.mark, index: -1})
	}
	return true
}

// open enters the object or array at pos.
func (s *Scanner) open() bool {
	if s.depth >= MaxDepth {
		s.fail()
		return false
	}
	s.depth++
	s.mark = s.pos
	s.pos++
	return true
}

// close leaves the object or array that ends at pos.
func (s *Scanner) close() {
	s.depth--
	s.pos++
	if s.x != nil {
		s.mark = s.x.close()
	}
}

// member moves to the value of the next member and returns the content of its
// key, text[start:end], and by how much that is longer than what it says.
// Start is 0 at the end of the object.
func (s *Scanner) member(more bool) (start, end, longer int) {
	c := s.token()
	if c == '}' {
		s.close()
		return 0, 0, 0
	}
	if more {
		if c != ',' {
			s.fail()
			return 0, 0, 0
		}
		s.pos++
		c = s.token()
	}
	if c != '"' {
		s.fail()
		return 0, 0, 0
	}
	start = s.pos + 1
	if end, longer = scanString(s.text, start); end < 0 {
		s.fail()
		return 0, 0, 0
	}
	s.pos = end + 1
	if s.token() != ':' {
		s.fail()
		return 0, 0, 0
	}
	s.pos++
	if s.x != nil {
		s.x.enter(start, end)
	}
	return start, end, longer
}

// Next moves to the next member, with its key read, and reports whether there
// is one.
func (o *Object) Next() bool {
	s := o.s
	text, i := s.text, s.pos
	// Here only what nearly all members look like: a short key without escapes,
	// and at most one space between tokens.
	if o.more && i >= 0 && i < len(text)-1 && text[i] == ',' {
		i++
		if text[i] == ' ' {
			i++
		}
	}
	if i < 0 || i > len(text)-9 || text[i] != '"' || s.x != nil || o.more && i == s.pos {
		if i == s.pos && i < len(text) && text[i] == '}' && s.x == nil {
			s.depth--
			s.pos++
			return false
		}
		return o.next()
	}
	start := i + 1
	end := start
	m := special(load(text[i+1 : i+9]))
	if m == 0 {
		if i > len(text)-17 {
			return o.next()
		}
		end += 8
		m = special(load(text[i+9 : i+17]))
	}
	end += first(m)
	if end >= len(text)-2 || text[end] != '"' || text[end+1] != ':' {
		return o.next()
	}
	i = end + 2
	if text[i] == ' ' {
		i++
	}
	s.pos = i
	o.more, o.start, o.end = true, start, end
	o.key = text[start:end]
	return true
}

// next is Next for all members.
//
//go:noinline
func (o *Object) next() bool {
	if o.bad {
		return false
	}
	s := o.s
	start, end, longer := s.member(o.more)
	if start == 0 {
		return false
	}
	o.more, o.start, o.end = true, start, end
	if longer == 0 {
		o.key = s.text[start:end]
	} else {
		o.key = declared(o.names, s.text[start:end])
	}
	return true
}

// declared returns the name that the key raw, which has escapes, says, or else
// something that equals none.
func declared(names []string, raw string) string {
	for _, n := range names {
		if says(raw, n) {
			return n
		}
	}
	return noKey
}

// Key returns the declared name that the current key equals, byte for byte
// after unescaping, or else a text that equals no declared name.
func (o *Object) Key() string { return o.key }

// Once notes that the property with index i of the declared names comes now. A
// second time is a violation.
func (o *Object) Once(i int) {
	word, bit := &o.seen[i>>6&3], uint64(1)<<(i&63)
	again := *word & bit
	*word |= bit
	if again != 0 || o.s.x != nil {
		o.s.enterProperty(i, again != 0)
	}
}

//go:noinline
func (s *Scanner) enterProperty(i int, again bool) {
	if s.x != nil {
		s.x.property(i)
	}
	if again {
		s.duplicate()
	}
}

// Unknown refuses the current key and drops its value.
func (o *Object) Unknown() {
	s := o.s
	if s.x == nil {
		s.fail()
		return
	}
	s.x.unknown()
	if o.fresh() {
		s.noteUnknown()
	}
	s.dropValue()
}

// Ignore accepts the current key although it is not declared, and drops its
// value, which is checked as by [Scanner.Skip].
func (o *Object) Ignore() {
	s := o.s
	if s.x != nil {
		s.x.unknown()
	}
	if !o.fresh() {
		s.duplicate()
	}
	s.Skip()
}

// fresh reports whether the current key, which is not declared, is new.
func (o *Object) fresh() bool {
	s := o.s
	if s.failed {
		return true
	}
	k := s.borrow()
	if o.id == 0 {
		o.id = k.newID()
	}
	return k.addKey(s.text, o.id, o.start, o.end)
}

// Require checks, behind the loop, that the properties whose bits are set have
// been read. Bit i stands for the property with index i.
func (o *Object) Require(bits uint64) { o.RequireWord(0, bits) }

// RequireWord is [Object.Require] for the properties from 64*word on.
func (o *Object) RequireWord(word int, bits uint64) {
	missing := bits &^ o.seen[word&3]
	if missing == 0 || o.bad {
		return
	}
	o.s.missing(word, missing)
}

// Map is a cursor over the members of an object with free keys. A key that
// comes twice is a violation that Next finds.
type Map struct {
	s      *Scanner
	start  int // content of the current key: text[start:end]
	end    int
	longer int
	id     uint32
	more   bool
	bad    bool
}

// Map starts reading an object with free keys.
func (s *Scanner) Map() Map {
	if s.token() != '{' {
		s.mismatch("object")
		return Map{s: s, bad: true}
	}
	if !s.open() {
		return Map{s: s, bad: true}
	}
	if s.x != nil {
		s.x.open(frame{free: true, begin: s.mark, index: -1})
	}
	return Map{s: s}
}

// Next moves to the next member and reports whether there is one.
func (m *Map) Next() bool {
	if m.bad {
		return false
	}
	s := m.s
	start, end, longer := s.member(m.more)
	if start == 0 {
		return false
	}
	m.more, m.start, m.end, m.longer = true, start, end, longer
	k := s.borrow()
	if m.id == 0 {
		m.id = k.newID()
	}
	if s.x != nil {
		s.x.unknown()
	}
	if !k.addKey(s.text, m.id, start, end) {
		s.duplicate()
		return s.x != nil
	}
	return true
}

// Key returns the current key, unescaped. Like the strings of
// [Scanner.String] it is a substring of the text or a buffer of the scanner.
// From a checking scanner it is valid until the next read.
//
// It is taken from the scanner and not kept in m: a string that the caller
// stores must not share a struct with the pointer to the scanner, or the
// compiler moves the scanner to the heap.
func (m *Map) Key() string {
	s := m.s
	if m.end > len(s.text) {
		return "" // failed
	}
	raw := s.text[m.start:m.end]
	if m.longer == 0 {
		return raw
	}
	room := s.room(m.start, m.start)
	size, _ := unescape(room, s.text, m.start, m.start)
	return s.take(room, size)
}
