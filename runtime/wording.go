package runtime

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// wording turns the notes about one text into messages.
type wording struct {
	text  string
	notes []jsonscan.Note
	// listed are the declared names that a message has listed already.
	listed []string
}

// message words a note.
func (w *wording) message(n *jsonscan.Note) string {
	switch n.Rule {
	case "type":
		return w.wrongType(n)
	case "required":
		return w.missing(n)
	case "additionalProperties":
		return w.unknown(n)
	case "duplicate":
		return "the key comes twice; send it once"
	case "uniqueItems":
		return "equals an element before it; all elements must differ" + got(n)
	case "enum":
		m := "must be one of " + list(n.Allowed, 480) + got(n)
		if n.Nearest != "" {
			m += ", did you mean " + n.Nearest + "?"
		}
		return m + omit(n)
	case "minLength", "maxLength":
		return "must have " + atLeastMost(n) + plural(" character", n) + ", got " + strconv.Itoa(n.Size) + omit(n)
	case "minItems", "maxItems":
		return "must have " + atLeastMost(n) + plural(" element", n) + ", got " + strconv.Itoa(n.Size)
	case "pattern":
		return "must match the pattern " + cut(clean(n.Want), 300) + got(n) + omit(n)
	case "const":
		return "must be " + list(n.Allowed, 240) + got(n) + omit(n)
	case "anyOf", "oneOf":
		return alternatives(n)
	case "work":
		return "takes too much work to compare with all alternatives: send less"
	case "propertyNames":
		if n.Want != "" {
			return "the key must match the pattern " + cut(clean(n.Want), 300)
		}
		return "the key must be an integer without leading zeros or spaces"
	case "format":
		if n.Reason != "" {
			return "is not accepted: " + cut(clean(n.Reason), 200) + got(n) + omit(n)
		}
		return "must be " + formatName(n.Want) + got(n) + omit(n)
	case "exclusiveMinimum":
		return "must be greater than " + n.Low + got(n)
	case "exclusiveMaximum":
		return "must be less than " + n.High + got(n)
	case "multipleOf":
		return "must be a multiple of " + n.Low + got(n)
	case "minimum", "maximum":
		switch {
		case n.Low != n.High:
			return "must be between " + n.Low + " and " + n.High + got(n)
		case n.Rule == "minimum":
			return "must be at least " + n.Low + got(n)
		}
		return "must be at most " + n.High + got(n)
	}
	return "violates " + n.Rule
}

// alternatives words a value that matches none, or more than one, of several.
func alternatives(n *jsonscan.Note) string {
	if n.Size > 1 {
		return "matches " + strconv.Itoa(n.Size) + " of the alternatives " + list(n.Allowed, 300) + ", must match exactly one"
	}
	return "matches none of the alternatives " + list(n.Allowed, 300) + got(n)
}

// got says what came: its kind, and literally only a short scalar.
func got(n *jsonscan.Note) string {
	if n.Value != "" {
		return ", got " + n.Value
	}
	return ", got " + kind(n.Got.String())
}

// omit says that an optional property need not be sent, where what came looks
// as if the model thought that it must.
func omit(n *jsonscan.Note) string {
	if !n.Optional {
		return ""
	}
	switch strings.ToLower(n.Value) {
	case `""`, `"null"`, `"none"`, `"nil"`, `"undefined"`:
		return "; leave it out if there is none"
	}
	return ""
}

// kind puts an article before the kind of a value.
func kind(name string) string {
	switch name {
	case "null":
		return name
	case "integer", "array", "object":
		return "an " + name
	}
	return "a " + name
}

func (w *wording) wrongType(n *jsonscan.Note) string {
	if n.Path == "" {
		m := "arguments must be a JSON " + n.Want + ", got " + jsonKind(n.Got)
		if n.Got == jsonscan.KindString {
			m += "; send the object itself, not its text in a string"
		}
		return m
	}
	m := "must be " + kind(n.Want) + ", got " + n.Got.String()
	switch n.Got {
	case jsonscan.KindArray, jsonscan.KindObject:
		m = "must be " + kind(n.Want) + ", got " + kind(n.Got.String())
	case jsonscan.KindString, jsonscan.KindNumber, jsonscan.KindBool:
		if n.Value != "" {
			m += " " + n.Value
		}
	}
	if hint := omit(n); hint != "" {
		return m + hint
	}
	scalar := n.Got == jsonscan.KindNumber || n.Got == jsonscan.KindBool
	switch {
	case n.Want == "string" && scalar && n.Value != "" && len(n.Value) <= 40:
		m += `; send "` + n.Value + `"`
	case n.Encoded && (n.Want == "array" || n.Want == "object"):
		m += "; send the " + n.Want + " itself, not its text in a string"
	case n.Want == "array" && n.Got != jsonscan.KindObject && n.Got != jsonscan.KindNull:
		if n.Value != "" {
			m += "; send [" + n.Value + "]"
		} else {
			m += "; send a list in brackets, also for one element"
		}
	case n.Got == jsonscan.KindString && looksLike(n.Value, n.Want):
		m += "; send it without quotes"
	}
	return m
}

// looksLike reports whether the JSON string value has a text that would be of
// the wanted kind without its quotes.
func looksLike(value, want string) bool {
	if len(value) < 3 {
		return false
	}
	s := jsonscan.New(value[1 : len(value)-1])
	switch want {
	case "integer":
		s.Int64()
	case "number":
		s.Float64()
	case "boolean":
		s.Bool()
	default:
		return false
	}
	return s.End()
}

func jsonKind(k jsonscan.Kind) string {
	if k == jsonscan.KindNull {
		return "null"
	}
	return "a JSON " + k.String()
}

// missing words a property that did not come.
func (w *wording) missing(n *jsonscan.Note) string {
	const m = "required property is missing"
	if n.Path != n.Key {
		return m
	}
	if holder := markupHolder(w.text, n.Key); holder != "" {
		return m + "; the text of " + holder + " seems to hold it, as call markup that was not closed: send it as a property of its own"
	}
	return m
}

// markupHolder returns the property of the arguments in text whose string holds
// the markup of a call with a parameter of the given name, or "". Models that
// lose their place write the rest of a call into the string they are at.
func markupHolder(text, name string) string {
	if !strings.Contains(text, "<") && !strings.Contains(text, `\u003c`) && !strings.Contains(text, `\u003C`) {
		return ""
	}
	s := jsonscan.New(text)
	for m := s.Map(); m.Next(); {
		key := m.Key()
		if s.Kind() != jsonscan.KindString {
			s.Skip()
			continue
		}
		v := s.String()
		if strings.Contains(v, `<parameter name="`+name+`"`) || strings.Contains(v, "</") && strings.Contains(v, "<"+name+">") {
			return middleOut(visible(key), 60)
		}
	}
	return ""
}

// visible replaces control characters.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '?'
		}
		return r
	}, clean(text))
}

// unknown words a key that is not declared.
func (w *wording) unknown(n *jsonscan.Note) string {
	if w.wrapper(n) {
		return "unknown property, do not wrap the arguments; send them at the top level: " + shape(n.Allowed)
	}
	m := "unknown property"
	if n.Nearest != "" {
		m += ", did you mean " + strconv.Quote(n.Nearest) + "?"
	}
	if len(n.Allowed) == 0 {
		return m + "; no properties are allowed here"
	}
	if slices.Equal(w.listed, n.Allowed) {
		return m // the list stands in a message before this one
	}
	w.listed = n.Allowed
	if n.Nearest == "" {
		m += ","
	}
	return m + " allowed: " + list(n.Allowed, 300)
}

// wrapper reports whether the unknown key of n seems to hold the arguments: it
// is called as if, it holds what can be arguments, and required ones are
// missing at the top level.
func (w *wording) wrapper(n *jsonscan.Note) bool {
	if n.Path != n.Key || n.Got != jsonscan.KindObject && !n.Encoded || len(n.Allowed) == 0 {
		return false
	}
	switch n.Key {
	case "arguments", "args", "input", "inputs", "parameters", "params", "kwargs", "tool_input":
	default:
		return false
	}
	for _, o := range w.notes {
		if o.Rule == "required" && o.Path == o.Key {
			return true
		}
	}
	return false
}

// shape shows an object with the given names.
func shape(names []string) string {
	b := []byte{'{'}
	for i, n := range names {
		if i > 0 {
			b = append(b, ", "...)
		}
		if len(b)+len(n) > 300 {
			return string(b) + "...}"
		}
		b = append(b, strconv.Quote(n)...)
		b = append(b, ": ..."...)
	}
	return string(append(b, '}'))
}

// list joins items up to a length in bytes.
func list(items []string, limit int) string {
	var room [128]byte
	b := room[:0]
	for i, s := range items {
		if len(b)+len(s)+2 > limit {
			more := strconv.Itoa(len(items)-i) + " more"
			if i == 0 {
				return more
			}
			return string(b) + " and " + more
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, s...)
	}
	return string(b)
}

func atLeastMost(n *jsonscan.Note) string {
	if n.Low != "" {
		return "at least " + n.Low
	}
	return "at most " + n.High
}

func plural(noun string, n *jsonscan.Note) string {
	if n.Low+n.High == "1" {
		return noun
	}
	return noun + "s"
}

// formatName describes a format by an example.
func formatName(name string) string {
	switch name {
	case "date-time":
		return "a date-time with offset such as 2025-01-31T09:30:00Z"
	case "leap-second":
		return "a date-time without a leap second, such as 2025-01-31T09:30:00Z"
	case "go-duration":
		return "a duration such as 1m30s or 250ms"
	case "base64":
		return "text in base64 with padding (RFC 4648)"
	case "date":
		return "a date such as 2025-01-31"
	case "time":
		return "a time with offset such as 09:30:00Z"
	case "duration":
		return "a duration such as PT1H30M"
	case "email":
		return "an e-mail address"
	case "uri":
		return "a URI with scheme such as https://example.com/"
	case "uuid":
		return "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
	case "hostname":
		return "a host name such as example.com"
	case "ipv4":
		return "an IPv4 address such as 192.0.2.1"
	case "ipv6":
		return "an IPv6 address such as 2001:db8::1"
	}
	if quoted, ok := strings.CutPrefix(name, "quoted-"); ok {
		bits := strings.TrimLeft(quoted, "uintfloa")
		switch quoted {
		case "float" + bits:
			return "a number that fits " + bits + " bits, as a string"
		case "uint" + bits:
			return "an integer from 0 on that fits " + bits + " bits, as a string"
		}
		return "an integer that fits " + bits + " bits, as a string"
	}
	return "of format " + clean(name)
}
