package provider

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
)

// Stream puts the tool calls of a streamed response together from its events.
//
//	stream := provider.NewStream(provider.OpenAI)
//	for each "data:" line of the response {
//		if err := stream.Add(data); err != nil { ... }
//	}
//	calls, err := stream.Calls()
//
// It keeps arguments only, within [MaxCalls] and [MaxResponse]; text and
// everything else is for the caller to read from the same events. Make one with
// [NewStream] for each response; it is not safe for concurrent use.
type Stream struct {
	target Target
	open   []*fragments
	byKey  map[int]int // index that a call's fragments have to its place in open
	size   int         // bytes of arguments
	done   bool        // the response says that it is complete
	cut    bool        // the response says that it was cut short
	err    error       // the first one; it sticks
}

// fragments is one call on its way.
type fragments struct {
	call     runtime.Call
	text     strings.Builder
	whole    string // arguments that came in one piece, which count where there are no fragments
	complete bool
}

// NewStream returns a Stream for the events of target's API.
func NewStream(target Target) *Stream {
	s := &Stream{target: target, byKey: map[int]int{}}
	if f := target.family(); f == unknownFamily || f == mcpFamily {
		s.err = fmt.Errorf("provider: there are no streams of %q to read", target)
	}
	return s
}

// Add reads the data of one server-sent event, JSON or the "[DONE]" that ends
// some streams. Events that are not about tool calls are passed over. The first
// error sticks.
func (s *Stream) Add(data []byte) error {
	if s.err != nil {
		return s.err
	}
	data = bytes.TrimSpace(data)
	var err error
	switch {
	case len(data) == 0:
		return nil
	case string(data) == "[DONE]":
		s.done = true
		return nil
	case len(data) > MaxResponse:
		err = fmt.Errorf("an event has %d bytes; at most %d are read", len(data), MaxResponse)
	default:
		switch s.target.family() {
		case chatFamily:
			err = s.chat(data)
		case responsesFamily:
			err = s.responses(data)
		case anthropicFamily:
			err = s.anthropic(data)
		case geminiFamily:
			err = s.gemini(data)
		}
	}
	if err != nil {
		s.err = fmt.Errorf("provider: %w", err)
	}
	return s.err
}

// Calls returns the calls in the order in which they began, once the events are
// over; none give nil. It is [ErrTruncated] when the stream ended before the
// response said that it was complete, and an error in the cases of [ParseCalls].
func (s *Stream) Calls() ([]runtime.Call, error) {
	if s.err != nil {
		return nil, s.err
	}
	var calls []runtime.Call
	for _, f := range s.open {
		if s.cut || !f.complete && s.target.family() != chatFamily { // chunks do not tell where a call ends
			return nil, fmt.Errorf("provider: %w", ErrTruncated)
		}
		c := f.call
		if c.Arguments = f.text.String(); c.Arguments == "" {
			c.Arguments = f.whole
		}
		calls = append(calls, c)
	}
	if !s.done {
		return nil, fmt.Errorf("provider: %w", ErrTruncated)
	}
	if err := complete(s.target, calls); err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	return calls, nil
}

// begin starts a call under a key that its fragments have.
func (s *Stream) begin(key int, call runtime.Call) (*fragments, error) {
	if len(s.open) == MaxCalls {
		return nil, fmt.Errorf("the response has more than %d tool calls", MaxCalls)
	}
	f := &fragments{call: call}
	s.byKey[key] = len(s.open)
	s.open = append(s.open, f)
	return f, nil
}

// find returns the call that fragments with this key belong to, or nil.
func (s *Stream) find(key int) *fragments {
	if i, ok := s.byKey[key]; ok {
		return s.open[i]
	}
	return nil
}

func (s *Stream) add(f *fragments, text string) error {
	if s.size += len(text); s.size > MaxResponse {
		return fmt.Errorf("arguments have more than %d bytes", MaxResponse)
	}
	f.text.WriteString(text)
	return nil
}

// chat reads a chat.completion.chunk. Fragments are keyed by index; servers
// that send all calls with one index tell them apart by their IDs.
func (s *Stream) chat(data []byte) error {
	var e struct {
		Error   *apiError `json:"error"`
		Choices []struct {
			Index        int    `json:"index"`
			FinishReason string `json:"finish_reason"`
			Delta        struct {
				ToolCalls []chatCall `json:"tool_calls"`
			} `json:"delta"`
		} `json:"choices"`
	}
	if err := unmarshal(data, &e); err != nil {
		return err
	}
	if e.Error != nil {
		return e.Error.err()
	}
	for _, choice := range e.Choices {
		if choice.Index != 0 {
			continue
		}
		for i, c := range choice.Delta.ToolCalls {
			if c.Index == nil { // some servers leave it out
				c.Index = &i
			}
			if err := s.chatFragment(&c); err != nil {
				return err
			}
		}
		switch choice.FinishReason {
		case "":
		case "length", "content_filter":
			s.cut, s.done = true, true
		default:
			s.done = true
		}
	}
	return nil
}

func (s *Stream) chatFragment(c *chatCall) error {
	if s.done {
		return errors.New("a tool call goes on after the end of the response")
	}
	if c.Type != "" && c.Type != "function" {
		return fmt.Errorf("a tool call has the type %q: only functions have a runtime.Call", cut(c.Type))
	}
	k := *c.Index
	f := s.find(k)
	if f == nil || c.ID != "" && f.call.ID != "" && f.call.ID != c.ID {
		var err error
		if f, err = s.begin(k, runtime.Call{}); err != nil {
			return err
		}
	}
	if f.call.ID == "" {
		f.call.ID = c.ID
	}
	switch name := c.Function.Name; {
	case f.call.Name == "":
		f.call.Name = name
	case name != "" && name != f.call.Name:
		return fmt.Errorf("tool call %d is of %q and of %q", k, cut(f.call.Name), cut(name))
	}
	text, err := argumentsText(c.Function.Arguments)
	if err != nil {
		return err
	}
	return s.add(f, text)
}

// responses reads an event of the responses API. Fragments are keyed by the
// index of their item; the item as it is when done has all of the arguments.
func (s *Stream) responses(data []byte) error {
	var e struct {
		Type        string         `json:"type"`
		Message     string         `json:"message"` // of an error event
		OutputIndex int            `json:"output_index"`
		Item        *responsesItem `json:"item"`
		Delta       any            `json:"delta"`
		Arguments   *string        `json:"arguments"`
		Response    *struct {
			Error *apiError `json:"error"`
		} `json:"response"`
	}
	if err := unmarshal(data, &e); err != nil {
		return err
	}
	k := e.OutputIndex
	f := s.find(k)
	switch e.Type {
	case "error":
		return (&apiError{e.Message}).err()
	case "response.failed":
		if e.Response != nil && e.Response.Error != nil {
			return e.Response.Error.err()
		}
		return errors.New("the response failed")
	case "response.incomplete":
		s.cut, s.done = true, true
	case "response.completed":
		s.done = true
	case "response.output_item.added":
		if e.Item == nil || e.Item.Type != "function_call" {
			return nil
		}
		if f != nil {
			return fmt.Errorf("two items have the index %d", k)
		}
		_, err := s.begin(k, runtime.Call{ID: e.Item.CallID, Name: e.Item.Name})
		return err
	case "response.function_call_arguments.delta":
		text, ok := e.Delta.(string)
		switch {
		case f == nil:
			return fmt.Errorf("arguments of item %d, which has not begun", k)
		case f.complete:
			return fmt.Errorf("arguments of item %d go on after their end", k)
		case !ok:
			return errors.New("a delta of arguments is no string")
		}
		return s.add(f, text)
	case "response.function_call_arguments.done":
		if f == nil || e.Arguments == nil {
			return fmt.Errorf("arguments of item %d, which has not begun", k)
		}
		return s.settle(f, *e.Arguments)
	case "response.output_item.done":
		return s.responsesItem(k, f, e.Item)
	}
	return nil
}

func (s *Stream) responsesItem(k int, f *fragments, item *responsesItem) error {
	if item == nil || item.Type != "function_call" {
		return nil
	}
	call, err := item.call()
	if errors.Is(err, ErrTruncated) {
		s.cut = true
		return nil
	}
	if err != nil {
		return err
	}
	if f == nil {
		if f, err = s.begin(k, runtime.Call{ID: call.ID, Name: call.Name}); err != nil {
			return err
		}
	}
	if f.call.ID != call.ID || f.call.Name != call.Name {
		return fmt.Errorf("item %d ends as another call than it began", k)
	}
	return s.settle(f, call.Arguments)
}

// settle ends a call with all of its arguments, which must be what its
// fragments were: a gap would be a call that the model did not make.
func (s *Stream) settle(f *fragments, arguments string) error {
	switch {
	case f.text.Len() == 0:
		if s.size += len(arguments); s.size > MaxResponse {
			return fmt.Errorf("arguments have more than %d bytes", MaxResponse)
		}
		f.whole = arguments
	case f.text.String() != arguments:
		return fmt.Errorf("the arguments of call %q are not what their parts were", cut(f.call.ID))
	}
	f.complete = true
	return nil
}

// anthropic reads an event of the messages API. Fragments are keyed by the
// index of their block.
func (s *Stream) anthropic(data []byte) error {
	var e struct {
		Type         string         `json:"type"`
		Error        *apiError      `json:"error"`
		Index        int            `json:"index"`
		ContentBlock anthropicBlock `json:"content_block"`
		Delta        struct {
			Type        string `json:"type"`
			PartialJSON string `json:"partial_json"`
			StopReason  string `json:"stop_reason"`
		} `json:"delta"`
	}
	if err := unmarshal(data, &e); err != nil {
		return err
	}
	k := e.Index
	f := s.find(k)
	switch e.Type {
	case "error":
		if e.Error == nil {
			e.Error = &apiError{}
		}
		return e.Error.err()
	case "content_block_start":
		if f != nil {
			return fmt.Errorf("two blocks have the index %d", k)
		}
		if e.ContentBlock.Type != "tool_use" {
			return nil
		}
		call := e.ContentBlock.call()
		whole := call.Arguments
		f, err := s.begin(k, runtime.Call{ID: call.ID, Name: call.Name})
		if err == nil {
			f.whole = whole
		}
		return err
	case "content_block_delta":
		switch {
		case e.Delta.Type != "input_json_delta" || f == nil: // such as text, or input of a server's own tool
			return nil
		case f.complete:
			return fmt.Errorf("the input of block %d goes on after its end", k)
		}
		return s.add(f, e.Delta.PartialJSON)
	case "content_block_stop":
		if f != nil {
			f.complete = true
		}
	case "message_delta":
		s.cut = s.cut || cutShort(e.Delta.StopReason)
	case "message_stop":
		s.done = true
	}
	return nil
}

// gemini reads one of the responses that a stream of generateContent is made of.
// Calls come whole.
func (s *Stream) gemini(data []byte) error {
	var r geminiResponse
	if err := unmarshal(data, &r); err != nil {
		return err
	}
	calls, finish, err := r.calls()
	if err != nil {
		return err
	}
	for _, c := range calls {
		f, err := s.begin(len(s.open), c)
		if err != nil {
			return err
		}
		if err := s.settle(f, c.Arguments); err != nil {
			return err
		}
	}
	s.done = s.done || finish != ""
	return nil
}
