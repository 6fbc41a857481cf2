package provider_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// recorded names the response files of each target.
var recorded = map[provider.Target]string{
	provider.OpenAI:                   "chat",
	provider.OpenAINonStrict:          "chat",
	provider.OpenAIResponses:          "responses",
	provider.OpenAIResponsesNonStrict: "responses",
	provider.Anthropic:                "anthropic",
	provider.AnthropicStrict:          "anthropic",
	provider.Gemini:                   "gemini",
	provider.GeminiJSONSchema:         "gemini",
}

// recordedCalls are in all of them.
var recordedCalls = []runtime.Call{
	{ID: "call_a1", Name: "get_weather", Arguments: `{"city":"Oslo","unit":null}`},
	{ID: "call_b2", Name: "add", Arguments: `{"a": 9007199254740993, "b": 2}`},
}

func readRecorded(t testing.TB, target provider.Target, ext string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/response/" + recorded[target] + ext)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// events splits a stream of server-sent events into their data.
func events(stream []byte) (list [][]byte) {
	for line := range bytes.Lines(stream) {
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			list = append(list, bytes.TrimSpace(data))
		}
	}
	return list
}

func diffCalls(want, got []runtime.Call) string {
	return cmp.Diff(want, got, cmpopts.IgnoreFields(runtime.Call{}, "Parent"))
}

func TestParseCalls(t *testing.T) {
	for target := range recorded {
		calls, err := provider.ParseCalls(target, readRecorded(t, target, ".json"))
		if err != nil {
			t.Errorf("%s: %v", target, err)
		}
		if diff := diffCalls(recordedCalls, calls); diff != "" {
			t.Errorf("%s: -want +got:\n%s", target, diff)
		}
	}
}

func stream(target provider.Target, events [][]byte) ([]runtime.Call, error) {
	s := provider.NewStream(target)
	for _, e := range events {
		if err := s.Add(e); err != nil {
			return nil, err
		}
	}
	return s.Calls()
}

func TestStream(t *testing.T) {
	for target := range recorded {
		calls, err := stream(target, events(readRecorded(t, target, ".sse")))
		if err != nil {
			t.Errorf("%s: %v", target, err)
		}
		if diff := diffCalls(recordedCalls, calls); diff != "" {
			t.Errorf("%s: -want +got:\n%s", target, diff)
		}
	}
}

// TestStreamBrokenOff: a stream that ends early gives no calls, wherever it
// ends, unless all that is missing says nothing about calls.
func TestStreamBrokenOff(t *testing.T) {
	for target := range recorded {
		all := events(readRecorded(t, target, ".sse"))
		for n := range all {
			calls, err := stream(target, all[:n])
			if err == nil && diffCalls(recordedCalls, calls) == "" && recorded[target] == "chat" && n >= len(all)-2 {
				continue // usage and [DONE] come behind the reason to finish
			}
			if !errors.Is(err, provider.ErrTruncated) || calls != nil {
				t.Errorf("%s: after %d of %d events: %v, %v", target, n, len(all), calls, err)
			}
		}
	}
}

// TestStreamEventsLost: a stream with a gap gives an error, or arguments that
// are not complete JSON; never other arguments.
func TestStreamEventsLost(t *testing.T) {
	for target := range recorded {
		all := events(readRecorded(t, target, ".sse"))
		for n := range all {
			calls, err := stream(target, append(append([][]byte{}, all[:n]...), all[n+1:]...))
			if err != nil {
				continue
			}
			if recorded[target] == "gemini" {
				continue // whole calls come and go; nothing tells how many there are
			}
			for _, c := range calls {
				known := c.Arguments == recordedCalls[0].Arguments || c.Arguments == recordedCalls[1].Arguments
				if recorded[target] == "anthropic" && c.Arguments == "{}" {
					continue // a call whose only fragment is lost looks like one without arguments
				}
				if !known && json.Valid([]byte(c.Arguments)) {
					t.Errorf("%s: without event %d: %+v", target, n, c)
				}
			}
		}
	}
}

func chunk(delta, finish string) string {
	if finish != "" {
		finish = `,"finish_reason":"` + finish + `"`
	}
	return `{"choices":[{"index":0,"delta":{` + delta + `}` + finish + `}]}`
}

func TestStreamShapes(t *testing.T) {
	tests := []struct {
		name   string
		target provider.Target
		events []string
		want   []runtime.Call
		err    string
	}{
		{"chat without calls", provider.OpenAI, []string{chunk(`"content":"Hi"`, ""), chunk("", "stop")}, nil, ""},
		{"chat, one index for all calls", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":"{}"}}]`, ""),
			chunk(`"tool_calls":[{"index":0,"id":"2","function":{"name":"b","arguments":"{\"x\":"}}]`, ""),
			chunk(`"tool_calls":[{"index":0,"id":"2","function":{"name":"b","arguments":"1}"}}]`, "tool_calls"),
		}, []runtime.Call{{ID: "1", Name: "a", Arguments: "{}"}, {ID: "2", Name: "b", Arguments: `{"x":1}`}}, ""},
		{"chat without an index", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}},{"id":"2","function":{"name":"b","arguments":"{}"}}]`, "tool_calls"),
		}, []runtime.Call{{ID: "1", Name: "a", Arguments: "{}"}, {ID: "2", Name: "b", Arguments: `{}`}}, ""},
		{"chat, arguments as a value", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":{"x": 1}}}]`, "tool_calls"),
		}, []runtime.Call{{ID: "1", Name: "a", Arguments: `{"x": 1}`}}, ""},
		{"chat without an ID", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"function":{"name":"a","arguments":"{}"}}]`, "tool_calls"),
		}, nil, `of "a", has no ID`},
		{"chat without a name", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"id":"1","function":{"arguments":"{}"}}]`, "tool_calls"),
		}, nil, "has no name"},
		{"chat, one call with two names", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"id":"1","function":{"name":"a"}}]`, ""),
			chunk(`"tool_calls":[{"index":0,"function":{"name":"b"}}]`, "tool_calls"),
		}, nil, `of "a" and of "b"`},
		{"chat, one ID for two calls", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"id":"1","function":{"name":"a"}},{"index":1,"id":"1","function":{"name":"b"}}]`, "tool_calls"),
		}, nil, "the ID \"1\" of another"},
		{"chat, cut short", provider.OpenAI, []string{
			chunk(`"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":""}}]`, "length"),
		}, nil, "ends before"},
		{"chat, behind the end", provider.OpenAI, []string{
			chunk("", "tool_calls"), chunk(`"tool_calls":[{"index":0,"id":"1","function":{"name":"a"}}]`, ""),
		}, nil, "after the end"},
		{"chat, another choice", provider.OpenAI, []string{
			`{"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a"}}]}}]}`, chunk("", "stop"),
		}, nil, ""},
		{"chat, custom tool", provider.OpenAI, []string{chunk(`"tool_calls":[{"index":0,"id":"1","type":"custom"}]`, "")}, nil, `type "custom"`},
		{"chat, error", provider.OpenAI, []string{`{"error":{"message":"overloaded"}}`}, nil, "overloaded"},
		{"not JSON", provider.OpenAI, []string{`{"choices":[`}, nil, "cannot be read"},
		{"responses, fragments of nothing", provider.OpenAIResponses, []string{
			`{"type":"response.function_call_arguments.delta","output_index":3,"delta":"{}"}`}, nil, "has not begun"},
		{"responses, two items with one index", provider.OpenAIResponses, []string{
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a"}}`,
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"2","name":"b"}}`}, nil, "two items"},
		{"responses, a gap", provider.OpenAIResponses, []string{
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a"}}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{}"}`,
			`{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"x\":1}"}`}, nil, "not what their parts were"},
		{"responses, only whole items", provider.OpenAIResponses, []string{
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a","arguments":"{}","status":"completed"}}`,
			`{"type":"response.completed"}`}, []runtime.Call{{ID: "1", Name: "a", Arguments: "{}"}}, ""},
		{"responses, incomplete", provider.OpenAIResponses, []string{
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a"}}`,
			`{"type":"response.incomplete"}`}, nil, "ends before"},
		{"responses, completed without the end of a call", provider.OpenAIResponses, []string{
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a"}}`,
			`{"type":"response.completed"}`}, nil, "ends before"},
		{"responses, failed", provider.OpenAIResponses, []string{`{"type":"response.failed","response":{"error":{"message":"no"}}}`}, nil, "error: no"},
		{"anthropic without input", provider.Anthropic, []string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}`,
			`{"type":"content_block_stop","index":0}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_stop"}`,
		}, []runtime.Call{{ID: "1", Name: "a", Arguments: "{}"}}, ""},
		{"anthropic, cut short", provider.Anthropic, []string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}`,
			`{"type":"content_block_stop","index":0}`, `{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`, `{"type":"message_stop"}`,
		}, nil, "ends before"},
		{"anthropic, two blocks with one index", provider.Anthropic, []string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"2","name":"b","input":{}}}`}, nil, "two blocks"},
		{"anthropic, input behind the end", provider.Anthropic, []string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`}, nil, "after its end"},
		{"anthropic, a tool of the server", provider.Anthropic, []string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"1","name":"web_search","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`,
			`{"type":"content_block_stop","index":0}`, `{"type":"message_stop"}`}, nil, ""},
		{"anthropic, error", provider.Anthropic, []string{`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`}, nil, "Overloaded"},
		{"gemini without IDs and arguments", provider.Gemini, []string{
			`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a"}},{"functionCall":{"name":"a","args":{}}}]},"finishReason":"STOP"}]}`,
		}, []runtime.Call{{Name: "a"}, {Name: "a", Arguments: "{}"}}, ""},
		{"gemini, malformed", provider.Gemini, []string{`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`}, nil, "MALFORMED_FUNCTION_CALL"},
		{"gemini, blocked", provider.Gemini, []string{`{"promptFeedback":{"blockReason":"SAFETY"}}`}, nil, "SAFETY"},
		{"gemini, parts of arguments", provider.Gemini, []string{
			`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","partialArgs":[{"jsonPath":"$.x"}],"willContinue":true}}]}}]}`,
		}, nil, "not supported"},
		{"mcp", provider.MCP, []string{`{}`}, nil, "no streams"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var list [][]byte
			for _, e := range tt.events {
				list = append(list, []byte(e))
			}
			calls, err := stream(tt.target, list)
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			if diff := diffCalls(tt.want, calls); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestParseCallsRefuses(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	tests := []struct {
		name, response, err string
		target              provider.Target
	}{
		{"empty", "", "cannot be read", provider.OpenAI},
		{"no choices", `{}`, "no choices", provider.OpenAI},
		{"error", `{"error":{"message":"quota"}}`, "quota", provider.OpenAI},
		{"cut short", `{"choices":[{"finish_reason":"length","message":{"tool_calls":[{"id":"1","function":{"name":"a","arguments":""}}]}}]}`, "ends before", provider.OpenAI},
		{"no ID", `{"choices":[{"message":{"tool_calls":[{"function":{"name":"a","arguments":""}}]}}]}`, "no ID", provider.OpenAI},
		{"deep", `{"choices":` + deep + `}`, "depth", provider.OpenAI},
		{"item cut short", `{"output":[{"type":"function_call","call_id":"1","name":"a","arguments":"","status":"incomplete"}]}`, "ends before", provider.OpenAIResponses},
		{"response cut short", `{"status":"incomplete","output":[{"type":"function_call","call_id":"1","name":"a","arguments":""}]}`, "ends before", provider.OpenAIResponses},
		{"cut short", `{"stop_reason":"max_tokens","content":[{"type":"tool_use","id":"1","name":"a","input":{}}]}`, "ends before", provider.Anthropic},
		{"error", `{"type":"error","error":{"message":"Overloaded"}}`, "Overloaded", provider.Anthropic},
		{"one ID twice", `{"content":[{"type":"tool_use","id":"1","name":"a"},{"type":"tool_use","id":"1","name":"a"}]}`, "of another", provider.Anthropic},
		{"malformed", `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`, "MALFORMED", provider.Gemini},
		{"no responses", `{}`, "no responses", provider.MCP},
		{"too many calls", `{"content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"tool_use","name":"a"},`, provider.MaxCalls+1), ",") + `]}`, "at most", provider.Anthropic},
	}
	for _, tt := range tests {
		t.Run(string(tt.target)+" "+tt.name, func(t *testing.T) {
			calls, err := provider.ParseCalls(tt.target, []byte(tt.response))
			if calls != nil || err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("calls %v, error %v, want %q", calls, err, tt.err)
			}
		})
	}
}

// TestDeepArguments: arguments that nest too deep are the pipeline's business,
// so one bad call takes no other with it.
func TestDeepArguments(t *testing.T) {
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	response := fmt.Sprintf(`{"content":[{"type":"tool_use","id":"1","name":"a","input":{"x":%s}},{"type":"tool_use","id":"2","name":"b","input":{}}]}`, deep)
	calls, err := provider.ParseCalls(provider.Anthropic, []byte(response))
	if err != nil || len(calls) != 2 || calls[0].Arguments != `{"x":`+deep+`}` {
		t.Fatalf("%d calls, %v", len(calls), err)
	}
	res := runtime.NewRegistry(runtime.Options{}).Execute(t.Context(), calls[0])
	if !res.IsError() {
		t.Error("the pipeline takes them")
	}
}

// TestStreamBounds: a stream that does not end is refused.
func TestStreamBounds(t *testing.T) {
	s := provider.NewStream(provider.OpenAI)
	for i := range provider.MaxCalls + 1 {
		err := s.Add([]byte(chunk(fmt.Sprintf(`"tool_calls":[{"index":%d,"id":"c%d","function":{"name":"a"}}]`, i, i), "")))
		if last := i == provider.MaxCalls; last != (err != nil) {
			t.Fatalf("call %d: %v", i, err)
		}
	}
	s = provider.NewStream(provider.OpenAI)
	big := strings.Repeat("x", provider.MaxResponse/4)
	var err error
	for range 5 {
		err = s.Add([]byte(chunk(`"tool_calls":[{"index":0,"id":"1","function":{"arguments":"`+big+`"}}]`, "")))
	}
	if err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("arguments without end: %v", err)
	}
	if _, again := s.Calls(); again == nil || again.Error() != err.Error() {
		t.Errorf("the error does not stick: %v", again)
	}
}

// FuzzStream: no events make it panic, and what it returns can be answered.
func FuzzStream(f *testing.F) {
	for target := range recorded {
		text := readRecorded(f, target, ".sse")
		f.Add(string(target), text)
	}
	f.Fuzz(func(t *testing.T, target string, text []byte) {
		calls, err := stream(provider.Target(target), events(text))
		if err != nil && calls != nil {
			t.Errorf("calls beside the error %v", err)
		}
		for _, c := range calls {
			if c.Name == "" {
				t.Error("a call without a name")
			}
		}
	})
}
