package shapes

import (
	"context"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// TestCalls calls each shape through the pipeline.
func TestCalls(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, args string
		text       string
		code       string // of the failure
	}{
		{name: "nothing", args: `{}`, text: "done"},
		{name: "nothing", args: ``, text: "done"},
		{name: "nothing", args: " null\n", text: "done"},
		{name: "nothing", args: `{"x":1}`, code: "INVALID_ARGS"},
		{name: "only_error", args: `{"fail":false}`, text: "done"},
		{name: "only_error", args: `{"fail":true}`, text: "told to fail", code: "TOOL_ERROR"},
		{name: "upper", args: `{"text":"abc"}`, text: "ABC"},
		{name: "repeat", args: `{"text":"ab"}`, text: "abab"},
		{name: "repeat", args: `{"text":"ab","times":null}`, text: "abab"},
		{name: "repeat", args: `{"text":"ab","times":3.0}`, text: "ababab"},
		{name: "repeat", args: `{"text":"ab","times":10}`, code: "INVALID_ARGS"},
		{name: "greet", args: `{"name":"Ada"}`, text: "Hi Ada"},
		{name: "greet", args: `{"name":"Ada","title":null}`, text: "Hi Ada"},
		{name: "greet", args: `{"name":"Ada","title":""}`, text: "Good day,  Ada"},
		{name: "join", args: `{"sep":"-"}`, text: ""},
		{name: "join", args: `{"sep":"-","parts":["a","b"]}`, text: "a-b"},
		{name: "search", args: `{"text":"x","tags":[]}`, text: `{"text":"x"}`},
		{name: "search", args: `{"text":"x","limit":2,"tags":["y"]}`, text: `{"text":"x","limit":2,"tags":["y"]}`},
		{name: "search_pointer", args: `{"text":"x"}`, text: `{"text":"x"}`},
		{name: "search", args: `null`, code: "INVALID_ARGS"},
		{name: "anonymous", args: `{"q":"ab","N":2}`, text: "abab"},
		{name: "whoami", args: `{"prefix":"id "}`, text: "id call"},
		{name: "blank", args: `{"q":"x"}`, text: "x"},
		{name: "lower", args: `{"text":"ABC"}`, text: "abc"},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.args, func(t *testing.T) {
			res := reg.Execute(context.Background(), runtime.Call{ID: "call", Name: tt.name, Arguments: tt.args})
			code := ""
			if res.IsError() {
				code = res.Error().Code
			}
			if code != tt.code {
				t.Fatalf("code %q, want %q: %s", code, tt.code, res.Text())
			}
			if tt.code == "INVALID_ARGS" {
				return
			}
			if got := res.Text(); got != tt.text {
				t.Errorf("got %q, want %q", got, tt.text)
			}
		})
	}
}
