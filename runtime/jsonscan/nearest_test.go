package jsonscan

import (
	"math/rand/v2"
	"testing"
)

// distance is what edits returns, from the definition.
func distance(a, b []rune) int {
	switch {
	case len(a) == 0:
		return len(b)
	case len(b) == 0:
		return len(a)
	}
	last := 1
	if a[len(a)-1] == b[len(b)-1] {
		last = 0
	}
	d := min(distance(a[:len(a)-1], b)+1, distance(a, b[:len(b)-1])+1, distance(a[:len(a)-1], b[:len(b)-1])+last)
	if n, m := len(a), len(b); n > 1 && m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1] {
		d = min(d, distance(a[:n-2], b[:m-2])+1)
	}
	return d
}

func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	word := func() []rune {
		w := make([]rune, r.IntN(7))
		for i := range w {
			w[i] = 'a' + r.Int32N(3)
		}
		return w
	}
	for range 3000 {
		a, b, limit := word(), word(), 1+r.IntN(4)
		want, got := distance(a, b), edits(a, b, limit)
		if want < limit && got != want || want >= limit && got < limit {
			t.Fatalf("%q %q: %d, want %d below %d", string(a), string(b), got, want, limit)
		}
	}
}

func TestNearestAllocatesNothing(t *testing.T) {
	names := []string{"city", "unit", "days", "Größe", "a_rather_long_name_of_a_property_that_nobody_wants"}
	if n := testing.AllocsPerRun(100, func() {
		if nearest("dayz", names) != "days" || nearest("GRÖSSE", names) != "Größe" || nearest("nothing like it", names) != "" {
			t.Error("another name")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
