//go:build !race

package jsonscan_test

import (
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Checking allocates nothing, whatever the type holds: strings with escapes
// under rules, keys with escapes, maps, unique elements, skipped values.
func TestCheckAllocatesNothing(t *testing.T) {
	for _, f := range fixtures {
		for _, text := range f.valid {
			if n := testing.AllocsPerRun(100, func() { f.validate(text) }); n != 0 {
				t.Errorf("%s: %v allocations for %.100s", f.name, n, text)
			}
		}
	}
	wide := wideText(nil)
	if n := testing.AllocsPerRun(100, func() { validateWide(wide) }); n != 0 {
		t.Errorf("wide: %v allocations", n)
	}
	for name, text := range workloads() {
		if name != "small" {
			if n := testing.AllocsPerRun(20, func() { validateEditArgs(text) }); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}

// Filling allocates what the struct holds: a pointer, slice or map each, and
// one buffer for all strings with escapes. The scanner stays on the stack.
func TestFillAllocatesValuesOnly(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
		fill func(string) bool
	}{
		{smallText, 0, func(s string) bool { _, ok := decodeWeather(s); return ok }},
		{`{"city":"a\nb","unit":"c\u0065lsius"}`, 1, func(s string) bool { _, ok := decodeWeather(s); return ok }},
		{`{}`, 0, func(s string) bool { _, ok := decodeNode(s); return ok }},
		{`{"kids":[{"name":"a\n"},{"name":"b\n"}],"other":{"name":"c\n"}}`, 3, func(s string) bool { _, ok := decodeNode(s); return ok }},
		{`{"named":{"x":{}}}`, 2, func(s string) bool { _, ok := decodeNode(s); return ok }},
		{`{"edits":[{"path":"a","line":1,"spans":[[1,2,3],[4,5,6,7,8]]}],"note":""}`, 4, func(s string) bool { _, ok := decodeEditArgs(s); return ok }},
		{fileText(`x\n`), 1, func(s string) bool { _, ok := decodeEditArgs(s); return ok }},
		{fileText(`x`), 0, func(s string) bool { _, ok := decodeEditArgs(s); return ok }},
	} {
		if n := testing.AllocsPerRun(100, func() {
			if !c.fill(c.text) {
				t.Fatal("refused")
			}
		}); n != c.want {
			t.Errorf("%v allocations, want %v: %.100s", n, c.want, c.text)
		}
	}
	if n := testing.AllocsPerRun(100, func() { jsonscan.Syntax(everythingText, jsonscan.Limits{}) }); n != 0 {
		t.Errorf("Syntax: %v allocations", n)
	}
}

// What is decoded takes about the memory of its content, however it is written.
func TestFillMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("works on 60 MB")
	}
	for _, piece := range []string{"a", `\u0061`} {
		text := `{"edits":[],"note":"` + strings.Repeat(piece, 10<<20) + `"}`
		r := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a, ok := decodeEditArgs(text); !ok || len(a.Note) != 10<<20 {
					b.Fatal("refused")
				}
			}
		})
		if got := r.AllocedBytesPerOp(); got > 11<<20 {
			t.Errorf("%s: %d bytes", piece, got)
		}
	}
}

// A filling scanner allocates one buffer for all strings with escapes, and each
// slice once.
func TestFillAllocatesOncePerSlice(t *testing.T) {
	for _, w := range workloadTable() {
		slices := map[string]float64{"issue-ascii": 1, "issue-mixed": 1, "edits": 1}[w.name]
		over := 0
		for _, text := range w.texts {
			n := testing.AllocsPerRun(1, func() { w.decode(text) })
			if strings.Contains(text, `\`) {
				n--
			}
			if n > slices {
				over++
			}
			if n > slices+1 {
				t.Errorf("%s: %v slices: %.200s", w.name, n, text)
			}
		}
		// The size of a slice is a guess where its array is long: now and then it
		// is one of the second try.
		if over*8 > len(w.texts) {
			t.Errorf("%s: %d of %d texts allocate a slice twice", w.name, over, len(w.texts))
		}
	}
}

// Slices have no more room than a quarter beyond their elements, however many
// there are and wherever in the text they stand.
func TestSlicesFit(t *testing.T) {
	for n := range 200 {
		for _, note := range []string{"", strings.Repeat("long", 1000)} {
			edit := `{"path":"some/path/to/somewhere","line":1,"spans":[` + strings.Repeat(`[1,2,3],`, n) + `[` + strings.Repeat("12345, ", n) + `7]]}`
			text := `{"edits":[` + strings.Repeat(edit+",", n%7) + edit + `],"note":"` + note + `"}`
			a, ok := decodeEditArgs(text)
			if !ok || len(a.Edits) != n%7+1 {
				t.Fatalf("%d: %v, %d", n, ok, len(a.Edits))
			}
			fits := func(length, capacity int) {
				if capacity > length+length/4+1 {
					t.Errorf("%d elements in a slice of %d", length, capacity)
				}
			}
			fits(len(a.Edits), cap(a.Edits))
			for _, e := range a.Edits {
				fits(len(e.Spans), cap(e.Spans))
				if len(e.Spans) != n+1 || len(e.Spans[n]) != n+1 || e.Spans[n][n] != 7 {
					t.Fatal(e)
				}
				for _, s := range e.Spans {
					fits(len(s), cap(s))
				}
			}
		}
	}
}

// Guesses of all slices together are bounded by the text.
func TestGuessesAreBounded(t *testing.T) {
	edit := `{"path":"x","line":1,"spans":[[1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9],[1]]}`
	text := `{"edits":[` + strings.Repeat(edit+",", 2000) + edit + `],"note":""}`
	r := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := decodeEditArgs(text); !ok {
				b.Fatal("refused")
			}
		}
	})
	if got := r.AllocedBytesPerOp(); got > int64(20*len(text)) {
		t.Errorf("%d bytes for a text of %d", got, len(text))
	}
}
