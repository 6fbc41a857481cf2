package jsonscan

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits bounds what [Syntax] accepts. Zero fields mean the defaults.
type Limits struct {
	Bytes int // length of the text; 0 is no limit
	Depth int // nesting of objects and arrays; 0 is [MaxDepth]
	// Elements bounds the elements of arrays and members of objects, all of a text
	// taken together; 0 is no limit. It is what bounds the memory that a text is
	// decoded to, which may be a multiple of its length.
	Elements int
}

// SyntaxError says why a text is not JSON.
type SyntaxError struct {
	// Offset is the byte at fault, counted from 0. It is the length of a text
	// that ends too early.
	Offset int
	// Rule is one of the Rule constants.
	Rule string
	// Message says what is wrong, where, and what to do, in a sentence for a
	// model without a capital letter and full stop. It repeats at most a word
	// of the text.
	Message string
}

// The rules that a [SyntaxError] can name.
const (
	RuleSyntax    = "syntax"    // the grammar of RFC 8259
	RuleTruncated = "truncated" // the text ends too early
	RuleUTF8      = "utf8"      // bytes that are not UTF-8, or half of a surrogate pair
	RuleDepth     = "depth"     // nested deeper than the limit
	RuleSize      = "size"      // longer than the limit
	RuleElements  = "elements"  // more elements than the limit
)

// Error returns the message.
func (e *SyntaxError) Error() string { return e.Message }

// Syntax returns nil if text is one JSON value by RFC 8259, in UTF-8 (RFC 3629)
// without a byte order mark and lone surrogates, within the limits, and else a
// [*SyntaxError]. It takes time in proportion to the length of text and does
// not recurse. Keys that come twice are not its concern.
func Syntax(text string, limits Limits) error {
	if limits.Depth == 0 {
		limits.Depth = MaxDepth
	}
	if limits.Bytes > 0 && len(text) > limits.Bytes {
		return &SyntaxError{limits.Bytes, RuleSize, "the text has " + strconv.Itoa(len(text)) +
			" bytes; at most " + strconv.Itoa(limits.Bytes) + " are allowed: send less"}
	}
	end, why := skip(text, 0, 0, limits.Depth, nil)
	if why == faultNone {
		if end = spaceEnd(text, end); end == len(text) {
			return tooMany(text, limits.Elements)
		}
		why = faultTrailing
	}
	return syntaxError(text, end, why, limits.Depth)
}

// tooMany returns an error if the valid text has more elements than limit, where
// 0 is no limit.
func tooMany(text string, limit int) error {
	if limit <= 0 || len(text) <= limit {
		return nil
	}
	n := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			i, _ = scanString(text, i+1)
		case ',':
			n++
		case '{', '[':
			if text[spaceEnd(text, i+1)] != c+2 { // '}' and ']' follow two behind
				n++
			}
		}
		if n > limit {
			return &SyntaxError{i, RuleElements, "more than " + strconv.Itoa(limit) +
				" elements and properties up to byte " + strconv.Itoa(i) + ": send less in one call"}
		}
	}
	return nil
}

// syntaxError words the fault why at offset i.
func syntaxError(text string, i int, why fault, depth int) *SyntaxError {
	e := &SyntaxError{Offset: i, Rule: RuleSyntax}
	if why == faultDepth {
		e.Rule = RuleDepth
		e.Message = "nested deeper than " + strconv.Itoa(depth) + " levels at byte " + strconv.Itoa(i) + ": send a flatter value"
		return e
	}
	if why == faultNumber {
		numberError(e, text)
	} else if why == faultString {
		stringError(e, text)
	} else if why == faultLiteral {
		literalError(e, text)
	} else if i >= len(text) {
		truncated(e, text, expected(why))
	}
	if e.Message != "" {
		return e
	}
	rest := text[i:]
	if r, n := utf8.DecodeRuneInString(rest); r == utf8.RuneError && n == 1 {
		e.Rule = RuleUTF8
		e.Message = "invalid UTF-8 at byte " + strconv.Itoa(i)
		return e
	}
	e.Message = describe(rest) + " at byte " + strconv.Itoa(i) + ", expected " + expected(why)
	if hint := hint(text, i, why); hint != "" {
		e.Message += ": " + hint
	}
	return e
}

func expected(why fault) string {
	switch why {
	case faultKey:
		return "a key in double quotes"
	case faultColon:
		return "':' behind the key"
	case faultComma:
		return "',' or the closing bracket"
	case faultTrailing:
		return "nothing more behind the JSON value"
	}
	return "a JSON value"
}

// truncated says that the text ends too early.
func truncated(e *SyntaxError, text, missing string) {
	e.Offset = len(text)
	e.Rule = RuleTruncated
	e.Message = "cut off at byte " + strconv.Itoa(len(text)) + ", " + missing +
		" is missing: your output was too long or stopped early; send less in one call"
}

func numberError(e *SyntaxError, text string) {
	i := e.Offset
	if text[i] == '-' {
		i++
	}
	if i+1 < len(text) && text[i] == '0' && isDigit(text[i+1]) {
		e.Message = "number with a leading zero at byte " + strconv.Itoa(e.Offset)
		return
	}
	for i < len(text) && (isDigit(text[i]) || text[i] == '.' || text[i]|0x20 == 'e' || text[i] == '+' || text[i] == '-') {
		i++
	}
	if i == len(text) && numberEnd(text+"0", e.Offset) == len(text)+1 {
		truncated(e, text, "the rest of a number")
		return
	}
	e.Message = "malformed number at byte " + strconv.Itoa(e.Offset)
	if strings.HasPrefix(text[e.Offset:], "-Infinity") || strings.HasPrefix(text[e.Offset:], "-NaN") {
		e.Message += ": NaN and Infinity are not JSON, leave the value out or send a number"
	} else {
		e.Message += ": numbers look like -12, 0.5 or 1e6"
	}
}

func literalError(e *SyntaxError, text string) {
	rest := text[e.Offset:]
	for _, name := range []string{"true", "false", "null"} {
		if strings.HasPrefix(name, rest) {
			truncated(e, text, "the rest of a value")
		}
	}
}

func stringError(e *SyntaxError, text string) {
	start := e.Offset
	i := start + 1
	for {
		i = plainEnd(text, i)
		if i >= len(text) {
			truncated(e, text, "the end of the string that begins at byte "+strconv.Itoa(start))
			return
		}
		switch c := text[i]; {
		case c == '\\':
			n, _ := escape(text, i)
			if n == 0 {
				escapeError(e, text, i)
				return
			}
			i += n
		case c < ' ':
			e.Offset = i
			e.Message = "control character " + codePoint(rune(c)) + " in a string at byte " + strconv.Itoa(i)
			switch c {
			case '\n':
				e.Message += `: write \n`
			case '\r':
				e.Message += `: write \r`
			case '\t':
				e.Message += `: write \t`
			default:
				e.Message += ": write " + string(appendHex(nil, rune(c)))
			}
			return
		default:
			n := sequence(text, i)
			if n == 0 {
				e.Offset = i
				if !utf8.FullRuneInString(text[i:]) {
					truncated(e, text, "the end of the string that begins at byte "+strconv.Itoa(start))
					return
				}
				e.Rule = RuleUTF8
				e.Message = "invalid UTF-8 in a string at byte " + strconv.Itoa(i)
				return
			}
			i += n
		}
	}
}

func escapeError(e *SyntaxError, text string, i int) {
	e.Offset = i
	at := " at byte " + strconv.Itoa(i)
	rest := text[i+1:]
	r := hex4(text, i+2)
	switch {
	case rest == "" || rest[0] == 'u' && len(rest) < 5 && hex4("00000"[:5-len(rest)]+rest[1:], 0) >= 0:
		truncated(e, text, "the rest of a string")
	case rest[0] == 'u' && r < 0:
		e.Message = `bad escape` + at + `: \u needs four hexadecimal digits`
	case rest[0] == 'u' && r < 0xdc00 && partOfLow(text[i+6:]):
		truncated(e, text, "the rest of a string")
	case rest[0] == 'u':
		e.Rule = RuleUTF8
		e.Message = "lone surrogate " + string(appendHex(nil, r)) + at + ": write both halves of the pair, or the character itself"
	default:
		e.Message = "bad escape" + at + `: a backslash in a string is written \\`
	}
}

// partOfLow reports whether rest, to the end of the text, may be the beginning
// of the second half of a surrogate pair.
func partOfLow(rest string) bool {
	low := `\udc00`
	if len(rest) >= len(low) {
		return false
	}
	if len(rest) <= 2 {
		return strings.HasPrefix(low, rest)
	}
	return rest[:2] == `\u` && hexEscape(rest+low[len(rest):], 0) >= 0xdc00 && hexEscape(rest+low[len(rest):], 0) < 0xe000 ||
		rest == `\uD` || rest == `\ud`
}

// describe names the character or word that text begins with.
func describe(text string) string {
	if n := wordEnd(text); n > 1 {
		return "'" + text[:min(n, 20)] + "'"
	}
	r, _ := utf8.DecodeRuneInString(text)
	if r > ' ' && r < 0x7f {
		return "'" + string(r) + "'"
	}
	return "character " + codePoint(r)
}

func wordEnd(text string) int {
	i := 0
	for i < len(text) && isWord(text[i]) {
		i++
	}
	return i
}

func codePoint(r rune) string {
	h := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + "0000"[min(4, len(h)):] + h
}

// hint says what the author of the text at i probably did, "" if that is not
// clear.
func hint(text string, i int, why fault) string {
	rest := text[i:]
	word := rest[:wordEnd(rest)]
	before := byte(0)
	if t := trimSpace(text[:i]); t != "" {
		before = t[len(t)-1]
	}
	r, _ := utf8.DecodeRuneInString(rest)
	switch {
	case strings.HasPrefix(rest, "```"):
		return "send the JSON without a Markdown fence"
	case r == '/' || r == '#' || strings.HasPrefix(rest, "--"):
		return "comments are not JSON"
	case r == '\'' || r == '`':
		return "strings and keys need double quotes"
	case r == '“' || r == '”' || r == '‘' || r == '’':
		return "use the plain quote character U+0022"
	case r == '\\':
		return "an escape outside of a string; white space between values is written plainly"
	case r == 0xfeff:
		return "remove the byte order mark"
	case r > 0x7f || r < ' ':
		return "remove this character; only space, tab and line breaks may stand between values"
	case before == ',' && (r == '}' || r == ']'):
		return "remove the trailing comma"
	}
	switch why {
	case faultTrailing:
		if r == '{' || r == '[' || r == '"' {
			return "extra data after the JSON value; send one value, and one call for each"
		}
		return "send the JSON alone, without text after it"
	case faultKey:
		if word != "" {
			return "keys need double quotes"
		}
	case faultComma:
		if r == '"' || r == '{' || r == '[' {
			return "is a comma missing?"
		}
		if word != "" || r == '.' {
			return "is this a malformed value, a missing quote or a missing comma?"
		}
	case faultValue, faultLiteral:
		switch word {
		case "NaN", "Infinity", "inf", "nan":
			return word + " is not JSON, leave the value out or send a number"
		case "True", "TRUE":
			return "write true"
		case "False", "FALSE":
			return "write false"
		case "None", "nil", "undefined", "NULL", "Null":
			return "write null or leave the property out"
		}
		switch {
		case r == '+':
			return "numbers have no plus sign"
		case r == '.':
			return "numbers begin with a digit"
		case word != "" && before == 0:
			return "send the JSON alone, without text around it"
		case word != "":
			return "strings need double quotes"
		case r == '<' && before == 0:
			return "send a JSON object, not markup"
		}
	}
	return ""
}
