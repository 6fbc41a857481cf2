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
