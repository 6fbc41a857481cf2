package schema_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime/schema"
)

func parse(t testing.TB, text string, options ...schema.Option) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(text, options...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// TestValidateValue: a value is judged as its text is.
func TestValidateValue(t *testing.T) {
	s := parse(t, `{"type":"object","properties":{"n":{"type":"integer"},"list":{"type":"array","items":{"type":"string"}}},"required":["n"],"additionalProperties":false}`)
	for _, v := range []any{
		map[string]any{"n": 1}, map[string]any{"n": 1.0}, map[string]any{"n": json.Number("1e2")}, map[string]any{"n": uint8(7), "list": []string{"a"}},
		map[string]any{"n": int64(math.MaxInt64), "list": []any{}}, map[string]any{"n": uint64(math.MaxUint64), "list": []string(nil)}, map[string]int{"n": 1},
		map[string]any{"n": float32(3)},
	} {
		if got := s.ValidateValue(v); got != nil {
			t.Errorf("%v: %v", v, got)
		}
	}
	for _, v := range []any{
		map[string]any{"n": 1.5, "list": []any{"a", 1, nil}, "zzz": "\x01\n\"\\"}, []any{}, nil, "x", true, 3, map[string]string(nil), map[string]any{"n": "1"},
		map[string][]string{"list": {"a"}},
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) == "null" && v != nil {
			text = []byte("{}") // a nil map
		}
		if got, want := s.ValidateValue(v), s.ValidateJSON(string(text)); want == nil || !slices.Equal(got, want) {
			t.Errorf("%v:\n got %v\nwant %v", v, got, want)
		}
	}
}

// TestValueTypes: all types that are documented, each as encoding/json writes it.
func TestValueTypes(t *testing.T) {
	nothing := parse(t, `{"const":"something else"}`, schema.Extended)
	for _, v := range []any{
		nil, true, "a", int(-1), int8(-8), int16(16), int32(-32), int64(64), uint(1), uint8(8), uint16(16), uint32(32), uint64(64),
		float32(0.1), 1e300, 5e-324, json.Number("1.50"), []any{1, nil}, []map[string]any{{"a": 1}}, [][]any{{1}, {}}, []string{"a"}, [][]string{{"b"}},
		[]bool{true}, []int{1}, []int32{2}, []int64{3}, []float64{0.5}, map[string]any{"b": 1, "a": "\u2028<&>"}, map[string]map[string]any{"x": {"y": nil}},
		map[string][]any{"x": {1}}, map[string]string{"x": "y"}, map[string][]string{"x": {"y"}}, map[string]bool{"x": false}, map[string]int{"x": 1},
		map[string]int64{"x": 1}, map[string]float64{"x": 1.5},
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		same := parse(t, `{"const":`+string(text)+`}`, schema.Extended)
		if got := same.ValidateValue(v); got != nil {
			t.Errorf("%T is not %s: %v", v, text, got)
		}
		if got := nothing.ValidateValue(v); got == nil {
			t.Errorf("%T is anything", v)
		}
	}
}

// TestValuesWithoutJSON: what JSON cannot carry is refused, with its path.
func TestValuesWithoutJSON(t *testing.T) {
	s := parse(t, `{}`)
	cycle := map[string]any{}
	cycle["self"] = map[string]any{"up": cycle}
	list := []any{nil}
	list[0] = list
	one := 1
	shared := []any{strings.Repeat("x", 1<<10)}
	for range 40 {
		shared = []any{shared, shared}
	}
	for name, tt := range map[string]struct {
		value any
		path  string
		say   string
	}{
		"NaN":             {map[string]any{"a": []any{1, math.NaN()}}, "a[1]", "NaN"},
		"infinity":        {[]float64{0, math.Inf(-1)}, "[1]", "infinit"},
		"time":            {map[string]any{"at": time.Now()}, "at", "time.Time"},
		"channel":         {map[string]any{"a b": make(chan int)}, `["a b"]`, "not a JSON value"},
		"function":        {[]any{func() {}}, "[0]", "not a JSON value"},
		"struct":          {map[string]any{"s": struct{ A int }{1}}, "s", "not a JSON value"},
		"pointer":         {map[string]any{"p": &one}, "p", "not a JSON value"},
		"named type":      {map[string]any{"d": time.Second}, "d", "not a JSON value"},
		"complex":         {1i, "", "not a JSON value"},
		"bytes":           {[]any{[]byte("x")}, "[0]", "bytes"},
		"raw":             {[]any{json.RawMessage("1")}, "[0]", "not a JSON value"},
		"integer keys":    {map[string]any{"m": map[int]any{1: 2}}, "m", "keys"},
		"any keys":        {map[any]any{"a": 1}, "", "keys"},
		"UTF-8":           {[]string{"ok", "\xff"}, "[1]", "UTF-8"},
		"UTF-8 of a key":  {map[string]any{"\xff": 1}, "", "UTF-8"},
		"number":          {[]any{json.Number("1.")}, "[0]", "json.Number"},
		"no number":       {[]any{json.Number("")}, "[0]", "json.Number"},
		"number and more": {[]any{json.Number("1 2")}, "[0]", "json.Number"},
		"cycle":           {cycle, "self", "contain itself"},
		"cycle of lists":  {list, "[0]", "contain itself"},
		"very long":       {shared, "[0]", "MiB"},
	} {
		got := s.ValidateValue(tt.value)
		if len(got) != 1 || got[0].Path != tt.path || got[0].Rule != "value" || !strings.Contains(got[0].Message, tt.say) {
			t.Errorf("%s: %q", name, got)
		}
	}
	many := make([]any, 100)
	for i := range many {
		many[i] = math.NaN()
	}
	if got := s.ValidateValue(many); len(got) != 16 {
		t.Errorf("%d violations", len(got))
	}
	if got := s.ValidateValue([]any{1, "x", nil, true, map[string]any{}}); got != nil {
		t.Error(got)
	}
}
