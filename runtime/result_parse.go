package runtime

import (
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// ParseResult reads a result that [Result.MarshalJSON] wrote. All accessors then
// return what they returned before, with two differences: the failure has no
// cause, so errors.Is still finds its [Kind] but no error of the tool, and
// numbers in meta are int, uint64 or float64, whichever holds them exactly.
// Members that it does not know are ignored, so that older programs read newer
// logs.
func ParseResult(text string) (*Result, error) {
	if err := jsonscan.Syntax(text, loggedLimits); err != nil {
		return nil, &parseError{err}
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return nil, &parseError{errNotResult}
	}
	r := &Result{}
	identified := false
	for rest := text[1:]; ; {
		rest = strings.TrimLeft(rest, jsonSpace+",")
		if rest[0] == '}' {
			break
		}
		end := valueEnd(rest)
		name, value := rest[:end], strings.TrimLeft(rest[end:], jsonSpace+":")
		end = valueEnd(value)
		value, rest = value[:end], value[end:]
		name, err := parseText(name)
		if err == nil {
			err = r.parseMember(name, value)
		}
		if err != nil {
			return nil, &parseError{&pathError{Path: name, Err: err}}
		}
		identified = identified || name == "callId"
	}
	if !identified {
		return nil, &parseError{errNotResult}
	}
	return r, nil
}

const (
	errNotResult fault = "not a result: a JSON object with a callId is wanted"
	errWrongType fault = "has the wrong type"
	errBase64    fault = "is not base64"
)

// loggedLimits admits what encodedLimits does, one level further in.
var loggedLimits = jsonscan.Limits{Depth: maxEncodeDepth + 8}

const jsonSpace = " \t\r\n"

type parseError struct{ err error }

func (e *parseError) Error() string { return "runtime: parse result: " + e.err.Error() }
func (e *parseError) Unwrap() error { return e.err }

// valueEnd returns where the JSON value ends that text, known to be JSON, begins
// with. Values may nest deeper than a Scanner would follow.
func valueEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth == 0 {
				return i // behind a number or a name
			}
			depth--
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue // within a number or a name
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(text)
}

// parseMember reads one member of the JSON form of a result.
func (r *Result) parseMember(name, value string) (err error) {
	switch name {
	case "callId":
		if r.callID == "" { // callIdBytes may have come first
			r.callID, err = parseText(value)
		}
	case "callIdBytes":
		r.callID, err = parseBytes(value)
	case "content":
		var contents []Content
		contents, err = parseContents(value)
		r.setContents(contents)
	case "additionalContext":
		r.contexts, err = parseContents(value)
	case "value":
		r.value = compact(value)
	case "meta":
		var meta any
		meta, err = parseAny(value)
		m, ok := meta.(map[string]any)
		if err == nil && !ok {
			err = errWrongType
		}
		r.meta = m
	case "error":
		r.failure, err = parseFailure(value)
	}
	return err
}

func parseText(raw string) (string, error) {
	s := jsonscan.New(raw)
	text := s.String()
	if !s.End() {
		return "", errWrongType
	}
	return text, nil
}

func parseBytes(raw string) (string, error) {
	text, err := parseText(raw)
	if err != nil {
		return "", err
	}
	data, ok := base64Decode(text)
	if !ok {
		return "", errBase64
	}
	return data, nil
}

func parseFailure(raw string) (*Failure, error) {
	f := &Failure{}
	s := jsonscan.New(raw)
	m := s.Map()
	for m.Next() {
		switch m.Key() {
		case "name":
			f.Name = s.String()
		case "code":
			f.Code = s.String()
		case "message":
			f.Message = s.String()
		default:
			s.Skip()
		}
	}
	if !s.End() {
		return nil, errWrongType
	}
	return f, nil
}

func parseContents(raw string) ([]Content, error) {
	contents := []Content{}
	s := jsonscan.New(raw)
	l := s.Array()
	valid := true
	for l.Next() {
		c, ok := parseContent(&s)
		valid = valid && ok
		contents = append(contents, c)
	}
	if !s.End() || !valid {
		return nil, errWrongType
	}
	return contents, nil
}

// parseContent reads what Content.write wrote.
func parseContent(s *jsonscan.Scanner) (c Content, ok bool) {
	ok = true
	bytes := func() string {
		data, isBase64 := base64Decode(s.String())
		ok = ok && isBase64
		return data
	}
	var members func()
	members = func() {
		m := s.Map()
		for m.Next() {
			switch m.Key() {
			case "type":
				c.kind = ContentKind(s.String())
			case "text", "description":
				c.text = s.String()
			case "mimeType":
				c.mime = s.String()
			case "uri":
				c.uri = s.String()
			case "name":
				c.name = s.String()
			case "data":
				c.data = bytes()
			case "blob":
				c.data, c.blob = bytes(), true
			case "resource":
				members()
			default:
				s.Skip()
			}
		}
	}
	members()
	switch c.kind {
	case TextContent, ImageContent, AudioContent, ResourceLink, ResourceContent:
		return c, ok
	}
	return c, false
}

// parseAny reads any JSON value that is not nested too deep for a Scanner.
func parseAny(raw string) (any, error) {
	s := jsonscan.New(raw)
	if raw == "null" {
		return nil, nil // for a scanner a bare null is no arguments
	}
	v := scanAny(&s)
	if !s.End() {
		return nil, errWrongType
	}
	return v, nil
}

func scanAny(s *jsonscan.Scanner) any {
	switch s.Kind() {
	case jsonscan.KindObject:
		object := map[string]any{}
		m := s.Map()
		for m.Next() {
			key := m.Key()
			object[key] = scanAny(s)
		}
		return object
	case jsonscan.KindArray:
		list := []any{}
		l := s.Array()
		for l.Next() {
			list = append(list, scanAny(s))
		}
		return list
	case jsonscan.KindString:
		return s.String()
	case jsonscan.KindBool:
		return s.Bool()
	case jsonscan.KindNull:
		s.Null()
		return nil
	}
	return number(s.Raw())
}

// number returns the value of a JSON number in the type that holds it exactly.
func number(literal string) any {
	if n, err := strconv.Atoi(literal); err == nil && literal != "-0" {
		return n
	}
	if n, err := strconv.ParseUint(literal, 10, 64); err == nil {
		return n
	}
	f, _ := strconv.ParseFloat(literal, 64)
	return f
}

// compact returns JSON text without white space between its parts and with <, >
// and & as they are: the form in which results hold values. It undoes what
// encoding/json does to the output of a MarshalJSON method, so that a value comes
// back from a log with the bytes it had.
func compact(text string) string {
	var b []byte // nil as long as b would be text[:i]
	quoted := false
	for i := 0; i < len(text); {
		n, keep := 1, text[i:i+1]
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\n' || c == '\r' || c == '\t'):
			keep = ""
		case c == '\\':
			n, keep = unescapeHTML(text[i:])
		}
		if b == nil && len(keep) != n {
			b = append(make([]byte, 0, len(text)), text[:i]...)
		}
		if b != nil {
			b = append(b, keep...)
		}
		i += n
	}
	if b == nil {
		return text
	}
	return string(b)
}

// unescapeHTML returns the length of the escape that text begins with, and what
// is to stand for it.
func unescapeHTML(text string) (n int, keep string) {
	if len(text) >= 6 && text[1] == 'u' {
		switch strings.ToLower(text[2:6]) {
		case "003c":
			return 6, "<"
		case "003e":
			return 6, ">"
		case "0026":
			return 6, "&"
		}
	}
	return 2, text[:2]
}
