package schema

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Limits of what is accepted as a schema. A schema may come from a stranger.
const (
	maxText       = 1 << 20 // bytes
	maxValues     = 100_000 // JSON values in it
	maxViolations = 1_000   // that are listed
)

// value is one value of a schema's text. Unlike a map it keeps the order in
// which properties are written.
type value struct {
	kind     jsonscan.Kind
	raw      string // as it stands
	text     string // what a string says
	members  []member
	elements []*value
}

type member struct {
	key   string
	value *value
}

// member returns the value of a key, nil if there is none.
func (v *value) member(key string) *value {
	for i := range v.members {
		if v.members[i].key == key {
			return v.members[i].value
		}
	}
	return nil
}

// is reports whether v is the given literal, true or false.
func (v *value) is(literal string) bool { return v != nil && v.raw == literal }

// reader builds values. It recurses as deep as the text nests, which has been
// checked before.
type reader struct {
	text  string
	count int
}

func (r *reader) value(s *jsonscan.Scanner) *value {
	start := s.Offset()
	v := &value{kind: s.Kind()}
	if r.count++; r.count > maxValues {
		s.Skip()
		return v
	}
	switch v.kind {
	case jsonscan.KindString:
		v.text = s.String()
	case jsonscan.KindArray:
		for a := s.Array(); a.Next(); {
			v.elements = append(v.elements, r.value(s))
		}
	case jsonscan.KindObject:
		for m := s.Map(); m.Next(); {
			key := m.Key()
			v.members = append(v.members, member{key, r.value(s)})
		}
	default:
		s.Skip()
	}
	if !s.Failed() {
		v.raw = r.text[start:s.Position()]
	}
	return v
}

// readDocument returns the values of a schema's text, or else what is wrong
// with the text.
func readDocument(text string) (*value, []runtime.Violation) {
	if err := jsonscan.Syntax(text, jsonscan.Limits{Bytes: maxText}); err != nil {
		rule := jsonscan.RuleSyntax
		if e, ok := err.(*jsonscan.SyntaxError); ok {
			rule = e.Rule
		}
		return nil, []runtime.Violation{{Rule: rule, Message: "the schema is not valid JSON: " + err.Error()}}
	}
	if c := strings.TrimLeft(text, " \t\r\n")[0]; c != '{' {
		s := jsonscan.New(text) // null would be read as {}, so it is not
		if k := s.Kind(); k == jsonscan.KindBool {
			return &value{kind: k, raw: strings.Trim(text, " \t\r\n")}, nil
		}
		return nil, []runtime.Violation{{Rule: "schema", Message: "a schema must be a JSON object"}}
	}
	r := reader{text: text}
	s := jsonscan.New(text)
	v := r.value(&s)
	switch {
	case r.count > maxValues:
		return nil, []runtime.Violation{{Rule: jsonscan.RuleSize, Message: "the schema has more than " + strconv.Itoa(maxValues) + " values"}}
	case s.End():
		return v, nil
	}
	notes, _, _ := jsonscan.Explain(text, func(s *jsonscan.Scanner) { s.Skip() })
	var out []runtime.Violation
	for _, n := range notes {
		out = append(out, runtime.Violation{Path: n.Path, Rule: n.Rule, Message: "the key comes twice"})
	}
	return nil, out
}

// place is where in a schema the compiler is: a list from the inside out that
// lives on the stack.
type place struct {
	up    *place
	key   string
	index int // if not negative, instead of key
}

func (p *place) at(key string) *place { return &place{p, key, -1} }

func (p *place) element(i int) *place { return &place{p, "", i} }

// String spells the path as violations have it, such as properties.city.enum[2].
func (p *place) String() string {
	var list []*place
	for ; p != nil; p = p.up {
		list = append(list, p)
	}
	var b []byte
	for i := len(list) - 1; i >= 0; i-- {
		b = appendStep(b, list[i].key, list[i].index)
	}
	return string(b)
}

// appendStep appends one step of a path, as package jsonscan spells it.
func appendStep(b []byte, key string, index int) []byte {
	switch {
	case index >= 0:
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(index), 10)
		return append(b, ']')
	case !plainKey(key):
		b = append(b, '[')
		b = strconv.AppendQuote(b, shorten(key, 48))
		return append(b, ']')
	}
	if len(b) > 0 {
		b = append(b, '.')
	}
	return append(b, key...)
}

func plainKey(key string) bool {
	if key == "" || len(key) > 48 || key[0] == '-' || '0' <= key[0] && key[0] <= '9' {
		return false
	}
	for _, r := range key {
		switch {
		case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', r == '_', r == '$', r == '-':
		case r < utf8.RuneSelf, !unicode.IsLetter(r):
			return false
		}
	}
	return true
}

// shorten cuts a text that is repeated in a message.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	n := limit - len("...")
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n] + "..."
}
