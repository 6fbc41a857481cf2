package jsonscan_test

import (
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// agree runs all three modes over text and returns their common verdict.
func agree(t testing.TB, f fixture, text string) bool {
	t.Helper()
	_, decoded := f.decode(text)
	checked := f.validate(text)
	notes, total, err := jsonscan.Explain(text, f.walk)
	if decoded != checked || decoded != (err == nil && total == 0) || total < len(notes) || (total == 0) != (len(notes) == 0) {
		t.Fatalf("%s: %.200q: decoded %v, checked %v, explained %v of %d, %v", f.name, text, decoded, checked, notes, total, err)
	}
	return decoded
}

func TestFixtures(t *testing.T) {
	for _, f := range fixtures {
		for _, text := range f.valid {
			if !agree(t, f, text) {
				notes, _, err := jsonscan.Explain(text, f.walk)
				t.Errorf("%s: refused %s: %v %v", f.name, text, notes, err)
			}
		}
		for _, text := range f.invalid {
			if agree(t, f, text) {
				t.Errorf("%s: accepted %s", f.name, text)
			}
		}
	}
}
