package schema_test

import (
	"slices"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/schema"
)

// TestExtendedMistakes: each keyword with a value that it cannot have is named,
// all of them at once, in the order in which they stand.
func TestExtendedMistakes(t *testing.T) {
	const text = `{
		"$schema": 1, "$id": true, "$comment": null, "deprecated": "yes", "title": 1,
		"type": ["string", "text"],
		"$defs": {"a": {"type": []}, "b": 3, "c": {"$id": "x"}},
		"properties": {"p": {"type": ["null", "null"]}, "q": {"$defs": {}}, "r": {"$ref": 1}, "s": {"$ref": "#/$defs/c%20"}},
		"required": ["p", "p"],
		"additionalProperties": 1, "propertyNames": {"pattern": "[", "minLength": 1}, "items": 3, "prefixItems": [],
		"uniqueItems": 1, "minItems": -1, "maxItems": 1.5, "minLength": "1", "maxLength": 1e99,
		"pattern": 1, "format": "date-Time", "contentEncoding": "base32",
		"minimum": "1", "multipleOf": -1, "enum": [], "anyOf": [], "oneOf": {}, "allOf": []
	}`
	var got []string
	for _, v := range refused(t, "all", text, schema.Extended) {
		got = append(got, v.Path)
	}
	want := []string{
		"$schema", "$id", "$comment", "deprecated", "title", "type",
		"$defs.a.type", "$defs.b", "$defs.c.$id",
		"properties.p.type", "properties.q.$defs", "properties.r.$ref", "properties.s.$ref",
		"required", "additionalProperties", "propertyNames.minLength", "items", "prefixItems",
		"uniqueItems", "minItems", "maxItems", "minLength", "maxLength",
		"pattern", "format", "contentEncoding", "minimum", "multipleOf", "enum", "anyOf", "oneOf", "allOf",
	}
	// What type says wrong is known before the members are gone through.
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestExtendedVerdicts pins what is special about the wider subset: texts are
// valid unless a rule is named.
func TestExtendedVerdicts(t *testing.T) {
	for _, tt := range []struct{ schema, text, path, rule string }{
		{`true`, `[{}]`, "", ""},
		{`{"$ref":"#/definitions/a~1b","definitions":{"a/b":{"type":"string"}},"description":"x"}`, `1`, "", "type"},
		{`{"minimum":3}`, `"a string is no number"`, "", ""},
		{`{"minimum":3}`, `2`, "", "minimum"},
		{`{"required":["a"],"additionalProperties":false}`, `{}`, "a", "required"},
		{`{"required":["a"],"additionalProperties":false}`, `{"a":1}`, "a", "additionalProperties"},
		{`{"required":["a"],"additionalProperties":{"type":"string"}}`, `{"a":1}`, "a", "type"},
		{`{"required":["a"]}`, `{"a":1}`, "", ""},
		{`{"prefixItems":[{"type":"string"},true],"items":false}`, `["a"]`, "", ""},
		{`{"prefixItems":[{"type":"string"},true],"items":false}`, `["a",1,2]`, "", "maxItems"},
		{`{"prefixItems":[{"type":"string"}],"items":{"type":"null"}}`, `["a",1]`, "[1]", "type"},
		{`{"type":"integer","minimum":-1e400,"maximum":123456789012345678901234567890}`, `123456789012345678901234567891`, "", "maximum"},
		{`{"type":"integer"}`, `1e1000000000`, "", ""},
		{`{"type":"integer"}`, `1e-1`, "", "type"},
		{`{"exclusiveMinimum":0.1}`, `0.1000000000000000000000000000`, "", "exclusiveMinimum"},
		{`{"multipleOf":0.01}`, `123456789012345678901234567890.15`, "", ""},
		{`{"multipleOf":0.01}`, `123456789012345678901234567890.155`, "", "multipleOf"},
		{`{"maxLength":2}`, `"😀😀"`, "", ""},
		{`{"maxLength":2}`, `"😀\ud83d\ude00e"`, "", "maxLength"},
		{`{"enum":["a",null,{"x":[1,{"y":2.0,"z":"\u0061"}]}]}`, `{"x":[1.0,{"z":"a","y":20e-1}]}`, "", ""},
		{`{"enum":["a",null,{"x":1}]}`, `{"x":1,"y":2}`, "", "enum"},
		{`{"enum":["a",null,{"x":1}]}`, `"b"`, "", "enum"},
		{`{"enum":["a","b"]}`, `1`, "", "enum"},
		{`{"enum":[1,2]}`, `"a"`, "", "enum"},
		{`{"const":[]}`, `[[]]`, "", "const"},
		{`{"const":"a\"\u00e9\n"}`, `"\u0061\u0022\u00E9\u000a"`, "", ""},
		{`{"const":"a\"\u00e9\n"}`, `"\u0061\u0022\u00E8\u000a"`, "", "const"},
		{`{"const":-0}`, `0.0`, "", ""},
		{`{"uniqueItems":true}`, `[{"a":1,"b":[2]},{"b":[2.0],"a":1e0}]`, "[1]", "uniqueItems"},
		{`{"uniqueItems":true}`, `[1,"1",true,[1],{"1":1}]`, "", ""},
		{`{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"string"}}}]}`, `{"a":1}`, "a", "type"},
		{`{"anyOf":[{"type":"string"},{"minimum":3}]}`, `2`, "", "minimum"},
		{`{"anyOf":[{"maximum":1},{"minimum":3}]}`, `2`, "", "anyOf"},
		{`{"properties":{"v":{"oneOf":[{"maximum":3},{"minimum":1}]}}}`, `{"v":2}`, "v", "oneOf"},
		{`{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"c":1}`, "", "anyOf"},
		{`{"anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"b":{"type":"null"}}}`, `{"b":1}`, "b", "type"},
		{`{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","required":["b"]}]}`, `{"a":1,"c":{"d":1,"d":2}}`, "c.d", "duplicate"},
		{`{"oneOf":[{"type":"object","properties":{"k":{"type":"string","const":"a"},"n":{"type":"integer"}},"required":["k"]},
			{"type":"object","properties":{"k":{"type":"string","const":"b"}},"required":["k"]}]}`, `{"n":"x","k":"a"}`, "n", "type"},
		{`{"oneOf":[{"type":"object","properties":{"k":{"type":"string","const":"a"}},"required":["k"]},
			{"type":"object","properties":{"k":{"type":"string","const":"b"}},"required":["k"]}]}`, `{"k":"c"}`, "k", "enum"},
		{`{"propertyNames":{"pattern":"^x"},"properties":{"y":true}}`, `{"y":1}`, "y", "propertyNames"},
		{`{"propertyNames":{"pattern":"^(0|-?[1-9][0-9]*)$"}}`, `{"-0":1}`, `["-0"]`, "propertyNames"},
		{`{"propertyNames":{"pattern":"^(0|[1-9][0-9]*)$"}}`, `{"10":1,"\u0030":2}`, "", ""},
		{`{"propertyNames":{"pattern":"^(0|[1-9][0-9]*)$"}}`, `{"-1":1}`, `["-1"]`, "propertyNames"},
		{`{"contentEncoding":"base64"}`, `"AQ="`, "", "format"},
		{`{"type":["integer","null"]}`, `"x"`, "", "type"},
	} {
		s := parse(t, tt.schema, schema.Extended)
		got := s.ValidateJSON(tt.text)
		switch {
		case tt.rule == "" && got != nil:
			t.Errorf("%s\n%s: %v", tt.schema, tt.text, got)
		case tt.rule != "" && (len(got) != 1 || got[0].Path != tt.path || got[0].Rule != tt.rule):
			t.Errorf("%s\n%s: %q, want %s at %q", tt.schema, tt.text, got, tt.rule, tt.path)
		}
	}
}

// TestNull: only arguments take null for what may be left out.
func TestNull(t *testing.T) {
	s := parse(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["b"]}`)
	if got := s.ValidateJSON(`{"a":null,"b":"x"}`); len(got) != 1 || got[0].Path != "a" {
		t.Error(got)
	}
	if err := s.ValidateArguments("x", `{"a":null,"b":"x"}`); err != nil {
		t.Error(err)
	}
	if err := s.ValidateArguments("x", `{"a":"x","b":null}`); err == nil {
		t.Error("null for a required property")
	}
	if err := s.CheckOutput(`{"a":1,"b":2}`); err == nil || err.Error() != `invalid output: a: must be a string, got number 1; send "1"; b: must be a string, got number 2; send "2"` {
		t.Error(err)
	}
	if err := s.CheckOutput("[]"); err == nil || err.Error() != "invalid output: the value must be a JSON object, got a JSON array" {
		t.Error(err)
	}
}
