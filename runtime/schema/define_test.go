package schema_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonencode"
	"github.com/dsh-tools/dshgen/runtime/schema"
)

func register(t *testing.T, tool schema.Tool) *runtime.Registry {
	t.Helper()
	defined, err := schema.Define(tool)
	if err != nil {
		t.Fatal(err)
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(defined); err != nil {
		t.Fatal(err)
	}
	return reg
}

func TestDefine(t *testing.T) {
	runs := 0
	reg := register(t, schema.Tool{
		Name: "search", Description: "Looks for text.", Params: search, ReadOnly: true, Timeout: time.Minute,
		Run: func(_ context.Context, x *runtime.Execution) (any, error) {
			runs++
			return x.String("query") + " in " + strings.Join(x.Strings("paths"), ","), nil
		},
		PresentCall: func(arguments string) runtime.CallView {
			return runtime.GenericCall{Title: "Search", Kind: runtime.KindSearch, Text: arguments}
		},
	})
	if got := reg.Schemas(); len(got) != 1 || got[0].Parameters != searchText || got[0].Description != "Looks for text." {
		t.Errorf("%+v", got)
	}
	r := reg.Execute(context.Background(), runtime.Call{Name: "search", Arguments: `{"query":"x","paths":["a","b"],"limit":null}`})
	if r.IsError() || r.Text() != "x in a,b" || runs != 1 {
		t.Errorf("%s", r.Text())
	}
	r = reg.Execute(context.Background(), runtime.Call{Name: "search", Arguments: `{"paths":[1]}`})
	if f := r.Error(); f == nil || f.Code != runtime.CodeInvalidArgs || runs != 1 ||
		f.Message != "invalid arguments for search: query: required property is missing; paths[0]: must be a string, got number 1; send \"1\"" {
		t.Errorf("%v", f)
	}
}

// TestDefineCards: presenters see valid arguments only, and may give up.
func TestDefineCards(t *testing.T) {
	reg := register(t, schema.Tool{
		Name: "search", Title: "Search", Params: search,
		Run: func(context.Context, *runtime.Execution) (any, error) { return "ok", nil },
		PresentCall: func(arguments string) runtime.CallView {
			if strings.Contains(arguments, "nothing") {
				return nil
			}
			return runtime.TerminalCall{Command: "found"}
		},
		PresentResult: func(string, *runtime.Result) runtime.ResultView { panic("no card") },
	})
	for arguments, want := range map[string]string{
		`{"query":"x"}`: "terminal", `{"query":"nothing"}`: "generic", `{"query":1}`: "generic", `{`: "generic",
	} {
		var call, result string
		remove := reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
			call, result = x.CallView().Card(), x.ResultView(r).Card()
		})
		reg.Execute(context.Background(), runtime.Call{Name: "search", Arguments: arguments})
		remove()
		if call != want || result != "generic" {
			t.Errorf("%s: %s card of the call, %s card of the result", arguments, call, result)
		}
	}
}

func TestDefineFromText(t *testing.T) {
	const text = `{"properties":{"to":{"$ref":"#/$defs/to"}},"required":["to"],"type":"object","$defs":{"to":{"type":"string","pattern":"^[a-z]+$"}}}`
	tool := schema.Tool{
		Name: "send", Schema: text, Options: []schema.Option{schema.Extended},
		Output: `{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}`,
		Run: func(_ context.Context, x *runtime.Execution) (any, error) {
			var a struct{ To string }
			if err := x.Decode(&a); err != nil {
				return nil, err
			}
			return map[string]any{"id": map[bool]any{true: 1, false: "x"}[a.To == "ada"]}, nil
		},
		Unmarshal: json.Unmarshal, Encode: jsonencode.Value,
	}
	reg := register(t, tool)
	if got := reg.Schemas()[0].Parameters; got != text {
		t.Errorf("the schema is not what was given: %s", got)
	}
	execute := func(arguments string) *runtime.Result {
		return reg.Execute(context.Background(), runtime.Call{Name: "send", Arguments: arguments})
	}
	if r := execute(`{"to":"ada"}`); r.Value() != `{"id":1}` {
		t.Errorf("%s", r.Text())
	}
	if r := execute(`{"to":"bob"}`); r.Error() == nil || r.Error().Code != runtime.CodeInvalidToolOutput {
		t.Errorf("an output that breaks its schema: %s", r.Text())
	}
	if r := execute(`{"to":"X"}`); r.Error() == nil || r.Error().Code != runtime.CodeInvalidArgs || !strings.Contains(r.Text(), "^[a-z]+$") {
		t.Errorf("%s", r.Text())
	}

	var unsupported *schema.UnsupportedError
	tool.Options = nil
	if _, err := schema.Define(tool); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), "Extended") {
		t.Errorf("without Extended: %v", err)
	}
	tool.Schema = `{"type":"string"}`
	if _, err := schema.Define(tool); !errors.As(err, &unsupported) {
		t.Errorf("not an object: %v", err)
	}
	tool.Schema, tool.Output = "", `{"type":"array"}`
	if _, err := schema.Define(tool); !errors.As(err, &unsupported) {
		t.Errorf("output not an object: %v", err)
	}
	var mistakes *schema.PropsError
	tool.Params = schema.Props{{}}
	if _, err := schema.Define(tool); !errors.As(err, &mistakes) {
		t.Errorf("mistake in Params: %v", err)
	}
	tool.Schema = text
	if _, err := schema.Define(tool); err == nil {
		t.Error("Params and Schema")
	}
	if _, err := schema.Define(schema.Tool{Name: "x"}); err == nil {
		t.Error("no Run")
	}
}

// TestDefineParallel: the classifier is asked about valid arguments only.
func TestDefineParallel(t *testing.T) {
	var asked []string
	tool, err := schema.Define(schema.Tool{
		Name: "search", Params: search,
		Run:      func(context.Context, *runtime.Execution) (any, error) { return nil, nil },
		Parallel: func(arguments string) bool { asked = append(asked, arguments); return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	if !tool.Parallel(`{"query":"x"}`) || tool.Parallel(`{"query":1}`) || tool.Parallel("{") || len(asked) != 1 {
		t.Errorf("asked %q", asked)
	}
}

// TestDefineOpen: an open tool takes what it does not declare.
func TestDefineOpen(t *testing.T) {
	tool := schema.Tool{
		Name: "tag", Params: schema.Props{{Name: "n", Type: schema.Integer}}, Open: true,
		Run: func(_ context.Context, x *runtime.Execution) (any, error) { return x.String("other"), nil },
	}
	reg := register(t, tool)
	if r := reg.Execute(context.Background(), runtime.Call{Name: "tag", Arguments: `{"other":"x"}`}); r.Text() != "x" {
		t.Error(r.Text())
	}
	tool.Params, tool.Schema = nil, `{"type":"object"}`
	if _, err := schema.Define(tool); err == nil {
		t.Error("Open beside a Schema")
	}
}
