package slogobserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/slogobserver"
)

func registry(t testing.TB) *runtime.Registry {
	reg := runtime.NewRegistry(runtime.Options{})
	_, err := reg.Register(
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "ok"}, Run: func(context.Context, *runtime.Execution) (any, error) { return "fine", nil }},
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "fail"}, Run: func(context.Context, *runtime.Execution) (any, error) {
			return nil, runtime.Private(errors.New("host db.internal is down"), "try later")
		}},
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "outer"}, Run: func(ctx context.Context, x *runtime.Execution) (any, error) {
			return x.Execute(ctx, runtime.Call{ID: "in", Name: "ok"}), nil
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func records(t *testing.T, o slogobserver.Options, calls ...runtime.Call) (out []map[string]any) {
	t.Helper()
	var b bytes.Buffer
	reg := registry(t)
	reg.Observe(slogobserver.New(slog.New(slog.NewJSONHandler(&b, nil)), o))
	for _, c := range calls {
		reg.Execute(t.Context(), c)
	}
	for line := range strings.Lines(b.String()) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

func TestRecords(t *testing.T) {
	got := records(t, slogobserver.Options{Failure: slog.LevelWarn}, runtime.Call{ID: "1", Name: "ok", Agent: "a", Arguments: `{"secret":1}`}, runtime.Call{ID: "2\nlevel=ERROR", Name: "fail"}, runtime.Call{ID: "3", Name: "outer"})
	if len(got) != 4 {
		t.Fatalf("%d records: %v", len(got), got)
	}
	if r := got[0]; r["level"] != "INFO" || r["tool"] != "ok" || r["call"] != "1" || r["agent"] != "a" || r["error"] != false || r["arguments"] != nil || r["took"] == nil {
		t.Errorf("success: %v", r)
	}
	if r := got[1]; r["level"] != "WARN" || r["code"] != "TOOL_ERROR" || r["message"] != "try later" || !strings.Contains(r["cause"].(string), "db.internal") || r["call"] != "2\nlevel=ERROR" {
		t.Errorf("failure: %v", r)
	}
	if inner, outer := got[2], got[3]; inner["parent"] != outer["execution"] || inner["root"] != "3" || outer["parent"] != nil {
		t.Errorf("nested: %v in %v", inner, outer)
	}
}

func TestOptions(t *testing.T) {
	got := records(t, slogobserver.Options{Arguments: true, MaxText: 10}, runtime.Call{ID: "1", Name: "ok", Arguments: `{"a":"` + strings.Repeat("x", 100) + `"}`})
	if len(got) != 1 || got[0]["arguments"] != `{"a":"xxxx…` {
		t.Errorf("got %v", got)
	}
	if got := records(t, slogobserver.Options{Success: slog.LevelDebug}, runtime.Call{Name: "ok"}); len(got) != 0 {
		t.Errorf("a level that is not enabled was logged: %v", got)
	}
}

func Example() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "time" || a.Key == "took" || a.Key == "execution" {
			return slog.Attr{}
		}
		return a
	}}))
	reg := runtime.NewRegistry(runtime.Options{Logger: logger})
	reg.Observe(slogobserver.New(logger, slogobserver.Options{Failure: slog.LevelWarn}))
	reg.Execute(context.Background(), runtime.Call{ID: "7", Name: "nothing"})
	// Output: level=WARN msg="tool call" tool=nothing call=7 error=true code=UNKNOWN_TOOL message="unknown tool \"nothing\""
}
