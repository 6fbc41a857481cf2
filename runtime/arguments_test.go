package runtime_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// within runs look inside of a call with the given arguments.
func within(t *testing.T, tool runtime.Tool, arguments string, look func(x *runtime.Execution)) {
	t.Helper()
	ran := false
	tool.Name = "look"
	tool.Run = func(_ context.Context, x *runtime.Execution) (any, error) {
		ran = true
		look(x)
		return nil, nil
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(&tool); err != nil {
		t.Fatal(err)
	}
	if r := reg.Execute(context.Background(), runtime.Call{Name: "look", Arguments: arguments}); r.IsError() || !ran {
		t.Fatalf("%v", r.Error())
	}
}

func TestArgumentAccessors(t *testing.T) {
	const text = ` {"path" : "a\tb", "n": 3.0, "big": 99999999999999999999, "f": 2.5, "yes": true, "no": false, "none": null,
		"list": ["x", "\u0079", 3], "edits": [{"line": 1}, {"line": 2, "deep": {"k": [[7]]}}], "a.b": 4, "x y": {"ü": "z"}, "": 5, "": 6}`
	valid := strings.Replace(text, `, "": 6`, "", 1)
	within(t, runtime.Tool{}, valid, func(x *runtime.Execution) {
		for path, want := range map[string]any{
			"path": "a\tb", "list[1]": "y", `["x y"].ü`: "z", "n": "", "none": "", "nothing": "", "path.more": "", "list[9]": "", "edits": "",
		} {
			if got := x.String(path); got != want {
				t.Errorf("String(%q) = %q, want %q", path, got, want)
			}
		}
		for path, want := range map[string]int{
			"n": 3, "edits[1].line": 2, "edits[1].deep.k[0][0]": 7, `["a.b"]`: 4, `[""]`: 5, "big": 0, "f": 0, "path": 0, "edits[x]": 0, "edits[-1].line": 0, "edits[0": 0, "edits..line": 0, ".n": 0, "n.": 0,
		} {
			if got := x.Int(path); got != want {
				t.Errorf("Int(%q) = %d, want %d", path, got, want)
			}
		}
		if x.Float("f") != 2.5 || x.Float("n") != 3 || x.Float("path") != 0 || x.Float("big") != 1e20 {
			t.Error("Float")
		}
		if !x.Bool("yes") || x.Bool("no") || x.Bool("path") {
			t.Error("Bool")
		}
		if got := x.Strings("list"); !reflect.DeepEqual(got, []string{"x", "y", ""}) || x.Strings("path") != nil {
			t.Errorf("Strings = %q", got)
		}
		for path, want := range map[string]bool{"path": true, "no": true, "none": false, "nothing": false, "edits[1].deep": true} {
			if x.Has(path) != want {
				t.Errorf("Has(%q) = %v", path, !want)
			}
		}
		if x.Raw("") != x.Arguments()[1:] || x.Raw("edits[0]") != `{"line": 1}` {
			t.Errorf("Raw: %q", x.Raw(""))
		}
	})
}

func TestDecode(t *testing.T) {
	const text = `{"path":"a","lines":[1,2.5],"deep":{"x":null}}`
	type args struct {
		Path  string
		Lines []float64
	}
	within(t, runtime.Tool{Unmarshal: json.Unmarshal}, text, func(x *runtime.Execution) {
		var a args
		if err := x.Decode(&a); err != nil || a.Path != "a" || len(a.Lines) != 2 {
			t.Errorf("%+v, %v", a, err)
		}
	})
	within(t, runtime.Tool{}, text, func(x *runtime.Execution) {
		var m map[string]any
		var v any
		var raw json.RawMessage
		if err := x.Decode(&m); err != nil {
			t.Error(err)
		}
		if err := x.Decode(&v); err != nil || !reflect.DeepEqual(v, any(m)) {
			t.Errorf("%v, %v", v, err)
		}
		var want map[string]any
		if err := json.Unmarshal([]byte(text), &want); err != nil || !reflect.DeepEqual(m, want) {
			t.Errorf("got %v, want %v", m, want)
		}
		if err := x.Decode(&raw); err != nil || string(raw) != text {
			t.Errorf("%s, %v", raw, err)
		}
		if err := x.Decode(&args{}); err == nil || !strings.Contains(err.Error(), "json.Unmarshal") {
			t.Errorf("a struct without Unmarshal: %v", err)
		}
	})
}
