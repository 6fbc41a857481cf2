package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// turn is one answer of the scripted model, and what it must have been told
// before it gives that answer.
type turn struct {
	told  []string // parts of the tool messages since its last answer
	says  string
	calls [][2]string // name and arguments
}

// script is a conversation with everything in it: calls in parallel, arguments
// that are wrong and then right, an approval, denials, a timeout.
var script = []turn{
	{says: "Let me look around.", calls: [][2]string{{"workspace_search", `{"text":"greeting"}`}}},
	{told: []string{"unknown tool", "search_files"}, calls: [][2]string{{"search_files", `{"text":"greeting"}`}, {"read_file", `{"path":"main.go"}`}}},
	{told: []string{"text.go:3", "println(greeting)"}, calls: [][2]string{{"read_file", `{"file":"text.go"}`}}},
	{told: []string{"path", "unknown property"}, calls: [][2]string{{"read_file", `{"path":"text.go"}`}, {"read_file", `{"path":"secret.go"}`}}},
	{told: []string{"hello", "none of your business"}, calls: [][2]string{{"edit_file", `{"path":"text.go","old":"goodbye","new":"hi"}`}}},
	{told: []string{"occurs 0 times"}, calls: [][2]string{{"edit_file", `{"path":"text.go","old":"\"hello\"","new":"\"hello, friend\""}`}}},
	{told: []string{"done"}, calls: [][2]string{{"read_file", `{"path":"text.go"}`}, {"delete_file", `{"path":"main.go"}`}}},
	{told: []string{"hello, friend", "rejected"}, calls: [][2]string{{"check_all", `{}`}}},
	{told: []string{"outcome is unknown"}, says: "The check takes too long; one last look.", calls: [][2]string{{"search_files", `{"text":"friend"}`}}},
	{told: []string{"text.go:3"}, says: "The greeting is friendlier now: \"hello, friend\"."},
}

// newScript serves the script on loopback, as an endpoint of chat completions that
// streams. A request that is not what the script expects is refused, with why.
func newScript() *httptest.Server {
	var mu sync.Mutex
	next := 0
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if next >= len(script) {
			http.Error(w, "the script is over", http.StatusBadRequest)
			return
		}
		if err := expects(r, script[next]); err != nil {
			http.Error(w, fmt.Sprintf("turn %d: %v", next+1, err), http.StatusBadRequest)
			return
		}
		stream(w, next, script[next])
		next++
	}))
}

// expects checks that a request is well formed and says what the turn needs.
func expects(r *http.Request, t turn) error {
	var body struct {
		Stream   bool
		Tools    []struct{ Function struct{ Name string } }
		Messages []struct {
			Role, Content string
			ToolCallID    string                `json:"tool_call_id"`
			ToolCalls     []struct{ ID string } `json:"tool_calls"`
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return err
	}
	if r.URL.Path != "/v1/chat/completions" || !body.Stream || len(body.Tools) != 5 {
		return fmt.Errorf("path %s, stream %t, %d tools", r.URL.Path, body.Stream, len(body.Tools))
	}
	// Each call is followed by its result, as the API demands.
	pending, told := []string{}, ""
	for _, m := range body.Messages {
		switch m.Role {
		case "assistant":
			pending, told = pending[:0], ""
			for _, c := range m.ToolCalls {
				pending = append(pending, c.ID)
			}
		case "tool":
			if len(pending) == 0 || pending[0] != m.ToolCallID {
				return fmt.Errorf("a result of %q where %q were due", m.ToolCallID, pending)
			}
			pending, told = pending[1:], told+m.Content+"\n"
		}
	}
	if len(pending) > 0 {
		return fmt.Errorf("no results of %q", pending)
	}
	for _, want := range t.told {
		if !strings.Contains(told, want) {
			return fmt.Errorf("was not told %q but %q", want, told)
		}
	}
	return nil
}

// stream sends a turn in pieces: text by the word, arguments by a few bytes.
func stream(w http.ResponseWriter, number int, t turn) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(choice map[string]any) {
		choice["index"] = 0
		text, err := json.Marshal(map[string]any{"id": "x", "object": "chat.completion.chunk", "choices": []any{choice}})
		if err == nil {
			fmt.Fprintf(w, "data: %s\n\n", text)
		}
	}
	for _, word := range strings.SplitAfter(t.says, " ") {
		send(map[string]any{"delta": map[string]any{"content": word}, "finish_reason": nil})
	}
	piece := func(i int, fields map[string]any) {
		fields["index"] = i
		send(map[string]any{"delta": map[string]any{"tool_calls": []any{fields}}, "finish_reason": nil})
	}
	for i, c := range t.calls {
		piece(i, map[string]any{"id": fmt.Sprintf("call_%d_%d", number+1, i+1), "type": "function", "function": map[string]any{"name": c[0], "arguments": ""}})
	}
	for i, c := range t.calls {
		for at := 0; at < len(c[1]); at += 7 {
			piece(i, map[string]any{"function": map[string]any{"arguments": c[1][at:min(at+7, len(c[1]))]}})
		}
	}
	reason := "stop"
	if len(t.calls) > 0 {
		reason = "tool_calls"
	}
	send(map[string]any{"delta": map[string]any{}, "finish_reason": reason})
	fmt.Fprint(w, "data: [DONE]\n\n")
}
