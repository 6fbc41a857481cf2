// Package jsonencode encodes results of tools that are written by hand, for
// types that package runtime's own encoder does not know. It uses encoding/json
// and reflection, which is why it is not part of package runtime.
package jsonencode

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Value is a [runtime.Tool.Encode] for values of any type that encoding/json can
// encode:
//
//	&runtime.Tool{..., Encode: jsonencode.Value}
//
// It does not escape for HTML. A nil slice or map is [] or {} when it is the
// value itself, and null inside of one, as encoding/json has it. Its error, an
// [*Error], says where in the value the fault is.
func Value(dst []byte, value any) ([]byte, error) {
	if v := reflect.ValueOf(value); v.IsValid() {
		switch {
		case v.Kind() == reflect.Slice && v.IsNil() && !encodesItself(v.Type()):
			return append(dst, "[]"...), nil
		case v.Kind() == reflect.Map && v.IsNil() && !encodesItself(v.Type()):
			return append(dst, "{}"...), nil
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, &Error{Path: locate(value), Err: err}
	}
	return append(dst, bytes.TrimRight(b.Bytes(), "\n")...), nil
}

// Error is the error of [Value].
type Error struct {
	// Path leads to the value at fault, such as rows[3].mean; "" is the root, or
	// a place that could not be found.
	Path string
	Err  error
}

// Error says where and what.
func (e *Error) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// JSONPath returns Path; package runtime asks for it.
func (e *Error) JSONPath() string { return e.Path }

// Unwrap returns the error of encoding/json.
func (e *Error) Unwrap() error { return e.Err }

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

func encodesItself(t reflect.Type) bool {
	return t.Implements(marshaler) || t.Implements(textMarshaler)
}

// errFound ends the search of locate.
var errFound = errors.New("found")

// locate finds the value that encoding/json refused. It is called after a
// failure only.
func locate(value any) string {
	l := locator{}
	if l.walk(reflect.ValueOf(value), nil) != nil {
		return strings.TrimPrefix(strings.Join(l.path, ""), ".")
	}
	return ""
}

// maxDepth is where a value is taken for one that contains itself. What
// encoding/json reports as a cycle is deeper than this.
const maxDepth = 1000

type locator struct{ path []string }

func (l *locator) walk(v reflect.Value, path []string) error {
	for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) && !v.IsNil() && !encodesItself(v.Type()) {
		if path = append(path, ""); len(path) > maxDepth { // a pointer to itself
			return l.found(path)
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	if len(path) > maxDepth {
		return l.found(path)
	}
	if encodesItself(v.Type()) {
		if _, err := json.Marshal(v.Interface()); err != nil {
			return l.found(path)
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return l.found(path)
		}
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return l.found(path)
	case reflect.Map:
		return l.walkMap(v, path)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if err := l.walk(v.Index(i), append(path, "["+strconv.Itoa(i)+"]")); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return l.walkStruct(v, path)
	}
	return nil
}

func (l *locator) walkMap(v reflect.Value, path []string) error {
	switch k := v.Type().Key(); k.Kind() {
	case reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
	default:
		if !k.Implements(textMarshaler) {
			return l.found(path)
		}
	}
	for i := v.MapRange(); i.Next(); {
		key, err := json.Marshal(i.Key().Interface())
		if err != nil {
			return l.found(path)
		}
		if err := l.walk(i.Value(), append(path, "."+strings.Trim(string(key), `"`))); err != nil {
			return err
		}
	}
	return nil
}

func (l *locator) walkStruct(v reflect.Value, path []string) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		step := "." + f.Name
		switch {
		case name != "":
			step = "." + name
		case f.Anonymous:
			step = ""
		}
		if !v.Field(i).CanInterface() {
			continue
		}
		if err := l.walk(v.Field(i), append(path, step)); err != nil {
			return err
		}
	}
	return nil
}

// maxPath bounds the path into a value that contains itself.
const maxPath = 16

func (l *locator) found(path []string) error {
	l.path = path[:min(len(path), maxPath)]
	return errFound
}
