package results

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

func call(t *testing.T, name, args string) *runtime.Result {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	return reg.Execute(context.Background(), runtime.Call{ID: "1", Name: name, Arguments: args})
}

func TestTexts(t *testing.T) {
	for name, want := range map[string]string{
		"text":       `plain "text" <b>`,
		"named_text": "calm",
		"number":     "42",
		"names":      "[]",
		"counts":     "{}",
		"sorted":     `{"a":1,"b":2,"c":3}`,
		"missing":    "null",
		"content":    "one",
		"return":     "shown",
	} {
		if res := call(t, name, "{}"); res.IsError() || res.Text() != want {
			t.Errorf("%s: got %q, want %q", name, res.Text(), want)
		}
	}
	if res := call(t, "contents", "{}"); len(res.Contents()) != 2 {
		t.Errorf("contents: %d pieces", len(res.Contents()))
	}
	if res := call(t, "return", "{}"); res.Meta()["took"] != "long" {
		t.Errorf("return: meta %v", res.Meta())
	}
	if res := call(t, "failing", "{}"); res.Error() == nil || res.Error().Code != "TOOL_ERROR" || res.Text() != "no such report" {
		t.Errorf("failing: %q", res.Text())
	}
}

func TestWhatJSONCannotHold(t *testing.T) {
	if res := call(t, "divide", `{"a":1,"b":4}`); res.Text() != `{"quotient":0.25}` {
		t.Errorf("got %q", res.Text())
	}
	if res := call(t, "divide", `{"a":1,"b":0}`); res.Error() == nil || res.Error().Code != "INVALID_TOOL_OUTPUT" {
		t.Errorf("infinity: %q", res.Text())
	}
}

// TestEncodingIsThatOfEncodingJSON, apart from nil slices and maps, which are
// written as empty ones.
func TestEncodingIsThatOfEncodingJSON(t *testing.T) {
	half := 0.5
	reports := []Report{
		{Tags: []string{}},
		{Title: "a<b>&\u2028\x01\xff\"", Tags: []string{"x", ""}, Score: &half, Note: "n", Zero: -1, Parts: []Part{{"p", 1e21}, {"q", 1e-7}},
			ByName: map[string]Part{"b": {Size: 3}, "a": {}, "é": {}}, First: &Part{}, Empty: Part{Name: "x"}, F32: 0.1, Small: 255,
			Links: map[string][]*Part{"l": {nil, {}}}, Flag: true},
	}
	for _, r := range reports {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
		got, err := FullTool.Encode(nil, &r)
		if err != nil {
			t.Fatal(err)
		}
		if string(got)+"\n" != want.String() {
			t.Errorf("got  %s\nwant %s", got, want.String())
		}
	}
}
