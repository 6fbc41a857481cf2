package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
)

// refused returns the violations of a schema that must not be accepted.
func refused(t *testing.T, name, text string, options ...schema.Option) []runtime.Violation {
	t.Helper()
	_, err := schema.Parse(text, options...)
	var unsupported *schema.UnsupportedError
	if !errors.As(err, &unsupported) || len(unsupported.Violations) == 0 {
		t.Fatalf("%s: %v", name, err)
	}
	if n := len(unsupported.Error()); n > 16*1024 {
		t.Errorf("%s: an error of %d bytes", name, n)
	}
	return unsupported.Violations
}

func repeat(n int, make func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(make(i))
	}
	return b.String()
}

// TestHostileSchemas: whatever comes, there is an answer, soon, and it names the
// place.
func TestHostileSchemas(t *testing.T) {
	for name, tt := range map[string]struct {
		text       string
		path, rule string
	}{
		"deep":                {strings.Repeat(`{"type":"array","items":`, 129) + "{}" + strings.Repeat("}", 129), "", "depth"},
		"deep annotation":     {`{"default":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "}", "", "depth"},
		"long":                {`{"title":"` + strings.Repeat("x", 1<<20) + `"}`, "", "size"},
		"many values":         {`{"default":[` + repeat(100_000, func(int) string { return "1" }) + "]}", "", "size"},
		"truncated":           {`{"type":"obj`, "", "truncated"},
		"empty":               {" ", "", "truncated"},
		"null":                {" null", "", "schema"},
		"a list":              {"[]", "", "schema"},
		"two":                 {"{} {}", "", "syntax"},
		"UTF-8":               {"{\"title\":\"\xff\"}", "", "utf8"},
		"a key twice":         {`{"type":"object","properties":{"a":{},"\u0061":{}}}`, "properties.a", "duplicate"},
		"many properties":     {`{"type":"object","properties":{` + repeat(257, func(i int) string { return fmt.Sprintf(`"p%d":{}`, i) }) + "}}", "properties", "properties"},
		"many required":       {`{"type":"object","required":[` + repeat(30_000, func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + "]}", "required", "required"},
		"many numbers":        {`{"enum":[` + repeat(50_000, strconv.Itoa) + "]}", "enum", "enum"},
		"long value":          {`{"const":[` + repeat(3_000, strconv.Itoa) + "]}", "const", "const"},
		"reference to itself": {`{"$ref":"#"}`, "$ref", "$ref"},
		"reference in a ring": {`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, "$ref", "$ref"},
		"reference to nobody": {`{"properties":{"a":{"$ref":"#/$defs/x"}}}`, "properties.a.$ref", "$ref"},
		"reference elsewhere": {`{"properties":{"a":{"$ref":"https://example.com/x"}}}`, "properties.a.$ref", "$ref"},
		"reference and more":  {`{"properties":{"a":{"$ref":"#","minimum":1}}}`, "properties.a.minimum", "minimum"},
		"ring of choices":     {`{"anyOf":[{"type":"null"},{"$ref":"#"}]}`, "", "$ref"},
		"ring of two choices": {`{"oneOf":[{"type":"null"},{"anyOf":[{"type":"string"},{"$ref":"#/$defs/a"}]}],"$defs":{"a":{"anyOf":[{"$ref":"#"}]}}}`, "", "$ref"},
		"chain of choices":    {`{"$ref":"#/$defs/d0","$defs":{` + repeat(3_000, func(i int) string { return fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"}]}`, i, i+1) }) + `,"d3000":{}}}`, "", "$ref"},
		"definitions inside":  {`{"properties":{"a":{"$defs":{"x":{}}}}}`, "properties.a.$defs", "$defs"},
		"false":               {`{"properties":{"a":false}}`, "properties.a", "schema"},
		"divisor 0":           {`{"multipleOf":0}`, "multipleOf", "multipleOf"},
		"long divisor":        {`{"multipleOf":0.123456789012345678}`, "multipleOf", "multipleOf"},
		"negative length":     {`{"minLength":-1}`, "minLength", "minLength"},
		"huge length":         {`{"maxItems":1e30}`, "maxItems", "maxItems"},
		"many alternatives":   {`{"anyOf":[` + repeat(257, func(i int) string { return `{"const":1}` }) + "]}", "anyOf", "anyOf"},
		"much repetition":     {`{"pattern":"(` + strings.Repeat("a", 200) + `){900}"}`, "pattern", "pattern"},
		"look-ahead":          {`{"pattern":"^(?=a)"}`, "pattern", "pattern"},
		"back reference":      {`{"pattern":"(a)\\1"}`, "pattern", "pattern"},
		"large repetition":    {`{"pattern":"(a{1000}){1000}"}`, "pattern", "pattern"},
		"long pattern":        {`{"pattern":"` + strings.Repeat("a", 3000) + `"}`, "pattern", "pattern"},
		"unknown format":      {`{"format":"iri"}`, "format", "format"},
		"unknown keyword":     {`{"patternProperties":{}}`, "patternProperties", "patternProperties"},
		"property names":      {`{"propertyNames":{"maxLength":3}}`, "propertyNames.maxLength", "propertyNames"},
	} {
		got := refused(t, name, tt.text, schema.Extended)
		if got[0].Path != tt.path || got[0].Rule != tt.rule {
			t.Errorf("%s: %+v", name, got[0])
		}
	}
	if got := refused(t, "many violations", `{"type":"object","properties":{`+repeat(200, func(i int) string {
		return fmt.Sprintf(`"p%d":{%s}`, i, repeat(100, func(j int) string { return fmt.Sprintf(`"k%d":1`, j) }))
	})+"}}"); len(got) != 1000 {
		t.Errorf("%d violations are listed", len(got))
	}
}

// tree is a recursive schema whose alternatives cannot be told apart before
// their end.
const tree = `{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{
	"kid":{"anyOf":[{"$ref":"#/$defs/left"},{"$ref":"#/$defs/right"},{"type":"null"}]}}},
	"left":{"type":"object","properties":{"kid":{"anyOf":[{"$ref":"#/$defs/left"},{"$ref":"#/$defs/right"}]},"l":{"type":"integer"}},"required":["l"]},
	"right":{"type":"object","properties":{"kid":{"oneOf":[{"$ref":"#/$defs/left"},{"$ref":"#/$defs/right"}]},"r":{"type":"integer"}},"required":["r"]}}}`

// TestExponential: alternatives in a recursive schema multiply with the depth of
// a text, unless each is judged once for each place.
func TestExponential(t *testing.T) {
	s := parse(t, tree, schema.Extended)
	for _, depth := range []int{1, 10, 60, 120} {
		for leaf, valid := range map[string]bool{`{"r":1}`: true, `{"l":1}`: true, `{}`: false, `{"l":1,"r":1}`: depth == 1, `{"l":"x"}`: false} {
			text := leaf
			for i := range depth {
				tag := "r"
				if i == depth-1 {
					tag = "x" // the root
				}
				text = `{"kid":` + text + `,"` + tag + `":1}`
			}
			got := s.ValidateJSON(text)
			if (got == nil) != valid {
				t.Errorf("depth %d, %s: %v", depth, leaf, got)
			}
		}
	}
	// Twice the same below each, in a schema that is a conjunction of two.
	s = parse(t, `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},
		"anyOf":[{"properties":{"a":{"$ref":"#/$defs/n"},"b":{"type":"string"}}},{"properties":{"a":{"$ref":"#/$defs/n"}},"required":["c"]}]}}}`, schema.Extended)
	deep := func(leaf string) string { return strings.Repeat(`{"a":`, 120) + leaf + strings.Repeat("}", 120) }
	if got := s.ValidateJSON(deep(`{"b":"x"}`)); got != nil {
		t.Error(got)
	}
	if got := s.ValidateJSON(deep(`{"b":1}`)); got == nil {
		t.Error("accepted")
	}
}

// TestWork: very many alternatives that all nearly match are too much.
func TestWork(t *testing.T) {
	near := repeat(255, func(i int) string {
		return fmt.Sprintf(`{"type":"array","items":{"type":"integer"},"maxItems":%d}`, i)
	})
	s := parse(t, `{"type":"array","items":{"anyOf":[`+near+`,{"minItems":1}]}}`, schema.Extended)
	row := "[" + repeat(500, func(int) string { return "1" }) + "]"
	got := s.ValidateJSON("[" + repeat(200, func(int) string { return row }) + "]")
	if len(got) == 0 || got[0].Rule != "work" || !strings.HasPrefix(got[0].Message, "takes too much work") {
		t.Errorf("%v", got)
	}
	if got := s.ValidateJSON("[" + row + "]"); got != nil {
		t.Error(got)
	}
}

// TestHostileTexts: the other side may be hostile, too.
func TestHostileTexts(t *testing.T) {
	s := parse(t, `{"type":"object","properties":{"list":{"type":"array","uniqueItems":true},"names":{"type":"array","items":{"enum":[`+
		repeat(50_000, func(i int) string { return fmt.Sprintf(`"name-%d"`, i) })+`]}},"n":{"type":"number","multipleOf":0.1,"maximum":1e400}}}`, schema.Extended)
	for name, tt := range map[string]struct {
		text string
		rule string // "" is valid
	}{
		"deep":            {`{"x":` + strings.Repeat("[", 1_000_000), "depth"},
		"deep and closed": {`{"x":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}", "depth"},
		"many elements":   {`{"list":[` + repeat(100_000, strconv.Itoa) + "]}", ""},
		"equal at end":    {`{"list":[` + repeat(100_000, strconv.Itoa) + ",1e0]}", "uniqueItems"},
		"many keys":       {`{` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"k%d":1`, i) }) + "}", ""},
		"a key twice":     {`{` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"k%d":1`, i) }) + `,"k\u0037":1}`, "duplicate"},
		"many names":      {`{"names":[` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"name-%d"`, i%50_000) }) + "]}", ""},
		"many wrong":      {`{"names":[` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"name_%d"`, i) }) + "]}", "enum"},
		"long number":     {`{"n":` + strings.Repeat("1", 1_000_000) + "}", "maximum"},
		"huge exponent":   {`{"n":1e-999999999999999999999}`, "multipleOf"},
		"large multiple":  {`{"n":1` + strings.Repeat("0", 390) + ".1}", ""},
		"not a multiple":  {`{"n":1` + strings.Repeat("0", 390) + ".15}", "multipleOf"},
		"blank":           {"  ", "truncated"},
		"null":            {"null", "type"},
	} {
		got := s.ValidateJSON(tt.text)
		switch {
		case tt.rule == "" && got != nil, tt.rule != "" && (got == nil || got[0].Rule != tt.rule), len(got) > 16:
			t.Errorf("%s: %.300v", name, got)
		}
	}
}

// TestConcurrency: one schema serves all.
func TestConcurrency(t *testing.T) {
	s := parse(t, tree, schema.Extended)
	const valid, invalid = `{"kid":{"r":1,"kid":{"l":2,"kid":{"r":1}}}}`, `{"kid":{"r":1,"kid":{"l":2,"kid":{"r":"x"}}}}`
	want := s.ValidateJSON(invalid)
	if want == nil || s.ValidateJSON(valid) != nil {
		t.Fatal(want)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				if s.ValidateJSON(valid) != nil || !slices.Equal(s.ValidateJSON(invalid), want) {
					t.Error("another verdict")
				}
			}
		})
	}
	all.Wait()
}
