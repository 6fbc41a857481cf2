package runtime

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

var (
	forecastNames = []string{"city", "unit", "days", "tags", "opts", "at"}
	forecastUnits = []string{"celsius", "fahrenheit"}
	deepNames     = []string{"deep"}
)

// scanForecast is a walk as the generator writes it, with the values dropped.
func scanForecast(s *jsonscan.Scanner) {
	o := s.Object(forecastNames)
	for o.Next() {
		switch o.Key() {
		case "city":
			o.Once(0)
			s.MinLength(s.Text(), 1)
		case "unit":
			o.Once(1)
			if s.Null() {
				break
			}
			s.Enum(forecastUnits)
		case "days":
			o.Once(2)
			if s.Null() {
				break
			}
			s.IntIn(1, 7)
		case "tags":
			o.Once(3)
			if s.Null() {
				break
			}
			l := s.Array()
			for l.Next() {
				_ = s.String()
			}
			s.MaxItems(&l, 2)
		case "opts":
			o.Once(4)
			if s.Null() {
				break
			}
			p := s.Object(deepNames)
			for p.Next() {
				switch p.Key() {
				case "deep":
					p.Once(0)
					s.Bool()
				default:
					p.Unknown()
				}
			}
		case "at":
			o.Once(5)
			if s.Null() {
				break
			}
			s.Format(s.Text(), "date-time", jsonscan.IsDateTime)
		default:
			o.Unknown()
		}
	}
	o.Require(1 << 0)
}

func explainForecast(t testing.TB, text string) *ArgsError {
	t.Helper()
	var e *ArgsError
	if err := ExplainArgs("get_weather", text, scanForecast); !errors.As(err, &e) {
		t.Fatalf("%T", err)
	}
	checkArgsText(t, e)
	return e
}

// checkArgsText checks what every text for a model must be.
func checkArgsText(t testing.TB, e *ArgsError) {
	t.Helper()
	text := e.Error()
	if len(text) > 1024 || !utf8.ValidString(text) || strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) >= 0 {
		t.Errorf("%d bytes: %q", len(text), text)
	}
	if len(e.Violations) == 0 {
		t.Error("no violations")
	}
}

func TestArgsErrorTexts(t *testing.T) {
	const prefix = "invalid arguments for get_weather: "
	const wrapped = `city: required property is missing; arguments: unknown property, do not wrap the arguments; ` +
		`send them at the top level: {"city": ..., "unit": ..., "days": ..., "tags": ..., "opts": ..., "at": ...}`
	for _, c := range []struct{ text, want string }{
		{`{"unit":"kelvin","days":9,"citty":"Oslo"}`, `city: required property is missing; ` +
			`unit: must be one of "celsius", "fahrenheit", got "kelvin"; days: must be between 1 and 7, got 9; ` +
			`citty: unknown property, did you mean "city"? allowed: city, unit, days, tags, opts, at`},
		{``, `city: required property is missing`},
		{`null`, `city: required property is missing`},
		{`[1]`, `arguments must be a JSON object, got a JSON array`},
		{`"{}"`, `arguments must be a JSON object, got a JSON string; send the object itself, not its text in a string`},
		{`{"city":42}`, `city: must be a string, got number 42; send "42"`},
		{`{"city":2932809024865746956}`, `city: must be a string, got number 2932809024865746956; send "2932809024865746956"`},
		{`{"city":null}`, `city: must be a string, got null`},
		{`{"city":["x"]}`, `city: must be a string, got an array`},
		{`{"city":""}`, `city: must have at least 1 character, got 0`},
		{`{"city":"x","days":9}`, `days: must be between 1 and 7, got 9`},
		{`{"city":"x","days":"3"}`, `days: must be an integer, got string "3"; send it without quotes`},
		{`{"city":"x","days":""}`, `days: must be an integer, got string ""; leave it out if there is none`},
		{`{"city":"x","days":"null"}`, `days: must be an integer, got string "null"; leave it out if there is none`},
		{`{"city":"x","days":2.5}`, `days: must be an integer, got number 2.5`},
		{`{"city":"x","days":1e999999999}`, `days: must be between 1 and 7, got 1e999999999`},
		{`{"city":"x","days":` + strings.Repeat("9", 1000000) + `}`, `days: must be between 1 and 7, got 9999999999999999... (1000000 characters)`},
		{`{"city":"x","unit":"Celsius"}`, `unit: must be one of "celsius", "fahrenheit", got "Celsius", did you mean "celsius"?`},
		{`{"city":"x","unit":"celsius\n"}`, `unit: must be one of "celsius", "fahrenheit", got "celsius\n", did you mean "celsius"?`},
		{`{"city":"x","unit":""}`, `unit: must be one of "celsius", "fahrenheit", got ""; leave it out if there is none`},
		{`{"city":"x","tags":"a"}`, `tags: must be an array, got string "a"; send ["a"]`},
		{`{"city":"x","tags":"[\"a\", 1"}`, `tags: must be an array, got string "[\"a\", 1"; send the array itself, not its text in a string`},
		{`{"city":"x","tags":{"a":1}}`, `tags: must be an array, got an object`},
		{`{"city":"x","tags":["a","b","c"]}`, `tags: must have at most 2 elements, got 3`},
		{`{"city":"x","tags":["a",null]}`, `tags[1]: must be a string, got null`},
		{`{"city":"x","opts":"{\"deep\":true}"}`, `opts: must be an object, got string "{\"deep\":true}"; send the object itself, not its text in a string`},
		{`{"city":"x","opts":[{"deep":true}]}`, `opts: must be an object, got an array`},
		{`{"city":"x","opts":{"deep":"true"}}`, `opts.deep: must be a boolean, got string "true"; send it without quotes`},
		{`{"city":"x","opts":{"deeep":true}}`, `opts.deeep: unknown property, did you mean "deep"? allowed: deep`},
		{`{"city":"x","at":"2025-01-02 03:04"}`, `at: must be a date-time with offset such as 2025-01-31T09:30:00Z, got "2025-01-02 03:04"`},
		{`{"city":"x","city":"y"}`, `city: the key comes twice; send it once`},
		{`{"city":"x","c\u0069ty":"y"}`, `city: the key comes twice; send it once`},
		{`{"city":"x","timeout":30}`, `timeout: unknown property, allowed: city, unit, days, tags, opts, at`},
		{`{"city":"x","a":1,"b":2}`, `a: unknown property, allowed: city, unit, days, tags, opts, at; b: unknown property`},
		{`{"town":"x"}`, `city: required property is missing; town: unknown property, allowed: city, unit, days, tags, opts, at`},
		{`{"arguments":{"city":"X","days":2}}`, wrapped},
		{`{"arguments":{"arguments":{"city":"X"}}}`, wrapped},
		{`{"arguments":"{\"city\":\"X\"}"}`, wrapped},
		{`{"city":"x","arguments":{"city":"X"}}`, `arguments: unknown property, allowed: city, unit, days, tags, opts, at`},
		{`{"city":"x"`, `arguments are cut off at byte 11, ',' or the closing bracket is missing: your output was too long or stopped early; send less in one call`},
		{`{"city":NaN}`, `arguments are not valid JSON: 'NaN' at byte 8, expected a JSON value: NaN is not JSON, leave the value out or send a number`},
		{`{"city":"x"}{"city":"y"}`, `arguments are not valid JSON: '{' at byte 12, expected nothing more behind the JSON value: extra data after the JSON value; send one value, and one call for each`},
		{`{"opts":` + strings.Repeat("[", 5000), `arguments are nested deeper than 128 levels at byte 135: send a flatter value`},
		{`{"city":"x","days":"` + strings.Repeat("9", 5000) + `"}`, `days: must be an integer, got string`},
	} {
		if got := explainForecast(t, c.text).Error(); got != prefix+c.want {
			t.Errorf("%.200s\ngot  %s\nwant %s", c.text, got, prefix+c.want)
		}
	}
}

func TestArgsErrorIsMalformed(t *testing.T) {
	for text, want := range map[string]bool{
		`{`: true, `{"city":"\ud800"}`: true, "{\"city\":\"\xff\"}": true, strings.Repeat("[", 200): true, `{"city":1,}`: true,
		``: false, `[]`: false, `{"city":1}`: false, `{"city":"a","city":"b"}`: false,
	} {
		if got := explainForecast(t, text).Malformed(); got != want {
			t.Errorf("%.50q: %v", text, got)
		}
	}
	if !(&ArgsError{Violations: []Violation{{Rule: "size"}}}).Malformed() || new(ArgsError).Malformed() {
		t.Error("size is malformed, nothing is not")
	}
}

// Markup of a call that leaked into a string is pointed at when what it names
// is missing, and only then.
func TestArgsErrorMarkupHint(t *testing.T) {
	names := []string{"body", "why", "level"}
	walk := func(s *jsonscan.Scanner) {
		o := s.Object(names)
		for o.Next() {
			switch o.Key() {
			case "body":
				o.Once(0)
				_ = s.String()
			case "why":
				o.Once(1)
				_ = s.String()
			case "level":
				o.Once(2)
				s.Int()
			default:
				o.Unknown()
			}
		}
		o.Require(0b111)
	}
	for _, text := range []string{
		`{"body":"milk</body>\n<parameter name=\"why\">list</parameter>\n<parameter name=\"level\">3"}`,
		`{"body":"milk\u003c/body>\n\u003cparameter name=\"why\">list\u003c/parameter>\n\u003cparameter name=\"level\">3"}`,
		`{"body":"milk</body>\n<why>list</why><level>3"}`,
	} {
		got := ExplainArgs("jot", text, walk).Error()
		if strings.Count(got, "the text of body seems to hold it, as call markup") != 2 || strings.Contains(got, "milk") {
			t.Error(got)
		}
	}
	s := jsonscan.New(`{"body":"see </parameter> in the docs","why":"r","level":1}`)
	if walk(&s); !s.End() {
		t.Error("refused a text that mentions markup")
	}
	if got := ExplainArgs("jot", `{"body":"a < b","level":1}`, walk).Error(); strings.Contains(got, "markup") {
		t.Error(got)
	}
}

// Properties that are called like a wrapper are no wrapper.
func TestArgsErrorWrapperNames(t *testing.T) {
	names := []string{"input", "arguments"}
	got := ExplainArgs("run", `{"input":1}`, func(s *jsonscan.Scanner) {
		o := s.Object(names)
		for o.Next() {
			switch o.Key() {
			case "input":
				o.Once(0)
				_ = s.String()
			case "arguments":
				o.Once(1)
				s.Skip()
			default:
				o.Unknown()
			}
		}
		o.Require(0b11)
	}).Error()
	if got != `invalid arguments for run: input: must be a string, got number 1; send "1"; arguments: required property is missing` {
		t.Error(got)
	}
}

// The text has whole violations, and says how many are left out.
func TestArgsErrorIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"x":1`)
	for i := range 1000 {
		b.WriteString(`,"unknown` + strconv.Itoa(i) + strings.Repeat("é", 30) + `":1`)
	}
	b.WriteString(`}`)
	e := explainForecast(t, b.String())
	text := e.Error()
	if len(e.Violations) != jsonscan.MaxNotes || !strings.HasSuffix(text, " more") || len(text) < 800 {
		t.Errorf("%d violations: %s", len(e.Violations), text)
	}
	more, err := strconv.Atoi(text[strings.LastIndex(text, "and ")+4 : len(text)-len(" more")])
	if shown := strings.Count(text, "; "); err != nil || more+shown != 1002 {
		t.Errorf("shown %d, more %d, want 1002 in all: %s", shown, more, text)
	}
	for _, e := range []*ArgsError{
		{Tool: strings.Repeat("t", 5000), Violations: []Violation{{Path: strings.Repeat("p", 5000), Message: strings.Repeat("é", 5000)}, {Message: "x"}}},
		{Tool: "t", Violations: []Violation{{Message: strings.Repeat("m", 900)}, {Message: strings.Repeat("m", 900)}}},
		{Tool: "t"},
		{Violations: []Violation{{Message: "x"}}},
	} {
		if text := e.Error(); len(text) > 1024 || !utf8.ValidString(text) || text == "" {
			t.Errorf("%d bytes: %s", len(text), text)
		}
	}
}

// Long lists and long patterns leave room for what is wrong.
func TestArgsErrorLongFacts(t *testing.T) {
	values := make([]string, 500)
	for i := range values {
		values[i] = "value_number_" + strconv.Itoa(i)
	}
	p := jsonscan.Pattern{Source: "^(" + strings.Repeat("abc|", 500) + "x)$"}
	e, _ := ExplainArgs("t", `{"a":"value_number","b":"y"}`, func(s *jsonscan.Scanner) {
		for m := s.Map(); m.Next(); {
			if m.Key() == "a" {
				s.Enum(values)
			} else {
				s.Pattern(s.Text(), &p)
			}
		}
	}).(*ArgsError)
	checkArgsText(t, e)
	if text := e.Error(); !strings.Contains(text, `more, got "value_number", did you mean "value_number_0"?`) || !strings.Contains(text, "b: must match the pattern ^(abc|") {
		t.Error(text)
	}
}

// A walk that fails and then finds nothing wrong still ends in an error.
func TestArgsErrorIsNeverEmpty(t *testing.T) {
	e, _ := ExplainArgs("t", `{}`, func(*jsonscan.Scanner) {}).(*ArgsError)
	if e == nil || len(e.Violations) != 1 || e.Error() != "invalid arguments for t: arguments are invalid" {
		t.Errorf("%+v", e)
	}
}

func FuzzArgsError(f *testing.F) {
	for _, text := range []string{``, `{"city":1}`, `{"unit":"kelvin","days":9,"citty":"Oslo"}`, `{"arguments":{"city":"x"}}`, `{"city":"x`, "{\"\\u0000\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := jsonscan.NewCheck(text)
		if scanForecast(&s); s.End() {
			return
		}
		e := explainForecast(t, text)
		if strings.HasSuffix(e.Error(), "arguments are invalid") {
			t.Errorf("%q: refused without a reason", text)
		}
		if again := explainForecast(t, text); again.Error() != e.Error() {
			t.Errorf("%q: %q, then %q", text, e, again)
		}
	})
}
