//go:build !race

package jsonscan_test

import "testing"

func TestCheckAllocatesNothing(t *testing.T) {
	for _, f := range fixtures {
		for _, text := range f.valid {
			if n := testing.AllocsPerRun(100, func() { f.validate(text) }); n != 0 {
				t.Errorf("%s: %v allocations for %.100s", f.name, n, text)
			}
		}
	}
}
