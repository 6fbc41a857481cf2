package jsonscan_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// value runs read over a text that is one value, in both modes that give a
// verdict, and returns what the filling one reads.
func value[T comparable](t testing.TB, text string, read func(*jsonscan.Scanner) T) (v T, ok bool) {
	t.Helper()
	s := jsonscan.New(text)
	v = read(&s)
	ok = s.End()
	c := jsonscan.NewCheck(text)
	read(&c)
	if c.End() != ok {
		t.Errorf("%.60q: filling says %v, checking does not", text, ok)
	}
	notes, total, err := jsonscan.Explain(text, func(s *jsonscan.Scanner) { read(s) })
	if (err == nil && total == 0) != ok {
		t.Errorf("%.60q: filling says %v, explaining says %v, %v", text, ok, notes, err)
	}
	return v, ok
}

func TestIntegers(t *testing.T) {
	million := strings.Repeat("9", 1_000_000)
	for _, c := range []struct {
		text string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"3", 3, true}, {"3.0", 3, true}, {"1e2", 100, true}, {"1.20e1", 12, true},
		{"-0.0e5", 0, true}, {"100e-2", 1, true}, {"0.001e3", 1, true}, {"0e999999999999999999999", 0, true},
		{"9007199254740993", 9007199254740993, true}, {"9007199254740993.0", 9007199254740993, true},
		{"9223372036854775807", math.MaxInt64, true}, {"-9223372036854775808", math.MinInt64, true},
		{"9.223372036854775807e18", math.MaxInt64, true}, {"922337203685477580700e-2", math.MaxInt64, true},
		{"9223372036854775808", 0, false}, {"-9223372036854775809", 0, false}, {"99999999999999999999", 0, false},
		{"18446744073709551616", 0, false}, {"3.5", 0, false}, {"1e-1", 0, false}, {"1e19", 0, false}, {"1e999999999", 0, false},
		{"1e-999999999999999999999", 0, false}, {million, 0, false}, {"0." + million, 0, false}, {"1e" + million, 0, false},
		{"1" + strings.Repeat("0", 1_000_000) + "e-1000000", 1, true},
		{"0." + strings.Repeat("0", 1_000_000) + "1e1000001", 1, true},
		{`"3"`, 0, false}, {"true", 0, false}, {"[3]", 0, false}, {"03", 0, false}, {"3x", 0, false}, {"", 0, false}, {"-", 0, false},
		{"1.", 0, false}, {"1e", 0, false}, {"1.0.0", 0, false}, {"--1", 0, false}, {"+1", 0, false},
	} {
		v, ok := value(t, c.text, (*jsonscan.Scanner).Int64)
		if ok != c.ok || ok && v != c.want {
			t.Errorf("%.40s: %d, %v; want %d, %v", c.text, v, ok, c.want, c.ok)
		}
	}
	for _, c := range []struct {
		text string
		want uint64
		ok   bool
	}{
		{"18446744073709551615", math.MaxUint64, true}, {"1.8446744073709551615e19", math.MaxUint64, true}, {"-0", 0, true},
		{"18446744073709551616", 0, false}, {"-1", 0, false}, {"-18446744073709551616", 0, false},
	} {
		if v, ok := value(t, c.text, (*jsonscan.Scanner).Uint64); ok != c.ok || ok && v != c.want {
			t.Errorf("%s: %d, %v; want %d, %v", c.text, v, ok, c.want, c.ok)
		}
	}
	small := func(s *jsonscan.Scanner) int8 { return s.Int8() }
	for text, want := range map[string]bool{"127": true, "-128": true, "128": false, "-129": false, "1e2": true, "1e3": false} {
		if _, ok := value(t, text, small); ok != want {
			t.Errorf("int8 %s: %v", text, ok)
		}
	}
}

// Integers agree with exact rational arithmetic on random literals.
func TestIntegersAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	digits := func(n int) string {
		b := make([]byte, 1+r.IntN(n))
		for i := range b {
			b[i] = "0000123456789"[r.IntN(13)]
		}
		return string(b)
	}
	for range 200_000 {
		text := strings.TrimLeft(digits(22), "0")
		if text == "" {
			text = "0"
		}
		if r.IntN(2) == 0 {
			text = "-" + text
		}
		if r.IntN(2) == 0 {
			text += "." + digits(6)
		}
		if r.IntN(2) == 0 {
			text += []string{"e", "E", "e+", "e-"}[r.IntN(4)] + strconv.Itoa(r.IntN(24))
		}
		x, _ := new(big.Rat).SetString(text)
		want := x.IsInt() && x.Num().IsInt64()
		s := jsonscan.New(text)
		v := s.Int64()
		if ok := s.End(); ok != want || ok && v != x.Num().Int64() {
			t.Fatalf("%s: %d, %v; want %v", text, v, ok, x)
		}
		wantU := x.IsInt() && x.Num().IsUint64()
		s = jsonscan.New(text)
		u := s.Uint64()
		if ok := s.End(); ok != wantU || ok && u != x.Num().Uint64() {
			t.Fatalf("%s: %d, %v; want %v", text, u, ok, x)
		}
	}
}

func TestFloats(t *testing.T) {
	for _, text := range []string{
		"0", "-0", "0.0", "-0.0", "1", "8.26e-05", "0.1", "0.3", "1e22", "1e23", "123456789012345678", "9007199254740993", "9007199254740992.5",
		"1.7976931348623157e308", "1.7976931348623158e308", "4.9e-324", "2.4e-324", "1e-400", "1e-99999999999999999999", "0e99999999999999999999",
		"3.4028234663852886e38", "1." + strings.Repeat("1", 1000), "0." + strings.Repeat("0", 400) + "1e400", "2.2250738585072014e-308",
		"1.00000000000000011102230246251565404236316680908203124", "1.00000000000000011102230246251565404236316680908203126",
	} {
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		v, ok := value(t, text, (*jsonscan.Scanner).Float64)
		if !ok || math.Float64bits(v) != math.Float64bits(want) {
			t.Errorf("%.60s: %v, %v; want %v", text, v, ok, want)
		}
	}
	for _, text := range []string{
		"1e400", "-1e400", "1e309", "1.7976931348623159e308", "1e99999999999999999999", strings.Repeat("9", 1_000_000), `"1"`, "null", "NaN", "Infinity", "08", "+1", "0x10", "1_000", ".5", "1.", "",
	} {
		if v, ok := value(t, text, (*jsonscan.Scanner).Float64); ok {
			t.Errorf("%.60s: accepted as %v", text, v)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		v := math.Float64frombits(r.Uint64())
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		if r.IntN(2) == 0 {
			v = float64(r.IntN(1e9)) / 1000
		}
		text := strconv.FormatFloat(v, "ge"[r.IntN(2)], r.IntN(25)-1, 64)
		want, err := strconv.ParseFloat(text, 64)
		s := jsonscan.New(text)
		got := s.Float64()
		if ok := s.End(); ok != (err == nil) || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s: %v, %v; want %v, %v", text, got, ok, want, err)
		}
	}
}

func TestFloat32(t *testing.T) {
	read := func(s *jsonscan.Scanner) float32 { return s.Float32(-math.MaxFloat32, math.MaxFloat32) }
	// Through float64 this would round to even twice.
	if v, ok := value(t, "1.000000059604644775390626", read); !ok || v != 1.0000001192092896 {
		t.Errorf("%v, %v", v, ok)
	}
	for text, want := range map[string]bool{"3.4028234663852886e38": true, "3.4028234663852887e38": false, "1e39": false, "1e-50": true, "-3.4028234663852886e+38": true} {
		if _, ok := value(t, text, read); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
}

func TestStrings(t *testing.T) {
	for text, want := range map[string]string{
		`""`:                          "",
		`"a\/b\/c"`:                   "a/b/c",
		`"\u0061"`:                    "a",
		`"\u2028\u00e9"`:              "\u2028é",
		`"\ud83d\ude00"`:              "😀",
		`"a\u0000.txt"`:               "a\x00.txt",
		`"\\u0000"`:                   `\u0000`,
		`"[1, 2, {\"a\": \"true\"}]"`: `[1, 2, {"a": "true"}]`,
		`"what's on Bob's list"`:      "what's on Bob's list",
		`"re\u0301sume\u0301.txt"`:    "re\u0301sume\u0301.txt",
		"\"\x7f\u00a0\U0010ffff\"":    "\x7f\u00a0\U0010ffff",
		`"\b\f\n\r\t\"\\"`:            "\b\f\n\r\t\"\\",
		`"1234567\n1234567"`:          "1234567\n1234567",
		`"12345678\\12345678é"`:       `12345678\12345678é`,
	} {
		if v, ok := value(t, text, (*jsonscan.Scanner).String); !ok || v != want {
			t.Errorf("%s: %q, %v; want %q", text, v, ok, want)
		}
		s := jsonscan.NewCheck(text)
		if v := s.Text(); v != want {
			t.Errorf("checking %s: Text is %q, want %q", text, v, want)
		}
		s.End()
	}
	for _, text := range []string{`"a`, `'a'`, `1`, "\"a\nb\"", `"\x41"`, `"\u12"`, `"\ud800"`, `"\udc00\ud800"`, "\"\xff\"", "\"\xed\xa0\x80\"", `"a"b`, `"a""b"`, "\"\x00\""} {
		if v, ok := value(t, text, (*jsonscan.Scanner).String); ok {
			t.Errorf("%q: accepted as %q", text, v)
		}
	}
}

// Every pair of bytes after a backslash, and every sequence of bytes that may
// be UTF-8, is judged as by encoding/json and utf8.
func TestEveryShortString(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			for _, text := range []string{
				string([]byte{'"', byte(a), byte(b), '"'}),
				string([]byte{'"', '\\', byte(a), byte(b), '"'}),
				string([]byte{'"', byte(a), byte(b), 0x80, '"'}),
				string([]byte{'"', byte(a), byte(b), 0x80, 0xbf, '"'}),
				"\"1234567" + string([]byte{byte(a), byte(b)}) + "89\"",
			} {
				var want string
				ok := json.Unmarshal([]byte(text), &want) == nil && strings.ToValidUTF8(text, "") == text
				s := jsonscan.New(text)
				v := s.String()
				if got := s.End(); got != ok || ok && v != want {
					t.Fatalf("%q: %q, %v; want %q, %v", text, v, got, want, ok)
				}
			}
		}
	}
}

// Strings with escapes of one text share buffers, and none is changed by the
// reads after it.
func TestStringsStay(t *testing.T) {
	var text strings.Builder
	text.WriteString("[")
	for i := range 5000 {
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString(`"` + strings.Repeat(`\n`, i%50) + strconv.Itoa(i) + `\u00e9"`)
	}
	text.WriteString("]")
	s := jsonscan.New(text.String())
	var got []string
	for a := s.Array(); a.Next(); {
		got = append(got, s.String())
	}
	if !s.End() || len(got) != 5000 {
		t.Fatal(len(got))
	}
	for i, v := range got {
		if want := strings.Repeat("\n", i%50) + strconv.Itoa(i) + "é"; v != want {
			t.Fatalf("%d: %q, want %q", i, v, want)
		}
	}
}

func TestBoolNullEnum(t *testing.T) {
	for text, want := range map[string]bool{"true": true, " false ": true, "True": false, "1": false, "tru": false, "truex": false, `"true"`: false, "null": false} {
		if _, ok := value(t, "["+text+"]", func(s *jsonscan.Scanner) bool {
			for a := s.Array(); a.Next(); {
				s.Bool()
			}
			return true
		}); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
	values := []string{"begin", "end", "Maybe, not sure"}
	for text, want := range map[string]string{`"begin"`: "begin", `"\u0065nd"`: "end", `"Maybe, not sure"`: "Maybe, not sure"} {
		if v, ok := value(t, text, func(s *jsonscan.Scanner) string { return s.Enum(values) }); !ok || v != want {
			t.Errorf("%s: %q, %v", text, v, ok)
		}
	}
	for _, text := range []string{`"Begin"`, `"begin\n"`, `" begin"`, `"begin\u00a0"`, `""`, `"begi"`, `"beginn"`, `1`} {
		if v, ok := value(t, text, func(s *jsonscan.Scanner) string { return s.Enum(values) }); ok {
			t.Errorf("%s: accepted as %q", text, v)
		}
	}
	ints := []int64{1, -3, math.MinInt64}
	for text, want := range map[string]bool{"1": true, "1.0": true, "-3": true, "-9223372036854775808": true, "3": false, "9223372036854775808": false, "-1": false, "1.5": false, `"1"`: false, "18446744073709551613": false} {
		if _, ok := value(t, text, func(s *jsonscan.Scanner) int64 { return s.EnumInt(ints) }); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
	for text, want := range map[string]bool{"[null]": true, "[ null , 1]": true, "[nul]": false, "[nullx]": false, "[1]": true} {
		if _, ok := value(t, text, func(s *jsonscan.Scanner) bool {
			for a := s.Array(); a.Next(); {
				if !s.Null() {
					s.Int()
				}
			}
			return true
		}); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
}

// Blank text and null as a whole are an object without members, nothing else is.
func TestEmptyArguments(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "  \n\t": true, "null": true, " null\r\n": true, "{}": true, "{ }": true,
		"nul": false, "null null": false, "[]": false, `"null"`: false, "\u00a0": false, "0": false, "false": false, "null,": false,
	} {
		if _, ok := value(t, text, func(s *jsonscan.Scanner) bool {
			o := s.Object(nil)
			for o.Next() {
				o.Unknown()
			}
			return true
		}); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

func TestDepth(t *testing.T) {
	nest := func(open, close string, n int) string { return strings.Repeat(open, n) + strings.Repeat(close, n) }
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{nest(`{"other":`, "}", 128), false}, // the innermost value is missing
		{strings.Repeat(`{"other":`, 127) + "{}" + strings.Repeat("}", 127), true},
		{strings.Repeat(`{"other":`, 128) + "{}" + strings.Repeat("}", 128), false},
		{strings.Repeat(`{"kids":[`, 63) + "{}" + strings.Repeat("]}", 63), true},
		{strings.Repeat(`{"kids":[`, 64) + "{}" + strings.Repeat("]}", 64), false},
		{strings.Repeat(`{"kids":[`, 100_000), false},
		{`{"name":"` + strings.Repeat("[{", 1000) + `"}`, true},
	} {
		if got := agree(t, fixtures[1], c.text); got != c.ok {
			t.Errorf("%.40s of %d bytes: %v", c.text, len(c.text), got)
		}
	}
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{"city":"Ab","edits":[],"any":` + nest("[", "]", 127) + "}", true},
		{`{"city":"Ab","edits":[],"any":` + nest("[", "]", 128) + "}", false},
		{`{"city":"Ab","edits":[],"unknown":` + nest("[", "]", 127) + "}", true},
		{`{"city":"Ab","edits":[],"unknown":` + nest("[", "]", 128) + "}", false},
		{`{"city":"Ab","edits":[],"unknown":` + strings.Repeat("[", 5_000_000), false},
		{`{"city":"Ab","edits":[],"unknown":` + strings.Repeat(`{"a":`, 200_000), false},
		{`{"city":"Ab","edits":[],"unknown":"` + strings.Repeat("[", 5_000_000) + `"}`, true},
	} {
		if got := agree(t, fixtures[2], c.text); got != c.ok {
			t.Errorf("%.60s of %d bytes: %v", c.text, len(c.text), got)
		}
	}
}

// Keys match byte for byte once they are unescaped.
func TestKeys(t *testing.T) {
	for text, want := range map[string]bool{
		`{"city":"a"}`: true, `{"c\u0069ty":"a"}`: true, `{"\u0063\u0069\u0074\u0079":"a"}`: true,
		`{"City":"a"}`: false, `{"CITY":"a"}`: false, `{"city":"a","City":"b"}`: false, `{"city ":"a"}`: false, `{"cit\u00ff":"a"}`: false,
		`{"city":"a","day\u017f":1}`: false, `{"city":"a","dayſ":1}`: false, `{"city":"a","days":1,"d\u0061ys":1}`: false,
	} {
		if got := agree(t, fixtures[0], text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	names := []string{"skip", `s\u006bip`, "café", ""}
	read := func(s *jsonscan.Scanner) (found string) {
		o := s.Object(names)
		for o.Next() {
			k := o.Key()
			for i, n := range names {
				if n == k {
					found += strconv.Itoa(i)
				}
			}
			o.Ignore()
		}
		return found
	}
	for text, want := range map[string]string{
		`{"skip":1}`: "0", `{"s\u006bip":1}`: "0", `{"s\u212Aip":1}`: "", `{"s\\u006bip":1}`: "1", `{"caf\u00e9":1}`: "2", `{"cafe\u0301":1}`: "", `{"CAFÉ":1}`: "", `{"":1}`: "3",
	} {
		if v, ok := value(t, text, read); !ok || v != want {
			t.Errorf("%s: %q, %v; want %q", text, v, ok, want)
		}
	}
}

func TestDuplicatesInMaps(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":{"x":1},"b":{"x":1}}`: true, `{"a":{"x":1},"a":1}`: false, `{"a":{"x":1,"\u0078":1}}`: false, `{"a":[{"x":1},{"x":1}]}`: true,
		`{"a":[{"x":1,"y":2,"x":1}]}`: false, `{"a\n":1,"a\u000a":1}`: false, `{"a\n":1,"a\\n":1}`: true, `{"":1,"":1}`: false,
		`{"a":{"a":{"a":1}},"b":{"a":{"a":1,"a":1}}}`: false, `{"\ud83d\ude00":1,"😀":1}`: false,
	} {
		for _, read := range []func(s *jsonscan.Scanner) int{
			func(s *jsonscan.Scanner) int { s.Skip(); return 0 },
			func(s *jsonscan.Scanner) int { s.Raw(); return 0 },
			func(s *jsonscan.Scanner) (n int) {
				for m := s.Map(); m.Next(); {
					n += len(m.Key())
					s.Skip()
				}
				return n
			},
		} {
			if _, ok := value(t, text, read); ok != want {
				t.Errorf("%s: %v", text, ok)
			}
		}
	}
}

// A set of keys that is reused finds nothing of the texts before.
func TestKeySetsAreFresh(t *testing.T) {
	for i := range 10_000 {
		text := `{"a":{"k` + strconv.Itoa(i%7) + `":1,"x":2},"x":{"a":1}}`
		s := jsonscan.NewCheck(text)
		s.Skip()
		if !s.End() {
			t.Fatalf("refused %s", text)
		}
	}
}

// A set of keys that were searched one by one would not come to an end here.
func TestManyKeys(t *testing.T) {
	prefix := strings.Repeat("k", 60)
	build := func(n int, last string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := range n {
			b.WriteString(`"` + prefix + strconv.Itoa(i) + `":0,`)
		}
		b.WriteString(`"` + last + `":0}`)
		return b.String()
	}
	for _, c := range []struct {
		last string
		ok   bool
	}{{"other", true}, {prefix + "299999", false}, {`\u006b` + prefix[1:] + "0", false}} {
		text := build(300_000, c.last)
		s := jsonscan.NewCheck(text)
		s.Skip()
		if ok := s.End(); ok != c.ok {
			t.Errorf("last key %s: %v", c.last, ok)
		}
	}
}

func TestUnique(t *testing.T) {
	read := func(s *jsonscan.Scanner) int {
		a := s.Array()
		for a.Next() {
			s.Skip()
			a.Unique()
		}
		return a.Len()
	}
	for text, want := range map[string]bool{
		`[]`: true, `[1,2,3]`: true, `[1,1.0]`: false, `[1,10e-1]`: false, `[100,1e2]`: false, `[0,-0]`: false, `[0,-0.0e7]`: false, `[1,-1]`: true, `[1,10]`: true,
		`["a","\u0061"]`: false, `["a","A"]`: true, `["1",1]`: true, `[true,false,null]`: true, `[true,true]`: false, `[null,null]`: false, `["true",true]`: true,
		`[1e400,10e399]`: false, `[0.1,0.10000000000000000000001]`: true,
		`[[1,2],[2,1]]`: true, `[[1,2],[1.0,2]]`: false, `[{"a":1,"b":2},{"b":2,"a":1}]`: false, `[{"a":1},{"a":2}]`: true, `[{},[]]`: true, `[{},{}]`: false,
		`[{"a":"b"},{"b":"a"}]`: true, `[[[]],[]]`: true, `[{"a":{"x":[1,{"y":2}]}},{"\u0061":{"x":[1e0,{"y":20e-1}]}}]`: false, `["a b","a"]`: true,
		`[ 1 , 2 , 1 ]`: false, `[{"a":1,"b":1},{"a":1}]`: true,
	} {
		if _, ok := value(t, text, read); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
	var b strings.Builder
	for i := range 300_000 {
		b.WriteString(`"` + strings.Repeat("p", 20) + strconv.Itoa(i) + `",`)
	}
	if _, ok := value(t, "["+b.String()+`0]`, read); !ok {
		t.Error("refused")
	}
}

// Kept values of one call are not changed by the next, whatever is pooled.
func TestCallsShareNothing(t *testing.T) {
	one, _ := decodeEverything(everythingText)
	kept, _ := json.Marshal(one)
	for range 100 {
		decodeEverything(strings.ReplaceAll(everythingText, "b\\n", "Q\\t"))
		validateEverything(strings.ReplaceAll(everythingText, "b\\n", "Z\\r"))
	}
	two, ok := decodeEverything(`{"city":"Ab","edits":[]}`)
	if !ok || two.Limit != nil || two.Opts != nil || two.Counts != nil || two.Tags != nil || len(two.Edits) != 0 || two.Edits == nil {
		t.Errorf("left over: %+v", two)
	}
	if now, _ := json.Marshal(one); string(now) != string(kept) {
		t.Errorf("changed:\n%s\n%s", kept, now)
	}
}

func TestCallsAtOnce(t *testing.T) {
	done := make(chan bool)
	for range 100 {
		go func() {
			ok := true
			for range 50 {
				a, decoded := decodeEverything(everythingText)
				ok = ok && decoded && a.Tags[1] == "b\n" && a.Counts["b\t"] == 2 && validateEverything(everythingText) && !validateEverything(fixtures[2].invalid[0])
			}
			done <- ok
		}()
	}
	for range 100 {
		if !<-done {
			t.Fatal("wrong")
		}
	}
}

func TestDecodedValues(t *testing.T) {
	a, ok := decodeEverything(everythingText)
	if !ok {
		t.Fatal("refused")
	}
	got, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"City":"Zürich","Unit":"fahrenheit","Level":-7,"Tags":["a","b\n","c"],"Edits":[` +
		`{"Path":"src/main.go","Line":1,"Replace":true,"Spans":[[1,2],[],[3]]},{"Path":"x","Line":20,"Replace":null,"Spans":null}],"Limit":12,` +
		`"Opts":{"Path":"p","Line":3,"Replace":null,"Spans":null},"Counts":{"a":1,"b\t":2,"c":3},"Ratio":0.25,"Step":0.3,"Small":1.5,` +
		`"When":"2025-01-02T03:04:05Z","Wide":18446744073709551615,"Flag":true,"Ids":[-9223372036854775808,9007199254740993],` +
		`"Any":{},"Root":{"Name":"r","Kids":[{"Name":"k","Kids":null,"Other":null,"Named":null}],"Other":null,"Named":null}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Numbers in parts without a type keep every digit.
func TestRaw(t *testing.T) {
	text := `{"raw":{"id":  9223372036854775807}, "n" : 1.50}`
	s := jsonscan.New(text)
	var got []string
	for m := s.Map(); m.Next(); {
		got = append(got, m.Key(), s.Raw())
	}
	if !s.End() || strings.Join(got, "|") != `raw|{"id":  9223372036854775807}|n|1.50` {
		t.Errorf("%q", got)
	}
}
