package provider_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
)

// TestFallback: all tools of a large set go in one request, as strictly as each
// can, and each part of the list is what its mode allows.
func TestFallback(t *testing.T) {
	tools := goldenTools(t, "realtools")
	tests := []struct {
		strict, other provider.Target
		atLeast       int // strict tools
	}{
		{provider.OpenAI, provider.OpenAINonStrict, len(tools) - 5},
		{provider.OpenAIResponses, provider.OpenAIResponsesNonStrict, len(tools) - 5},
		{provider.AnthropicStrict, provider.Anthropic, 10},
		{provider.Gemini, provider.GeminiJSONSchema, len(tools) - 5},
	}
	for _, tt := range tests {
		t.Run(string(tt.strict), func(t *testing.T) {
			list, err := provider.ProjectFallback(tools, tt.strict, tt.other)
			if err != nil {
				t.Fatal(err)
			}
			fell := map[string]bool{}
			for _, l := range list.Losses {
				if l.Path == "" && strings.HasPrefix(l.Why, "is sent as "+string(tt.other)+": ") {
					fell[l.Tool] = true
				}
			}
			if len(fell) == 0 || len(tools)-len(fell) < tt.atLeast {
				t.Errorf("%d of %d tools fell back", len(fell), len(tools))
			}
			var entries []json.RawMessage
			if err := json.Unmarshal(list.JSON, &entries); err != nil {
				t.Fatal(err)
			}
			gemini := tt.strict == provider.Gemini
			if gemini {
				var inner []struct{ FunctionDeclarations []json.RawMessage }
				if err := json.Unmarshal(list.JSON, &inner); err != nil {
					t.Fatal(err)
				}
				entries = inner[0].FunctionDeclarations
			}
			if len(entries) != len(tools) {
				t.Fatalf("%d entries of %d tools", len(entries), len(tools))
			}
			var strict, others []json.RawMessage
			for i, e := range entries {
				if !strings.Contains(string(e), `"name":"`+tools[i].Name+`"`) {
					t.Errorf("entry %d is not %s", i, tools[i].Name)
				}
				if fell[tools[i].Name] {
					others = append(others, e)
				} else {
					strict = append(strict, e)
				}
			}
			for target, part := range map[provider.Target][]json.RawMessage{tt.strict: strict, tt.other: others} {
				text, err := json.Marshal(part)
				if err != nil {
					t.Fatal(err)
				}
				if gemini {
					text = []byte(`[{"functionDeclarations":` + string(text) + `}]`)
				}
				for _, f := range checkList(target, text) {
					t.Errorf("%s: %s", target, f)
				}
			}
		})
	}
}

func TestFallbackRefuses(t *testing.T) {
	free := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "a.b", Parameters: `{"type":"object"}`}}
	tests := []struct {
		tools   []*runtime.Tool
		targets []provider.Target
		err     string
	}{
		{nil, nil, "no targets"},
		{nil, []provider.Target{"nobody"}, "nobody"},
		{nil, []provider.Target{provider.OpenAI, provider.Anthropic}, "no modes of one API"},
		{nil, []provider.Target{provider.OpenAI, provider.OpenAIResponses}, "no modes of one API"},
		{[]*runtime.Tool{nil}, []provider.Target{provider.OpenAI}, "nil"},
		{[]*runtime.Tool{free}, []provider.Target{provider.OpenAI, provider.OpenAINonStrict}, "its name has the character '.'"},
	}
	for _, tt := range tests {
		list, err := provider.ProjectFallback(tt.tools, tt.targets...)
		if list != nil || err == nil || !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%v: %v, %v; want %q", tt.targets, list, err, tt.err)
		}
	}
	_, err := provider.ProjectFallback([]*runtime.Tool{free}, provider.OpenAI, provider.OpenAINonStrict)
	if faults := (*provider.FaultError)(nil); !errors.As(err, &faults) || len(faults.Faults) != 2 {
		t.Errorf("one fault for each mode: %v", err)
	}
}
