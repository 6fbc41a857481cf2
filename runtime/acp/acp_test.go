package acp_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/coder/acp-go-sdk"
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/acp"
)

// client is the client's side of a connection; it keeps what it is told.
type client struct {
	mu      sync.Mutex
	updates []sdk.SessionUpdate
	asked   []sdk.RequestPermissionRequest
	answer  sdk.RequestPermissionOutcome
	err     error
}

func (c *client) SessionUpdate(_ context.Context, n sdk.SessionNotification) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := n.Validate(); err != nil {
		return err
	}
	c.updates = append(c.updates, n.Update)
	return nil
}

func (c *client) RequestPermission(_ context.Context, r sdk.RequestPermissionRequest) (sdk.RequestPermissionResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := r.Validate(); err != nil {
		return sdk.RequestPermissionResponse{}, err
	}
	c.asked = append(c.asked, r)
	return sdk.RequestPermissionResponse{Outcome: c.answer}, c.err
}

var errUnused = errors.New("not part of this test")

func (c *client) ReadTextFile(context.Context, sdk.ReadTextFileRequest) (sdk.ReadTextFileResponse, error) {
	return sdk.ReadTextFileResponse{}, errUnused
}
func (c *client) WriteTextFile(context.Context, sdk.WriteTextFileRequest) (sdk.WriteTextFileResponse, error) {
	return sdk.WriteTextFileResponse{}, errUnused
}
func (c *client) CreateTerminal(context.Context, sdk.CreateTerminalRequest) (sdk.CreateTerminalResponse, error) {
	return sdk.CreateTerminalResponse{}, errUnused
}
func (c *client) KillTerminal(context.Context, sdk.KillTerminalRequest) (sdk.KillTerminalResponse, error) {
	return sdk.KillTerminalResponse{}, errUnused
}
func (c *client) TerminalOutput(context.Context, sdk.TerminalOutputRequest) (sdk.TerminalOutputResponse, error) {
	return sdk.TerminalOutputResponse{}, errUnused
}
func (c *client) ReleaseTerminal(context.Context, sdk.ReleaseTerminalRequest) (sdk.ReleaseTerminalResponse, error) {
	return sdk.ReleaseTerminalResponse{}, errUnused
}
func (c *client) WaitForTerminalExit(context.Context, sdk.WaitForTerminalExitRequest) (sdk.WaitForTerminalExitResponse, error) {
	return sdk.WaitForTerminalExitResponse{}, errUnused
}

// connect joins an agent's and a client's side by pipes, as two processes are.
func connect(t *testing.T, c *client) acp.Connection {
	t.Helper()
	toAgent, fromClient := io.Pipe()
	toClient, fromAgent := io.Pipe()
	agent := sdk.NewAgentSideConnection(nil, fromAgent, toAgent)
	sdk.NewClientSideConnection(c, fromClient, toClient)
	t.Cleanup(func() {
		fromAgent.Close()
		fromClient.Close()
	})
	return agent
}

// tools have a card of each kind.
func tools() []*runtime.Tool {
	old, code := "one\n", 1
	tool := func(name string, call runtime.CallView, result runtime.ResultView, err error) *runtime.Tool {
		return &runtime.Tool{
			ToolSchema:    runtime.ToolSchema{Name: name, Parameters: `{"type":"object"}`},
			Run:           func(context.Context, *runtime.Execution) (any, error) { return "text of " + name, err },
			PresentCall:   func(string) runtime.CallView { return call },
			PresentResult: func(string, *runtime.Result) runtime.ResultView { return result },
		}
	}
	return []*runtime.Tool{
		tool("plain", nil, nil, nil),
		tool("edit", runtime.DiffCall{Diffs: []runtime.FileDiff{{Path: "/work/a.go", OldText: &old, NewText: "two\n"}}},
			runtime.DiffResult{Title: "Edited /work/a.go", Diffs: []runtime.FileDiff{{Path: "/work/a.go", OldText: &old, NewText: "three\n"}, {Path: "new.go", NewText: "x"}}}, nil),
		tool("run", runtime.TerminalCall{Command: "make ```", Directory: "sub"}, runtime.TerminalResult{Command: "make ```", Output: "no rule\n", ExitCode: &code, Error: true}, errors.New("exit status 1")),
		tool("search", runtime.GenericCall{Title: "Search /work/lib", Kind: runtime.KindSearch, Text: "needle", Locations: []runtime.FileLocation{{Path: "lib"}}},
			runtime.SearchResult{Matches: []runtime.Match{{Path: "lib/a.go", Line: 3, Text: "needle"}}, More: 2}, nil),
	}
}

// run executes one call and returns what the client was told, as JSON.
func run(t *testing.T, c *client, s acp.Session, o func(*acp.Session) runtime.Options, call runtime.Call) []map[string]any {
	t.Helper()
	if c.answer.Selected == nil && c.answer.Cancelled == nil {
		c.answer = sdk.NewRequestPermissionOutcomeCancelled()
	}
	s.Conn, s.ID, s.Directory = connect(t, c), "session-1", "/work"
	reg := runtime.NewRegistry(o(&s))
	if _, err := reg.Register(tools()...); err != nil {
		t.Fatal(err)
	}
	reg.Pre(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		if x.Agent() == "careful" {
			return runtime.Ask("sure?"), nil
		}
		return next(ctx)
	})
	remove := s.Attach(reg)
	reg.Execute(t.Context(), call)
	remove()
	reg.Execute(t.Context(), call) // of which the client hears nothing
	// The SDK hands notifications to the client in the background.
	told := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.updates)
	}
	for range 500 {
		if told() >= 2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []map[string]any
	for _, u := range c.updates {
		text, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b map[string]any) int { // in the order of their sending
		return cmp.Compare(fmt.Sprint(a["sessionUpdate"]), fmt.Sprint(b["sessionUpdate"]))
	})
	return out
}

func plain(*acp.Session) runtime.Options { return runtime.Options{} }

func encode(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// wants compares updates with what parts of them have to be.
func wants(t *testing.T, got []map[string]any, want ...map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d updates: %s", len(got), encode(t, got))
	}
	for i := range want {
		for key, w := range want[i] {
			if g := encode(t, got[i][key]); g != w {
				t.Errorf("update %d, %s\ngot  %s\nwant %s", i, key, g, w)
			}
		}
	}
	if got[0]["toolCallId"] != got[len(got)-1]["toolCallId"] || got[0]["toolCallId"] == "" {
		t.Errorf("IDs: %s", encode(t, got))
	}
}

func TestGeneric(t *testing.T) {
	wants(t, run(t, &client{}, acp.Session{}, plain, runtime.Call{Name: "plain", Arguments: `{"a":1}`}),
		map[string]string{"sessionUpdate": `"tool_call"`, "title": `"plain"`, "kind": `"other"`, "status": `"pending"`, "rawInput": `{"a":1}`},
		map[string]string{"sessionUpdate": `"tool_call_update"`, "status": `"completed"`, "content": `[{"content":{"text":"text of plain","type":"text"},"type":"content"}]`})
}

// A completed diff replaces the pending one; a new file has no old text.
func TestDiff(t *testing.T) {
	got := run(t, &client{}, acp.Session{}, plain, runtime.Call{Name: "edit"})
	wants(t, got,
		map[string]string{"title": `"Edit a.go"`, "kind": `"edit"`, "content": `[{"newText":"two\n","oldText":"one\n","path":"/work/a.go","type":"diff"}]`, "locations": `[{"path":"/work/a.go"}]`},
		map[string]string{"title": `"Edited a.go"`, "locations": `[{"path":"/work/a.go"},{"path":"/work/new.go"}]`, "content": `[{"newText":"three\n","oldText":"one\n","path":"/work/a.go","type":"diff"},{"newText":"x","path":"/work/new.go","type":"diff"}]`})
}

// Clients that show terminals get one; others get text in a fence that the
// command cannot end.
func TestTerminal(t *testing.T) {
	got := run(t, &client{}, acp.Session{Terminals: true}, plain, runtime.Call{Name: "run"})
	id := encode(t, got[0]["toolCallId"])
	wants(t, got,
		map[string]string{"kind": `"execute"`, "title": "\"make ```\"", "content": `[{"terminalId":` + id + `,"type":"terminal"}]`, "_meta": `{"terminal_info":{"cwd":"/work/sub","terminal_id":` + id + `}}`},
		map[string]string{"status": `"failed"`, "_meta": `{"terminal_exit":{"exit_code":1,"terminal_id":` + id + `},"terminal_output":{"data":"no rule\n","terminal_id":` + id + `}}`})
	wants(t, run(t, &client{}, acp.Session{}, plain, runtime.Call{Name: "run"}),
		map[string]string{"content": "[{\"content\":{\"text\":\"````console\\n$ make ```\\n````\",\"type\":\"text\"},\"type\":\"content\"}]", "_meta": "null"},
		map[string]string{"content": "[{\"content\":{\"text\":\"````console\\n$ make ```\\nno rule\\n[exit 1]\\n````\",\"type\":\"text\"},\"type\":\"content\"}]", "_meta": "null"})
	if !acp.ShowsTerminals(sdk.ClientCapabilities{Meta: map[string]any{"terminal_output": true}}) || acp.ShowsTerminals(sdk.ClientCapabilities{}) {
		t.Error("ShowsTerminals")
	}
}

func TestSearch(t *testing.T) {
	wants(t, run(t, &client{}, acp.Session{}, plain, runtime.Call{Name: "search"}),
		map[string]string{"title": `"Search lib"`, "kind": `"search"`, "locations": `[{"path":"/work/lib"}]`},
		map[string]string{"locations": `[{"line":3,"path":"/work/lib/a.go"}]`, "content": "[{\"content\":{\"text\":\"```\\nlib/a.go:3: needle\\nand 2 more\\n```\",\"type\":\"text\"},\"type\":\"content\"}]"})
}

// What never ran is told, too: unknown tools, and text that is no JSON.
func TestFailures(t *testing.T) {
	for _, call := range []runtime.Call{{Name: "nobody"}, {Name: "plain", Arguments: `{"a":`}} {
		wants(t, run(t, &client{}, acp.Session{}, plain, call), map[string]string{"sessionUpdate": `"tool_call"`}, map[string]string{"status": `"failed"`})
	}
}

// A permission request shows the very same card; each answer has its outcome.
func TestPermission(t *testing.T) {
	asks := func(s *acp.Session) runtime.Options { return runtime.Options{Approver: s.Approver()} }
	for name, c := range map[string]struct {
		client *client
		status string
		text   string
	}{
		"allowed":   {&client{answer: sdk.NewRequestPermissionOutcomeSelected("allow_once")}, `"completed"`, "three"},
		"rejected":  {&client{answer: sdk.NewRequestPermissionOutcomeSelected("reject_once")}, `"failed"`, "rejected"},
		"invented":  {&client{answer: sdk.NewRequestPermissionOutcomeSelected("always")}, `"failed"`, "rejected"},
		"cancelled": {&client{answer: sdk.NewRequestPermissionOutcomeCancelled()}, `"failed"`, "dismissed"},
		"failed":    {&client{err: errors.New("gone")}, `"failed"`, "asking for it failed"},
	} {
		peer := &client{answer: c.client.answer, err: c.client.err}
		got := run(t, peer, acp.Session{}, asks, runtime.Call{Name: "edit", Agent: "careful"})
		wants(t, got, map[string]string{"status": `"pending"`}, map[string]string{"status": c.status})
		if name != "allowed" && !strings.Contains(encode(t, got[1]["content"]), c.text) {
			t.Errorf("%s: %s", name, encode(t, got[1]))
		}
		q := peer.asked[0]
		if encode(t, q.ToolCall.Content) != encode(t, got[0]["content"]) || string(q.ToolCall.ToolCallId) != got[0]["toolCallId"] || *q.ToolCall.Title != got[0]["title"] || q.SessionId != "session-1" || len(q.Options) != 2 {
			t.Errorf("%s: asked %s\nshown %s", name, encode(t, q), encode(t, got[0]))
		}
	}
}
