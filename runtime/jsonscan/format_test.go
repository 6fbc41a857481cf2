package jsonscan_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaOf compiles a schema with the reference validator.
func schemaOf(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("s.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var formats = map[string]struct {
	is    func(string) bool
	seeds []string
}{
	"date-time": {jsonscan.IsDateTime, []string{
		"2025-01-02T03:04:05Z", "2025-01-02t03:04:05z", "2025-01-02T03:04:05.123456789+02:00", "2016-12-31T23:59:60Z", "2016-12-31T15:59:60-08:00",
		"2025-01-02", "2025-01-02 03:04:05", "2025-01-02T03:04:05", "2025-01-02T03:04:05,5Z", "2025-01-02T3:04:05Z", "2025-01-02T03:04:05+24:00",
		"2025-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-02T24:00:00Z", "2025-01-02T03:04:05.Z", "0000-01-01T00:00:00Z", "1735787045",
		"2025-01-02T03:04:05+02:0", "2025-01-02T03:04:60Z",
	}},
	"date":     {jsonscan.IsDate, []string{"2025-01-31", "2025-02-30", "2024-02-29", "1900-02-29", "2000-02-29", "2025-1-31", "2025-04-31", "0000-00-00", "2025/01/31", "20250131", "2025-01-31 "}},
	"time":     {jsonscan.IsTime, []string{"03:04:05Z", "03:04:05z", "03:04:05.5+01:30", "23:59:60Z", "00:29:60+00:30", "23:29:60-00:30", "24:00:00Z", "03:04Z", "03:04:05", "03:04:05+1:30", "12:00:60Z"}},
	"duration": {jsonscan.IsDuration, []string{"P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P2W", "P", "PT", "P1", "PT1D", "P1H", "P1M1Y", "P1Y1Y", "P1DT", "1D", "P1.5D", "P2W1D", "PT1S", "P1Y2D", "PTT1S", "P-1D"}},
	"email": {jsonscan.IsEmail, []string{"a@b", "a.b+c@example.com", `"a b"@c.d`, `"a\"b"@c`, "a@", "@b", "a", ".a@b", "a.@b", "a..b@c", "a@[127.0.0.1]", "a@[IPv6:::1]", "a@[300.0.0.1]", "a@-b",
		strings.Repeat("a", 64) + "@b", strings.Repeat("a", 65) + "@b", "a@b@c", "é@b", `"@b`, `""@b`, "a@[1.2.3.4"}},
	"uri": {jsonscan.IsURI, []string{"https://example.com/a?b=c#d", "http://[::1]:80/", "http://[::1", "mailto:a@b", "urn:isbn:1", "/a/b", "a", "", "http://", "http://a b/", "http://a/b c", "http://a/%zz", "http://a/%20",
		"http://%41/", "http://a:b/", "http://a:80", "http://a:", "http://u:p@h/", "http://u@p@h/", "http://[::1]a/", "http://[fe80::1%25en0]/", "1http://a", "ht+tp.x-://a", ":a", "http:", "http:a%zz", "http:?x%zz#%41", "#a", "a#%zz",
		"http://é.com/é", "http://a\x7f", "http://a/\x00", "http://::1/", "http://a:1:2/", "http://[1.2.3.4]/", "http://[::1]]/", "http://a[b]/", "x:///%", "x:/a:b", "http://a\\b", "http://h?x y", "http://%C3%A9/", "http://<a>/", "http:///a%2", "http://u%zz@h",
		"//a/b", "x://a:b@c:d@e", "http://[::ffff:1.2.3.4]/", "http://a;b=c,d/", "http://`/", "http://{a}/", "x:{}|^", "http://[::1%23]/"}},
	"uuid":     {jsonscan.IsUUID, []string{"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g", "", "{123e4567-e89b-12d3-a456-426614174000}"}},
	"hostname": {jsonscan.IsHostname, []string{"example.com", "a", "a.", "a..b", ".", "", "-a", "a-", "a-b", "a_b", "é", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 127) + "a", "1.2.3.4", "xn--a"}},
	"ipv4":     {jsonscan.IsIPv4, []string{"1.2.3.4", "255.255.255.255", "256.0.0.0", "01.2.3.4", "1.2.3", "1.2.3.4.5", "1.2.3.", "", "1.2.3.4 ", "0.0.0.0", "1.2.3.00"}},
	"ipv6": {jsonscan.IsIPv6, []string{"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2::3", ":::", "1:", ":1", "12345::", "g::", "::1.2.3.4",
		"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::01.2.3.4", "fe80::1%eth0", "1.2.3.4", "", ":", "::ffff:1.2.3.4", "1:2:3:4:5:6:7::8", "1:2:3:4:5:6::8", "::1:", "1.2.3.4::", "::1.2.3.4:5", "1::2:3:4:5:6:7:8", "1:2:3:4:5::6:1.2.3.4", "::1:2:3:4:5:6:1.2.3.4"}},
}

// deviates reports whether v is one of the texts on which the reference is
// laxer than the RFC that defines the format, and this package is not: it reads
// numbers with strconv.Atoi, which takes a sign for a digit.
func deviates(format, v string) bool {
	switch format {
	case "date-time", "time", "ipv4", "email":
		for i := 0; i+1 < len(v); i++ {
			if (v[i] == '+' || v[i] == '-') && v[i+1] >= '0' && v[i+1] <= '9' {
				return true
			}
		}
	}
	return false
}

// Each format agrees with the reference validator on its seeds and on what
// becomes of them by a few random changes.
func TestFormats(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const letters = "0123456789abcdefABCDEFgTtZzPWYMDHS:.-+/@[]%#?& _,\"\\~é"
	for name, f := range formats {
		reference := schemaOf(t, `{"type":"string","format":"`+name+`"}`)
		compare := func(v string) {
			got, want := f.is(v), reference.Validate(v) == nil
			if got != want && !(want && deviates(name, v)) {
				t.Errorf("%s %q: %v, the reference says %v", name, v, got, want)
			}
		}
		for _, v := range f.seeds {
			compare(v)
			for range 4000 {
				b := []byte(v)
				for range 1 + r.IntN(3) {
					c := letters[r.IntN(len(letters))]
					switch i := r.IntN(len(b) + 1); {
					case i == len(b):
						b = append(b, c)
					case r.IntN(3) == 0:
						b = append(b[:i], b[i+1:]...)
					case r.IntN(2) == 0:
						b[i] = c
					default:
						b = append(b[:i], append([]byte{c}, b[i:]...)...)
					}
				}
				compare(strings.ToValidUTF8(string(b), "é"))
			}
			if t.Failed() {
				break
			}
		}
	}
}

func TestFormatsAreStrict(t *testing.T) {
	for _, v := range []string{"+1.2.3.4", "1.2.3.-0"} {
		if jsonscan.IsIPv4(v) {
			t.Errorf("ipv4 %q accepted", v)
		}
	}
	for _, v := range []string{"+1:02:03Z", "01:+2:03Z", "01:02:03+-1:00", "-0:02:03Z"} {
		if jsonscan.IsTime(v) {
			t.Errorf("time %q accepted", v)
		}
	}
}

// Patterns and lengths agree with the reference, also on strings with escapes
// and in the mode that allocates nothing.
func TestPatternAndLength(t *testing.T) {
	p := jsonscan.Pattern{Source: `^[A-Zé]{2}[0-9]+$`}
	reference := schemaOf(t, `{"type":"string","pattern":"^[A-Zé]{2}[0-9]+$","minLength":4,"maxLength":6}`)
	read := func(s *jsonscan.Scanner) int {
		v := s.Text()
		s.MinLength(v, 4)
		s.MaxLength(v, 6)
		s.Pattern(v, &p)
		return 0
	}
	for text, v := range map[string]string{
		`"AB12"`: "AB12", `"\u0041B12"`: "AB12", `"éé12"`: "éé12", `"\u00e9\u00e91"`: "éé1", `"éé12345"`: "éé12345", `"AB12\n"`: "AB12\n", `"ab12"`: "ab12", `""`: "", `"ABCD"`: "ABCD",
		`"\ud83d\ude00\ud83d\ude00"`: "😀😀", `"éé1234"`: "éé1234",
	} {
		want := reference.Validate(v) == nil
		if _, ok := value(t, text, read); ok != want {
			t.Errorf("%s: %v, the reference says %v", text, ok, want)
		}
	}
	broken := jsonscan.Pattern{Source: "("}
	if _, ok := value(t, `"("`, func(s *jsonscan.Scanner) int { s.Pattern(s.Text(), &broken); return 0 }); ok {
		t.Error("a pattern that does not compile matched")
	}
}
