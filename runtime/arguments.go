package runtime

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// The accessors below read single arguments of tools whose schema is known only
// at run time, see package runtime/schema. A path is what violations have:
// city, edits[3].line, counts["a b"]. Each call reads the text up to the value.
// What is not there, is null, or is of another kind, is the zero value: the
// schema has said which can come, and [Execution.Has] tells absent from zero.

// Has reports whether there is an argument at path that is not null.
func (x *Execution) Has(path string) bool {
	raw := x.Raw(path)
	return raw != "" && raw != "null"
}

// Raw returns the JSON text of the argument at path, or "". The empty path is
// all of them.
func (x *Execution) Raw(path string) string { return findValue(x.text, path) }

// String returns the text at path.
func (x *Execution) String(path string) string {
	raw := x.Raw(path)
	if raw == "" || raw[0] != '"' {
		return ""
	}
	s := jsonscan.New(raw)
	v := s.String()
	if !s.End() {
		return ""
	}
	return strings.Clone(v)
}

// Int returns the integer at path. One that does not fit into an int is 0, as is
// a number with a fraction.
func (x *Execution) Int(path string) int {
	raw := x.Raw(path)
	if !isNumber(raw) {
		return 0
	}
	s := jsonscan.New(raw)
	v := s.Int()
	if !s.End() {
		return 0
	}
	return v
}

// Float returns the number at path, the nearest to what is written. One beyond
// the range of float64 is 0.
func (x *Execution) Float(path string) float64 {
	raw := x.Raw(path)
	if !isNumber(raw) {
		return 0
	}
	s := jsonscan.New(raw)
	v := s.Float64()
	if !s.End() {
		return 0
	}
	return v
}

func isNumber(raw string) bool {
	return raw != "" && (raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9')
}

// Bool returns the boolean at path.
func (x *Execution) Bool(path string) bool { return x.Raw(path) == "true" }

// Strings returns the list of texts at path, nil if there is none. Elements that
// are no texts are "".
func (x *Execution) Strings(path string) []string {
	raw := x.Raw(path)
	if raw == "" || raw[0] != '[' {
		return nil
	}
	s := jsonscan.New(raw)
	list := []string{}
	for a := s.Array(); a.Next(); {
		if s.Kind() == jsonscan.KindString {
			list = append(list, strings.Clone(s.String()))
			continue
		}
		s.Skip()
		list = append(list, "")
	}
	if !s.End() {
		return nil
	}
	return list
}

// Decode reads all arguments into what v points at: by its method
// UnmarshalJSON, or else by [Tool.Unmarshal], such as json.Unmarshal. Without
// that only *map[string]any and *any can be read, with numbers as float64;
// other types are an error, since this package does not link encoding/json.
func (x *Execution) Decode(v any) error {
	if u, ok := v.(interface{ UnmarshalJSON([]byte) error }); ok {
		return u.UnmarshalJSON([]byte(x.text))
	}
	if x.entry != nil && x.entry.tool.Unmarshal != nil {
		return x.entry.tool.Unmarshal([]byte(x.text), v)
	}
	s := jsonscan.New(x.text)
	switch v := v.(type) {
	case *map[string]any:
		object, _ := plainNumbers(jsonscan.Any[literal](&s)).(map[string]any)
		if !s.End() || object == nil {
			return errNotDecoded
		}
		*v = object
	case *any:
		value := plainNumbers(jsonscan.Any[literal](&s))
		if !s.End() {
			return errNotDecoded
		}
		*v = value
	default:
		return errNoUnmarshal
	}
	return nil
}

var (
	errNotDecoded  = errors.New("the arguments cannot be decoded")
	errNoUnmarshal = errors.New("the arguments cannot be decoded into this type: set Unmarshal of the tool to json.Unmarshal")
)

// literal is the text of a number.
type literal string

// plainNumbers makes float64s of numbers.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case literal:
		f, _ := strconv.ParseFloat(string(v), 64) // an infinity where it is too large
		return f
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = plainNumbers(v[k])
		}
	}
	return v
}

// findValue returns the JSON text of the value at path in a valid text, "" if
// there is none.
func findValue(text, path string) string {
	s := jsonscan.New(text)
	defer s.End()
	for rest := path; rest != ""; {
		key, index, after, ok := pathStep(rest, rest == path)
		if !ok || !enterValue(&s, key, index) {
			return ""
		}
		rest = after
	}
	return s.Raw()
}

// enterValue moves to the member or element of the value that comes next.
func enterValue(s *jsonscan.Scanner, key string, index int) bool {
	switch kind := s.Kind(); {
	case index >= 0 && kind == jsonscan.KindArray:
		for a := s.Array(); a.Next(); index-- {
			if index == 0 {
				return true
			}
			s.Skip()
		}
	case index < 0 && kind == jsonscan.KindObject:
		for m := s.Map(); m.Next(); {
			if m.Key() == key {
				return true
			}
			s.Skip()
		}
	}
	return false
}

// pathStep takes the first step off a path: a key, or an index that is not
// negative.
func pathStep(path string, first bool) (key string, index int, rest string, ok bool) {
	if !first && path[0] == '.' {
		path = path[1:]
	} else if path[0] != '[' && !first {
		return "", -1, "", false
	}
	if path == "" {
		return "", -1, "", false
	}
	if path[0] != '[' {
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		return path[:end], -1, path[end:], end > 0
	}
	if strings.HasPrefix(path, `["`) {
		quoted, err := strconv.QuotedPrefix(path[1:])
		if err != nil || !strings.HasPrefix(path[1+len(quoted):], "]") {
			return "", -1, "", false
		}
		key, err = strconv.Unquote(quoted)
		return key, -1, path[2+len(quoted):], err == nil
	}
	digits, rest, found := strings.Cut(path[1:], "]")
	index, err := strconv.Atoi(digits)
	return "", index, rest, found && err == nil && index >= 0
}
