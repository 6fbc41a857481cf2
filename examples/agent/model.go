package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
)

// target is the shape of tools and messages.
const target = provider.OpenAI

// model is a conversation with an endpoint that speaks chat completions.
type model struct {
	base, key, name string
	tools           json.RawMessage
	messages        []json.RawMessage
}

// message is one message of the conversation, as far as the agent writes it.
type message struct {
	Role      string `json:"role"`
	Content   string `json:"content"`
	ToolCalls []call `json:"tool_calls,omitempty"`
}

type call struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func (m *model) add(v any) error {
	text, err := json.Marshal(v)
	m.messages = append(m.messages, text)
	return err
}

// begin states the tools and the task.
func (m *model) begin(schemas []runtime.ToolSchema, task string) error {
	list, err := provider.Project(target, schemas)
	if err != nil {
		return err
	}
	m.tools = json.RawMessage(list.JSON)
	if err := m.add(message{Role: "system", Content: "You edit files with the tools that you have. Say what you did when you are done."}); err != nil {
		return err
	}
	return m.add(message{Role: "user", Content: task})
}

// next asks for the next turn: what the model says, and what it calls.
func (m *model) next(ctx context.Context) (text string, calls []runtime.Call, err error) {
	body, err := json.Marshal(map[string]any{"model": m.name, "messages": m.messages, "tools": m.tools, "stream": true})
	if err != nil {
		return "", nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(m.base, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if m.key != "" {
		req.Header.Set("Authorization", "Bearer "+m.key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		why, _ := io.ReadAll(io.LimitReader(res.Body, 4096))
		return "", nil, fmt.Errorf("the model answers %s: %s", res.Status, why)
	}
	if text, calls, err = read(res.Body); err != nil {
		return "", nil, err
	}
	said := message{Role: "assistant", Content: text}
	for _, c := range calls {
		t := call{ID: c.ID, Type: "function"}
		t.Function.Name, t.Function.Arguments = c.Name, c.Arguments
		said.ToolCalls = append(said.ToolCalls, t)
	}
	return text, calls, m.add(said)
}

// read puts a streamed turn together.
func read(body io.Reader) (string, []runtime.Call, error) {
	stream := provider.NewStream(target)
	var text strings.Builder
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, provider.MaxResponse)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if data = strings.TrimSpace(data); !ok || data == "[DONE]" {
			continue
		}
		if err := stream.Add([]byte(data)); err != nil {
			return "", nil, err
		}
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			return "", nil, err
		}
		for _, c := range chunk.Choices {
			text.WriteString(c.Delta.Content)
		}
	}
	if err := lines.Err(); err != nil {
		return "", nil, err
	}
	calls, err := stream.Calls()
	return text.String(), calls, err
}

// answer adds what came of the calls.
func (m *model) answer(calls []runtime.Call, results []*runtime.Result) error {
	reply, err := provider.Results(target, calls, results)
	if err != nil {
		return err
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(reply.JSON), &list); err != nil {
		return err
	}
	m.messages = append(m.messages, list...)
	return nil
}
