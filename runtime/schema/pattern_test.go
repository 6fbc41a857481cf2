package schema_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/schema"
)

// TestPatterns: what ECMA-262 says about a pattern holds, written for RE2.
func TestPatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern     string
		match, fail []string
	}{
		{`^\d+$`, []string{"12"}, []string{"", "1a", "١", "1\n"}},
		{`^[\w.-]+$`, []string{"a_b.c-d"}, []string{"é", " "}},
		{`^\s$`, []string{" ", "\t", "\u00a0", "\ufeff", "\u2028", "\u3000", "\v"}, []string{"", "x", "\u200b"}},
		{`^\S$`, []string{"x", "\u200b"}, []string{" ", "\u00a0"}},
		{`^[\sx]$`, []string{"x", "\u2029"}, []string{"y"}},
		{`^[^\s]$`, []string{"x"}, []string{"\u1680"}},
		{`^[^\s,-]+$`, []string{"a"}, []string{"a-", "a,b"}},
		{`^\u00e9\u{1F600}\uD83D\uDE00$`, []string{"é😀😀"}, []string{"é"}},
		{`^[\u4e00-\u9fff]+$`, []string{"日本"}, []string{"a"}},
		{`^(?<year>\d{4})-(?:\d{2})$`, []string{"2025-01"}, []string{"2025"}},
		{`^[[]x\/\-$`, []string{"[x/-"}, []string{"x"}},
		{`a|^b`, []string{"xa", "b"}, []string{"xb"}},
		{`^\p{Lu}\P{L}$`, []string{"É1"}, []string{"é1"}},
		{`^a{2,3}?$`, []string{"aa"}, []string{"a"}},
		{`^\cJ?\x41\0$`, nil, nil}, // \c is refused
		{`^\x41\0$`, []string{"A\x00"}, []string{"A"}},
		{`\bfoo\b`, []string{"a foo b"}, []string{"food"}},
		{`^.$`, []string{"x", "é"}, []string{"\n", ""}},
		{``, []string{"", "x"}, nil},
	} {
		s, err := schema.Parse(`{"pattern":`+strconv.Quote(tt.pattern)+`}`, schema.Extended)
		if tt.match == nil {
			if err == nil {
				t.Errorf("%s is accepted", tt.pattern)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		for _, text := range tt.match {
			if got := s.ValidateValue(text); got != nil {
				t.Errorf("%s does not match %q: %v", tt.pattern, text, got)
			}
		}
		for _, text := range tt.fail {
			if got := s.ValidateValue(text); got == nil || got[0].Rule != "pattern" || !strings.Contains(got[0].Message, tt.pattern) {
				t.Errorf("%s matches %q: %v", tt.pattern, text, got)
			}
		}
	}
	for _, pattern := range []string{
		`(?=a)`, `(?!a)`, `(?<=a)b`, `(?<!a)b`, `(a)\1`, `\k<a>`, `(?i)a`, `(?P<a>b)`, `a**`, `*a`, `{1}`, `a{,2}`, `a}`, `]`, `[]a]`, `[a`, `(a`, `a)`,
		`\`, `\u12`, `\uD800`, `\u{110000}`, `\z`, `\A`, `\Q`, `\p{Script=Greek}`, `\pL`, `[\s-z]`, `[a-\s]`, `[z-a]`, `\c1`, `\01`, `(?<a`, `[\b]`, `[\S]`,
	} {
		if _, err := schema.Parse(`{"pattern":`+strconv.Quote(pattern)+`}`, schema.Extended); err == nil {
			t.Errorf("%s is accepted", pattern)
		}
	}
}
