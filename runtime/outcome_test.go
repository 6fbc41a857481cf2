package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// tagged is an error with a code of its own.
type tagged struct{ code string }

func (e tagged) Error() string { return "tagged" }
func (e tagged) Code() string  { return e.code }

// rude is an error that cannot be asked for its text.
type rude struct{}

func (rude) Error() string { panic("rude") }

// What a tool returns becomes the result by its type.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		name         string
		value        any
		text, value2 string
	}{
		{"nil", nil, "done", ""},
		{"string", "a < b", "a < b", ""},
		{"bytes that are no UTF-8", "a\xffb", "a\ufffdb", ""},
		{"content", runtime.Text("c"), "c", ""},
		{"contents", []runtime.Content{runtime.Text("c"), runtime.Image([]byte{1}, "image/png"), runtime.Text("d")}, "c\nd", ""},
		{"number", 42, "42", "42"},
		{"HTML", map[string]any{"a": "<&>"}, `{"a":"<&>"}`, `{"a":"<&>"}`},
		{"nil slice", []any(nil), "[]", "[]"},
		{"nil map", map[string]any(nil), "{}", "{}"},
		{"return", runtime.Return{Value: []string{"x"}, Content: []runtime.Content{runtime.Text("short")}}, "short", `["x"]`},
		{"return without content", runtime.Return{Value: 1}, "1", "1"},
		{"exact integers", []any{int64(math.MaxInt64), uint64(math.MaxUint64)}, "[9223372036854775807,18446744073709551615]", "[9223372036854775807,18446744073709551615]"},
	} {
		r := do(t, newRegistry(t, runtime.Options{}, newTool("x", returns(c.value))), "x")
		if r.IsError() || r.Text() != c.text || r.Value() != c.value2 {
			t.Errorf("%s: %s %q, value %q", c.name, outcome(r), r.Text(), r.Value())
		}
	}
}

// What JSON cannot hold is a fault of the tool, at a path, and tells the model
// nothing of the value.
func TestValuesThatCannotBeEncoded(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["self"] = cyclic
	for path, value := range map[string]any{
		"rows[1].mean": map[string]any{"rows": []any{1, map[string]any{"mean": math.NaN()}}},
		"":             math.Inf(1),
		"f":            map[string]any{"f": func() {}},
		"c":            map[string]any{"c": make(chan int)},
	} {
		f := wantCode(t, do(t, newRegistry(t, runtime.Options{}, newTool("x", returns(value))), "x"), runtime.CodeInvalidToolOutput)
		var oe *runtime.OutputError
		if !errors.As(f, &oe) || oe.Path != path {
			t.Errorf("%q: %v", path, f.Unwrap())
		}
	}
	wantCode(t, do(t, newRegistry(t, runtime.Options{}, newTool("x", returns(cyclic))), "x"), runtime.CodeInvalidToolOutput)
}

// A value is encoded before Run's caller can change it.
func TestValueIsEncodedOnce(t *testing.T) {
	value := map[string]any{"n": 1}
	encoded := 0
	tool := newTool("x", returns(value))
	tool.Encode = func(dst []byte, v any) ([]byte, error) {
		encoded++
		return fmt.Appendf(dst, `{"n":%d}`, v.(map[string]any)["n"]), nil
	}
	reg := newRegistry(t, runtime.Options{}, tool)
	reg.Observe(func(_ *runtime.Execution, r *runtime.Result) { value["n"] = 2 })
	r := do(t, reg, "x")
	if r.Text() != `{"n":1}` || r.Value() != `{"n":1}` || encoded != 1 {
		t.Errorf("%s, encoded %d times", r.Text(), encoded)
	}
}

// The output schema is checked, also on what policies put in its place.
func TestCheckOutput(t *testing.T) {
	tool := newTool("x", returns(map[string]any{"ok": true}))
	tool.Output = `{"type":"object"}`
	tool.CheckOutput = func(text string) error {
		if !strings.Contains(text, "true") {
			return errors.New("ok must be true")
		}
		return nil
	}
	reg := newRegistry(t, runtime.Options{}, tool)
	wantText(t, do(t, reg, "x"), `{"ok":true}`)
	reg.Post(postReturns(runtime.Accept().WithValue(map[string]any{"ok": false})))
	wantCode(t, do(t, reg, "x"), runtime.CodeInvalidToolOutput)
	bad := newTool("bad", returns(map[string]any{"ok": false}))
	bad.CheckOutput = tool.CheckOutput
	wantCode(t, do(t, newRegistry(t, runtime.Options{}, bad), "bad"), runtime.CodeInvalidToolOutput)
}

// Errors keep their identity for the program, and their text is for the model
// unless the tool says otherwise.
func TestToolErrors(t *testing.T) {
	run := func(err error) *runtime.Result {
		return do(t, newRegistry(t, runtime.Options{}, newTool("x", fails(err))), "x")
	}
	f := wantCode(t, run(fmt.Errorf("open notes: %w", fs.ErrNotExist)), runtime.CodeToolError, "open notes")
	if !errors.Is(f, fs.ErrNotExist) || !errors.Is(f, runtime.ErrTool) || errors.Is(f, runtime.ErrPanic) {
		t.Errorf("identity: %v", f.Unwrap())
	}
	f = wantCode(t, run(tagged{"QUOTA"}), "QUOTA", "tagged")
	var own tagged
	if !errors.As(f, &own) || own.code != "QUOTA" {
		t.Errorf("as: %v", f.Unwrap())
	}
	wantCode(t, run(fmt.Errorf("wrapped: %w", tagged{"QUOTA"})), "QUOTA", "wrapped: tagged")
	secret := errors.New("dial db.internal:5432: refused")
	f = wantCode(t, run(fmt.Errorf("save: %w", runtime.Private(secret, "the database is away"))), runtime.CodeToolError, "save: the database is away")
	if strings.Contains(f.Message, "5432") || !errors.Is(f, secret) {
		t.Errorf("private: %q, %v", f.Message, f.Unwrap())
	}
	f = wantCode(t, run(&runtime.Failure{Code: "CONFLICT", Message: "try later"}), "CONFLICT", "try later")
	if f.Name != string(runtime.ErrTool) {
		t.Errorf("name: %s", f.Name)
	}
	wantCode(t, run(rude{}), runtime.CodeToolError)
	wantCode(t, run(errors.New("")), runtime.CodeToolError)
}

// A panic and a Goexit end the call; the model learns neither value nor stack.
func TestPanics(t *testing.T) {
	for name, run := range map[string]runFunc{"panic": panics, "exit": exits, "index out of range": func(_ context.Context, x *runtime.Execution) (any, error) {
		return []int{}[len(x.Name())], nil
	}} {
		r := do(t, newRegistry(t, runtime.Options{}, newTool("x", run)), "x")
		f := wantCode(t, r, runtime.CodeToolPanic)
		var cause *runtime.PanicError
		if !errors.As(f, &cause) || cause.Goexit != (name == "exit") || (cause.Stack == "") != cause.Goexit {
			t.Errorf("%s: %+v", name, cause)
		}
		for _, leak := range []string{"secret of the panic", "goroutine", ".go:", "out of range"} {
			if strings.Contains(r.Text(), leak) {
				t.Errorf("%s: the model sees %q", name, r.Text())
			}
		}
	}
}

// Tools call tools under all policies, as parents of what they call.
func TestNestedCalls(t *testing.T) {
	var seen []string
	outer := newTool("outer", func(ctx context.Context, x *runtime.Execution) (any, error) {
		if runtime.FromContext(ctx) != x {
			t.Error("the context belongs to another execution")
		}
		return x.Execute(ctx, runtime.Call{ID: "in", Name: "inner"}), nil
	})
	reg := newRegistry(t, runtime.Options{MaxDepth: 3}, outer, newTool("inner", returns("from inside")), newTool("deep", func(ctx context.Context, x *runtime.Execution) (any, error) {
		return x.Execute(ctx, runtime.Call{Name: "deep"}), nil
	}))
	tokens := map[string]runtime.Token{}
	reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
		if x.Name() == "deep" {
			return
		}
		tokens[x.Name()] = x.Token()
		seen = append(seen, fmt.Sprintf("%s id=%s root=%s agent=%s nested=%t", x.Name(), x.CallID(), x.RootID(), x.Agent(), !x.Parent().IsZero()))
	})
	parents := map[string]runtime.Token{}
	reg.Pre(func(ctx context.Context, x *runtime.Execution, next preNext) (runtime.PreDecision, error) {
		parents[x.Name()] = x.Parent()
		return next(ctx)
	})
	wantText(t, reg.Execute(t.Context(), runtime.Call{ID: "out", Name: "outer", Agent: "a"}), "from inside")
	want := []string{"inner id=in root=out agent=a nested=true", "outer id=out root=out agent=a nested=false"}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("got %q", seen)
	}
	if parents["inner"] != tokens["outer"] {
		t.Error("the inner call has another parent")
	}
	wantCode(t, do(t, reg, "deep"), runtime.CodeDenied, "levels deep")
	if runtime.FromContext(t.Context()) != nil {
		t.Error("a context outside of calls has an execution")
	}
}

// A result in JSON comes back as it was.
func TestResultJSON(t *testing.T) {
	tool := newTool("x", func(_ context.Context, x *runtime.Execution) (any, error) {
		x.DeferContext(runtime.Text("by the way"))
		return runtime.Return{
			Content: []runtime.Content{
				runtime.Text("t < u"), runtime.Image([]byte{0, 255}, "image/png"), runtime.Audio([]byte("a"), "audio/wav"), runtime.Link("file:///a", "a", "about", "text/plain"),
				runtime.TextResource("file:///b", "text/plain", "body"), runtime.BlobResource("file:///c", "", []byte{7}),
			},
			Value: map[string]any{"n": uint64(math.MaxUint64), "s": "<>"},
			Meta:  map[string]any{"took": 1.5, "big": math.MinInt64, "list": []any{nil, true, "x"}},
		}, nil
	})
	reg := newRegistry(t, runtime.Options{}, tool, newTool("fail", fails(tagged{"QUOTA"})))
	for _, call := range []runtime.Call{{ID: "1\xff\"<", Name: "x"}, {ID: "2", Name: "fail"}, {Name: "none"}} {
		r := reg.Execute(t.Context(), call)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var shape struct {
			IsError bool
			Content []struct{ Type string }
			Error   *struct{ Name, Code, Message string }
		}
		if err := json.Unmarshal(text, &shape); err != nil || shape.IsError != r.IsError() || (shape.Error != nil) != r.IsError() || len(shape.Content) != len(r.Contents()) {
			t.Errorf("%s: %v", text, err)
		}
		back, err := runtime.ParseResult(string(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(text) {
			t.Errorf("%v\ngot  %s\nwant %s", err, again, text)
		}
		if back.CallID() != call.ID || back.Value() != r.Value() || !reflect.DeepEqual(back.Contents(), r.Contents()) || !reflect.DeepEqual(back.Meta(), r.Meta()) || !reflect.DeepEqual(back.AdditionalContext(), r.AdditionalContext()) {
			t.Errorf("came back as %s", again)
		}
		if r.IsError() && (!errors.Is(back.Error(), runtime.Kind(r.Error().Name)) || back.Error().Code != r.Error().Code) {
			t.Errorf("the failure came back as %v", back.Error())
		}
	}
	for _, bad := range []string{"", "[]", `{"callId":1}`, `{"content":[{"type":"video"}]}`, `{"callId":"1"`, `{"content":{}}`, `{"callIdBytes":"!"}`} {
		if _, err := runtime.ParseResult(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	if _, err := runtime.ParseResult(`{"callId":"1","content":[],"newer":{"a":[1]}}`); err != nil {
		t.Errorf("a member of a newer version: %v", err)
	}
}

// Nobody can change a result.
func TestResultIsFrozen(t *testing.T) {
	r := do(t, newRegistry(t, runtime.Options{}, newTool("x", returns(runtime.Return{Value: 1, Meta: map[string]any{"k": []any{1}}}))), "x")
	r.Contents()[0] = runtime.Text("changed")
	r.Meta()["k"].([]any)[0] = 2
	if r.Text() != "1" || fmt.Sprint(r.Meta()["k"]) != "[1]" {
		t.Errorf("changed: %s, %v", r.Text(), r.Meta())
	}
	f := do(t, newRegistry(t, runtime.Options{}), "none")
	f.Error().Message = "changed"
	if strings.Contains(f.Error().Message, "changed") {
		t.Error("the failure was changed")
	}
}

// The cap cuts text at a character and says so.
func TestMaxOutputBytes(t *testing.T) {
	r := do(t, newRegistry(t, runtime.Options{MaxOutputBytes: 100}, newTool("x", returns(strings.Repeat("é", 1000)))), "x")
	if len(r.Text()) > 200 || !strings.Contains(r.Text(), "é") || strings.Contains(r.Text(), "\ufffd") || !strings.ContainsAny(r.Text(), "0123456789") {
		t.Errorf("%d bytes: %q", len(r.Text()), r.Text())
	}
}
