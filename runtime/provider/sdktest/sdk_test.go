package sdktest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/google/go-cmp/cmp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"
)

// through unmarshals text into a T and marshals that again.
func through[T any](text []byte) ([]byte, error) {
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// toolTypes are the types of "tools" in the requests of the SDKs.
var toolTypes = map[provider.Target]func([]byte) ([]byte, error){
	provider.OpenAI:                   through[[]openai.ChatCompletionToolUnionParam],
	provider.OpenAINonStrict:          through[[]openai.ChatCompletionToolUnionParam],
	provider.OpenAIResponses:          through[[]responses.ToolUnionParam],
	provider.OpenAIResponsesNonStrict: through[[]responses.ToolUnionParam],
	provider.Anthropic:                through[[]anthropic.ToolUnionParam],
	provider.AnthropicStrict:          through[[]anthropic.ToolUnionParam],
	provider.Gemini:                   through[[]*genai.Tool],
	provider.GeminiJSONSchema:         through[[]*genai.Tool],
}

// replyTypes are the types of messages in the requests of the SDKs.
var replyTypes = map[provider.Target]func([]byte) ([]byte, error){
	provider.OpenAI:          through[[]openai.ChatCompletionMessageParamUnion],
	provider.OpenAIResponses: through[responses.ResponseInputParam],
	provider.Anthropic:       through[[]anthropic.MessageParam],
	provider.Gemini:          through[[]*genai.Content],
}

// value decodes JSON for comparison, numbers kept exact.
func value(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// rounded decodes JSON as the SDKs do, whose schemas are maps: the bounds of a
// uint64 lose digits in there, which is not what these tests are about.
func rounded(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// goldenTools reads the tools of all golden packages of the generator.
func goldenTools(t *testing.T) (tools []runtime.ToolSchema) {
	t.Helper()
	paths, err := filepath.Glob("../../../testdata/golden/*/schema.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("golden packages: %v, %v", paths, err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var list []struct {
			Name, Description string
			Parameters        json.RawMessage
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			tools = append(tools, runtime.ToolSchema{Name: e.Name, Description: e.Description, Parameters: string(e.Parameters)})
		}
	}
	return tools
}

// TestTools: lists of tools pass through the types of requests unchanged.
func TestTools(t *testing.T) {
	tools := goldenTools(t)
	for target, pass := range toolTypes {
		checked := 0
		for _, tool := range tools {
			list, err := provider.Project(target, []runtime.ToolSchema{tool})
			if faults := (*provider.FaultError)(nil); errors.As(err, &faults) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := pass(list.JSON)
			if err != nil {
				t.Errorf("%s: %s: %v", target, tool.Name, err)
				continue
			}
			if diff := cmp.Diff(rounded(t, list.JSON), rounded(t, got)); diff != "" {
				t.Errorf("%s: %s: -sent +through the SDK:\n%s", target, tool.Name, diff)
			}
			checked++
		}
		if checked < 100 {
			t.Errorf("%s: only %d tools", target, checked)
		}
	}
}

// TestReplies: results of every kind pass through the types of requests
// unchanged.
func TestReplies(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	for name, v := range map[string]any{
		"text":  "Hello",
		"value": map[string]any{"n": 1, "list": []any{"a", true, nil}},
		"image": []runtime.Content{runtime.Text("A chart:"), runtime.Image([]byte("\x89PNG"), "image/png")},
		"empty": "",
		"error": errors.New("no such city"),
	} {
		_, err := reg.Register(&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: name}, Run: func(context.Context, *runtime.Execution) (any, error) {
			if err, ok := v.(error); ok {
				return nil, err
			}
			return v, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	var calls []runtime.Call
	for _, s := range reg.Schemas() {
		calls = append(calls, runtime.Call{ID: "call_" + s.Name, Name: s.Name, Arguments: "{}"})
	}
	results := reg.ExecuteStep(t.Context(), calls).Results()
	for target, pass := range replyTypes {
		reply, err := provider.Results(target, calls, results)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pass(reply.JSON)
		if err != nil {
			t.Errorf("%s: %v", target, err)
			continue
		}
		if diff := cmp.Diff(value(t, reply.JSON), value(t, got)); diff != "" {
			t.Errorf("%s: -sent +through the SDK:\n%s", target, diff)
		}
	}
}

// read reads a recorded response of package provider.
func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../testdata/response/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// events returns the data of the events of a recorded stream.
func events(t *testing.T, name string) (list [][]byte) {
	t.Helper()
	for line := range strings.Lines(string(read(t, name))) {
		if data, ok := strings.CutPrefix(line, "data: "); ok && !strings.HasPrefix(data, "[DONE]") {
			list = append(list, []byte(data))
		}
	}
	if len(list) == 0 {
		t.Fatalf("%s has no events", name)
	}
	return list
}

// call is a call as an SDK has it.
type call struct {
	ID, Name  string
	Arguments any
}

func compare(t *testing.T, target provider.Target, name string, fromSDK []call) {
	t.Helper()
	var got []runtime.Call
	var err error
	if strings.HasSuffix(name, ".sse") {
		s := provider.NewStream(target)
		for _, e := range events(t, name) {
			if err := s.Add(e); err != nil {
				t.Fatal(err)
			}
		}
		got, err = s.Calls()
	} else {
		got, err = provider.ParseCalls(target, read(t, name))
	}
	if err != nil {
		t.Fatal(err)
	}
	var ours []call
	for _, c := range got {
		ours = append(ours, call{c.ID, c.Name, value(t, []byte(c.Arguments))})
	}
	if len(ours) != 2 {
		t.Errorf("%s has %d calls", name, len(ours))
	}
	if diff := cmp.Diff(fromSDK, ours); diff != "" {
		t.Errorf("%s: -SDK +ours:\n%s", name, diff)
	}
}

// TestOpenAIChat: the SDK finds the same calls in a response and in a stream.
func TestOpenAIChat(t *testing.T) {
	fromMessage := func(m openai.ChatCompletionMessage) (calls []call) {
		for _, c := range m.ToolCalls {
			calls = append(calls, call{c.ID, c.Function.Name, value(t, []byte(c.Function.Arguments))})
		}
		return calls
	}
	var r openai.ChatCompletion
	if err := json.Unmarshal(read(t, "chat.json"), &r); err != nil {
		t.Fatal(err)
	}
	compare(t, provider.OpenAI, "chat.json", fromMessage(r.Choices[0].Message))

	var acc openai.ChatCompletionAccumulator
	for _, e := range events(t, "chat.sse") {
		var chunk openai.ChatCompletionChunk
		if err := json.Unmarshal(e, &chunk); err != nil {
			t.Fatal(err)
		}
		if !acc.AddChunk(chunk) {
			t.Fatalf("the accumulator refuses %s", e)
		}
	}
	compare(t, provider.OpenAI, "chat.sse", fromMessage(acc.Choices[0].Message))
}

func TestOpenAIResponses(t *testing.T) {
	var r responses.Response
	if err := json.Unmarshal(read(t, "responses.json"), &r); err != nil {
		t.Fatal(err)
	}
	var calls []call
	for _, item := range r.Output {
		if c, ok := item.AsAny().(responses.ResponseFunctionToolCall); ok {
			calls = append(calls, call{c.CallID, c.Name, value(t, []byte(c.Arguments))})
		}
	}
	compare(t, provider.OpenAIResponses, "responses.json", calls)

	calls = nil
	for _, e := range events(t, "responses.sse") {
		var event responses.ResponseStreamEventUnion
		if err := json.Unmarshal(e, &event); err != nil {
			t.Fatal(err)
		}
		done, ok := event.AsAny().(responses.ResponseOutputItemDoneEvent)
		if !ok {
			continue
		}
		if c, ok := done.Item.AsAny().(responses.ResponseFunctionToolCall); ok {
			calls = append(calls, call{c.CallID, c.Name, value(t, []byte(c.Arguments))})
		}
	}
	compare(t, provider.OpenAIResponses, "responses.sse", calls)
}

func TestAnthropic(t *testing.T) {
	fromMessage := func(m anthropic.Message) (calls []call) {
		for _, b := range m.Content {
			if c, ok := b.AsAny().(anthropic.ToolUseBlock); ok {
				calls = append(calls, call{c.ID, c.Name, value(t, c.Input)})
			}
		}
		return calls
	}
	var m anthropic.Message
	if err := json.Unmarshal(read(t, "anthropic.json"), &m); err != nil {
		t.Fatal(err)
	}
	compare(t, provider.Anthropic, "anthropic.json", fromMessage(m))

	var acc anthropic.Message
	for _, e := range events(t, "anthropic.sse") {
		var event anthropic.MessageStreamEventUnion
		if err := json.Unmarshal(e, &event); err != nil {
			t.Fatal(err)
		}
		if err := acc.Accumulate(event); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, provider.Anthropic, "anthropic.sse", fromMessage(acc))
}

// TestGemini compares names and IDs, and arguments as the SDK has them: it
// reads numbers as float64, so the large one is rounded there and exact here.
func TestGemini(t *testing.T) {
	fromResponse := func(text []byte) (calls []call) {
		var r genai.GenerateContentResponse
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		for _, c := range r.FunctionCalls() {
			args := map[string]any{}
			for k, v := range c.Args {
				if n, ok := v.(float64); ok {
					v = json.Number(strconv.FormatFloat(n, 'f', -1, 64))
					if v == json.Number("9007199254740992") {
						v = json.Number("9007199254740993")
					}
				}
				args[k] = v
			}
			calls = append(calls, call{c.ID, c.Name, args})
		}
		return calls
	}
	compare(t, provider.Gemini, "gemini.json", fromResponse(read(t, "gemini.json")))

	var calls []call
	for _, e := range events(t, "gemini.sse") {
		calls = append(calls, fromResponse(e)...)
	}
	compare(t, provider.Gemini, "gemini.sse", calls)
}
