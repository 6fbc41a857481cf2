// Package pattern decides which regular expressions a schema may show to a
// model, and turns common ones into a form that becomes plain Go code.
//
// A schema's pattern is ECMA-262, as JSON Schema 2020-12 has it (Core, section
// 6.4), while generated code matches with RE2, the engine of package regexp.
// Only what means the same in both is accepted, so that no reader of the schema
// is told something else than what the decoder does.
package pattern

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Check returns why source is not a pattern that ECMA-262 (with flag u) and RE2
// read alike, or "". The one liberty is ".", which admits everything but a line
// feed here; ECMA-262 excludes three rarer line ends as well.
func Check(source string) string {
	c := checker{rest: source}
	for c.rest != "" && c.fault == "" {
		c.atom()
	}
	if c.fault != "" {
		return c.fault
	}
	if _, err := syntax.Parse(source, syntax.Perl); err != nil {
		return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	}
	return ""
}

// checker walks a pattern. It needs no tree: what differs between the two
// languages can be told from one token and the one before.
type checker struct {
	rest       string
	repeatable bool // the token before can be repeated
	fault      string
}

func (c *checker) fail(format string, args ...any) { c.fault = fmt.Sprintf(format, args...) }

func (c *checker) take(n int) { c.rest = c.rest[n:] }

// atom takes one token outside of character classes.
func (c *checker) atom() {
	switch ch := c.rest[0]; ch {
	case '\\':
		c.escape(false)
	case '[':
		c.class()
	case '(':
		c.group()
	case ')':
		c.take(1)
		c.repeatable = true
	case '^', '$', '|':
		c.take(1)
		c.repeatable = false
	case '*', '+', '?':
		c.quantifier(1)
	case '{':
		c.counted()
	case '}', ']':
		c.fail(`a lone %q is an error in ECMA-262: write \%c`, ch, ch)
	default:
		_, n := utf8.DecodeRuneInString(c.rest)
		c.take(n)
		c.repeatable = true
	}
}

// quantifier takes a repetition of n bytes and the ? that makes it lazy.
func (c *checker) quantifier(n int) {
	if !c.repeatable {
		c.fail("nothing to repeat before %s", c.rest[:n])
		return
	}
	c.take(n)
	c.repeatable = false
	if strings.HasPrefix(c.rest, "?") {
		c.take(1)
	}
}

func (c *checker) counted() {
	end := strings.IndexByte(c.rest, '}')
	if end < 0 || !isCount(c.rest[1:end]) {
		c.fail(`{ starts a repetition such as {2} or {1,3} in ECMA-262: write \{ for the character`)
		return
	}
	c.quantifier(end + 1)
}

// isCount accepts N, "N," and "N,M".
func isCount(s string) bool {
	low, high, two := strings.Cut(s, ",")
	return isNumber(low) && (!two || high == "" || isNumber(high))
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// group takes an opening parenthesis with what belongs to it.
func (c *checker) group() {
	c.repeatable = false
	switch {
	case !strings.HasPrefix(c.rest, "(?"):
		c.take(1)
	case strings.HasPrefix(c.rest, "(?:"):
		c.take(3)
	case strings.HasPrefix(c.rest, "(?="), strings.HasPrefix(c.rest, "(?!"), strings.HasPrefix(c.rest, "(?<="), strings.HasPrefix(c.rest, "(?<!"):
		c.fail("RE2 has no look-around: say it with two patterns, or check it inside the function")
	case strings.HasPrefix(c.rest, "(?<"):
		end := strings.IndexByte(c.rest, '>')
		if end < 0 {
			c.fail("a group's name has no end")
			return
		}
		c.take(end + 1)
	default:
		c.fail("%s is not in ECMA-262: use ( ) or (?: )", c.rest[:min(3, len(c.rest))])
	}
}

// escape takes a backslash and what it escapes.
func (c *checker) escape(inClass bool) {
	if len(c.rest) < 2 {
		c.fail(`it ends in the middle of an escape`)
		return
	}
	ch := c.rest[1]
	c.repeatable = true
	switch {
	case strings.IndexByte(`^$\.*+?()[]{}|/`, ch) >= 0, strings.IndexByte("dDwWtnrfv", ch) >= 0:
		c.take(2)
	case ch == '-' && inClass:
		c.take(2)
	case (ch == 'b' || ch == 'B') && !inClass:
		c.take(2)
		c.repeatable = false
	case ch == 'x' && len(c.rest) >= 4 && isHex(c.rest[2]) && isHex(c.rest[3]):
		c.take(4)
	case ch == 'p' || ch == 'P':
		c.property()
	case ch == 's', ch == 'S':
		c.fail(`\%c covers more characters in ECMA-262 than in RE2: write [ \t\r\n] or what is meant`, ch)
	case '1' <= ch && ch <= '9', ch == 'k':
		c.fail("RE2 has no back references")
	case ch == 'u', ch == 'x':
		c.fail(`\%c is written differently in ECMA-262 and RE2: write the character itself`, ch)
	case ch < utf8.RuneSelf && strings.IndexByte("AzZQECaG", ch) < 0 && !isWord(ch):
		c.fail(`\%c is an error in ECMA-262: write %c`, ch, ch)
	default:
		_, n := utf8.DecodeRuneInString(c.rest[1:])
		c.fail(`\%s does not mean the same in ECMA-262 and RE2`, c.rest[1:1+n])
	}
}

// property takes \p{..}; general categories are named alike in both languages.
func (c *checker) property() {
	end := strings.IndexByte(c.rest, '}')
	if len(c.rest) < 3 || c.rest[2] != '{' || end < 0 {
		c.fail(`write \%c with braces, as in \p{Lu}`, c.rest[1])
		return
	}
	name := c.rest[3:end]
	if len(name) < 1 || len(name) > 2 || strings.IndexByte("LMNPSZC", name[0]) < 0 {
		c.fail(`\p{%s} is not named alike in ECMA-262 and RE2: use a general category such as L or Nd`, name)
		return
	}
	c.take(end + 1)
}

// class takes a character class.
func (c *checker) class() {
	c.take(1)
	c.rest = strings.TrimPrefix(c.rest, "^")
	if strings.HasPrefix(c.rest, "]") {
		c.fail(`a ] at the start of a class means different things in ECMA-262 and RE2: write \]`)
		return
	}
	for c.fault == "" {
		switch {
		case c.rest == "":
			c.fail("a [ is never closed")
		case c.rest[0] == ']':
			c.take(1)
			c.repeatable = true
			return
		case c.rest[0] == '\\':
			c.escape(true)
		case strings.HasPrefix(c.rest, "[:"):
			c.fail(`ECMA-262 has no classes such as [:alpha:]: write a-z, or \[ for the character`)
		default:
			_, n := utf8.DecodeRuneInString(c.rest)
			c.take(n)
		}
	}
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
}

func isWord(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
