package jsonscan_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// checkContent reads a string with the given content in all ways, beside
// encoding/json, which replaces what is not UTF-8 where this package refuses.
func checkContent(t *testing.T, content, behind string) {
	t.Helper()
	text := `"` + content + `"` + behind
	var want string
	ok := json.Unmarshal([]byte(text), &want) == nil && utf8.ValidString(content) && !loneSurrogate(content)
	s := jsonscan.New(text)
	got := s.String()
	if done := s.End(); done != ok {
		t.Fatalf("%q: fill says %v, want %v", text, done, ok)
	}
	if ok && got != want {
		t.Fatalf("%q: got %q, want %q", text, got, want)
	}
	s = jsonscan.NewCheck(text)
	got = s.Text()
	if ok && got != want {
		t.Fatalf("%q: check got %q, want %q", text, got, want)
	}
	if done := s.End(); done != ok {
		t.Fatalf("%q: check says %v, want %v", text, done, ok)
	}
	s = jsonscan.NewCheck(text)
	_ = s.String()
	if s.End() != ok {
		t.Fatalf("%q: check without a look says %v, want %v", text, !ok, ok)
	}
	if err := jsonscan.Syntax(text, jsonscan.Limits{}); (err == nil) != ok {
		t.Fatalf("%q: %v, want %v", text, err, ok)
	}
	if ok {
		object := `{` + text + `:1}`
		s := jsonscan.New(object)
		m := s.Map()
		if !m.Next() || m.Key() != want || s.Int() != 1 || m.Next() || !s.End() {
			t.Fatalf("%q: not read as a key", object)
		}
	}
}

// loneSurrogate reports whether valid string content has half of a pair.
func loneSurrogate(content string) bool {
	for i := 0; i+1 < len(content); i++ {
		if content[i] != '\\' {
			continue
		}
		i++
		if content[i] != 'u' || i+5 > len(content) {
			continue
		}
		half := strings.ToLower(content[i+1 : i+3])
		i += 4
		if half >= "dc" && half < "e0" {
			return true
		}
		if half >= "d8" && half < "dc" {
			if i+7 > len(content) || content[i+1:i+3] != `\u` || strings.ToLower(content[i+3:i+5]) < "dc" || strings.ToLower(content[i+3:i+5]) >= "e0" {
				return true
			}
			i += 6
		}
	}
	return false
}

// What matters in a string is found wherever it stands in a block of 64 bytes,
// and across blocks.
func TestContentAtEveryOffset(t *testing.T) {
	parts := []string{
		`\n`, `\"`, `\\`, `\/`, `\u0041`, `\u00e9`, `\u20AC`, `\ud83d\ude00`, `\u0000`, "é", "€", "設", "한", "😀", "\u0800", "\U00010000", "\U0010ffff", "\x7f",
		"\x01", "\n", `\x`, `\u12g4`, `\u12`, `\ud83d`, `\ude00`, `\ud83d\n`, `\ud83dA`, `\ud83d\ud83d`, `\`,
		"\x80", "\xc3", "\xc0\x80", "\xc1\xbf", "\xe2\x82", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xf0\x9f\x98", "\xe2\x28\xa1", "\xc3\xa9\xa9",
	}
	for _, part := range parts {
		for before := range 140 {
			for _, first := range []string{"", `\t`, "ü"} {
				checkContent(t, first+strings.Repeat("x", before)+part, "")
				checkContent(t, first+strings.Repeat("x", before)+part+"y", strings.Repeat(" ", 100))
				checkContent(t, first+strings.Repeat("x", before)+part+"n"+strings.Repeat("z", 70), "")
			}
		}
	}
}

// Random contents of everything that matters.
func TestContentAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{`\n`, `\"`, `\\`, `\u0041`, `\u00e9`, `\ud83d\ude00`, "é", "設", "😀", "plain text", "x", "of some length without anything special in it"}
	bad := []string{"\x02", `\q`, "\xff", "\xc3", "\xe2\x82", `\ud800`, "\t"}
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(20) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if r.IntN(3) == 0 {
			b.WriteString(bad[r.IntN(len(bad))])
			for range r.IntN(10) {
				b.WriteString(parts[r.IntN(len(parts))])
			}
		}
		checkContent(t, b.String(), strings.Repeat(" ", r.IntN(100)))
	}
}

// FuzzContent reads string contents in all ways, beside encoding/json.
func FuzzContent(f *testing.F) {
	f.Add(`\n\t\"plain\\`, 0)
	f.Add(`caf\u00e9 — 設定 😀 \ud83d\ude00`, 63)
	f.Add("\xe2\x82", 130)
	f.Add(`\ud83d`, 70)
	f.Fuzz(func(t *testing.T, content string, before int) {
		if end := strings.IndexByte(strings.NewReplacer(`\\`, "..", `\"`, "..").Replace(content), '"'); end >= 0 {
			content = content[:end] // the string ends here
		}
		checkContent(t, strings.Repeat("x", before&255)+content, "")
		checkContent(t, `\n`+strings.Repeat("é", before&127)+content, strings.Repeat(" ", before&127))
	})
}
