package jsonscan

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// MaxWriteDepth is how deep a [Writer] nests objects and arrays. A value that
// is deeper contains itself, or might as well.
const MaxWriteDepth = 1000

// Writer appends one JSON value to a buffer, in the bytes of encoding/json
// without HTML escaping. Commas are its own business:
//
//	w := jsonscan.NewWriter(nil)
//	if w.BeginObject() {
//		w.Name("rows")
//		if w.BeginArray() {
//			for _, r := range rows {
//				w.Int(r)
//			}
//			w.EndArray()
//		}
//		w.EndObject()
//	}
//	text, err := w.Finish()
//
// The first error sticks: whatever is written after it is dropped. The zero
// Writer appends to a new buffer. A Writer is not safe for concurrent use.
type Writer struct {
	buf   []byte
	start int // where the value begins in buf
	depth int
	err   *WriteError
}

// WriteError says which part of a value has no JSON form.
type WriteError struct {
	Path    string // such as rows[3].mean; "" is the whole value
	Message string
}

// Error returns path and message.
func (e *WriteError) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// NewWriter returns a Writer that appends to dst, which it owns until Finish.
func NewWriter(dst []byte) Writer { return Writer{buf: dst, start: len(dst)} }

// Finish returns the buffer with the value at its end, or the first error, a
// [*WriteError], and the buffer without the value.
func (w *Writer) Finish() ([]byte, error) {
	if w.err != nil {
		return w.buf[:w.start], w.err
	}
	return w.buf, nil
}

// Failed reports whether there has been an error.
func (w *Writer) Failed() bool { return w.err != nil }

// Fail notes that the value which would come next cannot be written.
func (w *Writer) Fail(message string) {
	if w.err == nil {
		w.err = &WriteError{Path: writtenPath(w.buf[w.start:]), Message: message}
	}
}

// next makes room for a value, behind a comma where one is needed, and reports
// whether it is to be written.
func (w *Writer) next() bool {
	if w.err != nil {
		return false
	}
	if n := len(w.buf); n > w.start {
		switch w.buf[n-1] {
		case '{', '[', ':':
		default:
			w.buf = append(w.buf, ',')
		}
	}
	return true
}

// BeginObject starts an object and reports whether to write its members: not
// after an error, which one level too deep is. Whoever writes a type that can
// contain itself must ask.
func (w *Writer) BeginObject() bool { return w.begin('{') }

// EndObject ends an object.
func (w *Writer) EndObject() { w.end('}') }

// BeginArray starts an array and reports whether to write its elements, as
// [Writer.BeginObject] does.
func (w *Writer) BeginArray() bool { return w.begin('[') }

// EndArray ends an array.
func (w *Writer) EndArray() { w.end(']') }

func (w *Writer) begin(c byte) bool {
	if w.depth >= MaxWriteDepth {
		w.Fail("nested deeper than " + strconv.Itoa(MaxWriteDepth) + " levels: does a value contain itself?")
	}
	if !w.next() {
		return false
	}
	w.depth++
	w.buf = append(w.buf, c)
	return true
}

func (w *Writer) end(c byte) {
	if w.err == nil {
		w.depth--
		w.buf = append(w.buf, c)
	}
}

// Name writes the key of the next value.
func (w *Writer) Name(name string) {
	if w.next() {
		w.buf = append(appendString(w.buf, name), ':')
	}
}

// String writes a string. Bytes that are not UTF-8 become U+FFFD.
func (w *Writer) String(v string) {
	if w.next() {
		w.buf = appendString(w.buf, v)
	}
}

// Bool writes true or false.
func (w *Writer) Bool(v bool) {
	if w.next() {
		w.buf = strconv.AppendBool(w.buf, v)
	}
}

// Int writes an integer.
func (w *Writer) Int(v int64) {
	if w.next() {
		w.buf = strconv.AppendInt(w.buf, v, 10)
	}
}

// Uint writes an integer.
func (w *Writer) Uint(v uint64) {
	if w.next() {
		w.buf = strconv.AppendUint(w.buf, v, 10)
	}
}

// Float writes a number; NaN and infinities are errors.
func (w *Writer) Float(v float64) { w.float(v, 64) }

// Float32 writes a number with the digits that a float32 needs.
func (w *Writer) Float32(v float32) { w.float(float64(v), 32) }

func (w *Writer) float(v float64, size int) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.Fail(strconv.FormatFloat(v, 'g', -1, size) + " has no JSON form")
	}
	if w.next() {
		w.buf = appendFloat(w.buf, v, size)
	}
}

// appendFloat writes like ECMAScript, section 6.1.6.1.20, as encoding/json does.
func appendFloat(dst []byte, v float64, size int) []byte {
	abs := math.Abs(v)
	tiny, huge := 1e-6, 1e21
	if size == 32 {
		tiny, huge = float64(float32(tiny)), float64(float32(huge))
	}
	if abs == 0 || tiny <= abs && abs < huge {
		return strconv.AppendFloat(dst, v, 'f', -1, size)
	}
	dst = strconv.AppendFloat(dst, v, 'e', -1, size)
	if n := len(dst); dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' { // e-09 is e-9
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// Null writes null.
func (w *Writer) Null() {
	if w.next() {
		w.buf = append(w.buf, "null"...)
	}
}

// Raw writes text, which must be one JSON value without white space around it.
func (w *Writer) Raw(text string) {
	if w.next() {
		w.buf = append(w.buf, text...)
	}
}

// appendString appends v as a JSON string. Like encoding/json it also escapes
// U+2028 and U+2029, which JavaScript once took for line ends.
func appendString(dst []byte, v string) []byte {
	dst = append(dst, '"')
	for {
		i := plainEnd(v, 0)
		dst = append(dst, v[:i]...)
		if i == len(v) {
			return append(dst, '"')
		}
		v = v[i:]
		switch c := v[0]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
			v = v[1:]
		case c < ' ':
			dst = appendControl(dst, c)
			v = v[1:]
		default:
			n := sequence(v, 0)
			switch {
			case n == 0:
				dst = append(dst, `\ufffd`...)
				n = 1
			case n == 3 && (v[:3] == "\u2028" || v[:3] == "\u2029"):
				dst = append(dst, `\u202`...)
				dst = append(dst, '8'+v[2]&1)
			default:
				dst = append(dst, v[:n]...)
			}
			v = v[n:]
		}
	}
}

func appendControl(dst []byte, c byte) []byte {
	switch c {
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return appendHex(dst, rune(c))
}

// writtenPath returns the path of the value that would come behind what has
// been written: the place is worked out from the bytes, so that writing without
// errors keeps track of nothing.
func writtenPath(b []byte) string {
	type level struct {
		array bool
		index int
		key   string
	}
	var levels []level
	text := string(b)
	for i := 0; i < len(text); {
		if len(levels) == 0 && text[i] != '{' && text[i] != '[' {
			break // calls did not make up one value
		}
		switch c := text[i]; c {
		case '"':
			end, _ := scanString(text, i+1)
			if end+1 < len(text) && text[end+1] == ':' {
				levels[len(levels)-1].key = string(appendUnescaped(nil, text[i+1:end]))
			}
			i = end
		case '{', '[':
			levels = append(levels, level{array: c == '['})
		case '}', ']':
			levels = levels[:len(levels)-1]
		case ',':
			levels[len(levels)-1].index++
		}
		i++
	}
	var path []byte
	for i, l := range levels {
		switch {
		case l.array:
			if i == len(levels)-1 {
				if c := text[len(text)-1]; c != '[' { // its comma is not written yet
					l.index++
				}
			}
			path = append(path, '[')
			path = strconv.AppendInt(path, int64(l.index), 10)
			path = append(path, ']')
		default:
			path = appendKey(path, l.key)
		}
	}
	return shortenPath(string(path))
}

// shortenPath leaves out the middle of a long path.
func shortenPath(path string) string {
	const half = 120
	if len(path) <= 2*half {
		return path
	}
	i, j := half, len(path)-half
	for !utf8.RuneStart(path[i]) {
		i--
	}
	for !utf8.RuneStart(path[j]) {
		j++
	}
	return path[:i] + "..." + path[j:]
}

// SortedKeys returns the keys of m in order, for writing a map in bytes that do
// not change from run to run.
func SortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
