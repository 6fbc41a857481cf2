package companions

import (
	"context"
	"reflect"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// cards executes one call and returns its cards.
func cards(t *testing.T, name, arguments string) (call runtime.CallView, result runtime.ResultView) {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(append(append([]*runtime.Tool{}, Tools...), (&Store{}).Tools()...)...); err != nil {
		t.Fatal(err)
	}
	reg.Observe(func(x *runtime.Execution, r *runtime.Result) { call, result = x.CallView(), x.ResultView(r) })
	reg.Execute(context.Background(), runtime.Call{Name: name, Arguments: arguments})
	return call, result
}

func TestCards(t *testing.T) {
	for _, c := range []struct {
		name, arguments string
		call            runtime.CallView
		result          runtime.ResultView
	}{
		{"run", `{"command":"ls","directory":"/tmp"}`, runtime.TerminalCall{Title: "Run", Command: "ls", Directory: "/tmp"}, runtime.TerminalResult{Title: "Run ls", Output: "ran ls"}},
		{"run", `{"command":"false"}`, runtime.TerminalCall{Title: "Run", Command: "false"}, runtime.TerminalResult{Title: "Run false", Output: "exit status 1", Error: true}},
		{"search", `{"text":"x"}`, runtime.GenericCall{Title: "Search", Kind: runtime.KindSearch, Text: "x"}, runtime.GenericResult{Title: "search", Text: `["x"]`}},
		{"search", `{"text":""}`, runtime.GenericCall{Title: "search", Text: `{"text":""}`}, runtime.GenericResult{Title: "search", Text: `[""]`}},
		{"store_get", `{"key":"k"}`, runtime.GenericCall{Title: "Get", Kind: runtime.KindRead, Locations: []runtime.FileLocation{{Path: "k"}}}, runtime.GenericResult{Title: "store_get", Text: "k"}},
		{"store_get", `{"key":""}`, runtime.GenericCall{Title: "store_get", Text: `{"key":""}`}, runtime.GenericResult{Title: "store_get"}},
		{"hidden", `{"url":"u"}`, runtime.GenericCall{Title: "u", Kind: runtime.KindFetch}, runtime.GenericResult{Title: "hidden", Text: "done"}},
	} {
		call, result := cards(t, c.name, c.arguments)
		if !reflect.DeepEqual(call, c.call) || !reflect.DeepEqual(result, c.result) {
			t.Errorf("%s %s: got %#v and %#v, want %#v and %#v", c.name, c.arguments, call, result, c.call, c.result)
		}
	}
}

// What does not decode has the generic card, and may overlap nothing.
func TestInvalidArguments(t *testing.T) {
	call, _ := cards(t, "run", `{"command":1}`)
	if want := (runtime.GenericCall{Title: "run", Text: `{"command":1}`}); !reflect.DeepEqual(call, runtime.CallView(want)) {
		t.Errorf("got %#v, want %#v", call, want)
	}
	for arguments, want := range map[string]bool{`{"command":"ls -l"}`: true, `{"command":"rm"}`: false, `{"command":1}`: false, `{`: false} {
		if got := RunTool.Parallel(arguments); got != want {
			t.Errorf("%s: parallel is %t", arguments, got)
		}
	}
	if !hiddenTool.Parallel(`{"url":"u"}`) {
		t.Error("the classifier of an unexported tool was not found")
	}
	if ParallelTool.Parallel != nil {
		t.Error("a tool cannot be its own classifier")
	}
}
