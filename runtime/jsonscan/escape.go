package jsonscan

import (
	"strings"
	"unicode/utf8"
)

// escaped holds what the escapes of two bytes stand for.
var escaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// hexDigits holds one more than what hexadecimal digits stand for.
var hexDigits = [256]byte{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16, 'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
}

// escape returns the length of the escape at i, of both halves for a surrogate
// pair, and what it stands for; 0 if it is not valid or one half of a pair.
func escape(text string, i int) (n int, r rune) {
	if i+1 >= len(text) {
		return 0, 0
	}
	if c := escaped[text[i+1]]; c != 0 {
		return 2, rune(c)
	}
	if text[i+1] != 'u' {
		return 0, 0
	}
	r = hex4(text, i+2)
	switch {
	case r < 0:
		return 0, 0
	case r < 0xd800 || r >= 0xe000:
		return 6, r
	case r < 0xdc00:
		if low := hexEscape(text, i+6); low >= 0xdc00 && low < 0xe000 {
			return 12, 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
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
	t := text[i : i+4]
	a, b, c, d := uint(hexDigits[t[0]]), uint(hexDigits[t[1]]), uint(hexDigits[t[2]]), uint(hexDigits[t[3]])
	if a == 0 || b == 0 || c == 0 || d == 0 {
		return -1
	}
	return rune(a<<12 + b<<8 + c<<4 + d - 0x1111)
}

// appendUnescaped appends what the valid string content raw says.
func appendUnescaped(dst []byte, raw string) []byte {
	for {
		k := strings.IndexByte(raw, '\\')
		if k < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:k]...)
		n, r := escape(raw, k)
		dst = utf8.AppendRune(dst, r)
		raw = raw[k+n:]
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
		text = text[k:]
		n, want := escape(raw, k)
		got, size := utf8.DecodeRuneInString(text)
		if size == 0 || got != want || got == utf8.RuneError && size == 1 {
			return false
		}
		raw, text = raw[k+n:], text[size:]
	}
}
