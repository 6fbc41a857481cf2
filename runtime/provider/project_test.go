package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/google/go-cmp/cmp"
)

// project projects one tool and returns its JSON with what was lost, or the
// faults.
func project(t testing.TB, target provider.Target, name, parameters string) (text string, report []string) {
	t.Helper()
	list, err := provider.Project(target, []runtime.ToolSchema{{Name: name, Parameters: parameters}})
	var faults *provider.FaultError
	switch {
	case errors.As(err, &faults):
		if len(faults.Faults) == 0 || list != nil {
			t.Errorf("list %v, faults %v", list, faults.Faults)
		}
		for _, f := range faults.Faults {
			report = append(report, f.String())
		}
		return "", report
	case err != nil:
		t.Fatal(err)
	}
	for _, l := range list.Losses {
		report = append(report, l.String())
	}
	return string(list.JSON), report
}

func TestProjectSchemas(t *testing.T) {
	tests := []struct {
		name   string
		target provider.Target
		schema string
		want   string // the projected schema; "" when there is none
		report []string
	}{
		{"no schema", provider.OpenAI, "", `{"type":"object","properties":{},"required":[],"additionalProperties":false}`, nil},
		{"no schema", provider.Gemini, "", `none`, []string{"t: /additionalProperties dropped: that other keys are refused is not told"}},
		{"no properties", provider.OpenAINonStrict, `{"type":"object"}`, `{"type":"object","properties":{}}`, nil},
		{"no properties", provider.Anthropic, `{"type":"object"}`, `{"type":"object"}`, nil},
		{"root that is open", provider.OpenAI, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`,
			[]string{"t: /additionalProperties changed: the object is closed: other keys cannot be sent"}},
		{"optional reference with words", provider.OpenAI,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"An a"}},"additionalProperties":false,"$defs":{"A":{"type":"object","properties":{},"additionalProperties":false}}}`,
			`{"type":"object","properties":{"a":{"description":"An a","anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"required":["a"],"additionalProperties":false,` +
				`"$defs":{"A":{"type":"object","properties":{},"required":[],"additionalProperties":false}}}`,
			[]string{
				"t: /properties/a/$ref changed: is wrapped in anyOf: it must stand alone",
				"t: /properties/a changed: optional becomes required, null stands for absent",
			}},
		{"recursion", provider.OpenAI,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"An a"}},"additionalProperties":false,"$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/$defs/A"}},"additionalProperties":false}}}`,
			`{"type":"object","properties":{"a":{"description":"An a","anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"required":["a"],"additionalProperties":false,` +
				`"$defs":{"A":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"required":["next"],"additionalProperties":false}}}`,
			[]string{
				"t: /$defs/A/properties/next changed: optional becomes required, null stands for absent",
				"t: /properties/a/$ref changed: is wrapped in anyOf: it must stand alone",
				"t: /properties/a changed: optional becomes required, null stands for absent",
			}},
		{"recursion", provider.AnthropicStrict,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"additionalProperties":false,"$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/$defs/A"}},"additionalProperties":false}}}`,
			"", []string{"t: the tool: a recursive schema cannot be expressed; anthropic can"}},
		{"recursion through an optional property", provider.GeminiJSONSchema,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/$defs/A"}}}}}`,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/$defs/A"}}}}}`, nil},
		{"recursion through a required one", provider.GeminiJSONSchema,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"next":{"type":"array","items":{"$ref":"#/$defs/A"}}},"required":["next"]}}}`,
			"", []string{"t: the tool: recursion through required properties cannot be expressed"}},
		{"recursion of the root", provider.AnthropicStrict, `{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}`,
			"", []string{"t: /properties/a/$ref: a recursive schema cannot be expressed; anthropic can"}},
		{"references are copied", provider.Gemini,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"mine"}},"required":["a"],"$defs":{"A":{"type":"string","description":"general"}}}`,
			`{"type":"OBJECT","properties":{"a":{"type":"STRING","description":"mine"}},"required":["a"]}`,
			[]string{"t: /properties/a/$ref changed: the definition is copied here"}},
		{"a reference to nowhere", provider.Gemini, `{"type":"object","properties":{"a":{"$ref":"https://example.com/a"}}}`,
			"", []string{`t: /properties/a/$ref: the reference https://example.com/a leads nowhere in this schema`}},
		{"constants", provider.Gemini, `{"type":"object","properties":{"a":{"const":"x"},"b":{"type":"integer","enum":[1,2]}}}`,
			`{"type":"OBJECT","properties":{"a":{"type":"STRING","enum":["x"]},"b":{"type":"INTEGER","description":"enum [1,2]"}},"propertyOrdering":["a","b"]}`,
			[]string{
				"t: /properties/a changed: the type of the constants is stated",
				"t: /properties/a/const changed: const becomes enum of one value",
				"t: /properties/b/enum described: values of these types cannot be listed",
			}},
		{"exclusive bounds", provider.Gemini, `{"type":"object","properties":{"a":{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":9223372036854775807},"b":{"type":"number","exclusiveMinimum":0}},"required":["a","b"]}`,
			`{"type":"OBJECT","properties":{"a":{"type":"INTEGER","minimum":1,"maximum":9223372036854775806},"b":{"type":"NUMBER","description":"exclusiveMinimum 0"}},"propertyOrdering":["a","b"],"required":["a","b"]}`,
			[]string{
				"t: /properties/a/exclusiveMinimum changed: becomes minimum, which is the same for an integer",
				"t: /properties/a/exclusiveMaximum changed: becomes maximum, which is the same for an integer",
				"t: /properties/b/exclusiveMinimum described: there is no exclusiveMinimum",
			}},
		{"null", provider.Gemini, `{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}`,
			`{"type":"OBJECT","properties":{"a":{"type":"STRING","nullable":true},"b":{"anyOf":[{"type":"INTEGER","nullable":true}]}},"propertyOrdering":["a","b"]}`, nil},
		{"a list of types", provider.Gemini, `{"type":"object","properties":{"a":{"type":["string","integer"],"description":"Either"}}}`,
			`{"type":"OBJECT","properties":{"a":{"anyOf":[{"type":"STRING","description":"Either"},{"type":"INTEGER","description":"Either"}]}}}`,
			[]string{
				"t: /properties/a/type changed: a list of types becomes anyOf",
				"t: /properties/a/description changed: moves into the branches of anyOf, which must stand alone",
			}},
		{"union", provider.OpenAI,
			`{"type":"object","properties":{"a":{"oneOf":[{"type":"object","properties":{"x":{"type":"string"},"kind":{"const":"x"}},"required":["x","kind"],"additionalProperties":false},{"type":"string"}]}},"required":["a"],"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"x"},"x":{"type":"string"}},"required":["kind","x"],"additionalProperties":false},{"type":"string"}]}},"required":["a"],"additionalProperties":false}`,
			[]string{
				"t: /properties/a/oneOf changed: oneOf becomes anyOf",
				`t: /properties/a/oneOf/0/properties changed: the constant "kind" comes first`,
				"t: /properties/a/oneOf/0/properties/kind changed: the type of the constants is stated",
			}},
		{"formats and patterns", provider.OpenAI, `{"type":"object","properties":{"a":{"type":"string","format":"uri","pattern":"^(?=a)"},"b":{"type":"string","format":"uuid","pattern":"^a"}},"required":["a","b"],"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"string","description":"format uri; pattern ^(?=a)"},"b":{"type":"string","pattern":"^a","format":"uuid"}},"required":["a","b"],"additionalProperties":false}`,
			[]string{"t: /properties/a/format described: this format is not known", "t: /properties/a/pattern described: patterns cannot look around"}},
		{"minItems", provider.AnthropicStrict, `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":2},"b":{"type":"array","items":{"type":"string"},"minItems":1}},"additionalProperties":false}`,
			`{"type":"object","properties":{"a":{"type":"array","description":"minItems 2","items":{"type":"string"}},"b":{"type":"array","items":{"type":"string"},"minItems":1}},"additionalProperties":false}`,
			[]string{"t: /properties/a/minItems described: minItems is at most 1"}},
		{"what cannot be rewritten", provider.OpenAI, `{"type":"object","properties":{"a":{"allOf":[{"type":"string"}]},"b":{"type":"string","not":{"const":"x"}},"c":{},"d":{"type":"object"},"e":{"type":"array"}},"additionalProperties":false}`,
			"", []string{
				"t: /properties/a/allOf: allOf cannot be expressed",
				"t: /properties/a: a value of any type cannot be expressed; openai-nonstrict can",
				"t: /properties/b/not: not cannot be expressed",
				"t: /properties/c: a value of any type cannot be expressed; openai-nonstrict can",
				"t: /properties/d: an object with free keys cannot be expressed; openai-nonstrict can",
				"t: /properties/e: an array of any values cannot be expressed; openai-nonstrict can",
			}},
		{"union at the root", provider.Anthropic, `{"type":"object","anyOf":[{"required":["a"]}]}`, "", []string{"t: /anyOf: anyOf is not allowed at the root"}},
		{"names of properties", provider.Anthropic, `{"type":"object","properties":{"filter[id]":{"type":"string"}}}`,
			"", []string{`t: /properties/filter[id]: the name of the property has the character '['; allowed are ASCII letters, digits and "_.-"`}},
		{"names of properties", provider.Gemini, `{"type":"object","properties":{"user-id":{"type":"string"},"ok":{"type":"object","properties":{"user-id":{"type":"string"}}}}}`,
			"", []string{`t: /properties/user-id: the name of the property has the character '-'; allowed are ASCII letters, digits and "_"`}},
		{"malformed", provider.MCP, `{"type":"object","properties":[],"required":"a","$defs":{"A":{"type":"text"}}}`,
			"", []string{"t: /properties: properties must be an object", "t: /required: required must be an array of strings"}},
		{"undeclared", provider.OpenAI, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"],"additionalProperties":false}`,
			"", []string{`t: /required: the required property "b" is not declared`}},
		{"no object", provider.MCP, `{"type":"string"}`, "", []string{`t: the tool: its schema must have "type":"object" at the root`}},
		{"no JSON", provider.MCP, `{"type":`, "", []string{"t: the tool: its schema the text ends after 8 bytes"}},
		{"a key twice", provider.MCP, `{"type":"object","type":"object"}`, "", []string{"t: the tool: its schema has a key twice"}},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+string(tt.target), func(t *testing.T) {
			text, report := project(t, tt.target, "t", tt.schema)
			if tt.name == "no JSON" { // the rest of the message is jsonscan's
				if len(report) != 1 || !strings.HasPrefix(report[0], "t: the tool: its schema ") {
					t.Errorf("report %q", report)
				}
				return
			}
			if diff := cmp.Diff(tt.report, report); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			switch {
			case tt.want == "none":
				if strings.Contains(text, "parameters") {
					t.Errorf("there are parameters: %s", text)
				}
			case !strings.Contains(text, tt.want):
				t.Errorf("got  %s\nwant %s", text, tt.want)
			}
			for _, f := range checkList(tt.target, []byte(orList(text))) {
				t.Errorf("%s in %s", f, text)
			}
		})
	}
}

func orList(text string) string {
	if text == "" {
		return "[]"
	}
	return text
}

func TestProjectNames(t *testing.T) {
	tests := []struct {
		target provider.Target
		name   string
		ok     bool
	}{
		{provider.OpenAI, "get_weather-2", true},
		{provider.OpenAI, "files.read", false},
		{provider.OpenAI, strings.Repeat("a", 64), true},
		{provider.OpenAI, strings.Repeat("a", 65), false},
		{provider.Anthropic, "files.read", false},
		{provider.Gemini, "files.read", true},
		{provider.Gemini, "2nd", false},
		{provider.Gemini, "_2nd", true},
		{provider.MCP, "files.read", true},
		{provider.MCP, "files/read", false},
		{provider.MCP, "", false},
		{provider.MCP, "größe", false},
	}
	for _, tt := range tests {
		text, report := project(t, tt.target, tt.name, "")
		if (text != "") != tt.ok {
			t.Errorf("%s: %q: %s, %v", tt.target, tt.name, text, report)
		}
	}
}

func TestProjectMCP(t *testing.T) {
	tools := []*runtime.Tool{
		{ToolSchema: runtime.ToolSchema{Name: "a", Description: "Reads."}, Title: "A", ReadOnly: true, Output: `{"type":"object"}`},
		{ToolSchema: runtime.ToolSchema{Name: "b"}, Destructive: true, Idempotent: true, OpenWorld: true, Output: `{"type":"string"}`},
	}
	list, err := provider.ProjectTools(provider.MCP, tools)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"name":"a","title":"A","description":"Reads.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object"},` +
		`"annotations":{"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false}},` +
		`{"name":"b","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":true}}]`
	if diff := cmp.Diff(want, string(list.JSON)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(list.Losses) != 1 || list.Losses[0].Tool != "b" {
		t.Errorf("losses %v", list.Losses)
	}
}

// TestProjectLists: what holds for a list as a whole.
func TestProjectLists(t *testing.T) {
	many := make([]runtime.ToolSchema, 129)
	for i := range many {
		many[i] = runtime.ToolSchema{Name: fmt.Sprintf("t%d", i)}
	}
	if _, err := provider.Project(provider.OpenAI, many); err == nil || !strings.Contains(err.Error(), "129 tools; at most 128") {
		t.Errorf("129 tools: %v", err)
	}
	if _, err := provider.Project(provider.AnthropicStrict, many[:21]); err == nil || !strings.Contains(err.Error(), "21 tools; at most 20") {
		t.Errorf("21 tools: %v", err)
	}
	for _, target := range provider.Targets() {
		list, err := provider.Project(target, nil)
		if err != nil || string(list.JSON) != "[]" {
			t.Errorf("%s: no tools: %v, %v", target, list, err)
		}
	}
	if _, err := provider.Project("nobody", nil); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("unknown target: %v", err)
	}
	if _, err := provider.ProjectTools(provider.MCP, []*runtime.Tool{nil}); err == nil || !strings.Contains(err.Error(), "nil") {
		t.Errorf("nil tool: %v", err)
	}
}

// TestProjectLimits: schemas beyond the limits of OpenAI strict are refused.
func TestProjectLimits(t *testing.T) {
	nested := func(levels int) string {
		return strings.Repeat(`{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":`, levels) +
			`{"type":"string"}` + strings.Repeat("}}", levels)
	}
	list := func(n, size int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `%q,`, fmt.Sprintf("%0*d", size, i))
		}
		return `{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","enum":[` + strings.TrimSuffix(b.String(), ",") + `]}},"required":["a"]}`
	}
	wide := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"p%d":{"type":"string"},`, i)
		}
		return `{"type":"object","additionalProperties":false,"properties":{` + strings.TrimSuffix(b.String(), ",") + `}}`
	}
	tests := []struct{ name, schema, fault string }{
		{"10 levels", nested(10), ""},
		{"11 levels", nested(11), "11 levels of objects; at most 10"},
		{"1000 values", list(1000, 4), ""},
		{"1001 values", list(1001, 4), "1001 enum values; at most 1000"},
		{"a long enum", list(251, 60), "bytes in an enum of more than 250 strings; at most 15000"},
		{"a short enum of long strings", list(250, 100), ""},
		{"5000 properties", wide(5000), ""},
		{"5001 properties", wide(5001), "5001 properties; at most 5000"},
		{"text", list(300, 500), "bytes of names, enum and const strings; at most 120000"},
	}
	for _, tt := range tests {
		text, report := project(t, provider.OpenAI, "t", tt.schema)
		if joined := strings.Join(report, "\n"); (text == "") != (tt.fault != "") || text == "" && !strings.Contains(joined, tt.fault) {
			t.Errorf("%s: %.100q", tt.name, report)
		}
	}
}

// TestProjectHostile: schemas that were made to blow up do not.
func TestProjectHostile(t *testing.T) {
	var double strings.Builder
	for i := range 40 {
		fmt.Fprintf(&double, `"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	long := strings.Repeat("x", 1<<17)
	tests := map[string]string{
		"deep":     `{"type":"object","properties":{"a":` + strings.Repeat(`{"type":"array","items":`, 120) + `{"type":"string"}` + strings.Repeat("}", 120) + `}}`,
		"too deep": `{"type":"object","properties":{"a":` + strings.Repeat(`{"type":"array","items":`, 200) + `{"type":"string"}` + strings.Repeat("}", 200) + `}}`,
		"doubling": `{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` + double.String() + `"d40":{"type":"string"}}}`,
		"long text in many branches": `{"type":"object","properties":{"a":{"description":"` + long + `","anyOf":[` +
			strings.TrimSuffix(strings.Repeat(`{"type":"string"},`, 10_000), ",") + `]}}}`,
		"long text copied often": `{"type":"object","properties":{"a":{"anyOf":[` +
			strings.TrimSuffix(strings.Repeat(`{"$ref":"#/$defs/d"},`, 10_000), ",") + `]}},"$defs":{"d":{"type":"string","description":"` + long + `"}}}`,
		"long paths": `{"type":"object","properties":{"` + long[:1<<14] + `":{"type":"object","properties":{` +
			strings.TrimSuffix(manyProperties(5_000), ",") + `}}}}`,
		"a circle of references": `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		"large":                  `{"type":"object","description":"` + strings.Repeat(long, 40) + `"}`,
	}
	for name, schema := range tests {
		for _, target := range provider.Targets() {
			list, err := provider.Project(target, []runtime.ToolSchema{{Name: "t", Parameters: schema}})
			if list != nil {
				if len(list.JSON) > 3*len(schema)+1000 {
					t.Errorf("%s: %s: %d bytes of %d", name, target, len(list.JSON), len(schema))
				}
				for _, f := range checkList(target, list.JSON) {
					t.Errorf("%s: %s: %.200s", name, target, f)
				}
			} else if n := len(err.Error()); n > 6<<20 {
				t.Errorf("%s: %s: an error of %d bytes", name, target, n)
			}
		}
	}
}

func manyProperties(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"p%d":{"type":"string","minLength":1,"uniqueItems":true},`, i)
	}
	return b.String()
}

// FuzzProject: whatever is projected keeps to the table, and nothing panics.
func FuzzProject(f *testing.F) {
	for _, name := range []string{"nested", "special", "constraints", "kinds"} {
		for _, tool := range goldenTools(f, name) {
			f.Add(tool.Parameters)
		}
	}
	f.Add(`{"type":"object","properties":{"a":{"anyOf":[{"anyOf":[{"type":"string"}],"description":"x"},{"$ref":"#"}]}}}`)
	f.Fuzz(func(t *testing.T, schema string) {
		if json.Unmarshal([]byte(schema), new(map[string]any)) != nil && schema != "" {
			return // such as numbers beyond float64, which the checker cannot read
		}
		for _, target := range provider.Targets() {
			list, err := provider.Project(target, []runtime.ToolSchema{{Name: "t", Parameters: schema}})
			if err != nil {
				if list != nil {
					t.Errorf("%s: a list beside %v", target, err)
				}
				continue
			}
			for _, f := range checkList(target, list.JSON) {
				t.Errorf("%s: %s in %s", target, f, list.JSON)
			}
		}
	})
}
