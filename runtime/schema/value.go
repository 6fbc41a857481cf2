package schema

import (
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// ValidateValue is [Schema.ValidateJSON] for a Go value as decoders of JSON and
// people make them: nil, bool, string, all integers and floats, json.Number,
// maps with string keys and slices of these, of any, or of one another. Nil maps
// and slices count as empty.
//
// What JSON cannot carry and give back the same is refused with its path and
// the rule "value": NaN and infinities, text that is not UTF-8, time.Time,
// channels, functions, structs, pointers, other keys than strings, types with
// methods of their own, values that contain themselves, and what is nested deeper
// than 128 levels or takes more than 64 MiB.
func (s *Schema) ValidateValue(v any) []runtime.Violation {
	text, faults := valueText(v)
	if faults != nil {
		return faults
	}
	return s.ValidateJSON(text)
}

// valueText returns the JSON text of a value, or else why it has none.
func valueText(v any) (string, []runtime.Violation) {
	w := valueWriter{}
	w.value(v, nil, 0)
	if w.faults != nil {
		return "", w.faults
	}
	return string(w.text), nil
}

// maxValueText bounds the text of one value. A small value that shares its parts
// can stand for a very long text.
const maxValueText = 64 << 20

// maxValueFaults is how many faults of one value are listed.
const maxValueFaults = jsonscan.MaxNotes

// valueWriter writes values as JSON and notes what cannot be.
type valueWriter struct {
	text   []byte
	faults []runtime.Violation
	over   bool // too deep or too long: nothing more is looked at
}

func (w *valueWriter) fail(at *place, message string) {
	if len(w.faults) < maxValueFaults {
		w.faults = append(w.faults, runtime.Violation{Path: at.String(), Rule: "value", Message: message})
	}
}

// full reports whether there is no need to go on.
func (w *valueWriter) full() bool { return w.over || len(w.faults) >= maxValueFaults }

func (w *valueWriter) value(v any, at *place, depth int) {
	switch v := v.(type) {
	case nil:
		w.text = append(w.text, "null"...)
	case bool:
		w.text = strconv.AppendBool(w.text, v)
	case string:
		w.string(v, at)
	case int:
		w.int(int64(v))
	case int8:
		w.int(int64(v))
	case int16:
		w.int(int64(v))
	case int32:
		w.int(int64(v))
	case int64:
		w.int(v)
	case uint:
		w.uint(uint64(v))
	case uint8:
		w.uint(uint64(v))
	case uint16:
		w.uint(uint64(v))
	case uint32:
		w.uint(uint64(v))
	case uint64:
		w.uint(v)
	case float32:
		w.float(float64(v), 32, at)
	case float64:
		w.float(v, 64, at)
	case time.Time:
		w.fail(at, "a time.Time is not a JSON value: send its text, such as v.Format(time.RFC3339Nano)")
	case number:
		w.number(v, at)
	default:
		if !w.list(v, at, depth) && !w.object(v, at, depth) {
			w.fail(at, "this Go type is not a JSON value: use maps with string keys, slices, strings, numbers, booleans and nil")
		}
	}
}

// number is what json.Number is without package encoding/json: its three
// methods.
type number interface {
	Float64() (float64, error)
	Int64() (int64, error)
	String() string
}

func (w *valueWriter) number(v number, at *place) {
	text := v.String()
	s := jsonscan.NewValueCheck(text)
	s.Number()
	if !s.End() || text == "" {
		w.fail(at, "a json.Number that is not a number of JSON")
		return
	}
	w.text = append(w.text, text...)
}

func (w *valueWriter) int(v int64) { w.text = strconv.AppendInt(w.text, v, 10) }

func (w *valueWriter) uint(v uint64) { w.text = strconv.AppendUint(w.text, v, 10) }

func (w *valueWriter) float(v float64, size int, at *place) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.fail(at, "NaN and infinities are not JSON values")
		return
	}
	w.text = strconv.AppendFloat(w.text, v, 'g', -1, size)
}

func (w *valueWriter) string(v string, at *place) {
	if !utf8.ValidString(v) {
		w.fail(at, "text that is not UTF-8 is not a JSON value")
		return
	}
	w.text = appendString(w.text, v)
}

// list writes v if it is a slice of a known type.
func (w *valueWriter) list(v any, at *place, depth int) bool {
	switch v := v.(type) {
	case []any:
		elements(w, v, at, depth)
	case []map[string]any:
		elements(w, v, at, depth)
	case [][]any:
		elements(w, v, at, depth)
	case []string:
		elements(w, v, at, depth)
	case [][]string:
		elements(w, v, at, depth)
	case []bool:
		elements(w, v, at, depth)
	case []int:
		elements(w, v, at, depth)
	case []int32:
		elements(w, v, at, depth)
	case []int64:
		elements(w, v, at, depth)
	case []float64:
		elements(w, v, at, depth)
	case []byte:
		w.fail(at, "bytes are not a JSON value: send text, such as base64")
	default:
		return false
	}
	return true
}

func elements[T any](w *valueWriter, list []T, at *place, depth int) {
	if !w.enter(at, depth) {
		return
	}
	w.text = append(w.text, '[')
	for i, e := range list {
		if w.full() {
			return
		}
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.value(e, at.element(i), depth+1)
	}
	w.text = append(w.text, ']')
}

// object writes v if it is a map of a known type.
func (w *valueWriter) object(v any, at *place, depth int) bool {
	switch v := v.(type) {
	case map[string]any:
		members(w, v, at, depth)
	case map[string]map[string]any:
		members(w, v, at, depth)
	case map[string][]any:
		members(w, v, at, depth)
	case map[string]string:
		members(w, v, at, depth)
	case map[string][]string:
		members(w, v, at, depth)
	case map[string]bool:
		members(w, v, at, depth)
	case map[string]int:
		members(w, v, at, depth)
	case map[string]int64:
		members(w, v, at, depth)
	case map[string]float64:
		members(w, v, at, depth)
	case map[any]any, map[int]any, map[int]string, map[int64]any, map[bool]any:
		w.fail(at, "keys of an object must be strings")
	default:
		return false
	}
	return true
}

func members[T any](w *valueWriter, object map[string]T, at *place, depth int) {
	if !w.enter(at, depth) {
		return
	}
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	w.text = append(w.text, '{')
	for i, key := range keys {
		if w.full() {
			return
		}
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.string(key, at)
		w.text = append(w.text, ':')
		w.value(object[key], at.at(key), depth+1)
	}
	w.text = append(w.text, '}')
}

// enter reports whether one level more is allowed.
func (w *valueWriter) enter(at *place, depth int) bool {
	switch {
	case w.over:
	case depth >= jsonscan.MaxDepth:
		w.over = true
		w.fail(at.root(), "nested deeper than "+strconv.Itoa(jsonscan.MaxDepth)+" levels: does it contain itself?")
	case len(w.text) > maxValueText:
		w.over = true
		w.fail(at.root(), "takes more than "+strconv.Itoa(maxValueText>>20)+" MiB as JSON")
	default:
		return true
	}
	return false
}

// root returns the outermost step of a path, nil for an empty one: a path of
// 128 steps helps nobody.
func (p *place) root() *place {
	for p != nil && p.up != nil {
		p = p.up
	}
	return p
}

// appendString appends text as a JSON string. It escapes what JSON demands.
func appendString(b []byte, text string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
