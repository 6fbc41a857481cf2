package jsonscan

import (
	"strconv"
	"strings"
	"testing"
)

// Work grows with the length of a text and no faster, also for the one part
// that could be otherwise: the set of keys. Counted are the places of it that are
// looked at, which says more than time does on a busy machine.
func TestWorkGrowsWithTheText(t *testing.T) {
	keys := func(n int) string {
		var b strings.Builder
		b.WriteByte('{')
		for i := range n {
			b.WriteString(`"` + strings.Repeat("x", 20) + strconv.Itoa(i) + `":0,`)
		}
		return b.String() + `"":0}`
	}
	for _, c := range []struct {
		about string
		text  func(n int) string
	}{
		{"keys", keys},
		{"keys with escapes", func(n int) string { return strings.ReplaceAll(keys(n), "x", `\u0078`) }},
		{"objects", func(n int) string { return "[" + strings.Repeat(`{"a":{"a":0}},`, n) + "0]" }},
	} {
		probes := func(n int) int {
			text := c.text(n)
			k := newScratch()
			k.table = nil
			s := &Scanner{text: text, mode: check, scratch: k}
			s.Skip()
			if !s.End() {
				t.Fatalf("%s: refused", c.about)
			}
			// An entry is added by looking at all places from its home to where it
			// stands.
			total := 0
			for at, e := range k.table {
				if e.id != 0 {
					total += (at-home(e.id, e.hash)&(len(k.table)-1)+len(k.table))&(len(k.table)-1) + 1
				}
			}
			return total
		}
		small, large := probes(1000), probes(16_000)
		if large > 3*16*small {
			t.Errorf("%s: %d places looked at, %d for a text 16 times as long", c.about, small, large)
		}
	}
}
