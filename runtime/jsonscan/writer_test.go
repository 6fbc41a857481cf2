package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// std encodes like encoding/json without HTML escaping.
func std(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func written(t testing.TB, write func(w *jsonscan.Writer)) string {
	t.Helper()
	w := jsonscan.NewWriter([]byte("before,"))
	write(&w)
	b, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(b), "before,")
}

func TestWriteScalars(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			for _, v := range []string{string([]byte{byte(a), byte(b)}), "12345678" + string([]byte{byte(a), byte(b), 0x80, 0xbf}) + "z"} {
				if got, want := written(t, func(w *jsonscan.Writer) { w.String(v) }), std(t, v); got != want {
					t.Fatalf("%q: %s, want %s", v, got, want)
				}
			}
		}
	}
	for _, v := range []string{"", "<a href='x'>&", "\u2028\u2029\u202a", "😀é", "\x7f", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\ufffdb", strings.Repeat("x", 1000)} {
		if got, want := written(t, func(w *jsonscan.Writer) { w.String(v) }), std(t, v); got != want {
			t.Errorf("%q: %s, want %s", v, got, want)
		}
	}
	r := rand.New(rand.NewPCG(11, 12))
	floats := []float64{0, math.Copysign(0, -1), 1, 0.1, 1e-6, 9.99e-7, 1e-7, 1e20, 1e21, 1e-300, math.MaxFloat64, math.SmallestNonzeroFloat64, 3, -2.5e-9, 1e100}
	for range 100_000 {
		if v := math.Float64frombits(r.Uint64()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			floats = append(floats, v)
		}
	}
	for _, v := range floats {
		if got, want := written(t, func(w *jsonscan.Writer) { w.Float(v) }), std(t, v); got != want {
			t.Fatalf("%g: %s, want %s", v, got, want)
		}
		if f := float32(v); !math.IsInf(float64(f), 0) {
			if got, want := written(t, func(w *jsonscan.Writer) { w.Float32(f) }), std(t, f); got != want {
				t.Fatalf("float32 %g: %s, want %s", f, got, want)
			}
		}
	}
	for _, v := range []int64{0, -1, math.MinInt64, math.MaxInt64} {
		if got, want := written(t, func(w *jsonscan.Writer) { w.Int(v) }), std(t, v); got != want {
			t.Errorf("%d: %s", v, got)
		}
	}
	if got := written(t, func(w *jsonscan.Writer) { w.Uint(math.MaxUint64) }); got != "18446744073709551615" {
		t.Error(got)
	}
}

func TestWriteNested(t *testing.T) {
	type row struct {
		Name string         `json:"name"`
		List []int          `json:"list"`
		Map  map[string]any `json:"map"`
		B    *bool          `json:"b"`
	}
	v := []row{{Name: "x", List: []int{1, 2}, Map: map[string]any{"b": nil, "a": true, "": []any{}}}, {List: []int{}, Map: map[string]any{}}}
	got := written(t, func(w *jsonscan.Writer) {
		w.BeginArray()
		for _, r := range v {
			w.BeginObject()
			w.Name("name")
			w.String(r.Name)
			w.Name("list")
			w.BeginArray()
			for _, n := range r.List {
				w.Int(int64(n))
			}
			w.EndArray()
			w.Name("map")
			w.BeginObject()
			for _, k := range jsonscan.SortedKeys(r.Map) {
				w.Name(k)
				switch k {
				case "a":
					w.Bool(true)
				case "b":
					w.Null()
				default:
					w.Raw("[]")
				}
			}
			w.EndObject()
			w.Name("b")
			w.Null()
			w.EndObject()
		}
		w.EndArray()
	})
	if want := std(t, v); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWriteErrors(t *testing.T) {
	for _, c := range []struct {
		write func(w *jsonscan.Writer)
		want  string
	}{
		{func(w *jsonscan.Writer) { w.Float(math.NaN()) }, "NaN has no JSON form"},
		{func(w *jsonscan.Writer) {
			w.BeginObject()
			w.Name("rows")
			w.BeginArray()
			w.Raw(`{"mean":1,"x":{"y":["a,[\"",2]}}`)
			w.Null()
			w.Int(3)
			w.BeginObject()
			w.Name("ok")
			w.String("}")
			w.Name("mean")
			w.Float(math.Inf(-1))
			w.Float(math.NaN())
			w.EndObject()
		}, "rows[3].mean: -Inf has no JSON form"},
		{func(w *jsonscan.Writer) {
			w.BeginArray()
			w.BeginArray()
			w.EndArray()
			w.BeginArray()
			w.Int(1)
			w.Float32(float32(math.Inf(1)))
		}, "[1][1]: +Inf has no JSON form"},
		{func(w *jsonscan.Writer) {
			w.BeginObject()
			w.Name("a b")
			w.BeginArray()
			w.Fail("no")
		}, `["a b"][0]: no`},
		{func(w *jsonscan.Writer) { w.Int(1); w.Int(2); w.Fail("no") }, "no"},
	} {
		w := jsonscan.NewWriter([]byte("before"))
		c.write(&w)
		b, err := w.Finish()
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if string(b) != "before" {
			t.Errorf("left %q", b)
		}
	}
}

type ring struct {
	next []*ring
}

func writeRing(w *jsonscan.Writer, v *ring) {
	if !w.BeginObject() {
		return
	}
	w.Name("next")
	w.BeginArray()
	for _, n := range v.next {
		writeRing(w, n)
	}
	w.EndArray()
	w.EndObject()
}

// A value that contains itself, here several times over, ends in an error and
// not in a stack that has no end.
func TestWriteCycle(t *testing.T) {
	v := &ring{}
	v.next = []*ring{v, v, v}
	w := jsonscan.NewWriter(nil)
	writeRing(&w, v)
	_, err := w.Finish()
	if err == nil || !strings.Contains(err.Error(), "does a value contain itself?") || len(err.Error()) > 400 {
		t.Error(err)
	}
	shared := &ring{}
	w = jsonscan.NewWriter(nil)
	writeRing(&w, &ring{next: []*ring{shared, shared}})
	if b, err := w.Finish(); err != nil || string(b) != `{"next":[{"next":[]},{"next":[]}]}` {
		t.Errorf("%s, %v", b, err)
	}
}
