package patterns

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// patterns reads the properties and their patterns from the schema itself.
func patterns(t testing.TB) map[string]*regexp.Regexp {
	var schema struct {
		Properties map[string]struct{ Pattern string }
	}
	if err := json.Unmarshal([]byte(checkSchema), &schema); err != nil {
		t.Fatal(err)
	}
	out := map[string]*regexp.Regexp{}
	for name, p := range schema.Properties {
		out[name] = regexp.MustCompile(p.Pattern)
	}
	if len(out) != 27 {
		t.Fatalf("%d patterns", len(out))
	}
	return out
}

func arguments(t testing.TB, name, value string) string {
	text, err := json.Marshal(map[string]string{name: value})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var seeds = []string{
	"", "a", "b", "ab", "aab", "AB12", "A1", "https://x", "http://", "httpss://", "a_B9", "a-b-c", "a--b", "-a", "v1.2.3", "1.0.10", "01.2.3", "v1.2",
	strings.Repeat("0f", 20), "2024-01-31", "#abc", "#ghijkl", "#ab", "/a/b/", "/é/ü", "//", "ab.abc.", "ab.abc.de.fg.", "a,1,22;a,3,4;", "a,1;",
	"left", "right", "up", "leftright", "'x'", "'é'", "'a'b'", "12:34:56", "é", "ééü", "éüü", "line", "two\nlines", "x", "xx", "xxx", "7", "x7", "zaba", "ÄÖ", "AB", "\x00", "\u2028", "Ä", "foo", "bazz", "abab", "a1",
}

// The generated code agrees with the engine on the seeds and on what mutations
// make of them.
func TestAgainstEngine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	matched := map[string]int{}
	for name, re := range patterns(t) {
		for range 200 {
			for _, v := range seeds {
				for range random.IntN(3) {
					v = mutate(random, v)
				}
				want := re.MatchString(v)
				if want {
					matched[name]++
				}
				if err := ValidateCheck(arguments(t, name, v)); (err == nil) != want {
					t.Fatalf("%s: %q: %s matches: %t, but: %v", name, v, re, want, err)
				}
			}
		}
		if matched[name] == 0 {
			t.Errorf("no string matched %s", re)
		}
	}
}

func mutate(random *rand.Rand, v string) string {
	runes := []rune(v)
	i := random.IntN(len(runes) + 1)
	other := []rune(seeds[random.IntN(len(seeds))])
	switch random.IntN(4) {
	case 0:
		return string(runes[:i])
	case 1:
		return string(runes[i:])
	case 2:
		return string(runes[:i]) + string(other)
	}
	return string(runes[:i]) + string(other[:min(1, len(other))]) + string(runes[i:])
}

// FuzzPatterns does the same with what a fuzzer finds.
func FuzzPatterns(f *testing.F) {
	for _, v := range seeds {
		f.Add(v)
	}
	all := patterns(f)
	f.Fuzz(func(t *testing.T, v string) {
		v = strings.ToValidUTF8(v, "?")
		for name, re := range all {
			if err := ValidateCheck(arguments(t, name, v)); (err == nil) != re.MatchString(v) {
				t.Errorf("%s: %q: %s: %v", name, v, re, err)
			}
		}
	})
}

func TestMessage(t *testing.T) {
	err := ValidateCheck(`{"code":"a1"}`)
	if err == nil || !strings.Contains(err.Error(), "^[A-Z]{2}[0-9]+$") {
		t.Errorf("got %v", err)
	}
}
