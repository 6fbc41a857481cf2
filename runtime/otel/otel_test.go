package otel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/otel"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
)

// traced returns a registry whose calls have spans, and the recorder of those.
func traced(t testing.TB, o otel.Options) (*runtime.Registry, *tracetest.SpanRecorder, trace.Tracer) {
	t.Helper()
	spans := tracetest.NewSpanRecorder()
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))
	o.TracerProvider = provider
	reg := runtime.NewRegistry(runtime.Options{})
	otel.Instrument(reg, o)
	_, err := reg.Register(
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "ok", Description: "Is fine."}, Run: func(ctx context.Context, _ *runtime.Execution) (any, error) {
			return "fine", nil
		}},
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "fail"}, Run: func(context.Context, *runtime.Execution) (any, error) { return nil, errors.New("secret") }},
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "panic"}, Run: func(context.Context, *runtime.Execution) (any, error) { panic("secret") }},
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "outer"}, Run: func(ctx context.Context, x *runtime.Execution) (any, error) {
			return x.Execute(ctx, runtime.Call{ID: "in", Name: "ok"}), nil
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return reg, spans, provider.Tracer("test")
}

func attributes(s sdk.ReadOnlySpan) map[string]string {
	m := map[string]string{}
	for _, a := range s.Attributes() {
		m[string(a.Key)] = a.Value.String()
	}
	return m
}

func TestSpan(t *testing.T) {
	reg, spans, tracer := traced(t, otel.Options{})
	ctx, parent := tracer.Start(t.Context(), "turn")
	reg.Execute(ctx, runtime.Call{ID: "1", Name: "ok", Agent: "writer", Arguments: `{"secret":1}`})
	ended := spans.Ended()
	if len(ended) != 1 {
		t.Fatalf("%d spans", len(ended))
	}
	s := ended[0]
	if s.Name() != "execute_tool ok" || s.SpanKind() != trace.SpanKindInternal || s.Status().Code != codes.Unset || s.Parent().SpanID() != parent.SpanContext().SpanID() || !s.EndTime().After(s.StartTime()) {
		t.Errorf("%s: %v %v in %v", s.Name(), s.SpanKind(), s.Status(), s.Parent().SpanID())
	}
	want := map[string]string{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ok", "gen_ai.tool.type": "function",
		"gen_ai.tool.call.id": "1", "gen_ai.agent.name": "writer", "gen_ai.tool.description": "Is fine.",
	}
	if got := attributes(s); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// Each call has a span, whatever becomes of it, and the code of its failure.
func TestFailures(t *testing.T) {
	reg, spans, _ := traced(t, otel.Options{})
	reg.Guard(func(x *runtime.Execution) error {
		if x.CallID() == "denied" {
			return errors.New("no")
		}
		return nil
	})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		call runtime.Call
		code string
	}{
		{nil, runtime.Call{Name: "fail"}, "TOOL_ERROR"}, {nil, runtime.Call{Name: "panic"}, "TOOL_PANIC"}, {nil, runtime.Call{Name: "none"}, "UNKNOWN_TOOL"},
		{nil, runtime.Call{Name: "ok", Arguments: "{"}, "INVALID_ARGS"}, {nil, runtime.Call{ID: "denied", Name: "ok"}, "DENIED"}, {cancelled, runtime.Call{Name: "ok"}, "ABORTED_BEFORE_DISPATCH"},
	} {
		before := len(spans.Ended())
		if c.ctx == nil {
			c.ctx = t.Context()
		}
		reg.Execute(c.ctx, c.call)
		ended := spans.Ended()[before:]
		if len(ended) != 1 {
			t.Errorf("%s: %d spans", c.code, len(ended))
			continue
		}
		s := ended[0]
		if s.Status().Code != codes.Error || s.Status().Description != c.code || attributes(s)["error.type"] != c.code {
			t.Errorf("%s: %v %v", c.code, s.Status(), s.Attributes())
		}
	}
	if started, ended := len(spans.Started()), len(spans.Ended()); started != ended {
		t.Errorf("%d spans were started, %d ended", started, ended)
	}
}

// Texts are recorded only when asked for, and bounded.
func TestTexts(t *testing.T) {
	reg, spans, _ := traced(t, otel.Options{Arguments: true, Results: true, MaxText: 12})
	reg.Execute(t.Context(), runtime.Call{Name: "fail", Arguments: `{"a":"0123456789"}`})
	s := spans.Ended()[0]
	if got := attributes(s); got["gen_ai.tool.call.arguments"] != `{"a":"012345…` || got["gen_ai.tool.call.result"] != "secret" || s.Status().Description != "secret" {
		t.Errorf("got %v, %v", got, s.Status())
	}
}

// Nested calls have spans inside that of the call whose tool made them, and
// policies see it.
func TestNested(t *testing.T) {
	reg, spans, _ := traced(t, otel.Options{})
	var seen []trace.SpanID
	reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next func(context.Context) *runtime.Result) *runtime.Result {
		seen = append(seen, trace.SpanContextFromContext(ctx).SpanID())
		return next(ctx)
	})
	reg.Execute(t.Context(), runtime.Call{ID: "out", Name: "outer"})
	ended := spans.Ended()
	if len(ended) != 2 || ended[0].Parent().SpanID() != ended[1].SpanContext().SpanID() || ended[1].Parent().IsValid() {
		t.Fatalf("%d spans: %v", len(ended), ended)
	}
	if want := []trace.SpanID{ended[1].SpanContext().SpanID(), ended[0].SpanContext().SpanID()}; !slices.Equal(seen, want) {
		t.Errorf("a wrapper saw %v, want %v", seen, want)
	}
}

func TestRemove(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	reg := runtime.NewRegistry(runtime.Options{})
	remove := otel.Instrument(reg, otel.Options{TracerProvider: sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))})
	remove()
	reg.Execute(t.Context(), runtime.Call{Name: "x"})
	if n := len(spans.Started()); n != 0 {
		t.Errorf("%d spans after removal", n)
	}
}

func ExampleInstrument() {
	reg := runtime.NewRegistry(runtime.Options{})
	remove := otel.Instrument(reg, otel.Options{}) // the global tracer provider
	defer remove()
	fmt.Println(reg.Execute(context.Background(), runtime.Call{Name: "x"}).Error().Code)
	// Output: UNKNOWN_TOOL
}
