package schema

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Patterns that dshgen writes for what it reads by code.
const (
	signedKey       = `^(0|-?[1-9][0-9]*)$`
	unsignedKey     = `^(0|[1-9][0-9]*)$`
	durationPattern = `^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`
)

// Limits of one pattern. The engine takes time in proportion to the length of a
// text times the size of the compiled pattern, so their product is bounded: a
// text that is longer does not match.
const (
	maxPattern  = 2 << 10 // bytes
	maxRepeated = 100_000 // bytes, were all of it repeated as often as a part is
	maxMatching = 64 << 20
)

// matcher returns a function that reports whether a text matches the pattern v,
// nil after a violation.
func (w *wideSubset) matcher(c *compiler, v *value, at *place) func(string) bool {
	if v.kind != jsonscan.KindString || len(v.text) > maxPattern {
		c.fail(at, "pattern", "pattern must be a string of at most "+strconv.Itoa(maxPattern)+" bytes")
		return nil
	}
	source, fault := translate(v.text)
	if fault == "" {
		size := 0
		re, err := syntax.Parse(source, syntax.Perl)
		if err == nil {
			if s, ok := newSequence(re); ok {
				return s.matches
			}
			var program *syntax.Prog
			if program, err = syntax.Compile(re.Simplify()); err == nil {
				size = len(program.Inst)
			}
		}
		if err == nil {
			if match, err := regexp.Compile(source); err == nil {
				most := maxMatching / size
				return func(text string) bool { return len(text) <= most && match.MatchString(text) }
			}
		} else {
			fault = strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		}
	}
	c.fail(at, "pattern", "pattern is not supported: "+shorten(fault, 200))
	return nil
}

// translate returns the pattern of ECMA-262 (with flag u), which JSON Schema
// has, in the syntax of package regexp, or else why it cannot: both must mean
// the same. The one liberty is ".", which admits everything but a line feed
// here; ECMA-262 excludes three rarer line ends as well.
func translate(source string) (out, fault string) {
	t := translator{rest: source}
	for t.rest != "" && t.fault == "" {
		t.token()
	}
	if t.fault == "" && t.repeated*len(source) > maxRepeated {
		t.fault = "it repeats too much"
	}
	return string(t.out), t.fault
}

// translator walks a pattern token by token. What differs between the two
// languages can be told from one token and the one before.
type translator struct {
	rest       string
	out        []byte
	repeatable bool // the token before can be repeated
	repeated   int  // the largest count of a repetition
	dash       bool // in a class: the token before is a - that may make a range
	fault      string
}

// copy takes n bytes as they are.
func (t *translator) copy(n int) {
	t.out = append(t.out, t.rest[:n]...)
	t.rest = t.rest[n:]
}

// replace takes n bytes and writes others.
func (t *translator) replace(n int, with string) {
	t.out = append(t.out, with...)
	t.rest = t.rest[n:]
}

func (t *translator) token() {
	switch c := t.rest[0]; c {
	case '\\':
		t.escape(false)
	case '[':
		t.class()
	case '(':
		t.group()
	case ')':
		t.copy(1)
		t.repeatable = true
	case '^', '$', '|':
		t.copy(1)
		t.repeatable = false
	case '*', '+', '?':
		t.quantifier(1)
	case '{':
		end := strings.IndexByte(t.rest, '}')
		if end < 0 || !isCount(t.rest[1:end]) {
			t.fault = `{ without a count such as {1,3} is an error in ECMA-262`
			return
		}
		t.repeated = max(t.repeated, largest(t.rest[1:end]))
		t.quantifier(end + 1)
	case '}', ']':
		t.fault = "a lone " + string(c) + " is an error in ECMA-262"
	default:
		_, n := utf8.DecodeRuneInString(t.rest)
		t.copy(n)
		t.repeatable = true
	}
}

// quantifier takes a repetition of n bytes and the ? that makes it lazy.
func (t *translator) quantifier(n int) {
	if !t.repeatable {
		t.fault = "nothing to repeat before " + t.rest[:n]
		return
	}
	t.copy(n)
	t.repeatable = false
	if strings.HasPrefix(t.rest, "?") {
		t.copy(1)
	}
}

// isCount accepts N, "N," and "N,M".
func isCount(s string) bool {
	low, high, two := strings.Cut(s, ",")
	return isDigits(low) && (!two || high == "" || isDigits(high))
}

// largest returns the larger number of a count, at most 1,000, beyond which the
// engine refuses it.
func largest(count string) (n int) {
	low, high, _ := strings.Cut(count, ",")
	for _, s := range []string{low, high} {
		if i, err := strconv.Atoi(s); err == nil {
			n = max(n, min(i, 1000))
		}
	}
	return n
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// group takes an opening parenthesis with what belongs to it. Names of groups
// are dropped: nothing can refer to them.
func (t *translator) group() {
	t.repeatable = false
	switch {
	case !strings.HasPrefix(t.rest, "(?"):
		t.copy(1)
	case strings.HasPrefix(t.rest, "(?:"):
		t.copy(3)
	case strings.HasPrefix(t.rest, "(?="), strings.HasPrefix(t.rest, "(?!"), strings.HasPrefix(t.rest, "(?<="), strings.HasPrefix(t.rest, "(?<!"):
		t.fault = "RE2 has no look-around"
	case strings.HasPrefix(t.rest, "(?<"):
		end := strings.IndexByte(t.rest, '>')
		if end < 0 {
			t.fault = "the name of a group has no end"
			return
		}
		t.replace(end+1, "(")
	default:
		t.fault = t.rest[:min(3, len(t.rest))] + " is not in ECMA-262"
	}
}

// White space as ECMA-262 counts it, inside of a class.
const whiteSpace = `\t\n\v\f\r \x{a0}\x{feff}\p{Zs}\x{2028}\x{2029}`

// escape takes a backslash and what it escapes.
func (t *translator) escape(inClass bool) {
	if len(t.rest) < 2 {
		t.fault = "it ends in the middle of an escape"
		return
	}
	t.repeatable = true
	switch c := t.rest[1]; {
	case '!' <= c && c <= '/', ':' <= c && c <= '@', '[' <= c && c <= '`', '{' <= c && c <= '~':
		t.copy(2) // punctuation stands for itself
	case strings.IndexByte("dDwWtnrfv", c) >= 0:
		t.copy(2)
	case (c == 'b' || c == 'B') && !inClass:
		t.copy(2)
		t.repeatable = false
	case c == 's' && inClass:
		if strings.HasPrefix(t.rest[2:], "-") && !strings.HasPrefix(t.rest[2:], "-]") || t.dash {
			t.fault = `\s cannot begin or end a range`
			return
		}
		t.replace(2, whiteSpace)
	case c == 's':
		t.replace(2, "["+whiteSpace+"]")
	case c == 'S' && !inClass:
		t.replace(2, "[^"+whiteSpace+"]")
	case c == '0' && (len(t.rest) == 2 || t.rest[2] < '0' || t.rest[2] > '9'):
		t.replace(2, `\x00`)
	case c == 'x' && len(t.rest) >= 4 && isHex(t.rest[2:4]):
		t.copy(4)
	case c == 'u':
		t.codePoint()
	case c == 'p' || c == 'P':
		t.property()
	case '1' <= c && c <= '9', c == 'k':
		t.fault = "RE2 has no back references"
	default:
		_, n := utf8.DecodeRuneInString(t.rest[1:])
		t.fault = `\` + t.rest[1:1+n] + " does not mean the same in ECMA-262 and RE2"
	}
}

// codePoint takes \uXXXX, two of them for a surrogate pair, or \u{X}.
func (t *translator) codePoint() {
	if rest, ok := strings.CutPrefix(t.rest, `\u{`); ok {
		if digits, _, ok := strings.Cut(rest, "}"); ok && len(digits) <= 6 && isHex(digits) {
			t.replace(len(digits)+4, `\x{`+digits+"}")
			return
		}
	} else if r := unit(t.rest); r >= 0 && (r < 0xd800 || r >= 0xe000) {
		t.replace(6, `\x{`+t.rest[2:6]+"}")
		return
	} else if r >= 0xd800 && r < 0xdc00 {
		if low := unit(t.rest[6:]); low >= 0xdc00 && low < 0xe000 {
			t.replace(12, `\x{`+strconv.FormatInt(0x10000+(r-0xd800)<<10+(low-0xdc00), 16)+"}")
			return
		}
	}
	t.fault = `\u is followed by no code point`
}

// unit returns the value of the \uXXXX that s begins with, -1 if there is none.
func unit(s string) int64 {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' || !isHex(s[2:6]) {
		return -1
	}
	n, err := strconv.ParseInt(s[2:6], 16, 32)
	if err != nil {
		return -1
	}
	return n
}

// property takes \p{..}; general categories are named alike in both languages.
func (t *translator) property() {
	end := strings.IndexByte(t.rest, '}')
	if len(t.rest) < 3 || t.rest[2] != '{' || end < 0 {
		t.fault = `\p needs braces, as in \p{Lu}`
		return
	}
	name := t.rest[3:end]
	if len(name) < 1 || len(name) > 2 || strings.IndexByte("LMNPSZC", name[0]) < 0 {
		t.fault = `\p{` + name + "} is not named alike in ECMA-262 and RE2"
		return
	}
	t.copy(end + 1)
}

// class takes a character class.
func (t *translator) class() {
	t.copy(1)
	if strings.HasPrefix(t.rest, "^") {
		t.copy(1)
	}
	if strings.HasPrefix(t.rest, "]") {
		t.fault = "a ] at the start of a class means different things in ECMA-262 and RE2"
		return
	}
	for first := true; t.fault == ""; first = false {
		before := t.rest
		switch {
		case t.rest == "":
			t.fault = "a [ is never closed"
		case t.rest[0] == ']':
			t.copy(1)
			t.repeatable = true
			return
		case t.rest[0] == '\\':
			t.escape(true)
		case t.rest[0] == '[':
			t.replace(1, `\[`)
		default:
			_, n := utf8.DecodeRuneInString(t.rest)
			t.copy(n)
		}
		t.dash = before[:min(1, len(before))] == "-" && !first
	}
}

func isHex(s string) bool { return s != "" && strings.Trim(s, "0123456789abcdefABCDEF") == "" }
