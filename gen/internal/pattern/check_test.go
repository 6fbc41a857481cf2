package pattern

import (
	"regexp"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, source := range []string{
		``, `^a$`, `^[A-Z]{2}[0-9]+$`, `a|b`, `(?:x)+?`, `(?<year>\d{4})`, `\.\-`[:2], `[\w\-.]+`, `\bword\B`, `\p{Lu}\P{Nd}`, `\x41`, `[^\]]`, `a{2,}b{1,3}`, `é+`, `[α-ω]`, `\/`, `\t\n\r\f\v`, `.`, `()`, `a||b`,
	} {
		if why := Check(source); why != "" {
			t.Errorf("%s: refused: %s", source, why)
		}
		if _, err := regexp.Compile(source); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
	for source, want := range map[string]string{
		`(`: "missing closing )", `a)`: "unexpected )", `[a`: "never closed", `*a`: "nothing to repeat", `a**`: "nothing to repeat", `^*`: "nothing to repeat", `(*a)`: "nothing to repeat", `a|*`: "nothing to repeat",
		`a{`: `write \{`, `{2}`: "nothing to repeat", `a{,3}`: `write \{`, `}`: `write \}`, `]`: `write \]`, `a{3,2}`: "invalid repeat count", `a{1001}`: "invalid repeat count",
		`(?i)a`: "(?i is not in ECMA-262", `(?P<n>a)`: "(?P is not in ECMA-262", `(?=a)`: "look-around", `(?<!a)`: "look-around", `(?<n`: "has no end",
		`\s`: "covers more characters", `\S`: "covers more characters", `(a)\1`: "back references", `\k<n>`: "back references", `\u0041`: "write the character itself", `\x{41}`: "write the character itself",
		`\A`: "does not mean the same", `\z`: "does not mean the same", `\Q`: "does not mean the same", `\é`: "does not mean the same", `\-`: `write -`, `\_`: "write _", `\"`: `write "`, `\`: "middle of an escape",
		`\pL`: "with braces", `\p{Greek}`: "general category", `\p{`: "with braces", `[]a]`: `write \]`, `[[:alpha:]]`: "no classes such as", `[\b]`: "does not mean the same", `[z-a]`: "invalid character class range",
	} {
		if why := Check(source); !strings.Contains(why, want) {
			t.Errorf("%s: got %q, want %q", source, why, want)
		}
	}
}

// A pattern is checked in one pass, whatever it holds.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`^[A-Z]{2}[0-9]+$`, `(?<a>b)`, `\p{L}`, `a{1,2}?`, `[^\]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if Check(source) != "" {
			return
		}
		if _, err := regexp.Compile(source); err != nil {
			t.Errorf("%q: accepted, but: %v", source, err)
		}
		Compile(source)
	})
}
