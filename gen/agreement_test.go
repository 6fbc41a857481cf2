package gen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/testdata/golden/arguments"
	"github.com/dsh-tools/dshgen/testdata/golden/companions"
	"github.com/dsh-tools/dshgen/testdata/golden/constraints"
	"github.com/dsh-tools/dshgen/testdata/golden/docs"
	"github.com/dsh-tools/dshgen/testdata/golden/kinds"
	"github.com/dsh-tools/dshgen/testdata/golden/methods"
	"github.com/dsh-tools/dshgen/testdata/golden/names"
	"github.com/dsh-tools/dshgen/testdata/golden/nested"
	"github.com/dsh-tools/dshgen/testdata/golden/patterns"
	"github.com/dsh-tools/dshgen/testdata/golden/realtools"
	"github.com/dsh-tools/dshgen/testdata/golden/results"
	"github.com/dsh-tools/dshgen/testdata/golden/shapes"
	"github.com/dsh-tools/dshgen/testdata/golden/special"
	"github.com/dsh-tools/dshgen/testdata/golden/wide"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// goldenTools are the tools of all golden packages.
func goldenTools() []*runtime.Tool {
	return slices.Concat(arguments.Tools, companions.Tools, constraints.Tools, docs.Tools, kinds.Tools, methods.NewStore().Tools(), names.Tools,
		nested.Tools, patterns.Tools, realtools.Tools, results.Tools, shapes.Tools, []*runtime.Tool{special.FormsTool, special.DefineTool, special.EchoQuotedTool}, wide.Tools)
}

// reference is a tool with an independent validator of the schema it shows.
type reference struct {
	tool   *runtime.Tool
	schema map[string]any
	check  *jsonschema.Schema
}

func references(t testing.TB) (out []reference) {
	t.Helper()
	for i, tool := range goldenTools() {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(tool.Parameters))
		if err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		c.AssertFormat()
		c.AssertContent()
		c.RegisterFormat(&jsonschema.Format{Name: "ipv4", Validate: isIPv4}) // the library's own takes "+1.2.3.4"
		name := fmt.Sprintf("mem:///%d.json", i)
		if err := c.AddResource(name, doc); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		check, err := c.Compile(name)
		if err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		out = append(out, reference{tool, doc.(map[string]any), check})
	}
	return out
}

func isIPv4(v any) error {
	if s, ok := v.(string); ok {
		if a, err := netip.ParseAddr(s); err != nil || !a.Is4() {
			return fmt.Errorf("%q is no IPv4 address", s)
		}
	}
	return nil
}

// agree compares the verdict of generated code with the reference, apart from
// the documented differences: duplicate keys, null for an optional property,
// leap seconds, and numbers and durations beyond the Go type where the schema
// states no bound.
func (r reference) agree(t *testing.T, text string) {
	t.Helper()
	err := r.tool.Validate(text)
	if strings.TrimLeft(text, " \t\r\n") == "" || strings.Trim(text, " \t\r\n") == "null" {
		text = "{}"
	}
	if !json.Valid([]byte(text)) || !utf8.ValidString(text) {
		if err == nil {
			t.Fatalf("%s: accepts what is no JSON: %q", r.tool.Name, text)
		}
		return
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	f := facts{dec: dec}
	value := f.value()
	if f.skip {
		return
	}
	if f.duplicate {
		if err == nil {
			t.Fatalf("%s: accepts duplicate keys: %q", r.tool.Name, text)
		}
		return
	}
	root := &schemaWalk{root: r.schema}
	want := r.check.Validate(root.withoutNulls(r.schema, value))
	if (err == nil) != (want == nil) {
		t.Fatalf("%s: %s\ntext: %s\ngenerated code: %v\nreference: %v", r.tool.Name, r.tool.Parameters, text, err, want)
	}
}

// facts reads a text into values and notes what the reference does not judge.
type facts struct {
	dec       *json.Decoder
	depth     int
	duplicate bool
	skip      bool // lone surrogates, too deep, numbers out of every Go type
}

func (f *facts) value() any {
	tok, err := f.dec.Token()
	if err != nil {
		f.skip = true
		return nil
	}
	switch tok := tok.(type) {
	case json.Delim:
		if f.depth++; f.depth > 100 {
			f.skip = true
		}
		defer func() { f.depth-- }()
		if tok == '[' {
			list := []any{}
			for f.dec.More() && !f.skip {
				list = append(list, f.value())
			}
			f.dec.Token()
			return list
		}
		m := map[string]any{}
		for f.dec.More() && !f.skip {
			key, _ := f.value().(string)
			if _, ok := m[key]; ok {
				f.duplicate = true
			}
			m[key] = f.value()
		}
		f.dec.Token()
		return m
	case json.Number:
		n, ok := new(big.Rat).SetString(string(tok))
		limit := new(big.Rat).SetInt64(1 << 62)
		if len(tok) > 40 || !ok || n.Abs(n).Cmp(limit) > 0 {
			f.skip = true
		}
		return tok
	case string:
		if strings.ContainsRune(tok, utf8.RuneError) || strings.Contains(tok, ":60") {
			f.skip = true // may come from a lone surrogate, or is a leap second
		}
		return tok
	}
	return tok
}

// schemaWalk removes nulls that stand for absent optional properties.
type schemaWalk struct{ root map[string]any }

func (w *schemaWalk) withoutNulls(schema map[string]any, v any) any {
	if ref, ok := schema["$ref"].(string); ok {
		defs := w.root["$defs"].(map[string]any)
		schema = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if variants, ok := schema["oneOf"].([]any); ok {
		for _, variant := range variants {
			if m, ok := v.(map[string]any); ok && w.chosen(variant.(map[string]any), m) {
				return w.withoutNulls(variant.(map[string]any), v)
			}
		}
		return v
	}
	switch v := v.(type) {
	case []any:
		if items, ok := schema["items"].(map[string]any); ok {
			for i := range v {
				v[i] = w.withoutNulls(items, v[i])
			}
		}
	case map[string]any:
		props, _ := schema["properties"].(map[string]any)
		required, _ := schema["required"].([]any)
		extra, _ := schema["additionalProperties"].(map[string]any)
		for k, x := range v {
			p, declared := props[k].(map[string]any)
			switch {
			case declared && x == nil && !slices.Contains(required, any(k)):
				delete(v, k)
			case declared:
				v[k] = w.withoutNulls(p, x)
			case extra != nil:
				v[k] = w.withoutNulls(extra, x)
			}
		}
	}
	return v
}

// chosen reports whether the constants of a variant are those of v.
func (w *schemaWalk) chosen(variant, v map[string]any) bool {
	if ref, ok := variant["$ref"].(string); ok {
		variant = w.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	props, _ := variant["properties"].(map[string]any)
	for name, p := range props {
		if c, ok := p.(map[string]any)["const"]; ok && v[name] == c {
			return true
		}
	}
	return false
}

// FuzzAgreement holds the promise that schema, decoder and validator agree.
func FuzzAgreement(f *testing.F) {
	refs := references(f)
	for i := range refs {
		f.Add(uint16(i), uint64(i), `{}`)
	}
	f.Add(uint16(3), uint64(0), `{"n":1,"at_least":-5,"over":3}`)
	f.Fuzz(func(t *testing.T, which uint16, seed uint64, text string) {
		r := refs[int(which)%len(refs)]
		r.agree(t, text)
		g := generator{rand: rand.New(rand.NewPCG(seed, 1)), root: r.schema}
		r.agree(t, g.text(r.schema))
	})
}

// TestAgreement tries many texts near the schema of every golden tool.
func TestAgreement(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 100
	}
	for _, r := range references(t) {
		t.Run(r.tool.Name, func(t *testing.T) {
			accepted := 0
			for seed := range n {
				g := generator{rand: rand.New(rand.NewPCG(uint64(seed), 7)), root: r.schema}
				text := g.text(r.schema)
				r.agree(t, text)
				if r.tool.Validate(text) == nil {
					accepted++
				}
				if i := g.rand.IntN(len(text) + 1); seed%4 == 0 {
					r.agree(t, text[:i]+string(byte(g.rand.IntN(256)))+text[i:])
				}
			}
			if accepted == 0 {
				t.Error("no text was accepted: the generator tests nothing")
			}
		})
	}
}

// generator writes texts that are valid for a schema, or nearly so.
type generator struct {
	rand  *rand.Rand
	root  map[string]any
	depth int
	wild  bool // this text breaks rules on purpose
}

func (g *generator) text(schema map[string]any) string {
	g.wild = g.rand.IntN(2) == 0
	var b strings.Builder
	g.write(&b, schema)
	return b.String()
}

func (g *generator) odd(n int) bool { return g.wild && g.rand.IntN(n) == 0 }

func (g *generator) write(b *strings.Builder, s map[string]any) {
	if ref, ok := s["$ref"].(string); ok {
		s = g.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if g.odd(12) {
		b.WriteString([]string{"null", "true", `"x"`, "1", "1.5", "[]", "{}", `[1,"a"]`, `""`, "-0", "1e2", "[null]"}[g.rand.IntN(12)])
		return
	}
	if enum, ok := s["enum"].([]any); ok && !g.odd(6) {
		g.raw(b, enum[g.rand.IntN(len(enum))])
		return
	}
	if c, ok := s["const"]; ok && !g.odd(6) {
		g.raw(b, c)
		return
	}
	if variants, ok := s["oneOf"].([]any); ok {
		g.write(b, variants[g.rand.IntN(len(variants))].(map[string]any))
		return
	}
	switch s["type"] {
	case "object":
		g.object(b, s)
	case "array":
		g.array(b, s)
	case "string":
		g.str(b, s)
	case "integer", "number":
		g.number(b, s)
	case "boolean":
		b.WriteString([]string{"true", "false"}[g.rand.IntN(2)])
	default:
		b.WriteString(`{"any":[1,2.5,"x",null]}`)
	}
}

func (g *generator) raw(b *strings.Builder, v any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(g.rand.IntN(2) == 0)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	text := strings.TrimSpace(buf.String())
	if s, ok := v.(string); ok && g.rand.IntN(6) == 0 {
		text = `"`
		for _, r := range s {
			if r < 0x10000 {
				text += fmt.Sprintf(`\u%04x`, r)
			} else {
				text += string(r)
			}
		}
		text += `"`
	}
	b.WriteString(text)
}

func (g *generator) space(b *strings.Builder) {
	if g.rand.IntN(8) == 0 {
		b.WriteString([]string{" ", "\n", "\t", "  \r\n"}[g.rand.IntN(4)])
	}
}

func (g *generator) object(b *strings.Builder, s map[string]any) {
	g.depth++
	defer func() { g.depth-- }()
	props, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	names := make([]string, 0, len(props))
	for name := range props {
		names = append(names, name)
	}
	slices.Sort(names)
	g.rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	if extra, ok := s["additionalProperties"].(map[string]any); ok {
		for range g.rand.IntN(4) {
			name := fmt.Sprintf("k%d", g.rand.IntN(20))
			if s["propertyNames"] != nil {
				name = fmt.Sprint(g.rand.IntN(20))
				if g.odd(5) {
					name = []string{"-1", "-0", "+7", "07", " 7", "7.0", "x", ""}[g.rand.IntN(8)]
				}
			}
			names = append(names, name)
			props = maps(props, name, extra)
		}
	}
	if g.odd(10) {
		names = append(names, []string{"unknown", "Name", "", "a.b"}[g.rand.IntN(4)])
	}
	b.WriteByte('{')
	first := true
	for _, name := range names {
		needed := slices.Contains(required, any(name))
		if needed && g.odd(12) || !needed && (g.rand.IntN(2) == 0 || g.depth > 4) {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		g.space(b)
		g.raw(b, name)
		g.space(b)
		b.WriteByte(':')
		g.space(b)
		p, ok := props[name].(map[string]any)
		switch {
		case !ok:
			b.WriteString(`[{"deep":1}]`)
		case !needed && g.rand.IntN(8) == 0:
			b.WriteString("null")
		default:
			g.write(b, p)
		}
		g.space(b)
	}
	b.WriteByte('}')
}

// maps returns a copy of m with one more entry.
func maps(m map[string]any, k string, v any) map[string]any {
	out := map[string]any{k: v}
	for k, v := range m {
		out[k] = v
	}
	return out
}

func (g *generator) array(b *strings.Builder, s map[string]any) {
	g.depth++
	defer func() { g.depth-- }()
	items, _ := s["items"].(map[string]any)
	n := g.rand.IntN(4)
	if lo, ok := s["minItems"].(json.Number); ok && !g.odd(3) {
		k, _ := lo.Int64()
		n = max(n, int(k))
	}
	if g.depth > 5 {
		n = 0
	}
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		g.space(b)
		g.write(b, items)
		g.space(b)
	}
	b.WriteByte(']')
}

var formats = map[string][]string{
	"date-time": {"2025-01-02T03:04:05Z", "2025-01-02t03:04:05.5+02:00", "2025-01-02 03:04:05Z", "2025-02-30T00:00:00Z", "2016-12-31T23:59:60Z"},
	"date":      {"2025-01-02", "2024-02-29", "2025-02-29", "25-1-2"},
	"time":      {"03:04:05Z", "03:04:05.123-08:00", "03:04", "24:00:00Z"},
	"duration":  {"P1D", "PT1H30M", "P1W", "1h", "P"},
	"email":     {"a@b.test", "a.b+c@d.example", "a", "@b", `"q q"@b.test`},
	"uri":       {"https://a.test/x?y#z", "mailto:a@b", "a/b", "http://[::1]/", "http://a b"},
	"uuid":      {"123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000", "x"},
	"hostname":  {"a.test", "a-b.c", "-a", "a..b", "ü.test"},
	"ipv4":      {"1.2.3.4", "256.1.1.1", "1.2.3", "01.2.3.4"},
	"ipv6":      {"::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", ":::", "1::2::3"},
}

func (g *generator) str(b *strings.Builder, s map[string]any) {
	if f, ok := s["format"].(string); ok {
		list := formats[f]
		i := g.rand.IntN(2)
		if g.wild {
			i = g.rand.IntN(len(list))
		}
		g.raw(b, list[i])
		return
	}
	if s["contentEncoding"] == "base64" {
		pool := []string{"", "AQI=", "AQID", "AQ==", "AQ=", "A", "A===", "AQI=\n", "AQ\nI=", "!!!!", "AQI=AQI="}
		i := g.rand.IntN(4)
		if g.wild {
			i = g.rand.IntN(len(pool))
		}
		g.raw(b, pool[i])
		return
	}
	if p, ok := s["pattern"].(string); ok && strings.Contains(p, "(0|[1-9][0-9]*)") {
		pool := []string{"0", "7", "42", "-7", "1.5", "1e2", "", "-", "07", "+1", " 1", "0x1", "1.", "NaN"}
		i := g.rand.IntN(2)
		if g.wild {
			i = g.rand.IntN(len(pool))
		}
		g.raw(b, pool[i])
		return
	}
	if p, ok := s["pattern"].(string); ok && strings.Contains(p, "ns|us") {
		pool := []string{"1m30s", "0", "-1.5h", "+3ms", ".5s", "1.µs", "5", "1d", "", "1m 30s", "-"}
		i := g.rand.IntN(6)
		if g.wild {
			i = g.rand.IntN(len(pool))
		}
		g.raw(b, pool[i])
		return
	}
	pool := []string{"", "a", "ab", "abc", "abcde", "AB12", "Z9", "ü€😀", "line\nbreak", `quote"back\slash`, "\u2028\x00", strings.Repeat("x", 300), "celsius"}
	g.raw(b, pool[g.rand.IntN(len(pool))])
}

func (g *generator) number(b *strings.Builder, s map[string]any) {
	pool := []string{"0", "1", "2", "3.0", "1e1", "6", "9", "12", "100", "-0.0"}
	if s["type"] == "number" || g.wild {
		pool = append(pool, wildNumbers...)
	}
	for _, k := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if n, ok := s[k].(json.Number); ok {
			pool = append(pool, string(n), string(n), string(n))
		}
	}
	b.WriteString(pool[g.rand.IntN(len(pool))])
}

var wildNumbers = []string{"0.1", "0.3", "0.30000000000000004", "1.5", "12e-1", "-1", "-5", "10", "11", "127", "128", "255", "256", "65535", "4294967296", "2147483647", "1E+2"}
