package jsonscan

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Note is one violation: facts about it, for whoever words the message. All its
// strings are short, valid UTF-8 and free of control characters, except that
// Want may be as long as the pattern in a schema.
type Note struct {
	// Path leads to the value, or to the property that is missing, such as
	// edits[3].line or counts["a b"]. It is empty for the whole text.
	Path string
	// Rule is the keyword of JSON Schema that is violated, or "duplicate" for a
	// key that comes a second time, or "work" for a value that a schema known
	// only at run time takes too long to judge.
	Rule string
	// Key is the key that is missing (rule "required") or not declared (rule
	// "additionalProperties").
	Key string
	// Want is the kind, in words of JSON Schema (rule "type"), or the name of
	// the format, or the source of the pattern, also that of keys.
	Want string
	// Reason is what a method of the value's own type says against it (rule
	// "format", then Want is empty). It is not cleaned.
	Reason string
	// Got is the kind of the value that came, KindInvalid if none did.
	Got Kind
	// Start and End are where that value is in the text, in bytes. Both are 0 if
	// none came.
	Start, End int
	// Value is the value that came as JSON, if it is a short scalar.
	Value string
	// Encoded says that a string came whose text begins like an object or array.
	Encoded bool
	// Optional says that the property may be left out.
	Optional bool
	// Low and High are the bounds of numbers, lengths and counts. Only one is
	// set where the rule has only one; both are equal for the rules of numbers
	// that name one bound.
	Low, High string
	// Size is the length or count that came, or how many alternatives match.
	Size int
	// Allowed are the allowed values as JSON, the declared names, or what the
	// alternatives are.
	Allowed []string
	// Nearest is the one of Allowed that was probably meant, or "".
	Nearest string
}

// Explain returns what is wrong with a text that walk does not accept. An error
// is a [*SyntaxError] and stands alone; else there are notes in schema order:
// properties as they are declared, then unknown keys and free keys as they
// come, elements by index, an object or array itself before what is in it. At
// most [MaxNotes] are returned, the first ones in that order; total counts all.
//
// Walk is run with a scanner that notes a violation and goes on. Notes are
// empty if and only if the same walk succeeds with a scanner of [New].
func Explain(text string, walk func(*Scanner)) (notes []Note, total int, err error) {
	return ExplainValue(orEmpty(text), walk)
}

// How much of a text is repeated in notes, in bytes.
const (
	maxExcerpt = 40
	maxKey     = 48
)

// excerpt returns a short scalar as JSON, "" for anything else. The text of a
// long number is cut in the middle.
func excerpt(raw string, kind Kind) string {
	switch kind {
	case KindNumber:
		if len(raw) > maxExcerpt {
			return raw[:16] + "... (" + strconv.Itoa(len(raw)) + " characters)"
		}
		return raw
	case KindString:
		if len(raw) > 6*maxExcerpt {
			return ""
		}
		text := string(appendUnescaped(nil, raw[1:len(raw)-1]))
		if len(text) > maxExcerpt {
			return ""
		}
		return quote(text)
	case KindBool, KindNull:
		return raw
	}
	return ""
}

// shorten cuts what is too long to be repeated.
func shorten(text string) string {
	if len(text) <= maxKey {
		return text
	}
	n := maxKey - len("...")
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "..."
}

// visible returns text with what cannot be seen escaped.
func visible(text string) string {
	for _, r := range text {
		if !strconv.IsPrint(r) {
			q := quote(text)
			return q[1 : len(q)-1]
		}
	}
	return text
}

// quote returns text as a JSON string in which all that cannot be seen is
// escaped.
func quote(text string) string {
	var room [64]byte
	return string(appendQuoted(room[:0], text))
}

// quoteAll quotes texts into one buffer.
func quoteAll(texts []string) []string {
	size := 0
	for _, text := range texts {
		size += len(text) + len(`""`)
	}
	b := make([]byte, 0, size)
	ends := make([]int, len(texts))
	for i, text := range texts {
		b = appendQuoted(b, text)
		ends[i] = len(b)
	}
	all, start := string(b), 0
	quoted := make([]string, len(texts))
	for i, end := range ends {
		quoted[i] = all[start:end]
		start = end
	}
	return quoted
}

func appendQuoted(b []byte, text string) []byte {
	b = append(b, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case strconv.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r > 0xffff:
			r -= 0x10000
			b = appendHex(appendHex(b, 0xd800+r>>10), 0xdc00+r&0x3ff)
		default:
			b = appendHex(b, r)
		}
	}
	return append(b, '"')
}

func appendHex(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

// appendKey appends a key to a path.
func appendKey(b []byte, key string) []byte {
	if !plainKey(key) {
		b = append(b, '[')
		b = append(b, quote(shorten(key))...)
		return append(b, ']')
	}
	if len(b) > 0 {
		b = append(b, '.')
	}
	return append(b, key...)
}

// plainKey reports whether a key can stand in a path without quotes: it is made
// of letters, digits and a few signs that no path has.
func plainKey(key string) bool {
	if key == "" || len(key) > maxKey || isDigit(key[0]) || key[0] == '-' {
		return false
	}
	for _, r := range key {
		if r < utf8.RuneSelf && !isWord(byte(r)) && r != '-' || r >= utf8.RuneSelf && !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

func isWord(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$'
}
