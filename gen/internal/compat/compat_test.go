package compat

import (
	"slices"
	"strings"
	"testing"
)

// schemas wraps the schema of one property p.
func document(property, more string) string {
	return `{"type":"object","properties":{"p":` + property + `}` + more + `,"additionalProperties":false}`
}

func compare(t *testing.T, old, new Tool) []string {
	t.Helper()
	changes, err := Compare([]Tool{old}, []Tool{new})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range changes {
		line := c.Path + ": " + c.What + " [" + string(c.Class) + "]"
		out = append(out, strings.TrimPrefix(line, ": "))
	}
	return out
}

// Each change of a property of the arguments, and what it is in the result.
func TestProperties(t *testing.T) {
	const breaking, additive, wording = "[breaking]", "[additive]", "[wording]"
	for _, c := range []struct{ old, new, what, input, output string }{
		{`{"type":"integer"}`, `{"type":"number"}`, "type changed from integer to number", additive, breaking},
		{`{"type":"number"}`, `{"type":"integer"}`, "type changed from number to integer", breaking, additive},
		{`{"type":"string"}`, `{"type":"integer"}`, "type changed from string to integer", breaking, breaking},
		{`{"type":"string"}`, `{}`, "type changed from string to any", additive, breaking},
		{`{"type":"string"}`, `{"type":["string","null"]}`, "type changed from string to null or string", additive, breaking},
		{`{"type":"string","enum":["a","b"]}`, `{"type":"string","enum":["b"]}`, `value "a" removed`, breaking, additive},
		{`{"type":"string","enum":["b"]}`, `{"type":"string","enum":["a","b"]}`, `value "a" added`, additive, breaking},
		{`{"type":"string"}`, `{"type":"string","enum":["a"]}`, `limited to "a"`, breaking, additive},
		{`{"type":"string","const":"a"}`, `{"type":"string"}`, `no longer limited to "a"`, additive, breaking},
		{`{"type":"integer","minimum":1}`, `{"type":"integer","minimum":2}`, "minimum changed from 1 to 2", breaking, additive},
		{`{"type":"integer","minimum":9007199254740993}`, `{"type":"integer","minimum":9007199254740992}`, "minimum changed from 9007199254740993 to 9007199254740992", additive, breaking},
		{`{"type":"integer","maximum":1}`, `{"type":"integer","maximum":2}`, "maximum changed from 1 to 2", additive, breaking},
		{`{"type":"integer"}`, `{"type":"integer","exclusiveMaximum":2}`, "exclusiveMaximum=2 added", breaking, additive},
		{`{"type":"string","maxLength":3}`, `{"type":"string"}`, "maxLength=3 removed", additive, breaking},
		{`{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^b"}`, `pattern changed from "^a" to "^b"`, breaking, breaking},
		{`{"type":"string"}`, `{"type":"string","format":"date"}`, `format "date" added`, breaking, additive},
		{`{"type":"array","uniqueItems":true}`, `{"type":"array"}`, "uniqueItems true removed", additive, breaking},
		{`{"type":"string","default":"a"}`, `{"type":"string","default":"b"}`, `default changed from "a" to "b"`, breaking, breaking},
		{`{"type":"string"}`, `{"type":"string","default":"b"}`, `default "b" added`, additive, additive},
		{`{"type":"string","description":"x"}`, `{"type":"string"}`, "description changed", wording, wording},
		{`{"type":"object"}`, `{"type":"object","additionalProperties":false}`, "closed: unknown properties are refused now", breaking, additive},
		{`{"type":"object","additionalProperties":false}`, `{"type":"object"}`, "open: unknown properties are ignored now", additive, breaking},
		{`{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"oneOf":[{"type":"string"}]}`, "variant null removed", breaking, additive},
	} {
		got := compare(t, Tool{Name: "x", Parameters: document(c.old, ""), Output: document(c.old, "")}, Tool{Name: "x", Parameters: document(c.new, ""), Output: document(c.new, "")})
		want := []string{"arguments.p: " + c.what + " " + c.input, "result.p: " + c.what + " " + c.output}
		if !slices.Equal(got, want) {
			t.Errorf("%s to %s\ngot  %q\nwant %q", c.old, c.new, got, want)
		}
		if same := compare(t, Tool{Name: "x", Parameters: document(c.old, "")}, Tool{Name: "x", Parameters: document(c.old, "")}); same != nil {
			t.Errorf("%s differs from itself: %q", c.old, same)
		}
	}
}

func TestObjects(t *testing.T) {
	const ab = `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}`
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{ab, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, []string{"arguments.b: removed [breaking]", "result.b: removed [breaking]"}},
		{`{"type":"object","properties":{}}`, ab, []string{"arguments.a: added, and required [breaking]", "arguments.b: added [additive]", "result.a: added [additive]", "result.b: added [additive]"}},
		{ab, strings.Replace(ab, `["a"]`, `["a","b"]`, 1), []string{"arguments.b: required now [breaking]", "result.b: required now [additive]"}},
		{strings.Replace(ab, `["a"]`, `["a","b"]`, 1), ab, []string{"arguments.b: no longer required [additive]", "result.b: no longer required [breaking]"}},
	} {
		got := compare(t, Tool{Name: "x", Parameters: c.old, Output: c.old}, Tool{Name: "x", Parameters: c.new, Output: c.new})
		if !slices.Equal(got, c.want) {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

// Types that contain themselves are compared once, and renamed definitions are
// no change.
func TestRecursion(t *testing.T) {
	tree := func(name, value string) string {
		return `{"type":"object","properties":{"root":{"$ref":"#/$defs/` + name + `"}},"$defs":{"` + name + `":{"type":"object","properties":{"value":` + value + `,"kids":{"type":"array","items":{"$ref":"#/$defs/` + name + `"}}}}}}`
	}
	if got := compare(t, Tool{Name: "x", Parameters: tree("Node", `{"type":"string"}`)}, Tool{Name: "x", Parameters: tree("Tree", `{"type":"string"}`)}); got != nil {
		t.Errorf("a renamed definition: %q", got)
	}
	got := compare(t, Tool{Name: "x", Parameters: tree("Node", `{"type":"number"}`)}, Tool{Name: "x", Parameters: tree("Node", `{"type":"integer"}`)})
	if want := []string{"arguments.root.value: type changed from number to integer [breaking]"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestTools(t *testing.T) {
	const none = `{"type":"object"}`
	changes, err := Compare(
		[]Tool{{Package: "p", Function: "A", Name: "a", Parameters: none}, {Package: "p", Function: "B", Name: "b", Parameters: none, ReadOnly: true, Output: none}, {Package: "p", Function: "C", Name: "c", Parameters: none}},
		[]Tool{{Package: "p", Function: "A", Name: "aa", Parameters: none}, {Package: "p", Function: "B", Name: "b", Parameters: none, Destructive: true, Description: "x", Timeout: "1s"}, {Package: "p", Function: "D", Name: "d", Parameters: none}},
	)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		got = append(got, c.String())
	}
	want := []string{
		"p a: renamed to aa [breaking]",
		"p b: description changed [wording]",
		"p b: is destructive now [breaking]",
		"p b: is no longer readonly [breaking]",
		"p b: timeout changed from none to 1s [additive]",
		"p b result: has no schema any more [breaking]",
		"p c: removed [breaking]",
		"p d: added [additive]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if _, err := Compare([]Tool{{Name: "x", Parameters: "{"}}, []Tool{{Name: "x", Parameters: none}}); err == nil {
		t.Error("a broken schema was compared")
	}
}
