package jsonscan_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

type level int16
type degrees float64
type share float32

// Bounds of numbers agree with the reference, which computes with exact
// rationals, above all where a float64 cannot tell a literal from the bound.
func TestBounds(t *testing.T) {
	bounds := []float64{0, 1, -1, 0.1, 0.3, 7, 1.1, 1e21, 100, 2.5, 1e-7, 0.01}
	type rule struct {
		keyword string
		check   func(s *jsonscan.Scanner, bound float64)
	}
	rules := []rule{
		{"minimum", func(s *jsonscan.Scanner, b float64) { jsonscan.Minimum(s, s.Float64(), b) }},
		{"maximum", func(s *jsonscan.Scanner, b float64) { jsonscan.Maximum(s, degrees(s.Float64()), degrees(b)) }},
		{"exclusiveMinimum", func(s *jsonscan.Scanner, b float64) { jsonscan.ExclusiveMinimum(s, s.Float64(), b) }},
		{"exclusiveMaximum", func(s *jsonscan.Scanner, b float64) { jsonscan.ExclusiveMaximum(s, s.Float64(), b) }},
		{"multipleOf", func(s *jsonscan.Scanner, b float64) { jsonscan.MultipleOf(s, s.Float64(), b) }},
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, b := range bounds {
		text := strconv.FormatFloat(b, 'g', -1, 64)
		for _, rule := range rules {
			if rule.keyword == "multipleOf" && b <= 0 {
				continue
			}
			reference := schemaOf(t, `{"type":"number","`+rule.keyword+`":`+text+`}`)
			literals := []string{text, "-" + strings.TrimPrefix(text, "-"), "0", "-0.0", "1e-30", "0.2", "0.30000000000000004", "0.3", "0.7", "35e-2", "1e22", "1e21", "1.0", "700e-2", "1000000"}
			if !strings.ContainsAny(text, "e") {
				dot := "."
				if strings.Contains(text, ".") {
					dot = ""
				}
				for _, tail := range []string{"0", "00000000000000000000001", "000000000000000000000000", "5"} {
					literals = append(literals, text+dot+tail)
				}
			}
			for range 200 {
				literals = append(literals, strconv.FormatFloat(float64(r.IntN(200)-100)*b, 'g', -1, 64), strconv.FormatFloat(float64(r.IntN(100000)-500)/100, 'f', -1, 64))
			}
			literals = append(literals, "0.09999999999999999999999999", "1.09999999999999999999999999", "0.99999999999999999999999", "1.00000000000000000000000001")
			for _, l := range literals {
				want := reference.Validate(json.Number(l)) == nil
				if _, ok := value(t, l, func(s *jsonscan.Scanner) int { rule.check(s, b); return 0 }); ok != want {
					t.Errorf("%s %s: %s: %v, the reference says %v", rule.keyword, text, l, ok, want)
				}
			}
		}
	}
}

func TestFloatIn(t *testing.T) {
	read := func(s *jsonscan.Scanner) float64 { return s.FloatIn(0.1, 1.1) }
	for text, want := range map[string]bool{
		"0.1": true, "0.10": true, "1.1": true, "0.5": true, "0.09999999999999999999999": false, "0.1000000000000000000001": true,
		"1.1000000000000000000001": false, "1.0999999999999999999999999": true, "0": false, "2": false, "-0.1": false,
	} {
		if _, ok := value(t, text, read); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
}

func TestBoundsOfOtherTypes(t *testing.T) {
	for _, c := range []struct {
		text string
		rule func(s *jsonscan.Scanner)
		want bool
	}{
		{"3", func(s *jsonscan.Scanner) { jsonscan.Minimum(s, level(s.Int16()), 3) }, true},
		{"2", func(s *jsonscan.Scanner) { jsonscan.Minimum(s, level(s.Int16()), 3) }, false},
		{"18446744073709551615", func(s *jsonscan.Scanner) { jsonscan.Maximum(s, s.Uint64(), 18446744073709551614) }, false},
		{"18446744073709551614", func(s *jsonscan.Scanner) { jsonscan.Maximum(s, s.Uint64(), 18446744073709551614) }, true},
		{"-128", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, s.Int8(), 64) }, true},
		{"-127", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, s.Int8(), 64) }, false},
		{"0.1", func(s *jsonscan.Scanner) { jsonscan.Minimum(s, share(s.Float32(-1, 1)), 0.1) }, true},
		{"0.0999999999999", func(s *jsonscan.Scanner) { jsonscan.Minimum(s, share(s.Float32(-1, 1)), 0.1) }, false},
		{"0.3", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, share(s.Float32(-1, 1)), 0.1) }, true},
		{"5", func(s *jsonscan.Scanner) { jsonscan.ExclusiveMaximum(s, s.Int(), 5) }, false},
		{"5.0", func(s *jsonscan.Scanner) { jsonscan.ExclusiveMinimum(s, s.Uint8(), 5) }, false},
		{"-0.0", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, s.Float64(), 0.1) }, true},
		{"1e300", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, s.Float64(), 0.7) }, false},
		{"7e300", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, s.Float64(), 0.7) }, true},
		{"1e-400", func(s *jsonscan.Scanner) { jsonscan.MultipleOf(s, s.Float64(), 0.1) }, false},
	} {
		if _, ok := value(t, c.text, func(s *jsonscan.Scanner) int { c.rule(s); return 0 }); ok != c.want {
			t.Errorf("%s: %v", c.text, ok)
		}
	}
}

// referenceEverything is the schema that the generator would write for Everything.
const referenceEverything = `{"type":"object","required":["city","edits"],"properties":{
	"city":{"type":"string","minLength":2,"maxLength":20,"pattern":"^[A-Z]"},
	"unit":{"enum":["celsius","fahrenheit",null]},
	"level":{"enum":[1,3,-7,null]},
	"tags":{"type":["array","null"],"items":{"type":"string"},"uniqueItems":true,"minItems":1,"maxItems":9},
	"edits":{"type":"array","items":{"$ref":"#/$defs/edit"}},
	"limit":{"type":["integer","null"],"minimum":-9223372036854775808,"maximum":9223372036854775807},
	"opts":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/edit"}]},
	"counts":{"type":["object","null"],"additionalProperties":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}},
	"ratio":{"type":["number","null"],"minimum":0,"exclusiveMaximum":1.1},
	"step":{"type":["number","null"],"multipleOf":0.1,"minimum":-1.7976931348623157e308,"maximum":1.7976931348623157e308},
	"small":{"type":["number","null"],"minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},
	"when":{"type":["string","null"],"format":"date-time"},
	"wide":{"type":["integer","null"],"minimum":0,"maximum":18446744073709551615},
	"flag":{"type":["boolean","null"]},
	"ids":{"type":["array","null"],"items":{"type":"integer","minimum":-9223372036854775808,"maximum":4611686018427387904},"uniqueItems":true},
	"any":true,
	"root":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/node"}]}},
	"$defs":{
	"edit":{"type":"object","required":["path","line"],"additionalProperties":false,"properties":{
		"path":{"type":"string"},"line":{"type":"integer","minimum":1,"maximum":9223372036854775807},"replace":{"type":["boolean","null"]},
		"spans":{"type":["array","null"],"items":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}}}}},
	"node":{"type":"object","additionalProperties":false,"properties":{
		"name":{"type":"string"},"kids":{"type":["array","null"],"items":{"$ref":"#/$defs/node"}},
		"other":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/node"}]},
		"named":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/node"}}}}}}`

// All modes agree with each other and with the reference validator on texts
// that random changes made of valid ones. Texts that only the reading rules
// refuse (duplicate keys, depth) are left out of the second comparison.
func TestMutations(t *testing.T) {
	reference := schemaOf(t, referenceEverything)
	r := rand.New(rand.NewPCG(9, 10))
	seeds := []string{everythingText}
	for range 4 { // most changes make a valid text invalid, few the other way
		seeds = append(seeds, fixtures[2].valid...)
	}
	seeds = append(seeds, fixtures[2].invalid...)
	accepted := 0
	n := 40_000
	if testing.Short() {
		n = 4_000
	}
	for range n {
		text := mutate(r, seeds[r.IntN(len(seeds))])
		ok := agree(t, fixtures[2], text)
		if ok {
			accepted++
		}
		if want, comparable := judge(reference, text); comparable && ok != want {
			notes, _, err := jsonscan.Explain(text, fixtures[2].walk)
			t.Fatalf("%s\naccepted: %v, the reference says %v\n%+v %v", text, ok, want, notes, err)
		}
	}
	t.Logf("%d of %d accepted", accepted, n)
}

// judge returns the verdict of the reference, and whether it counts.
func judge(reference *jsonschema.Schema, text string) (ok, comparable bool) {
	if jsonscan.Syntax(text, jsonscan.Limits{}) != nil {
		return false, true
	}
	s := jsonscan.NewCheck(text)
	s.Skip()
	if !s.End() {
		return false, false // duplicate keys
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return false, false
	}
	if hugeExponent.MatchString(text) { // the reference would have to build that number
		return false, false
	}
	return reference.Validate(doc) == nil, true
}

var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{4}`)

var pieces = []string{
	`null`, `true`, `0`, `-1`, `1.5`, `3.0`, `1e2`, `""`, `"a"`, `"\u0061"`, `[]`, `{}`, `[1]`, `{"a":1}`, `,`, `:`, `"`, `{`, `}`, `[`, `]`, ` `, `\`, `\n`, `é`, "\x01", "\xff",
	`18446744073709551616`, `9007199254740993`, `"celsius"`, `0.30000000000000000000001`, `\ud800`, `"city":"Xy"`, `,"new":{}`, `"tags":["a"]`, `"days":1`, `'`, `x`, `-`, `.`, `9`,
}

func mutate(r *rand.Rand, text string) string {
	for range 1 + r.IntN(2) {
		i, j := r.IntN(len(text)+1), r.IntN(len(text)+1)
		if i > j {
			i, j = j, i
		}
		switch r.IntN(5) {
		case 0:
			text = text[:i] + pieces[r.IntN(len(pieces))] + text[i:]
		case 1:
			if j-i > 8 {
				j = i + 8
			}
			text = text[:i] + text[j:]
		case 2: // another value for one that is there
			if k := strings.IndexAny(text[i:], ":[,"); k >= 0 {
				start := i + k + 1
				end := start
				for end < len(text) && !strings.ContainsRune(",]}", rune(text[end])) {
					end++
				}
				text = text[:start] + pieces[r.IntN(len(pieces))] + text[end:]
			}
		case 3: // the same again elsewhere
			if j-i > 40 {
				j = i + 40
			}
			k := r.IntN(len(text) + 1)
			text = text[:k] + text[i:j] + text[k:]
		case 4:
			if i < len(text) {
				b := []byte(text)
				b[i] ^= 1 << r.IntN(8)
				text = string(b)
			}
		}
	}
	return text
}
