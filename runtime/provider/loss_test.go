package provider_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
)

// find follows a JSON Pointer, on through references. It returns what holds the
// last token, which itself may be absent: a loss may be of what is not stated.
func find(root map[string]any, pointer string) (holder any, last string, ok bool) {
	var v any = root
	tokens := strings.Split(pointer, "/")[1:]
	for i, token := range tokens {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		if ref, isRef := object(v)["$ref"].(string); isRef && token != "$ref" && object(v)[token] == nil {
			v = object(root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")]
		}
		if i == len(tokens)-1 {
			return v, token, v != nil
		}
		switch h := v.(type) {
		case map[string]any:
			v = h[token]
		case []any:
			n := strings.Index("0123456789", token)
			if n < 0 || n >= len(h) {
				return nil, "", false
			}
			v = h[n]
		default:
			return nil, "", false
		}
	}
	return nil, "", pointer == ""
}

// TestReportIsComplete: every keyword of a golden schema that a target does not
// have, and every format that it does not know, is reported at its path, and
// every path of a report leads somewhere.
func TestReportIsComplete(t *testing.T) {
	for _, target := range []provider.Target{provider.OpenAI, provider.AnthropicStrict, provider.Gemini, provider.GeminiJSONSchema} {
		r := target.Restrictions()
		reported := 0
		each(t, target, func(name string, tool *runtime.Tool, list *provider.List) {
			var root map[string]any
			if err := json.Unmarshal([]byte(tool.Parameters), &root); err != nil {
				t.Fatal(err)
			}
			paths := map[string]bool{}
			for _, l := range list.Losses {
				paths[l.Path] = true
				reported++
				if l.Tool != tool.Name || l.Why == "" || !slices.Contains([]provider.LossKind{provider.Described, provider.Changed, provider.Dropped}, l.Kind) {
					t.Errorf("%s: %s: %+v", target, name, l)
				}
				if _, _, ok := find(root, l.Path); !ok {
					t.Errorf("%s: %s: %s leads nowhere", target, name, l.Path)
				}
			}
			var walk func(s map[string]any, path string)
			walk = func(s map[string]any, path string) {
				for k, v := range s {
					at := path + "/" + k
					switch k {
					case "$ref", "$defs", "additionalProperties":
						continue // their losses stand where they are used
					case "properties":
						for p, sub := range object(v) {
							walk(object(sub), at+"/"+p)
						}
					case "items":
						walk(object(v), at)
					}
					format, isFormat := v.(string)
					unknown := k == "format" && isFormat && r.Formats != nil && !slices.Contains(r.Formats, format)
					if (!slices.Contains(r.Keywords, k) || unknown) && !paths[at] {
						t.Errorf("%s: %s: nothing is said about %s", target, name, at)
					}
				}
			}
			walk(root, "")
		})
		if reported < 50 {
			t.Errorf("%s: %d losses", target, reported)
		}
	}
}

// TestNoLossMeansTheSame: a projection without losses is the schema itself, but
// for the spelling of the target.
func TestNoLossMeansTheSame(t *testing.T) {
	for _, target := range []provider.Target{provider.MCP, provider.OpenAI, provider.OpenAINonStrict, provider.Anthropic, provider.AnthropicStrict, provider.GeminiJSONSchema} {
		same := 0
		each(t, target, func(name string, tool *runtime.Tool, list *provider.List) {
			if list.Losses != nil {
				return
			}
			var want, got map[string]any
			if err := json.Unmarshal([]byte(tool.Parameters), &want); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(parametersOf(t, list)), &got); err != nil {
				t.Fatal(err)
			}
			if a, b := show(plain(want)), show(plain(got)); a != b {
				t.Errorf("%s: %s:\n%s\n%s", target, name, a, b)
			}
			same++
		})
		t.Logf("%s: %d tools without losses", target, same)
		if same < 10 {
			t.Errorf("%s: %d tools", target, same)
		}
	}
}

// plain drops what says nothing: the order of properties, and that none are
// required.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := map[string]any{}
		for k, e := range v {
			if k == "propertyOrdering" || k == "required" && len(list(e)) == 0 {
				continue
			}
			o[k] = plain(e)
		}
		return o
	case []any:
		l := []any{}
		for _, e := range v {
			l = append(l, plain(e))
		}
		return l
	}
	return v
}
