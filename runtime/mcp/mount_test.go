package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/mcp"
	"github.com/dsh-tools/dshgen/testdata/golden/results"
	"github.com/dsh-tools/dshgen/testdata/golden/shapes"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// remote is a server of somebody else, written with the SDK alone.
func remote(t *testing.T) *sdk.ClientSession {
	t.Helper()
	server := sdk.NewServer(&sdk.Implementation{Name: "elsewhere", Version: "1"}, nil)
	add := func(name, schema string, h func(context.Context, string) (*sdk.CallToolResult, error)) {
		server.AddTool(&sdk.Tool{Name: name, Description: "Does " + name, InputSchema: json.RawMessage(schema)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return h(ctx, string(r.Params.Arguments))
		})
	}
	says := func(text string) *sdk.CallToolResult {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
	}
	add("echo", `{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"],"additionalProperties":false}`, func(_ context.Context, text string) (*sdk.CallToolResult, error) {
		return says("got " + text), nil
	})
	add("odd", `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, func(_ context.Context, text string) (*sdk.CallToolResult, error) { return says("odd " + text), nil })
	add("fail", `{"type":"object"}`, func(context.Context, string) (*sdk.CallToolResult, error) {
		r := says("it is broken")
		r.IsError = true
		return r, nil
	})
	add("refuse", `{"type":"object"}`, func(context.Context, string) (*sdk.CallToolResult, error) {
		return nil, errors.New("host 10.0.0.1 is down")
	})
	add("slow", `{"type":"object"}`, func(ctx context.Context, _ string) (*sdk.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	add("data", `{"type":"object"}`, func(context.Context, string) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.ImageContent{Data: []byte{1}, MIMEType: "image/png"}}, StructuredContent: map[string]any{"n": 1}}, nil
	})
	server.AddTool(&sdk.Tool{Name: "hints", InputSchema: json.RawMessage(`{"type":"object"}`), Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, Title: "Hints"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return says(""), nil })
	here, there := sdk.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

func TestMount(t *testing.T) {
	reg := registry(t, shapes.UpperTool)
	m, err := mcp.Mount(t.Context(), reg, remote(t), mcp.MountOptions{Prefix: "r_", Select: func(tool *sdk.Tool) bool { return tool.Name != "slow" }})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range reg.Schemas() {
		names = append(names, s.Name)
	}
	if want := []string{"r_data", "r_echo", "r_fail", "r_hints", "r_odd", "r_refuse", "upper"}; !slices.Equal(names, want) || len(m.Tools) != 6 {
		t.Errorf("names are %q", names)
	}
	if len(m.Unchecked) != 1 || m.Unchecked["r_odd"] == nil || !strings.Contains(m.Unchecked["r_odd"].Error(), "if") {
		t.Errorf("unchecked: %v", m.Unchecked)
	}
	if tool, _ := reg.Lookup("r_hints"); !tool.ReadOnly || tool.Destructive || tool.Title != "Hints" || !tool.OpenWorld {
		t.Errorf("hints: %+v", tool)
	}
	if tool, _ := reg.Lookup("r_echo"); !tool.Destructive || !tool.OpenWorld || tool.Origin != "server elsewhere" {
		t.Errorf("echo: %+v", tool)
	}
	reg.Guard(func(x *runtime.Execution) error {
		if x.Arguments() == `{"n":13}` {
			return errors.New("not that number")
		}
		return nil
	})
	for _, c := range []struct{ name, arguments, code, text string }{
		{"r_echo", `{"n":1}`, "", `got {"n":1}`},
		{"r_echo", `{"n":0}`, "INVALID_ARGS", "n: must be at least 1"},
		{"r_echo", `{"m":1}`, "INVALID_ARGS", "n"},
		{"r_echo", `{"n":1`, "INVALID_ARGS", ""},
		{"r_echo", `{"n":13}`, "DENIED", "not that number"},
		{"r_odd", `{"a":1}`, "", `odd {"a":1}`},
		{"r_fail", `{}`, "TOOL_ERROR", "it is broken"},
		{"r_refuse", `{}`, "TOOL_ERROR", "the server of this tool failed or is gone"},
	} {
		r := reg.Execute(t.Context(), runtime.Call{Name: c.name, Arguments: c.arguments})
		code := ""
		if f := r.Error(); f != nil {
			code = f.Code
		}
		if code != c.code || !strings.Contains(r.Text(), c.text) || strings.Contains(r.Text(), "10.0.0.1") {
			t.Errorf("%s %s: %s %q", c.name, c.arguments, code, r.Text())
		}
	}
	if r := reg.Execute(t.Context(), runtime.Call{Name: "r_data"}); r.Value() != `{"n":1}` || len(r.Contents()) != 1 || r.Contents()[0].Kind() != runtime.ImageContent {
		t.Errorf("data: %s %v", r.Value(), r.Contents())
	}
	m.Remove()
	if n := len(reg.Schemas()); n != 1 {
		t.Errorf("%d tools are left", n)
	}
}

// All or none: a name that is taken is an error that names it.
func TestMountCollision(t *testing.T) {
	reg := registry(t, &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "echo"}, Run: func(context.Context, *runtime.Execution) (any, error) { return nil, nil }})
	if _, err := mcp.Mount(t.Context(), reg, remote(t), mcp.MountOptions{}); err == nil || !strings.Contains(err.Error(), "echo") {
		t.Errorf("got %v", err)
	}
	if n := len(reg.Schemas()); n != 1 {
		t.Errorf("%d tools", n)
	}
}

// A timeout here ends the call there.
func TestMountCancel(t *testing.T) {
	reg := registry(t)
	reg.Wrap(runtime.Timeouts{Default: 20 * time.Millisecond}.Policy())
	if _, err := mcp.Mount(t.Context(), reg, remote(t), mcp.MountOptions{}); err != nil {
		t.Fatal(err)
	}
	if r := reg.Execute(t.Context(), runtime.Call{Name: "slow"}); r.Error() == nil || r.Error().Code != "TOOL_TIMEOUT" {
		t.Errorf("got %s", r.Text())
	}
}

// Tools of a registry that are served and mounted again behave as they do at home.
func TestThereAndBack(t *testing.T) {
	home := registry(t, shapes.UpperTool, results.SortedTool)
	away := registry(t)
	m, err := mcp.Mount(t.Context(), away, connect(t, home, mcp.Options{}, nil), mcp.MountOptions{})
	if err != nil || len(m.Unchecked) != 0 {
		t.Fatal(err, m)
	}
	for _, c := range []runtime.Call{{Name: "upper", Arguments: `{"text":"x"}`}, {Name: "sorted"}, {Name: "upper", Arguments: `{"text":1}`}, {Name: "upper", Arguments: `{"tex":"x"}`}} {
		a, b := home.Execute(t.Context(), c), away.Execute(t.Context(), c)
		if fmt.Sprint(a.Text(), a.Value(), a.Error()) != fmt.Sprint(b.Text(), b.Value(), b.Error()) {
			t.Errorf("%s\nat home %q %q %v\naway    %q %q %v", c.Arguments, a.Text(), a.Value(), a.Error(), b.Text(), b.Value(), b.Error())
		}
	}
}
