package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
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

func registry(t testing.TB, tools ...*runtime.Tool) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(tools...); err != nil {
		t.Fatal(err)
	}
	return reg
}

// connect connects a client of the SDK to a server of reg.
func connect(t testing.TB, reg *runtime.Registry, o mcp.Options, c *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	server, err := mcp.NewServer(reg, o).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, c).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		server.Wait()
	})
	return session
}

func names(t testing.TB, s *sdk.ClientSession) (out []string) {
	t.Helper()
	for tool, err := range s.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, tool.Name)
	}
	slices.Sort(out)
	return out
}

func call(t testing.TB, s *sdk.ClientSession, name string, arguments string) *sdk.CallToolResult {
	t.Helper()
	params := &sdk.CallToolParams{Name: name}
	if arguments != "" {
		params.Arguments = json.RawMessage(arguments)
	}
	res, err := s.CallTool(t.Context(), params)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return res
}

func text(r *sdk.CallToolResult) string {
	var parts []string
	for _, c := range r.Content {
		if c, ok := c.(*sdk.TextContent); ok {
			parts = append(parts, c.Text)
		}
	}
	return strings.Join(parts, "|")
}

func encode(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Tools are listed with schemas and all hints, as the registry has them.
func TestList(t *testing.T) {
	delete := &runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: "delete", Description: "Deletes."}, Title: "Delete it", Destructive: true, Idempotent: true, OpenWorld: true,
		Run: func(context.Context, *runtime.Execution) (any, error) { return nil, nil },
	}
	s := connect(t, registry(t, shapes.UpperTool, results.FullTool, delete), mcp.Options{Name: "n", Version: "2", Instructions: "Be nice."}, nil)
	if r := s.InitializeResult(); r.ServerInfo.Name != "n" || r.ServerInfo.Version != "2" || r.Instructions != "Be nice." {
		t.Errorf("server info: %+v", r)
	}
	got := map[string]*sdk.Tool{}
	for tool, err := range s.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got[tool.Name] = tool
	}
	if len(got) != 3 {
		t.Fatalf("%d tools", len(got))
	}
	if d := got["delete"]; d.Title != "Delete it" || !*d.Annotations.DestructiveHint || !d.Annotations.IdempotentHint || !*d.Annotations.OpenWorldHint || d.Annotations.ReadOnlyHint || d.OutputSchema != nil {
		t.Errorf("delete: %s", encode(t, d))
	}
	if u := got["upper"]; !u.Annotations.ReadOnlyHint || *u.Annotations.DestructiveHint || *u.Annotations.OpenWorldHint {
		t.Errorf("upper: %s", encode(t, u))
	}
	for name, want := range map[string]string{"upper": shapes.UpperTool.Parameters, "full": results.FullTool.Parameters} {
		var w any
		if err := json.Unmarshal([]byte(want), &w); err != nil {
			t.Fatal(err)
		}
		if encode(t, got[name].InputSchema) != encode(t, w) {
			t.Errorf("%s: %s", name, encode(t, got[name].InputSchema))
		}
	}
	if got["full"].OutputSchema == nil {
		t.Error("full has no output schema")
	}
}

// Calls go through the pipeline; whatever happens is a result for the model.
func TestCall(t *testing.T) {
	many := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "many"}, Run: func(_ context.Context, x *runtime.Execution) (any, error) {
		x.DeferContext(runtime.Text("by the way"))
		return runtime.Return{Meta: map[string]any{"secret": 1}, Content: []runtime.Content{
			runtime.Text("t"), runtime.Image([]byte{1}, "image/png"), runtime.Audio([]byte{2}, "audio/wav"), runtime.Link("file:///a", "a", "d", "text/plain"),
			runtime.TextResource("file:///b", "text/plain", "x"), runtime.BlobResource("file:///c", "", []byte{3}),
		}}, nil
	}}
	fail := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "fail"}, Run: func(context.Context, *runtime.Execution) (any, error) { return nil, errors.New("no luck") }}
	panics := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "panic"}, Run: func(context.Context, *runtime.Execution) (any, error) { panic("secret") }}
	reg := registry(t, shapes.UpperTool, results.SortedTool, results.FullTool, many, fail, panics)
	var agents []string
	reg.Guard(func(x *runtime.Execution) error {
		agents = append(agents, x.Agent())
		if strings.Contains(x.Arguments(), "forbidden") {
			return errors.New("not that word")
		}
		return nil
	})
	s := connect(t, reg, mcp.Options{}, nil)
	if r := call(t, s, "upper", `{"text":"a"}`); r.IsError || text(r) != "A" || r.StructuredContent != nil {
		t.Errorf("upper: %s", encode(t, r))
	}
	if r := call(t, s, "sorted", ""); r.IsError || encode(t, r.StructuredContent) != `{"a":1,"b":2,"c":3}` {
		t.Errorf("sorted: %s", encode(t, r))
	}
	if r := call(t, s, "upper", `{"txt":"a"}`); !r.IsError || !strings.Contains(text(r), "text") || !strings.Contains(text(r), "txt") {
		t.Errorf("invalid: %s", encode(t, r))
	}
	if r := call(t, s, "upper", `{"text":"forbidden"}`); !r.IsError || !strings.Contains(text(r), "not that word") {
		t.Errorf("denied: %s", encode(t, r))
	}
	if r := call(t, s, "fail", `{}`); !r.IsError || text(r) != "no luck" {
		t.Errorf("fail: %s", encode(t, r))
	}
	if r := call(t, s, "panic", `{}`); !r.IsError || strings.Contains(encode(t, r), "secret") {
		t.Errorf("panic: %s", encode(t, r))
	}
	r := call(t, s, "many", `{}`)
	if len(r.Content) != 7 || text(r) != "t|by the way" || strings.Contains(encode(t, r), "secret") {
		t.Errorf("many: %s", encode(t, r))
	}
	if _, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "nothing"}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("an unknown tool: %v", err)
	}
	if !slices.Contains(agents, "mcp") {
		t.Errorf("agents: %q", agents)
	}
}

// Cancelling a call cancels the tool; the session goes on.
func TestCancel(t *testing.T) {
	started, ended := make(chan struct{}), make(chan error, 1)
	slow := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "slow"}, Run: func(ctx context.Context, _ *runtime.Execution) (any, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	}}
	s := connect(t, registry(t, slow, shapes.UpperTool), mcp.Options{}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	if _, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "slow"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the tool saw %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the tool was not cancelled")
	}
	if r := call(t, s, "upper", `{"text":"b"}`); text(r) != "B" {
		t.Errorf("after that: %s", encode(t, r))
	}
}

// A client that vanishes cancels what it left running.
func TestClientVanishes(t *testing.T) {
	started, ended := make(chan struct{}), make(chan struct{})
	slow := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "slow"}, Run: func(ctx context.Context, _ *runtime.Execution) (any, error) {
		close(started)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}}
	in, client := io.Pipe()
	server, err := mcp.NewServer(registry(t, slow), mcp.Options{}).Connect(t.Context(), &sdk.IOTransport{Reader: in, Writer: discard{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","arguments":{}}}`,
	} {
		if _, err := io.WriteString(client, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	<-started
	client.CloseWithError(io.ErrUnexpectedEOF)
	defer server.Wait()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the tool goes on")
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }

// Clients are told of tools that come and go, and of restrictions.
func TestListChanged(t *testing.T) {
	changed := make(chan struct{}, 100)
	reg := registry(t, shapes.UpperTool)
	child := reg.Child("a")
	s := connect(t, child, mcp.Options{}, &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} }})
	eventually := func(what string, want ...string) {
		t.Helper()
		for {
			if got := names(t, s); slices.Equal(got, want) {
				return
			}
			select {
			case <-changed:
			case <-time.After(10 * time.Second):
				t.Fatalf("%s: %q, want %q", what, names(t, s), want)
			}
		}
	}
	eventually("at first", "upper")
	remove, err := reg.Register(results.SortedTool)
	if err != nil {
		t.Fatal(err)
	}
	eventually("registered", "sorted", "upper")
	lift, err := child.Restrict(runtime.Restriction{Deny: []string{"upper"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually("restricted", "sorted")
	lift()
	remove()
	eventually("removed", "upper")
}

// Each HTTP session has the registry that its request is given.
func TestHTTPScopes(t *testing.T) {
	reg := registry(t, shapes.UpperTool, results.SortedTool)
	handler := mcp.Handler(reg, mcp.Options{Scope: func(r *http.Request) (*runtime.Registry, error) {
		switch r.Header.Get("X-Role") {
		case "reader":
			child := reg.Child("reader")
			_, err := child.Restrict(runtime.Restriction{Deny: []string{"upper"}})
			return child, err
		case "nobody":
			return nil, errors.New("not for you")
		}
		return nil, nil
	}})
	web := httptest.NewServer(handler)
	defer web.Close()
	open := func(role string) (*sdk.ClientSession, error) {
		client := &http.Client{Transport: withHeader{role}}
		return sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: web.URL, HTTPClient: client, MaxRetries: -1}, nil)
	}
	for role, want := range map[string][]string{"": {"sorted", "upper"}, "reader": {"sorted"}} {
		s, err := open(role)
		if err != nil {
			t.Fatal(err)
		}
		if got := names(t, s); !slices.Equal(got, want) {
			t.Errorf("%q sees %q", role, got)
		}
		if r := call(t, s, "sorted", `{}`); r.IsError {
			t.Errorf("%q: %s", role, encode(t, r))
		}
		s.Close()
	}
	if s, err := open("nobody"); err == nil {
		s.Close()
		t.Error("a session that was refused is open")
	}
}

type withHeader struct{ role string }

func (h withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Role", h.role)
	return http.DefaultTransport.RoundTrip(r)
}

// Bytes that are not the protocol neither end the server nor reach a tool.
func TestHTTPHostileBodies(t *testing.T) {
	web := httptest.NewServer(mcp.Handler(registry(t, shapes.UpperTool), mcp.Options{}))
	defer web.Close()
	for _, body := range []string{"", "{", `{"jsonrpc":"2.0"`, `[]`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}`, strings.Repeat("[", 100_000), "\x00\xff"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%.20q: %v", body, err)
		}
		answer, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
		res.Body.Close()
		if err != nil || res.StatusCode < 400 && !strings.Contains(string(answer), `"error"`) {
			t.Errorf("%.20q: status %d, %s, %v", body, res.StatusCode, answer, err)
		}
	}
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: web.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := call(t, s, "upper", `{"text":"a"}`); text(r) != "A" {
		t.Errorf("after that: %s", encode(t, r))
	}
}
