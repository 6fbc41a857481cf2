package jsonscan

import (
	"strings"
	"unicode/utf8"
)

// scanString returns the index of the quote that ends the string whose content
// begins at i, and by how many bytes the content is longer than what it says:
// 0 exactly if it has no escapes. The index is -1 if the string is not valid.
//
// One pass finds the end, checks UTF-8 (RFC 3629, section 4) and measures
// escapes: runs of plain ASCII by words, the usual escapes and sequences here,
// the rest by the functions below.
func scanString(text string, i int) (end, longer int) {
	for {
		if i <= len(text)-8 {
			m := special(load(text[i : i+8]))
			if m == 0 {
				i += 8
				continue
			}
			i += first(m)
		} else if i = plainEnd(text, i); i >= len(text) {
			return -1, 0
		}
		c := text[i]
		if c == '"' {
			return i, longer
		}
		if c == '\\' {
			if i+1 < len(text) && escaped[text[i+1]] != 0 {
				i += 2
				longer++
				continue
			}
			n, size := escape(text, i)
			if n == 0 {
				return -1, 0
			}
			i += n
			longer += n - size
			continue
		}
		if c < ' ' {
			return -1, 0
		}
		for c >= utf8.RuneSelf {
			var n int
			switch {
			case c < 0xe0 && c >= 0xc2 && i+1 < len(text) && text[i+1]&0xc0 == 0x80:
				n = 2
			case c > 0xe0 && c < 0xed && i+2 < len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80:
				n = 3
			default:
				if n = sequence(text, i); n == 0 {
					return -1, 0
				}
			}
			if i += n; i >= len(text) {
				return -1, 0
			}
			c = text[i]
		}
	}
}

// escaped holds what the escapes of two bytes stand for.
var escaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

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
	if escaped[text[i+1]] != 0 {
		return 2, 1
	}
	if text[i+1] == 'u' {
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
	if raw[1] != 'u' {
		return rune(escaped[raw[1]]), 2
	}
	r = hex4(raw, 2)
	if r >= 0xd800 && r < 0xdc00 {
		return 0x10000 + (r-0xd800)<<10 + (hex4(raw, 8) - 0xdc00), 12
	}
	return r, 6
}

// appendUnescaped appends what the valid string content raw says.
func appendUnescaped(dst []byte, raw string) []byte {
	for {
		k := strings.IndexByte(raw, '\\')
		if k < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:k]...)
		r, n := unescaped(raw[k:])
		dst = utf8.AppendRune(dst, r)
		raw = raw[k+n:]
	}
}

// slack is how many bytes beyond its result unescapeInto may write.
const slack = 8

// unescapeInto writes what the valid string content raw says to dst, which has
// room for it and slack, and returns its length. Words are copied before they
// are looked at: what is wrong of one is overwritten next.
func unescapeInto(dst []byte, raw string) int {
	i, o := 0, 0
	for i < len(raw) {
		if i <= len(raw)-8 {
			w := load(raw[i : i+8])
			store(dst[o:o+8], w)
			m := backslashes(w)
			if m == 0 {
				i += 8
				o += 8
				continue
			}
			i += first(m)
			o += first(m)
		} else if c := raw[i]; c != '\\' {
			dst[o] = c
			i++
			o++
			continue
		}
		if c := escaped[raw[i+1]]; c != 0 {
			dst[o] = c
			i += 2
			o++
			continue
		}
		r, n := unescaped(raw[i:])
		i += n
		o += utf8.EncodeRune(dst[o:o+utf8.UTFMax], r)
	}
	return o
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
	c := s.peek()
	if c <= ' ' {
		c = s.tokenAfterSpace()
	}
	if c != '"' {
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
		if cap(k.buf) < size+slack {
			k.buf = make([]byte, max(256, size+size/4+slack))
		}
		room := k.buf[:size+slack]
		return view(room[:unescapeInto(room, raw)])
	}
	if len(s.buf) < size+slack {
		s.buf = make([]byte, size+slack+min(len(s.text)-s.pos, share))
	}
	n := unescapeInto(s.buf, raw)
	v := view(s.buf[:n])
	s.buf = s.buf[n:]
	return v
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
