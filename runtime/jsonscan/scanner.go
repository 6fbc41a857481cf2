package jsonscan

import "strings"

// MaxDepth is how deep objects and arrays may nest, whether they are read into
// a type, skipped or only checked.
const MaxDepth = 128

// mode says what a scanner does with what it reads.
type mode uint8

const (
	fill    mode = iota // values are wanted
	check               // values are dropped, nothing is allocated
	explain             // values are dropped, every violation is noted
)

// Scanner reads one JSON text. It is a value for the stack of one function
// call: make it with [New] or [NewCheck], pass its address to a walk, ask
// [Scanner.End] for the verdict. The zero Scanner reads the empty text and
// fails. A Scanner is not safe for concurrent use and must not be copied once
// it has been used.
type Scanner struct {
	text    string
	pos     int // next byte to read; 0 <= mark <= pos <= len(text)
	mark    int // where the value that was read last begins
	depth   int // open objects and arrays; 0 <= depth <= MaxDepth
	mode    mode
	failed  bool
	buf     []byte    // room for strings with escapes; what has been returned is not in it
	counted int       // bytes that have been searched for objects ahead
	scratch *scratch  // borrowed from the pool on first use
	x       *notebook // not nil in explain mode
}

// New returns a scanner that reads text into variables. Strings that it returns
// are substrings of text, or of a buffer of this scanner if they had escapes:
// keeping one keeps the whole text or buffer. Blank text and a text that is
// only null count as {}.
func New(text string) Scanner {
	return Scanner{text: orEmpty(text)}
}

// NewCheck returns a scanner for walks whose values are not needed, only the
// verdict, which is that of [New]. It allocates nothing for valid text. What it
// returns may be zero, and strings from it may change with the next read.
func NewCheck(text string) Scanner {
	return Scanner{text: orEmpty(text), mode: check}
}

// orEmpty applies the rule that no arguments are an empty object.
func orEmpty(text string) string {
	if len(text) > 0 && text[0] == '{' {
		return text
	}
	if t := trimSpace(text); t == "" || t == "null" {
		return "{}"
	}
	return text
}

func trimSpace(text string) string {
	for len(text) > 0 && isSpace(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && isSpace(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// isSpace reports whether c is white space by RFC 8259, section 2.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// End reports whether the text was read to its end without a failure: nothing
// but white space follows the value. It gives borrowed memory back; the scanner
// reads nothing after it.
func (s *Scanner) End() bool {
	ok := !s.failed && (s.pos == len(s.text) || s.token() == 0 && s.pos == len(s.text))
	if s.scratch != nil {
		s.scratch.release()
		s.scratch = nil
	}
	s.fail()
	return ok
}

// Failed reports whether reading has failed already. A failed scanner stands at
// the end of an empty text, so every later read fails too and every loop ends;
// asking is needed only to leave out work.
func (s *Scanner) Failed() bool { return s.failed }

// Explaining reports whether violations are being noted, which is when reading
// goes on after one.
func (s *Scanner) Explaining() bool { return s.x != nil }

// fail ends the scan.
//
//go:noinline
func (s *Scanner) fail() {
	s.failed = true
	s.text, s.pos, s.mark = "", 0, 0
}

// token skips white space and returns the byte behind it, 0 at the end. A NUL
// byte in the text is not told apart here: no caller accepts either.
func (s *Scanner) token() byte {
	c := s.peek()
	if c > ' ' {
		return c
	}
	return s.tokenAfterSpace()
}

// peek returns the next byte, 0 at the end. It is inlined where token, with its
// call, is not: hot functions do by themselves what token does.
func (s *Scanner) peek() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}

//go:noinline
func (s *Scanner) tokenAfterSpace() byte {
	i := spaceEnd(s.text, s.pos)
	s.pos = i
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// spaceEnd returns the index of the first byte from i on that is not white space.
func spaceEnd(text string, i int) int {
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i
}

// Null reads a null if it is the next value and reports whether it was.
func (s *Scanner) Null() bool {
	c := s.peek()
	return (c == 'n' || c <= ' ' || s.x != nil) && s.null()
}

//go:noinline
func (s *Scanner) null() bool {
	if s.token() != 'n' || !s.literal("null") {
		if s.x != nil {
			s.x.optional = s.pos
		}
		return false
	}
	return true
}

// literal reads a name token if it is what comes next. That something follows
// which is part of no value is found by whoever reads on.
func (s *Scanner) literal(name string) bool {
	if !strings.HasPrefix(s.text[s.pos:], name) {
		return false
	}
	s.mark = s.pos
	s.pos += len(name)
	return true
}

// Bool reads true or false.
func (s *Scanner) Bool() bool {
	switch s.token() {
	case 't':
		if s.literal("true") {
			return true
		}
	case 'f':
		if s.literal("false") {
			return false
		}
	}
	s.mismatch("boolean")
	return false
}

// Skip reads a value of any kind and drops it. It is checked like any other:
// syntax, UTF-8, depth and duplicate keys.
func (s *Scanner) Skip() {
	if s.x != nil {
		s.explainSkip()
		return
	}
	s.token()
	start := s.pos
	end, fault := skip(s.text, start, s.depth, MaxDepth, s)
	if fault != faultNone {
		s.fail()
		return
	}
	s.mark, s.pos = start, end
}

// Raw reads a value of any kind, checked as by [Scanner.Skip], and returns its
// text as it stands, white space inside included.
func (s *Scanner) Raw() string {
	s.Skip()
	return s.text[s.mark:s.pos]
}

// Kind returns the kind of the next value without reading it, or KindInvalid if
// none begins there.
func (s *Scanner) Kind() Kind { return kindOf(s.token()) }

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of JSON values.
const (
	KindInvalid Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// String returns the kind in the words of JSON Schema.
func (k Kind) String() string {
	switch k {
	case KindNull:
		return "null"
	case KindBool:
		return "boolean"
	case KindNumber:
		return "number"
	case KindString:
		return "string"
	case KindArray:
		return "array"
	case KindObject:
		return "object"
	}
	return "nothing"
}

// kindOf tells the kind of a value from its first byte.
func kindOf(c byte) Kind {
	switch c {
	case 'n':
		return KindNull
	case 't', 'f':
		return KindBool
	case '"':
		return KindString
	case '[':
		return KindArray
	case '{':
		return KindObject
	}
	if c == '-' || isDigit(c) {
		return KindNumber
	}
	return KindInvalid
}

func isDigit(c byte) bool { return c-'0' <= 9 }
