package jsonscan

import (
	"strings"
	"unicode/utf8"
)

// scanString returns the index of the quote that ends the string whose content
// begins at i, and by how many bytes the content is longer than what it says:
// 0 exactly if it has no escapes. The index is -1 if the string is not valid.
func scanString(text string, i int) (end, longer int) {
	for {
		i = plainEnd(text, i)
		if i >= len(text) {
			return -1, 0
		}
		switch c := text[i]; {
		case c == '"':
			return i, longer
		case c == '\\':
			n, size := escape(text, i)
			if n == 0 {
				return -1, 0
			}
			i += n
			longer += n - size
		case c < ' ':
			return -1, 0
		default:
			if i = multibyteEnd(text, i); i < 0 {
				return -1, 0
			}
		}
	}
}

// multibyteEnd returns the index behind the run of multi-byte sequences at i,
// or -1 if one of them is not UTF-8. See RFC 3629, section 4.
func multibyteEnd(text string, i int) int {
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			return i
		}
		n := sequence(text, i)
		if n == 0 {
			return -1
		}
		i += n
	}
	return i
}

// sequence returns the length of the UTF-8 sequence of two or more bytes at i,
// 0 if there is none.
func sequence(text string, i int) int {
	t := text[i:]
	c := t[0]
	switch {
	case c < 0xc2:
		return 0
	case c < 0xe0:
		if len(t) >= 2 && t[1]&0xc0 == 0x80 {
			return 2
		}
	case c < 0xf0:
		if len(t) >= 3 && t[1]&0xc0 == 0x80 && t[2]&0xc0 == 0x80 &&
			(c != 0xe0 || t[1] >= 0xa0) && (c != 0xed || t[1] < 0xa0) {
			return 3
		}
	case c < 0xf5:
		if len(t) >= 4 && t[1]&0xc0 == 0x80 && t[2]&0xc0 == 0x80 && t[3]&0xc0 == 0x80 &&
			(c != 0xf0 || t[1] >= 0x90) && (c != 0xf4 || t[1] < 0x90) {
			return 4
		}
	}
	return 0
}

// escape returns the length of the escape at i, of both halves for a surrogate
// pair, and the length of what it stands for; 0 if it is not valid or one half
// of a pair.
func escape(text string, i int) (n, size int) {
	if i+1 >= len(text) {
		return 0, 0
	}
	switch text[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, 1
	case 'u':
		switch r := hex4(text, i+2); {
		case r < 0:
		case r < 0x80:
			return 6, 1
		case r < 0x800:
			return 6, 2
		case r < 0xd800 || r >= 0xe000:
			return 6, 3
		case r < 0xdc00:
			if low := hexEscape(text, i+6); low >= 0xdc00 && low < 0xe000 {
				return 12, 4
			}
		}
	}
	return 0, 0
}

// hexEscape returns the value of the \u escape at i, -1 if there is none.
func hexEscape(text string, i int) rune {
	if i+1 < len(text) && text[i] == '\\' && text[i+1] == 'u' {
		return hex4(text, i+2)
	}
	return -1
}

// hex4 returns the value of the four hexadecimal digits at i, -1 if they are not.
func hex4(text string, i int) rune {
	if i+4 > len(text) {
		return -1
	}
	var r rune
	for _, c := range []byte(text[i : i+4]) {
		switch {
		case isDigit(c):
			c -= '0'
		case c|0x20-'a' < 6:
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// unescaped returns what the valid escape at the start of raw stands for, and
// its length.
func unescaped(raw string) (r rune, n int) {
	switch c := raw[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hex4(raw, 2)
		if r >= 0xd800 && r < 0xdc00 {
			return 0x10000 + (r-0xd800)<<10 + (hex4(raw, 8) - 0xdc00), 12
		}
		return r, 6
	default:
		return rune(c), 2
	}
}

// appendUnescaped appends what the valid string content raw says.
func appendUnescaped(dst []byte, raw string) []byte {
	for {
		k := strings.IndexByte(raw, '\\')
		if k < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:k]...)
		for raw = raw[k:]; raw != "" && raw[0] == '\\'; {
			r, n := unescaped(raw)
			if r < utf8.RuneSelf {
				dst = append(dst, byte(r))
			} else {
				dst = utf8.AppendRune(dst, r)
			}
			raw = raw[n:]
		}
	}
}

// says reports whether the valid string content raw, with escapes, says text.
func says(raw, text string) bool {
	for {
		k := strings.IndexByte(raw, '\\')
		if k < 0 {
			return raw == text
		}
		if len(text) < k || raw[:k] != text[:k] {
			return false
		}
		raw, text = raw[k:], text[k:]
		want, n := unescaped(raw)
		got, size := utf8.DecodeRuneInString(text)
		if size == 0 || got != want || got == utf8.RuneError && size == 1 {
			return false
		}
		raw, text = raw[n:], text[size:]
	}
}

// str reads a string. Its content is then text[mark+1 : pos-1].
func (s *Scanner) str() (longer int, ok bool) {
	if s.token() != '"' {
		s.mismatch("string")
		return 0, false
	}
	end, longer := scanString(s.text, s.pos+1)
	if end < 0 {
		s.fail()
		return 0, false
	}
	s.mark, s.pos = s.pos, end+1
	return longer, true
}

// String reads a string whose content is only stored: a checking scanner
// returns "" for one with escapes.
func (s *Scanner) String() string {
	longer, ok := s.str()
	if !ok {
		return ""
	}
	raw := s.text[s.mark+1 : s.pos-1]
	if longer == 0 {
		return raw
	}
	if s.mode == check {
		return ""
	}
	return s.unescape(raw, len(raw)-longer)
}

// Text reads a string whose content a rule looks at. From a checking scanner
// it is valid until the next read.
func (s *Scanner) Text() string {
	longer, ok := s.str()
	if !ok {
		return ""
	}
	raw := s.text[s.mark+1 : s.pos-1]
	if longer == 0 {
		return raw
	}
	return s.unescape(raw, len(raw)-longer)
}

// share is how much room a buffer for strings with escapes gets beyond the
// string that it is made for, if the text may have that many more.
const share = 4 << 10

// unescape returns what raw says, which takes size bytes.
func (s *Scanner) unescape(raw string, size int) string {
	if s.mode == check {
		k := s.borrow()
		k.buf = appendUnescaped(k.buf[:0], raw)
		return view(k.buf)
	}
	if cap(s.buf)-len(s.buf) < size {
		s.buf = make([]byte, 0, size+min(len(s.text)-s.pos, share))
	}
	start := len(s.buf)
	s.buf = appendUnescaped(s.buf, raw)
	return view(s.buf[start:])
}

// Enum reads a string that must be one of values, and returns that one.
func (s *Scanner) Enum(values []string) string {
	longer, ok := s.str()
	if !ok {
		return ""
	}
	raw := s.text[s.mark+1 : s.pos-1]
	for _, v := range values {
		if longer == 0 && raw == v || longer != 0 && says(raw, v) {
			return v
		}
	}
	s.notAllowed(values)
	return ""
}
