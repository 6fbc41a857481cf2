package jsonscan_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

func explain(t testing.TB, f fixture, text string) []string {
	t.Helper()
	agree(t, f, text)
	notes, _, err := jsonscan.Explain(text, f.walk)
	if err != nil {
		t.Fatalf("%.100s: %v", text, err)
	}
	var out []string
	for _, n := range notes {
		tidy(t, n)
		s := n.Path + " " + n.Rule
		for _, p := range []struct{ name, value string }{
			{"key", n.Key}, {"want", n.Want}, {"value", n.Value}, {"low", n.Low}, {"high", n.High}, {"allowed", strings.Join(n.Allowed, "|")}, {"nearest", n.Nearest},
		} {
			if p.value != "" {
				s += " " + p.name + "=" + p.value
			}
		}
		if n.Got != jsonscan.KindInvalid {
			s += " got=" + n.Got.String()
		}
		if n.Size != 0 {
			s += " size=" + strconv.Itoa(n.Size)
		}
		out = append(out, s)
	}
	return out
}

func tidy(t testing.TB, n jsonscan.Note) {
	t.Helper()
	text := fmt.Sprint(n)
	if !utf8.ValidString(text) || strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) >= 0 || len(n.Value) > 300 || len(n.Key) > 100 {
		t.Errorf("not clean or too long: %.300q", text)
	}
}

func TestExplain(t *testing.T) {
	weather, node, every := fixtures[0], fixtures[1], fixtures[2]
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		f    fixture
		text string
		want string // one line for each note
	}{
		{weather, `{"days":9,"unit":"kelvin","citty":"Oslo"}`, `
city required key=city allowed=city|unit|days
unit enum value="kelvin" allowed="celsius"|"fahrenheit" got=string
days maximum value=9 low=1 high=7 got=number
citty additionalProperties key=citty value="Oslo" allowed=city|unit|days nearest=city got=string`},
		{weather, ``, `
city required key=city allowed=city|unit|days`},
		{weather, `[1]`, `
 type want=object got=array`},
		{weather, `"{\"city\":\"x\"}"`, `
 type want=object value="{\"city\":\"x\"}" got=string`},
		// After a mismatch nothing more is said of the value.
		{weather, `{"city":42,"unit":["x"],"days":"3"}`, `
city type want=string value=42 got=number
unit type want=string got=array
days type want=integer value="3" got=string`},
		{weather, `{"city":null,"days":0}`, `
city type want=string value=null got=null
days minimum value=0 low=1 high=7 got=number`},
		{weather, `{"city":"","days":2.5}`, `
city minLength value="" low=1 got=string
days type want=integer value=2.5 low=1 high=7 got=number`},
		{weather, `{"city":"x","days":1e999999999}`, `
days maximum value=1e999999999 low=1 high=7 got=number`},
		{weather, `{"city":"x","days":-` + strings.Repeat("9", 1000) + `}`, `
days minimum value=-999999999999999... (1001 characters) low=1 high=7 got=number`},
		// A key that comes twice is noted, its second value is not looked at.
		{weather, `{"city":"x","days":3,"days":99,"c\u0069ty":""}`, `
city duplicate value="" got=string
days duplicate value=99 got=number`},
		// Unknown keys come behind declared ones, in the order of the text.
		{weather, `{"City":"x","zzz":1,"zzz":2,"dayſ":1,"\u0000":2}`, `
city required key=city allowed=city|unit|days
City additionalProperties key=City value="x" allowed=city|unit|days nearest=city got=string
zzz additionalProperties key=zzz value=1 allowed=city|unit|days got=number
dayſ additionalProperties key=dayſ value=1 allowed=city|unit|days nearest=days got=number
["\u0000"] additionalProperties key=\u0000 value=2 allowed=city|unit|days got=number`},
		// What is long or has a structure is never repeated.
		{weather, `{"city":"x","unit":"` + long + `","` + long + `":{"a":"` + long + `"}}`, `
unit enum allowed="celsius"|"fahrenheit" got=string
["` + strings.Repeat("x", 45) + `..."] additionalProperties key=` + strings.Repeat("x", 45) + `... allowed=city|unit|days got=object`},
		{weather, `{"city":"x","unit":"celsius\n"}`, `
unit enum value="celsius\n" allowed="celsius"|"fahrenheit" nearest="celsius" got=string`},
		{weather, `{"city":"x","unit":" fahrenheit\u00a0"}`, `
unit enum value=" fahrenheit\u00a0" allowed="celsius"|"fahrenheit" nearest="fahrenheit" got=string`},
		{node, `{"kids":[{},{"kids":[{"name":1}],"nam":2}],"named":{"a b":{"name":[]},"x":{"kids":{}},"07":1,"x":2}}`, `
kids[1].kids[0].name type want=string value=1 got=number
kids[1].nam additionalProperties key=nam value=2 allowed=name|kids|other|named nearest=name got=number
named["a b"].name type want=string got=array
named.x.kids type want=array got=object
named["07"] type want=object value=1 got=number
named.x duplicate value=2 got=number`},
		{every, `{"city":"x","edits":[{"line":0,"path":"p"},{}],"tags":[],"level":2,"ids":[1,2,1.0,4611686018427387905],"when":"2025-01-02","step":0.25,"ratio":1.1,"wide":-1}`, `
city minLength value="x" low=2 got=string size=1
city pattern want=^[A-Z] value="x" got=string
level enum value=2 allowed=1|3|-7 got=number
tags minItems low=1 got=array
edits[0].line minimum value=0 low=1 high=1 got=number
edits[1].path required key=path allowed=path|line|replace|spans
edits[1].line required key=line allowed=path|line|replace|spans
ratio exclusiveMaximum value=1.1 low=1.1 high=1.1 got=number
step multipleOf value=0.25 low=0.1 high=0.1 got=number
when format want=date-time value="2025-01-02" got=string
wide minimum value=-1 low=0 high=18446744073709551615 got=number
ids[2] uniqueItems value=1.0 got=number
ids[3] maximum value=4611686018427387905 low=4611686018427387904 high=4611686018427387904 got=number`},
		// Keys that come twice are found in what is skipped, with their path.
		{every, `{"city":"Ab","edits":[],"any":[0,{"x":{"y":1,"\u0079":2}}],"more":{"z":[{"k":1,"k":[]}]}}`, `
any[1].x.y duplicate value=2 got=number
more.z[0].k duplicate got=array`},
		{every, `{"city":"Ab","edits":[],"edits":[{"line":"x"}],"small":1e39,"limit":99999999999999999999}`, `
edits duplicate got=array
limit maximum value=99999999999999999999 low=` + strconv.Itoa(math.MinInt) + ` high=` + strconv.Itoa(math.MaxInt) + ` got=number
small maximum value=1e39 low=-3.4028234663852886e+38 high=3.4028234663852886e+38 got=number`},
	} {
		if got, want := "\n"+strings.Join(explain(t, c.f, c.text), "\n"), c.want; got != want {
			t.Errorf("%.200s\ngot:%s\nwant:%s", c.text, got, want)
		}
	}
}

func TestExplainOptional(t *testing.T) {
	notes, _, _ := jsonscan.Explain(`{"city":"","unit":"","days":"{"}`, fixtures[0].walk)
	if len(notes) != 3 || notes[0].Optional || !notes[1].Optional || !notes[2].Optional || notes[1].Encoded || !notes[2].Encoded {
		t.Errorf("%+v", notes)
	}
}

// The same text always gets the same first notes, in schema order, whatever
// order its keys come in.
func TestExplainKeepsTheFirst(t *testing.T) {
	var items []string
	for i := range 100 {
		items = append(items, `{"nam`+strconv.Itoa(i)+`":1}`)
	}
	text := `{"other":{"name":1},"kids":[` + strings.Join(items, ",") + `],"name":2}`
	notes, total, err := jsonscan.Explain(text, fixtures[1].walk)
	if err != nil || total != 102 || len(notes) != jsonscan.MaxNotes {
		t.Fatalf("%d of %d, %v", len(notes), total, err)
	}
	if notes[0].Path != "name" || notes[1].Path != "kids[0].nam0" || notes[15].Path != "kids[14].nam14" {
		t.Errorf("%+v", notes)
	}
}

// A million violations, and paths as deep as they go, cost no more than time in
// proportion to the text.
func TestExplainHostile(t *testing.T) {
	for name, text := range map[string]string{
		"elements":   `{"kids":[` + strings.Repeat("1,", 1_000_000) + `1]}`,
		"keys":       `{"k":0` + manyKeys(300_000) + `}`,
		"duplicates": `{"name":""` + strings.Repeat(`,"name":""`, 300_000) + `}`,
		"deep":       strings.Repeat(`{"kids":[`, 63) + strings.Repeat("1,", 100_000) + "1" + strings.Repeat("]}", 63),
		"backwards":  `{"named":{` + strings.Repeat(`"a":1,`, 200_000) + `"a":1},"name":1}`,
		"long keys":  strings.Repeat(`{"named":{"`+strings.Repeat("k", 10_000)+`":`, 60) + "1" + strings.Repeat("}}", 60),
	} {
		notes, total, err := jsonscan.Explain(text, fixtures[1].walk)
		if err != nil || total == 0 {
			t.Errorf("%s: %v, %d", name, err, total)
		}
		for _, n := range notes {
			tidy(t, n)
		}
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"k` + strconv.Itoa(i) + `":0`)
	}
	return b.String()
}

func TestNearest(t *testing.T) {
	names := []string{"file_path", "oldText", "limit", "cypher", "id"}
	near := func(key string) string {
		notes, _, err := jsonscan.Explain(`{"`+key+`":1}`, func(s *jsonscan.Scanner) {
			o := s.Object(names)
			for o.Next() {
				o.Unknown()
			}
		})
		if err != nil || len(notes) != 1 {
			t.Fatal(notes, err)
		}
		return notes[0].Nearest
	}
	for key, want := range map[string]string{
		"filePath": "file_path", "FILE-PATH": "file_path", "path": "file_path", "old_text": "oldText", "limt": "limit", "lmiit": "limit", "LIMIT": "limit",
		"query": "", "ID": "id", "x": "", "": "", "limits": "limit", "zzzzzz": "",
	} {
		if got := near(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
