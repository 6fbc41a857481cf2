package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dsh-tools/dshgen/runtime"
)

// ErrTruncated says that a response ended before its tool calls were complete:
// the stream broke off, or the model ran into a limit. Arguments cut short may
// look complete, down to none at all, so none of the calls should run.
var ErrTruncated = errors.New("the response ends before its tool calls are complete")

// Bounds of one response. They are far above what models send.
const (
	// MaxCalls is how many tool calls one response may hold.
	MaxCalls = 1024
	// MaxResponse is how many bytes one response, or one event of a stream, may
	// have, and all arguments of a stream together.
	MaxResponse = 16 << 20
)

// ParseCalls reads the tool calls of a complete response of target's API, in
// their order; none give nil. Only the first of several choices or candidates
// counts. Arguments are what the model wrote, unchecked: an API that sends them
// as a value has its text, one that sends a string has the string.
//
// A response that a limit cut short is [ErrTruncated]; one with an error, a call
// without a name, or, where results are paired by ID, without an ID, is an error
// as well. [MCP] has no responses.
func ParseCalls(target Target, response []byte) ([]runtime.Call, error) {
	if len(response) > MaxResponse {
		return nil, fmt.Errorf("provider: the response has %d bytes; at most %d are read", len(response), MaxResponse)
	}
	var calls []runtime.Call
	var err error
	switch target.family() {
	case chatFamily:
		calls, err = chatCalls(response)
	case responsesFamily:
		calls, err = responsesCalls(response)
	case anthropicFamily:
		calls, err = anthropicCalls(response)
	case geminiFamily:
		calls, err = geminiCalls(response)
	default:
		err = fmt.Errorf("there are no responses of %q to read", target)
	}
	if err == nil {
		err = complete(target, calls)
	}
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	return calls, nil
}

// complete checks what every call needs to be answered.
func complete(target Target, calls []runtime.Call) error {
	if len(calls) > MaxCalls {
		return fmt.Errorf("the response has %d tool calls; at most %d are read", len(calls), MaxCalls)
	}
	seen := make(map[string]bool, len(calls))
	for i, c := range calls {
		switch {
		case c.Name == "":
			return fmt.Errorf("tool call %d has no name", i)
		case c.ID == "" && target.family() == geminiFamily:
			continue // paired by name and order
		case c.ID == "":
			return fmt.Errorf("tool call %d, of %q, has no ID: its result could not be paired with it", i, c.Name)
		case seen[c.ID]:
			return fmt.Errorf("tool call %d has the ID %q of another: their results could not be told apart", i, c.ID)
		}
		seen[c.ID] = true
	}
	return nil
}

// apiError is the error that a response of any of the APIs may be instead.
type apiError struct {
	Message string `json:"message"`
}

func (e *apiError) err() error {
	return fmt.Errorf("the API answers with an error: %s", cut(e.Message))
}

// unmarshal decodes a response, whose errors then need no package names.
func unmarshal(text []byte, v any) error {
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("the response cannot be read: %w", err)
	}
	return nil
}

type chatCall struct {
	Index    *int   `json:"index"` // in streams
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// argumentsText reads arguments that should be a string. Some servers that
// speak this API send the value itself.
func argumentsText(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] == 'n' {
		return "", nil
	}
	if raw[0] != '"' {
		return string(raw), nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}

func chatCalls(response []byte) ([]runtime.Call, error) {
	var r struct {
		Error   *apiError `json:"error"`
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct {
				ToolCalls []chatCall `json:"tool_calls"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := unmarshal(response, &r); err != nil {
		return nil, err
	}
	switch {
	case r.Error != nil:
		return nil, r.Error.err()
	case len(r.Choices) == 0:
		return nil, errors.New("the response has no choices")
	}
	first := r.Choices[0]
	var calls []runtime.Call
	for _, c := range first.Message.ToolCalls {
		if c.Type != "" && c.Type != "function" {
			return nil, fmt.Errorf("a tool call has the type %q: only functions have a runtime.Call", cut(c.Type))
		}
		arguments, err := argumentsText(c.Function.Arguments)
		if err != nil {
			return nil, err
		}
		calls = append(calls, runtime.Call{ID: c.ID, Name: c.Function.Name, Arguments: arguments})
	}
	if calls != nil && (first.FinishReason == "length" || first.FinishReason == "content_filter") {
		return nil, ErrTruncated
	}
	return calls, nil
}

// responsesItem is an item of the output of the responses API.
type responsesItem struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Status    string          `json:"status"`
}

func (i *responsesItem) call() (runtime.Call, error) {
	if i.Status != "" && i.Status != "completed" {
		return runtime.Call{}, ErrTruncated
	}
	arguments, err := argumentsText(i.Arguments)
	return runtime.Call{ID: i.CallID, Name: i.Name, Arguments: arguments}, err
}

func responsesCalls(response []byte) ([]runtime.Call, error) {
	var r struct {
		Error  *apiError       `json:"error"`
		Status string          `json:"status"`
		Output []responsesItem `json:"output"`
	}
	if err := unmarshal(response, &r); err != nil {
		return nil, err
	}
	if r.Error != nil {
		return nil, r.Error.err()
	}
	var calls []runtime.Call
	for _, item := range r.Output {
		if item.Type != "function_call" {
			continue
		}
		c, err := item.call()
		if err != nil {
			return nil, err
		}
		calls = append(calls, c)
	}
	if calls != nil && r.Status != "" && r.Status != "completed" {
		return nil, ErrTruncated
	}
	return calls, nil
}

// anthropicBlock is a block of the content of a message.
type anthropicBlock struct {
	Type  string          `json:"type"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

func (b *anthropicBlock) call() runtime.Call {
	return runtime.Call{ID: b.ID, Name: b.Name, Arguments: string(b.Input)}
}

func anthropicCalls(response []byte) ([]runtime.Call, error) {
	var r struct {
		Type       string           `json:"type"`
		Error      *apiError        `json:"error"`
		StopReason string           `json:"stop_reason"`
		Content    []anthropicBlock `json:"content"`
	}
	if err := unmarshal(response, &r); err != nil {
		return nil, err
	}
	if r.Error != nil {
		return nil, r.Error.err()
	}
	var calls []runtime.Call
	for _, b := range r.Content {
		if b.Type == "tool_use" {
			calls = append(calls, b.call())
		}
	}
	if calls != nil && cutShort(r.StopReason) {
		return nil, ErrTruncated
	}
	return calls, nil
}

// cutShort reports whether a stop reason of a message means that its last block
// may be incomplete.
func cutShort(stopReason string) bool {
	switch stopReason {
	case "max_tokens", "model_context_window_exceeded", "refusal":
		return true
	}
	return false
}

// geminiResponse is a response of generateContent, or one of a stream of them.
type geminiResponse struct {
	Error          *apiError `json:"error"`
	PromptFeedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Candidates []struct {
		FinishReason string `json:"finishReason"`
		Content      struct {
			Parts []struct {
				FunctionCall *struct {
					ID           string          `json:"id"`
					Name         string          `json:"name"`
					Args         json.RawMessage `json:"args"`
					PartialArgs  json.RawMessage `json:"partialArgs"`
					WillContinue bool            `json:"willContinue"`
				} `json:"functionCall"`
			} `json:"parts"`
		} `json:"content"`
	} `json:"candidates"`
}

// calls returns the calls of the first candidate and why it finished, "" if it
// has not.
func (r *geminiResponse) calls() (calls []runtime.Call, finish string, err error) {
	if r.Error != nil {
		return nil, "", r.Error.err()
	}
	if r.PromptFeedback.BlockReason != "" {
		return nil, "", fmt.Errorf("the prompt was blocked: %s", cut(r.PromptFeedback.BlockReason))
	}
	if len(r.Candidates) == 0 {
		return nil, "", nil
	}
	first := r.Candidates[0]
	for _, p := range first.Content.Parts {
		c := p.FunctionCall
		if c == nil {
			continue
		}
		if c.PartialArgs != nil || c.WillContinue {
			return nil, "", errors.New("arguments of a call come in parts: streamFunctionCallArguments is not supported")
		}
		calls = append(calls, runtime.Call{ID: c.ID, Name: c.Name, Arguments: string(c.Args)})
	}
	switch first.FinishReason {
	case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL":
		return nil, "", fmt.Errorf("the model finished with %s", first.FinishReason)
	}
	return calls, first.FinishReason, nil
}

func geminiCalls(response []byte) ([]runtime.Call, error) {
	var r geminiResponse
	if err := unmarshal(response, &r); err != nil {
		return nil, err
	}
	calls, _, err := r.calls()
	return calls, err
}
