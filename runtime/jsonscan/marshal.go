package jsonscan

import (
	"slices"
	"strconv"
	"strings"
)

// MarshalText writes the string that a value's own method makes.
func MarshalText[T any, P interface {
	*T
	MarshalText() ([]byte, error)
}](w *Writer, v P) {
	if w.err != nil {
		return
	}
	text, err := v.MarshalText()
	if err != nil {
		w.Fail("MarshalText: " + err.Error())
		return
	}
	w.String(string(text))
}

// MarshalJSON writes the text that a value's own method makes, which must be
// JSON.
func MarshalJSON[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
}](w *Writer, v P) {
	if w.err != nil {
		return
	}
	text, err := v.MarshalJSON()
	if err != nil {
		w.Fail("MarshalJSON: " + err.Error())
		return
	}
	w.RawBytes(text)
}

// RawBytes writes a value that is JSON already, null for nil. Text that is not
// JSON is an error at its place.
func (w *Writer) RawBytes(text []byte) {
	if text == nil {
		w.Null()
		return
	}
	if err := Syntax(view(text), Limits{Depth: MaxWriteDepth}); err != nil {
		w.Fail("the text of this value is not JSON: " + err.Error())
		return
	}
	w.Raw(string(text))
}

// Base64 writes data as a string in base64, "" for nil.
func (w *Writer) Base64(data []byte) {
	if !w.next() {
		return
	}
	w.buf = append(w.buf, '"')
	w.buf = appendBase64(w.buf, data)
	w.buf = append(w.buf, '"')
}

// NamedKey is a key of a map with the text that stands for it.
type NamedKey[K any] struct {
	Name string
	Key  K
}

// Integer is the kinds of integers.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// IntKeys returns the integer keys of a map in the order of their texts, which
// is that of encoding/json.
func IntKeys[M ~map[K]V, K Integer, V any](m M) []NamedKey[K] {
	keys := make([]NamedKey[K], 0, len(m))
	for k := range m {
		name := strconv.FormatUint(uint64(k), 10)
		if k < 0 {
			name = strconv.FormatInt(int64(k), 10)
		}
		keys = append(keys, NamedKey[K]{name, k})
	}
	sortNames(keys)
	return keys
}

// TextKeys returns the keys of a map in the order of the texts that their own
// method makes. Keys with one text are an error.
func TextKeys[M ~map[K]V, K interface {
	comparable
	MarshalText() ([]byte, error)
}, V any](w *Writer, m M) []NamedKey[K] {
	keys := make([]NamedKey[K], 0, len(m))
	for k := range m {
		text, err := k.MarshalText()
		if err != nil {
			w.Fail("MarshalText of a key: " + err.Error())
			return nil
		}
		keys = append(keys, NamedKey[K]{string(text), k})
	}
	sortNames(keys)
	for i := 1; i < len(keys); i++ {
		if keys[i-1].Name == keys[i].Name {
			w.Fail("two keys have the text " + strconv.Quote(shortenPath(keys[i].Name)))
			return nil
		}
	}
	return keys
}

func sortNames[K any](keys []NamedKey[K]) {
	slices.SortFunc(keys, func(a, b NamedKey[K]) int { return strings.Compare(a.Name, b.Name) })
}
