package schema_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
)

func answerSchema(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.ParseOutput(`{"type":"object","properties":{"score":{"type":"integer"},"why":{"type":"string"}},"required":["score"],"additionalProperties":false}`)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestForcedTool(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(schema.ForcedTool("answer", answerSchema(t))); err != nil {
		t.Fatal(err)
	}
	r := reg.Execute(context.Background(), runtime.Call{Name: "answer", Arguments: ` {"score": 3, "why": "\u0061"} `})
	if r.IsError() || r.Value() != `{"score":3,"why":"\u0061"}` || r.Text() != "The answer was accepted." {
		t.Errorf("%q, %q", r.Value(), r.Text())
	}
	for arguments, want := range map[string]string{
		`{"score":3.5,"why":null}`: "score: must be an integer, got number 3.5; why: must be a string, got null",
		``:                         "score: required property is missing",
		`{"score":1`:               "cut off",
	} {
		r := reg.Execute(context.Background(), runtime.Call{Name: "answer", Arguments: arguments})
		if f := r.Error(); f == nil || f.Code != runtime.CodeInvalidArgs || !strings.Contains(f.Message, want) || r.Value() != "" {
			t.Errorf("%s: %v", arguments, f)
		}
	}
}

// answers is an Ask that sends one text after the other, and notes what it was
// told.
func answers(told *[]string, texts ...string) schema.Ask {
	i := 0
	return func(_ context.Context, tool runtime.ToolSchema, last *runtime.Result) (runtime.Call, error) {
		if last != nil {
			*told = append(*told, last.Text())
		}
		i++
		name, text, found := strings.Cut(texts[min(i, len(texts))-1], " ")
		if !found {
			name, text = tool.Name, name
		}
		return runtime.Call{Name: name, Arguments: text}, nil
	}
}

func TestCollect(t *testing.T) {
	ctx, output := context.Background(), answerSchema(t)
	var told []string
	text, err := schema.Collect(ctx, nil, output, 0, answers(&told, `{"score":"3"}`, `other {}`, `{"score":3}`))
	if err != nil || text != `{"score":3}` || len(told) != 2 || !strings.Contains(told[0], "send it without quotes") || !strings.Contains(told[1], "unknown tool") {
		t.Errorf("%q, %v, told %q", text, err, told)
	}

	told = nil
	_, err = schema.Collect(ctx, nil, output, 4, answers(&told, `{}`))
	var failed *schema.CollectError
	if !errors.As(err, &failed) || failed.Attempts != 4 || len(told) != 3 || failed.Last == nil || !errors.Is(err, runtime.ErrInvalidArgs) || !strings.Contains(err.Error(), "score: required") {
		t.Errorf("%v, told %d times", err, len(told))
	}

	fault := errors.New("no model")
	if _, err := schema.Collect(ctx, nil, output, 1, func(context.Context, runtime.ToolSchema, *runtime.Result) (runtime.Call, error) {
		return runtime.Call{}, fault
	}); !errors.Is(err, fault) {
		t.Error(err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := schema.Collect(cancelled, nil, output, 1, answers(&told, `{"score":3}`)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestCollectPolicies: with a registry its policies hold, and what the model
// cannot change is not asked for again.
func TestCollectPolicies(t *testing.T) {
	ctx, output := context.Background(), answerSchema(t)
	reg := runtime.NewRegistry(runtime.Options{})
	reg.Guard(func(x *runtime.Execution) error {
		if x.Int("score") > 5 {
			return errors.New("too good")
		}
		return nil
	})
	var told []string
	if text, err := schema.Collect(ctx, reg, output, 2, answers(&told, `{"score":1}`)); err != nil || text != `{"score":1}` {
		t.Errorf("%q, %v", text, err)
	}
	_, err := schema.Collect(ctx, reg, output, 5, answers(&told, `{"score":9}`))
	if !errors.Is(err, runtime.ErrDenied) || len(told) != 0 {
		t.Errorf("%v, told %q", err, told)
	}
	if len(reg.Schemas()) != 0 {
		t.Error("the tool is left behind")
	}
}
