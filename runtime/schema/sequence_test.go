package schema

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strconv"
	"testing"
)

// randomPattern returns a pattern that may be a sequence.
func randomPattern(r *rand.Rand) string {
	atoms := []string{"a", "b", "ab", "é", "日本", "[a-c]", "[^a]", "[^a-zé]", `\d`, `\w`, `\W`, ".", "-", `\.`, "[a-zé]", "(a)", "([0-9])", "(ab)", "(?:ab|c)", "[^\u0080-\U0010ffff]"}
	counts := []string{"", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?"}
	out := "^"
	for range r.IntN(5) {
		out += atoms[r.IntN(len(atoms))] + counts[r.IntN(len(counts))]
	}
	return out + "$"
}

// TestSequences compares sequences with the engine.
func TestSequences(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	letters := []rune("aabbc-.0129é日本Z_\n ")
	sequences, matches := 0, 0
	for range 20_000 {
		pattern := randomPattern(r)
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := newSequence(parsed)
		if !ok {
			continue
		}
		sequences++
		engine := regexp.MustCompile(pattern)
		for range 20 {
			text := make([]rune, r.IntN(8))
			for i := range text {
				text[i] = letters[r.IntN(len(letters))]
			}
			want := engine.MatchString(string(text))
			if s.matches(string(text)) != want {
				t.Fatalf("%s matches %q: %v", pattern, string(text), !want)
			}
			if want {
				matches++
			}
		}
	}
	if sequences < 5_000 || matches < 5_000 {
		t.Errorf("%d sequences, %d matches", sequences, matches)
	}
	for pattern, want := range map[string]bool{
		`^[a-z][a-z0-9_]*$`: true, `^\d{4}-\d{2}-\d{2}$`: true, `^(0|[1-9][0-9]*)$`: false, `^[a-z]*a$`: false, `[a-z]`: false, `^a`: false, `^(?:a|b)+$`: true, `^.{1,80}$`: true, `^[^\s]+$`: false,
	} {
		source, fault := translate(pattern)
		parsed, err := syntax.Parse(source, syntax.Perl)
		if fault != "" || err != nil {
			t.Fatal(pattern, fault, err)
		}
		if _, ok := newSequence(parsed); ok != want {
			t.Errorf("%s is a sequence: %v", strconv.Quote(pattern), ok)
		}
	}
}
