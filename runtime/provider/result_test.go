package provider_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/google/go-cmp/cmp"
)

// png is what a picture begins with.
const png = "\x89PNG"

// tools returns a registry with one tool for each form of result.
func tools(t testing.TB) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Options{})
	for name, value := range map[string]any{
		"text":  "Hello <Ada>",
		"value": map[string]any{"n": int64(9007199254740993)},
		"image": []runtime.Content{runtime.Text("A chart:"), runtime.Image([]byte(png), "image/png")},
		"gif":   runtime.Image([]byte("GIF89a"), "image/gif"),
		"tiff":  runtime.Image([]byte("II*"), "image/tiff"),
		"audio": runtime.Audio([]byte("RIFF"), "audio/wav"),
		"link":  runtime.Link("file:///a.txt", "a.txt", "The first", "text/plain"),
		"file":  runtime.TextResource("file:///a.txt", "text/plain", "content of a"),
		"blob":  runtime.BlobResource("file:///a.bin", "", []byte{1, 2, 3}),
		"empty": "",
		"error": errors.New("no such city"),
	} {
		tool := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: name}, Run: func(context.Context, *runtime.Execution) (any, error) {
			if err, ok := value.(error); ok {
				return nil, err
			}
			return value, nil
		}}
		if _, err := reg.Register(tool); err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

func TestResults(t *testing.T) {
	image := "iVBORw==" // base64 of png
	tests := []struct {
		tool   string
		target provider.Target
		want   string // inside of the message of the target
		notes  string
	}{
		{"text", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"Hello <Ada>"}]`, ""},
		{"text", provider.OpenAIResponses, `[{"type":"function_call_output","call_id":"1","output":"Hello <Ada>"}]`, ""},
		{"text", provider.Anthropic, `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"Hello <Ada>"}]}]}]`, ""},
		{"text", provider.Gemini, `[{"role":"user","parts":[{"functionResponse":{"id":"1","name":"text","response":{"output":"Hello <Ada>"}}}]}]`, ""},

		{"value", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"{\"n\":9007199254740993}"}]`, ""},
		{"value", provider.Gemini, `[{"role":"user","parts":[{"functionResponse":{"id":"1","name":"value","response":{"output":{"n":9007199254740993}}}}]}]`, ""},

		{"error", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"Error: no such city"}]`, "call 0: an error is marked by words: there is no other mark"},
		{"error", provider.OpenAIResponsesNonStrict, `[{"type":"function_call_output","call_id":"1","output":"Error: no such city"}]`, "call 0: an error is marked by words: there is no other mark"},
		{"error", provider.AnthropicStrict, `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":true,"content":[{"type":"text","text":"no such city"}]}]}]`, ""},
		{"error", provider.GeminiJSONSchema, `[{"role":"user","parts":[{"functionResponse":{"id":"1","name":"error","response":{"error":"no such city"}}}]}]`, ""},

		{"image", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"A chart:\n[image image/png, 4 bytes, not shown]"}]`, "call 0, content 1: image image/png as words: it cannot be sent here"},
		{"image", provider.OpenAIResponses, `[{"type":"function_call_output","call_id":"1","output":[{"type":"input_text","text":"A chart:"},{"type":"input_image","image_url":"data:image/png;base64,` + image + `"}]}]`, ""},
		{"image", provider.Anthropic, `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"A chart:"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + image + `"}}]}]}]`, ""},
		{"image", provider.Gemini, `[{"role":"user","parts":[{"functionResponse":{"id":"1","name":"image","response":{"output":"A chart:"},"parts":[{"inlineData":{"mimeType":"image/png","data":"` + image + `"}}]}}]}]`, ""},
		{"gif", provider.Gemini, `[{"role":"user","parts":[{"functionResponse":{"id":"1","name":"gif","response":{"output":"[image image/gif, 6 bytes, not shown]"}}}]}]`, "call 0, content 0: image image/gif as words: it cannot be sent here"},
		{"tiff", provider.Anthropic, `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"[image image/tiff, 3 bytes, not shown]"}]}]}]`, "call 0, content 0: image image/tiff as words: it cannot be sent here"},

		{"audio", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"[audio audio/wav, 4 bytes, not shown]"}]`, "call 0, content 0: audio audio/wav as words: it cannot be sent here"},
		{"link", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"a.txt <file:///a.txt>: The first"}]`, "call 0, content 0: a link as words"},
		{"file", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"content of a"}]`, "call 0, content 0: a resource as its text"},
		{"blob", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":"[resource <file:///a.bin>, 3 bytes, not shown]"}]`, "call 0, content 0: resource <file:///a.bin> as words: it cannot be sent here"},
		{"empty", provider.Anthropic, `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[]}]}]`, ""},
		{"empty", provider.OpenAI, `[{"role":"tool","tool_call_id":"1","content":""}]`, ""},
	}
	reg := tools(t)
	for _, tt := range tests {
		t.Run(tt.tool+" "+string(tt.target), func(t *testing.T) {
			calls := []runtime.Call{{ID: "1", Name: tt.tool}}
			reply, err := provider.Results(tt.target, calls, reg.ExecuteStep(t.Context(), calls).Results())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(reply.JSON)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			var notes []string
			for _, n := range reply.Notes {
				notes = append(notes, n.String())
			}
			if got := strings.Join(notes, "\n"); got != tt.notes {
				t.Errorf("notes %q, want %q", got, tt.notes)
			}
		})
	}
}

// TestResultsTogether: the results of one turn of the model stand where the API
// wants them, in order, IDs byte for byte.
func TestResultsTogether(t *testing.T) {
	reg := tools(t)
	calls := []runtime.Call{{ID: "a\"\n<1>", Name: "text"}, {ID: "b", Name: "nothing"}}
	results := reg.ExecuteStep(t.Context(), calls).Results()
	for target, want := range map[provider.Target]string{
		provider.OpenAI:          `[{"role":"tool","tool_call_id":"a\"\n<1>","content":"Hello <Ada>"},{"role":"tool","tool_call_id":"b","content":"Error: `,
		provider.OpenAIResponses: `[{"type":"function_call_output","call_id":"a\"\n<1>","output":"Hello <Ada>"},{"type":"function_call_output","call_id":"b","output":"Error: `,
		provider.Anthropic:       `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a\"\n<1>","content":[{"type":"text","text":"Hello <Ada>"}]},{"type":"tool_result","tool_use_id":"b","is_error":true,`,
		provider.Gemini:          `[{"role":"user","parts":[{"functionResponse":{"id":"a\"\n<1>","name":"text","response":{"output":"Hello <Ada>"}}},{"functionResponse":{"id":"b","name":"nothing","response":{"error":"`,
	} {
		reply, err := provider.Results(target, calls, results)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(reply.JSON), want) {
			t.Errorf("%s: %s\nwant %s...", target, reply.JSON, want)
		}
	}
}

func TestResultsRefuse(t *testing.T) {
	reg := tools(t)
	calls := []runtime.Call{{ID: "1", Name: "text"}, {Name: "text"}}
	results := reg.ExecuteStep(t.Context(), calls).Results()
	tests := []struct {
		target  provider.Target
		calls   []runtime.Call
		results []*runtime.Result
		err     string
	}{
		{provider.OpenAI, calls, results[:1], "1 results for 2 calls"},
		{provider.OpenAI, calls[:1], results[1:], `is of the call ""`},
		{provider.OpenAI, calls[1:], results[1:], "has no ID"},
		{provider.OpenAI, calls[:1], []*runtime.Result{nil}, "is nil"},
		{provider.MCP, calls[:1], results[:1], "no messages"},
		{"nobody", nil, nil, "no messages"},
	}
	for i, tt := range tests {
		reply, err := provider.Results(tt.target, tt.calls, tt.results)
		if reply != nil || err == nil || !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%d: %v, %v; want %q", i, reply, err, tt.err)
		}
	}
	reply, err := provider.Results(provider.Gemini, calls[1:], results[1:])
	if err != nil || !strings.Contains(string(reply.JSON), `{"functionResponse":{"name":"text"`) {
		t.Errorf("a call of Gemini without an ID: %v, %v", reply, err)
	}
	if reply, err := provider.Results(provider.Anthropic, nil, nil); err != nil || string(reply.JSON) != "[]" {
		t.Errorf("no calls: %v, %v", reply, err)
	}
}

// Example runs the calls of a response and prints what goes back.
func Example() {
	reg := runtime.NewRegistry(runtime.Options{})
	_, err := reg.Register(&runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: "now", Description: "Says what time it is."},
		Run:        func(context.Context, *runtime.Execution) (any, error) { return "noon", nil },
	})
	if err != nil {
		panic(err)
	}
	list, err := provider.Project(provider.Anthropic, reg.Schemas())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", list.JSON)

	response := `{"content":[{"type":"tool_use","id":"toolu_1","name":"now","input":{}}],"stop_reason":"tool_use"}`
	calls, err := provider.ParseCalls(provider.Anthropic, []byte(response))
	if err != nil {
		panic(err)
	}
	step := reg.ExecuteStep(context.Background(), calls)
	reply, err := provider.Results(provider.Anthropic, calls, step.Results())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", reply.JSON)
	// Output:
	// [{"name":"now","description":"Says what time it is.","input_schema":{"type":"object","properties":{},"additionalProperties":false}}]
	// [{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"noon"}]}]}]
}
