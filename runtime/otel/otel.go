// Package otel traces tool calls with OpenTelemetry: a span for each call, with
// the names of the semantic conventions for generative AI (the span "execute
// tool", https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/).
//
// It is a module of its own, so that programs without it do not depend on
// OpenTelemetry.
package otel

import (
	"context"
	"sync"

	"github.com/dsh-tools/dshgen/runtime"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

const scope = "github.com/dsh-tools/dshgen/runtime/otel"

// Options say what is recorded. The zero Options record no texts of the model,
// the tool or the user.
type Options struct {
	// TracerProvider makes the tracer; nil means the global one.
	TracerProvider trace.TracerProvider
	// Arguments adds gen_ai.tool.call.arguments, which may hold secrets.
	Arguments bool
	// Results adds gen_ai.tool.call.result, the text that the model sees, and
	// the message of a failure.
	Results bool
	// MaxText bounds those texts, in bytes. Zero means 4096.
	MaxText int
}

// Instrument gives each call that is executed in reg or its children a span,
// whatever becomes of it: denied, unknown and malformed calls have one, too. The
// span is in the context that policies registered later and the tool get, so
// nested calls have spans inside it. It returns a function that ends this for
// calls to come.
func Instrument(reg *runtime.Registry, o Options) (remove func()) {
	if o.TracerProvider == nil {
		o.TracerProvider = otel.GetTracerProvider()
	}
	if o.MaxText <= 0 {
		o.MaxText = 4096
	}
	t := &tracing{Options: o, tracer: o.TracerProvider.Tracer(scope)}
	removes := []func(){
		// First and last: what is called is also what is removed, in any order.
		reg.PreFirst(t.pre), reg.WrapFirst(t.wrap), reg.PostFirst(t.post), reg.Observe(t.observe),
	}
	return func() {
		for _, remove := range removes {
			remove()
		}
	}
}

// tracing holds the spans of calls under way.
type tracing struct {
	Options
	tracer trace.Tracer
	spans  sync.Map // runtime.Token to trace.Span
}

func (t *tracing) pre(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
	ctx, span := t.start(ctx, x)
	t.spans.Store(x.Token(), span)
	return next(ctx)
}

func (t *tracing) wrap(ctx context.Context, x *runtime.Execution, next func(context.Context) *runtime.Result) *runtime.Result {
	return next(t.within(ctx, x))
}

func (t *tracing) post(ctx context.Context, x *runtime.Execution, _ *runtime.Result, next func(context.Context) (runtime.PostDecision, error)) (runtime.PostDecision, error) {
	return next(t.within(ctx, x))
}

// observe ends the span. Text that is not JSON never came to pre: its span
// begins and ends here.
func (t *tracing) observe(x *runtime.Execution, r *runtime.Result) {
	var span trace.Span
	if v, ok := t.spans.LoadAndDelete(x.Token()); ok {
		span = v.(trace.Span)
	} else {
		_, span = t.start(context.Background(), x)
	}
	defer span.End()
	if t.Results {
		span.SetAttributes(attribute.String("gen_ai.tool.call.result", t.cut(r.Text())))
	}
	f := r.Error()
	if f == nil {
		return
	}
	span.SetAttributes(attribute.String("error.type", f.Code))
	message := f.Code
	if t.Results {
		message = t.cut(f.Message)
	}
	span.SetStatus(codes.Error, message)
}

func (t *tracing) start(ctx context.Context, x *runtime.Execution) (context.Context, trace.Span) {
	attrs := []attribute.KeyValue{
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", t.cut(x.Name())),
		attribute.String("gen_ai.tool.type", "function"),
	}
	for _, a := range []struct{ name, value string }{{"gen_ai.tool.call.id", x.CallID()}, {"gen_ai.agent.name", x.Agent()}} {
		if a.value != "" {
			attrs = append(attrs, attribute.String(a.name, t.cut(a.value)))
		}
	}
	if tool := x.Tool(); tool != nil && tool.Description != "" {
		attrs = append(attrs, attribute.String("gen_ai.tool.description", t.cut(tool.Description)))
	}
	if t.Arguments {
		attrs = append(attrs, attribute.String("gen_ai.tool.call.arguments", t.cut(x.Arguments())))
	}
	return t.tracer.Start(ctx, "execute_tool "+t.cut(x.Name()),
		trace.WithSpanKind(trace.SpanKindInternal), trace.WithTimestamp(x.Started()), trace.WithAttributes(attrs...))
}

// within puts the span of x into ctx.
func (t *tracing) within(ctx context.Context, x *runtime.Execution) context.Context {
	if v, ok := t.spans.Load(x.Token()); ok {
		return trace.ContextWithSpan(ctx, v.(trace.Span))
	}
	return ctx
}

func (t *tracing) cut(s string) string {
	if len(s) <= t.MaxText {
		return s
	}
	return s[:t.MaxText] + "…"
}
