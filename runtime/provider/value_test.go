package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compileSchema makes an independent validator of a schema.
func compileSchema(t testing.TB, text string) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("mem:///schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///schema.json")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s, doc.(map[string]any)
}

// maker makes values that a schema probably takes. Those it does not take are
// sorted out by a validator.
type maker struct {
	r     *rand.Rand
	root  map[string]any
	depth int
}

// words are strings that fit the formats and most of the patterns in use.
var words = []string{
	"a", "", "abc", "Zürich", "x-1", "A1", "42", "-7", "0", "true", "1.5", "1m30s", "#fff", "v1.2.3", "ab12", "0123456789abcdef",
	"2024-02-29T12:00:00Z", "2024-02-29", "12:00:00Z", "P1D", "a@b.de", "https://a.de/b", "a.de", "1.2.3.4", "::1",
	"123e4567-e89b-12d3-a456-426614174000", "src/main.go", "main", "refs/heads/main", "ABC-123",
}

func (m *maker) value(s map[string]any) any {
	m.depth++
	defer func() { m.depth-- }()
	if ref, ok := s["$ref"].(string); ok {
		return m.value(object(object(m.root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")]))
	}
	for _, k := range []string{"anyOf", "oneOf"} {
		if branches := list(s[k]); len(branches) > 0 {
			if m.depth > 8 {
				return m.value(object(branches[len(branches)-1])) // null, if it is among them
			}
			return m.value(object(branches[m.r.IntN(len(branches))]))
		}
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if e := list(s["enum"]); len(e) > 0 {
		return e[m.r.IntN(len(e))]
	}
	types := list(s["type"])
	if len(types) == 0 {
		return []any{nil, true, json.Number("1"), "a", []any{}, map[string]any{}}[m.r.IntN(6)]
	}
	switch kind := types[m.r.IntN(len(types))]; kind {
	case "null":
		return nil
	case "boolean":
		return m.r.IntN(2) == 0
	case "integer", "number":
		return m.number(s, kind == "integer")
	case "string":
		return words[m.r.IntN(len(words))]
	case "array":
		n := m.r.IntN(4)
		if low, ok := s["minItems"].(json.Number); ok {
			least, _ := low.Int64()
			n = max(n, int(least))
		}
		if m.depth > 8 {
			n = 0
		}
		values := []any{}
		for range n {
			values = append(values, m.value(object(s["items"])))
		}
		return values
	default:
		return m.object(s)
	}
}

func (m *maker) number(s map[string]any, whole bool) any {
	var candidates []json.Number
	for _, k := range []string{"minimum", "maximum", "multipleOf"} {
		if n, ok := s[k].(json.Number); ok {
			candidates = append(candidates, n)
		}
	}
	candidates = append(candidates, "0", "1", "2", "5", "10", "50", "100", "255", "-3")
	if !whole {
		candidates = append(candidates, "0.5", "1.25")
	}
	return candidates[m.r.IntN(len(candidates))]
}

func (m *maker) object(s map[string]any) any {
	o := map[string]any{}
	required := list(s["required"])
	properties := object(s["properties"])
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		p := properties[name]
		if slices.Contains(required, any(name)) || m.depth < 8 && m.r.IntN(2) == 0 {
			o[name] = m.value(object(p))
		}
	}
	if extra, ok := s["additionalProperties"].(map[string]any); ok {
		for range m.r.IntN(3) {
			o[words[m.r.IntN(len(words))]] = m.value(extra)
		}
	}
	return o
}

// stripNulls removes the nulls that stand for absent properties.
func stripNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := map[string]any{}
		for k, e := range v {
			if e != nil {
				o[k] = stripNulls(e)
			}
		}
		return o
	case []any:
		l := []any{}
		for _, e := range v {
			l = append(l, stripNulls(e))
		}
		return l
	}
	return v
}

// keywords returns the last keywords that a validation failed at.
func keywords(err error) (names []string) {
	var fail *jsonschema.ValidationError
	if !errors.As(err, &fail) {
		return nil
	}
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if path := e.ErrorKind.KeywordPath(); len(path) > 0 && (len(e.Causes) == 0 || path[len(path)-1] == "propertyNames") {
			names = append(names, path[len(path)-1])
			return
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(fail)
	return names
}

// parametersOf returns the projected schema in a list of one tool.
func parametersOf(t testing.TB, list *provider.List) string {
	t.Helper()
	var entries []struct {
		Function             struct{ Parameters json.RawMessage }
		InputSchema          json.RawMessage `json:"input_schema"`
		MCP                  json.RawMessage `json:"inputSchema"`
		Parameters           json.RawMessage
		FunctionDeclarations []struct{ ParametersJsonSchema json.RawMessage }
	}
	if err := json.Unmarshal(list.JSON, &entries); err != nil {
		t.Fatal(err)
	}
	switch e := entries[0]; {
	case e.Function.Parameters != nil:
		return string(e.Function.Parameters)
	case e.InputSchema != nil:
		return string(e.InputSchema)
	case e.MCP != nil:
		return string(e.MCP)
	case e.Parameters != nil:
		return string(e.Parameters)
	default:
		return string(e.FunctionDeclarations[0].ParametersJsonSchema)
	}
}

// each calls check for every golden tool that target has a form for.
func each(t *testing.T, target provider.Target, check func(name string, tool *runtime.Tool, list *provider.List)) {
	t.Helper()
	for _, name := range goldenCases(t) {
		for _, tool := range goldenTools(t, name) {
			if list, err := provider.ProjectTools(target, []*runtime.Tool{tool}); err == nil {
				check(name+"/"+tool.Name, tool, list)
			}
		}
	}
}

// TestStrictValuesAreValid: what a model may send under a strict schema is valid
// for the tool once nulls are taken as absent, apart from keywords that the
// losses name.
func TestStrictValuesAreValid(t *testing.T) {
	for _, target := range []provider.Target{provider.OpenAI, provider.AnthropicStrict, provider.GeminiJSONSchema} {
		tried, tools := 0, 0
		each(t, target, func(name string, tool *runtime.Tool, list *provider.List) {
			projected, doc := compileSchema(t, parametersOf(t, list))
			raw, _ := compileSchema(t, tool.Parameters)
			lost := map[string]bool{}
			for _, l := range list.Losses {
				if l.Kind == provider.Described {
					lost[l.Path[strings.LastIndexByte(l.Path, '/')+1:]] = true
				}
			}
			m := maker{r: rand.New(rand.NewPCG(1, 2)), root: doc}
			before := tried
			for range 100 {
				v := m.value(doc)
				if projected.Validate(v) != nil {
					continue
				}
				tried++
				if target == provider.OpenAI {
					v = stripNulls(v)
				}
				err := raw.Validate(v)
				for _, k := range keywords(err) {
					if !lost[k] {
						t.Errorf("%s: %s: %s\n%v", target, name, show(v), err)
						return
					}
				}
			}
			if tried > before {
				tools++
			}
		})
		t.Logf("%s: %d values of %d tools", target, tried, tools)
		if tools < 150 {
			t.Errorf("%s: values for %d tools only", target, tools)
		}
	}
}

// TestValidValuesCanBeSent: what a tool takes can be said under its projection,
// with null for each absent property where that is the way; the projection is
// never narrower, unless an open object was closed.
func TestValidValuesCanBeSent(t *testing.T) {
	for _, target := range []provider.Target{provider.OpenAI, provider.AnthropicStrict, provider.GeminiJSONSchema} {
		tried, tools := 0, 0
		each(t, target, func(name string, tool *runtime.Tool, list *provider.List) {
			projected, into := compileSchema(t, parametersOf(t, list))
			raw, doc := compileSchema(t, tool.Parameters)
			m := maker{r: rand.New(rand.NewPCG(3, 4)), root: doc}
			before := tried
			for range 100 {
				v := m.value(doc)
				if raw.Validate(v) != nil {
					continue
				}
				tried++
				if target == provider.OpenAI {
					v = fillNulls(v, into, into)
				}
				if err := projected.Validate(v); err != nil {
					t.Errorf("%s: %s: %s\n%v", target, name, show(v), err)
					return
				}
			}
			if tried > before {
				tools++
			}
		})
		t.Logf("%s: %d values of %d tools", target, tried, tools)
		if tools < 150 {
			t.Errorf("%s: values for %d tools only", target, tools)
		}
	}
}

// fillNulls adds null for each declared property that is absent.
func fillNulls(v any, s, root map[string]any) any {
	if ref, ok := s["$ref"].(string); ok {
		s = object(object(root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")])
	}
	branches := list(s["anyOf"])
	switch v := v.(type) {
	case map[string]any:
		for _, b := range branches { // the one that knows all keys
			b := object(b)
			if ref, ok := b["$ref"].(string); ok {
				b = object(object(root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")])
			}
			fits := b["properties"] != nil
			for k, p := range object(b["properties"]) {
				if c, ok := object(p)["const"]; ok && v[k] != c {
					fits = false
				}
			}
			if fits {
				return fillNulls(v, b, root)
			}
		}
		o := map[string]any{}
		for k, e := range v {
			o[k] = fillNulls(e, object(object(s["properties"])[k]), root)
		}
		for k := range object(s["properties"]) {
			if _, ok := v[k]; !ok {
				o[k] = nil
			}
		}
		return o
	case []any:
		items := object(s["items"])
		for _, b := range branches {
			if i := object(b)["items"]; i != nil {
				items = object(i)
			}
		}
		l := []any{}
		for _, e := range v {
			l = append(l, fillNulls(e, items, root))
		}
		return l
	}
	return v
}

func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
