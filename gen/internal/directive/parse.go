package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
)

// fault is a diagnostic whose position is not looked up yet.
type fault struct {
	pos, end token.Pos
	code     diag.Code
	message  string
}

// parse reads a comment that is one of our directives, with the faults of its
// arguments; ok is false for any other comment.
func parse(c *ast.Comment) (d Directive, faults []fault, ok bool) {
	raw, ok := ast.ParseDirective(c.Slash, c.Text)
	if !ok || raw.Tool != "dsh" {
		return Directive{}, nil, false
	}
	form := formOf(raw.Name)
	if form == nil {
		return Directive{}, nil, false
	}
	p := parser{form: form, d: Directive{Name: raw.Name, Pos: raw.Pos(), End: raw.End()}}
	p.arguments(split(raw.Args, raw.ArgsPos))
	return p.d, p.faults, true
}

// word is an argument as it is written.
type word struct {
	pos, end token.Pos
	text     string // unquoted
	quoted   bool
	open     bool // a quote is never closed, or text follows it at once
}

// split cuts arguments as [ast.Directive.ParseArgs] does, but says for each
// where it ends and whether it was quoted, and goes on behind a bad quote only
// in so far as it can tell where that is.
func split(s string, pos token.Pos) (words []word) {
	for {
		trimmed := strings.TrimLeftFunc(s, unicode.IsSpace)
		pos += token.Pos(len(s) - len(trimmed))
		if s = trimmed; s == "" {
			return words
		}
		w := word{pos: pos}
		n := strings.IndexFunc(s, unicode.IsSpace)
		if n < 0 {
			n = len(s)
		}
		w.text = s[:n]
		if s[0] == '"' || s[0] == '`' {
			w.quoted = true
			q, err := strconv.QuotedPrefix(s)
			if err != nil {
				n, w.open = len(s), true
			} else if n = len(q); n < len(s) {
				if r, _ := utf8.DecodeRuneInString(s[n:]); !unicode.IsSpace(r) {
					n, w.open = len(s), true
				}
			}
			if !w.open {
				w.text, _ = strconv.Unquote(q)
			}
		}
		s, pos = s[n:], pos+token.Pos(n)
		w.end = pos
		words = append(words, w)
	}
}

// parser turns words into arguments by a row of the table.
type parser struct {
	form   *Form
	d      Directive
	faults []fault
	loose  bool // a word without meaning has been reported: more of them are its sequel
}

func (p *parser) faultf(w word, code diag.Code, format string, args ...any) {
	p.faults = append(p.faults, fault{w.pos, w.end, code, fmt.Sprintf(format, args...)})
}

func (p *parser) name() string { return "//dsh:" + p.form.Name }

func (p *parser) arguments(words []word) {
	if p.form.Name == "param" {
		if len(words) == 0 || words[0].quoted || !isName(words[0].text) {
			at := word{pos: p.d.Pos, end: p.d.End}
			if len(words) > 0 {
				at = words[0]
			}
			p.faultf(at, diag.MissingValue, "%s needs the name of a parameter first: %s", p.name(), p.form.Usage())
			return
		}
		p.d.Args = append(p.d.Args, Arg{Pos: words[0].pos, End: words[0].end, Value: words[0].text})
		words = words[1:]
	}
	for i := 0; i < len(words); i++ {
		i += p.argument(words[i], words[i+1:], i == 0)
	}
}

// isName reports whether a word can be a Go identifier.
func isName(s string) bool { return token.IsIdentifier(s) }

// argument reads one word and returns how many of those behind it belong to it.
func (p *parser) argument(w word, rest []word, first bool) (used int) {
	key, value, hasValue := strings.Cut(w.text, "=")
	k := p.form.key(key)
	switch {
	case w.open:
		p.faultf(w, diag.DirectiveSyntax, "the quote that begins here is not closed, or something follows it without a space")
	case w.quoted && hasValue && k != nil && k.Kind != Flag:
		p.value(w, k, value)
	case w.quoted && hasValue && k == nil && isName(key) && diag.Nearest(key, p.form.keyNames()) != "":
		p.faultf(w, diag.UnknownKey, "%s has no key %q: did you mean %s?", p.name(), key, diag.Nearest(key, p.form.keyNames()))
	case w.quoted:
		p.description(w)
	case hasValue && k != nil && k.Kind != Flag && (strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "`")):
		used = sequel(value, rest)
		text := value
		for _, r := range rest[:used] {
			text += " " + r.text
		}
		text = strings.Trim(text, value[:1])
		p.faultf(w, diag.DirectiveSyntax, "quote the argument as a whole: %s", strconv.Quote(key+"="+text))
	case k != nil && k.Kind == Flag && hasValue:
		p.faultf(w, diag.InvalidValue, "%s takes no value: write %s alone, or leave it out", key, key)
	case k != nil && k.Kind == Flag:
		p.add(Arg{Pos: w.pos, End: w.end, Key: key})
	case k != nil && !hasValue:
		p.faultf(w, diag.MissingValue, "%s needs a value: %s", key, k.usage())
	case k != nil:
		p.value(w, k, value)
	case p.form.Name == "tool" && first && !hasValue:
		p.toolName(w)
	default:
		p.unknown(w, key, hasValue)
	}
	return used
}

// toolName takes a bare word as the name of the tool, unless it looks like a
// misspelled flag: guessing wrong would be silent either way.
func (p *parser) toolName(w word) {
	var flags []string
	for _, k := range p.form.Keys {
		if k.Name != "name" {
			flags = append(flags, k.Name)
		}
	}
	switch near := diag.Nearest(w.text, flags); {
	case near != "":
		p.faultf(w, diag.UnknownKey, "%s has no key %q: did you mean %s? A tool of that name needs name=%s", p.name(), w.text, p.form.key(near).usage(), w.text)
	case !mayBeName(w.text):
		p.unknown(w, w.text, false)
	default:
		p.add(Arg{Pos: w.pos, End: w.end, Key: "name", Value: w.text, HasValue: true})
	}
}

// mayBeName reports whether a word can have been meant as the name of a tool.
// Which names are allowed is checked later, with better words.
func mayBeName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$' || r == '/'
}

// sequel counts the words up to the one that closes a quote.
func sequel(value string, rest []word) int {
	if len(value) > 1 && strings.HasSuffix(value, value[:1]) {
		return 0
	}
	for i, w := range rest {
		if strings.HasSuffix(w.text, value[:1]) {
			return i + 1
		}
	}
	return 0
}

func (p *parser) unknown(w word, key string, hasValue bool) {
	if p.loose && !hasValue {
		return
	}
	p.loose = p.loose || !hasValue
	near := diag.Nearest(key, p.form.keyNames())
	switch {
	case near != "":
		p.faultf(w, diag.UnknownKey, "%s has no key %q: did you mean %s?", p.name(), key, p.form.key(near).usage())
	case strings.HasPrefix(w.text, "\u201c") || strings.HasPrefix(w.text, "\u2018") || strings.HasPrefix(w.text, "'"):
		p.faultf(w, diag.DirectiveSyntax, "descriptions are quoted with \" or `, not with %c", []rune(w.text)[0])
	case hasValue:
		p.faultf(w, diag.UnknownKey, "%s has no key %q: it has %s", p.name(), key, strings.Join(p.form.keyNames(), ", "))
	case p.form.Description:
		hint := ""
		if p.form.Name == "tool" {
			hint = ", a name comes first"
		}
		p.faultf(w, diag.UnknownKey, "%s has no key %q: descriptions are quoted%s", p.name(), key, hint)
	default:
		p.faultf(w, diag.UnknownKey, "%s has no key %q: it has %s", p.name(), key, strings.Join(p.form.keyNames(), ", "))
	}
}

func (p *parser) description(w word) {
	switch {
	case !p.form.Description:
		p.faultf(w, diag.UnknownKey, "%s takes no description", p.name())
	case strings.TrimSpace(w.text) == "":
		p.faultf(w, diag.MissingValue, "the description is empty: leave it out or write one")
	default:
		p.add(Arg{Pos: w.pos, End: w.end, Value: w.text, Quoted: true})
	}
}

// value checks the value of a key.
func (p *parser) value(w word, k *Key, value string) {
	if value == "" && k.Kind != Value {
		p.faultf(w, diag.MissingValue, "%s needs a value: %s", k.Name, k.usage())
		return
	}
	switch k.Kind {
	case Int:
		if n, err := strconv.ParseInt(value, 10, 32); err != nil || n < 0 || value[0] == '+' {
			p.faultf(w, diag.InvalidValue, "%s needs a whole number of at least 0, not %q", k.Name, value)
			return
		}
	case Number:
		if !jsonNumber.MatchString(value) {
			p.faultf(w, diag.InvalidValue, "%s needs a number, not %q", k.Name, value)
			return
		}
	case Duration:
		if d, err := time.ParseDuration(value); err != nil || d <= 0 {
			p.faultf(w, diag.InvalidTimeout, "%s needs a duration greater than 0, such as 10s or 1m30s, not %q", k.Name, value)
			return
		}
	case List:
		for _, v := range strings.Split(value, "|") {
			if v == "" {
				p.faultf(w, diag.InvalidValue, "%s has an empty value between its bars: write %s", k.Name, k.usage())
				return
			}
		}
	}
	p.add(Arg{Pos: w.pos, End: w.end, Key: k.Name, Value: value, Quoted: w.quoted, HasValue: true})
}

// jsonNumber is the grammar of RFC 8259, section 6.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// add appends an argument unless it repeats or contradicts an earlier one.
func (p *parser) add(a Arg) {
	if f := conflict(p.form, p.d.Args, a); f != nil {
		p.faults = append(p.faults, *f)
		return
	}
	p.d.Args = append(p.d.Args, a)
}

// conflict compares an argument with earlier ones about the same thing.
func conflict(form *Form, earlier []Arg, a Arg) *fault {
	k := form.key(a.Key)
	for _, e := range earlier {
		switch {
		case e.Key == "" && !e.Quoted: // the parameter that all of it is about
		case a.Description() && e.Description():
			return &fault{a.Pos, a.End, diag.DuplicateKey, "a second description: keep one"}
		case k == nil:
		case e.Key == a.Key && !k.Repeat:
			return &fault{a.Pos, a.End, diag.DuplicateKey, a.Key + " is given twice: keep one"}
		case k.Excludes != "" && e.Key == k.Excludes:
			return &fault{a.Pos, a.End, diag.ContradictoryKeys, a.Key + " contradicts " + e.Key + ": keep one"}
		}
	}
	return nil
}
