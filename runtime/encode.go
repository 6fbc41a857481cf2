package runtime

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// The encoder for tools without Tool.Encode. It knows plain values by a type
// switch, which links nothing; types of an author's own need dshgen's encoder or
// that of package runtime/jsonencode.

// maxEncodeDepth bounds nesting, so that a value that contains itself ends as an
// error. It is the limit of jsonscan.Writer, and of encoding/json's own check.
const maxEncodeDepth = 1000

// encodedLimits admits what encoders may write.
var encodedLimits = jsonscan.Limits{Depth: maxEncodeDepth}

// pathError is a fault somewhere in a value. The path grows while the error
// goes up, so that values without faults pay nothing for it.
type pathError struct {
	Path string
	Err  error
}

func (e *pathError) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}
func (e *pathError) Unwrap() error { return e.Err }

// maxPath bounds the paths in errors about values that contain themselves.
const maxPath = 200

// in puts e into the member or element that step leads to.
func (e *pathError) in(step string) *pathError {
	switch {
	case len(e.Path) > maxPath:
	case e.Path == "" || e.Path[0] == '[':
		e.Path = step + e.Path
	default:
		e.Path = step + "." + e.Path
	}
	return e
}

func inElement(e *pathError, i int) *pathError { return e.in("[" + strconv.Itoa(i) + "]") }

// The faults of values that are not JSON.
const (
	errCycle     fault = "nested deeper than 1000 levels: a cycle, a value that contains itself?"
	errNotFinite fault = "NaN and infinity are not JSON: return a pointer, or text, for a missing number"
	errNoEncoder fault = "no encoder for this Go type: set Tool.Encode, for example to jsonencode.Value of package runtime/jsonencode"
)

// ErrValueType is what a generated [Tool.Encode] returns for a value that is not
// of the tool's result type, such as one that a wrapper made: the pipeline then
// encodes it as it does for tools without an encoder.
const ErrValueType fault = "the value is not of the tool's result type"

// encodePlain is the Tool.Encode of tools that have none.
func encodePlain(dst []byte, value any) ([]byte, error) {
	w := jsonscan.NewWriter(dst)
	if err := writeValue(&w, value, 0); err != nil {
		return nil, err
	}
	return w.Finish()
}

// WriteAny writes a value whose type is known only at run time, as tools without
// an encoder do. Generated code calls it for parts of results that are
// interfaces; values that it cannot write are errors of w.
func WriteAny(w *jsonscan.Writer, value any) {
	if err := writeValue(w, value, 0); err != nil {
		w.Fail(err.Error())
	}
}

// writeValue writes one value. It returns a concrete nil-able type so that the
// path can be prefixed without a search through wrapped errors.
func writeValue(w *jsonscan.Writer, value any, depth int) *pathError {
	if depth > maxEncodeDepth-1 {
		return &pathError{Err: errCycle}
	}
	switch v := value.(type) {
	case nil:
		w.Null()
	case bool:
		w.Bool(v)
	case string:
		w.String(v)
	case int:
		w.Int(int64(v))
	case int8:
		w.Int(int64(v))
	case int16:
		w.Int(int64(v))
	case int32:
		w.Int(int64(v))
	case int64:
		w.Int(v)
	case uint:
		w.Uint(uint64(v))
	case uint8:
		w.Uint(uint64(v))
	case uint16:
		w.Uint(uint64(v))
	case uint32:
		w.Uint(uint64(v))
	case uint64:
		w.Uint(v)
	case uintptr:
		w.Uint(uint64(v))
	case float32:
		if !finite(float64(v)) {
			return &pathError{Err: errNotFinite}
		}
		w.Float32(v)
	case float64:
		if !finite(v) {
			return &pathError{Err: errNotFinite}
		}
		w.Float(v)
	case map[string]any:
		return writeMap(w, v, depth)
	case map[string]string:
		w.BeginObject()
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w.Name(name)
			w.String(v[name])
		}
		w.EndObject()
	case []any:
		w.BeginArray()
		for i, e := range v {
			if err := writeValue(w, e, depth+1); err != nil {
				return inElement(err, i)
			}
		}
		w.EndArray()
	case []string:
		w.BeginArray()
		for _, s := range v {
			w.String(s)
		}
		w.EndArray()
	default:
		return writeMarshaler(w, value)
	}
	return nil
}

func writeMap(w *jsonscan.Writer, m map[string]any, depth int) *pathError {
	w.BeginObject()
	for _, name := range slices.Sorted(maps.Keys(m)) {
		w.Name(name)
		if err := writeValue(w, m[name], depth+1); err != nil {
			return err.in(name)
		}
	}
	w.EndObject()
	return nil
}

// writeMarshaler writes a value that knows how to encode itself, as encoding/json
// would: MarshalJSON first, then MarshalText. A panic is contained where the
// call is, so that the path is known.
func writeMarshaler(w *jsonscan.Writer, value any) *pathError {
	text, isText, err := marshal(value)
	if err != nil {
		return &pathError{Err: err}
	}
	if isText {
		w.String(text)
		return nil
	}
	if err := jsonscan.Syntax(text, jsonscan.Limits{}); err != nil {
		return &pathError{Err: &marshalError{err}}
	}
	w.Raw(text)
	return nil
}

type marshalError struct{ err error }

func (e *marshalError) Error() string { return "MarshalJSON returned invalid JSON: " + e.err.Error() }
func (e *marshalError) Unwrap() error { return e.err }

func marshal(value any) (text string, isText bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v}
		}
	}()
	switch v := value.(type) {
	case interface{ MarshalJSON() ([]byte, error) }:
		data, err := v.MarshalJSON()
		return string(data), false, err
	case interface{ MarshalText() ([]byte, error) }:
		data, err := v.MarshalText()
		return string(data), true, err
	case interface { // json.Number, by its methods: its text is a number
		Int64() (int64, error)
		Float64() (float64, error)
		String() string
	}:
		return v.String(), false, nil
	}
	return "", false, errNoEncoder
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// freezeMeta copies meta into what JSON can hold, so that nobody shares it and a
// result can be written to a log without failing.
func freezeMeta(meta map[string]any) (map[string]any, *pathError) {
	if meta == nil {
		return nil, nil
	}
	frozen, err := freeze(meta, 0)
	if err != nil {
		return nil, err.in("meta")
	}
	return frozen.(map[string]any), nil
}

// freeze copies a value deeply. Containers become map[string]any and []any,
// values that encode themselves what they encode to; the rest keeps its type.
func freeze(value any, depth int) (any, *pathError) {
	if depth > maxEncodeDepth-1 {
		return nil, &pathError{Err: errCycle}
	}
	switch v := value.(type) {
	case nil, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr:
		return v, nil
	case string:
		return clean(v), nil
	case float32:
		if !finite(float64(v)) {
			return nil, &pathError{Err: errNotFinite}
		}
		return v, nil
	case float64:
		if !finite(v) {
			return nil, &pathError{Err: errNotFinite}
		}
		return v, nil
	case map[string]any:
		m := make(map[string]any, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) { // sorted: the first fault is always the same
			e, err := freeze(v[name], depth+1)
			if err != nil {
				return nil, err.in(name)
			}
			m[clean(name)] = e
		}
		return m, nil
	case map[string]string:
		m := make(map[string]any, len(v))
		for name, s := range v {
			m[clean(name)] = clean(s)
		}
		return m, nil
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			var err *pathError
			if l[i], err = freeze(e, depth+1); err != nil {
				return nil, inElement(err, i)
			}
		}
		return l, nil
	case []string:
		l := make([]any, len(v))
		for i, s := range v {
			l[i] = clean(s)
		}
		return l, nil
	}
	text, isText, err := marshal(value)
	if err != nil {
		return nil, &pathError{Err: err}
	}
	if isText {
		return clean(text), nil
	}
	parsed, err := parseAny(text)
	if err != nil {
		return nil, &pathError{Err: &marshalError{err}}
	}
	return parsed, nil
}

// cloneMap copies what freeze made.
func cloneMap(m map[string]any) map[string]any {
	c := make(map[string]any, len(m))
	for name, v := range m {
		c[name] = cloneValue(v)
	}
	return c
}

func cloneValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		return cloneMap(v)
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			l[i] = cloneValue(e)
		}
		return l
	}
	return value
}
