package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/schema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compileReference compiles a schema with a validator that nobody here wrote.
func compileReference(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.AssertContent()
	c.RegisterFormat(&jsonschema.Format{Name: "ipv4", Validate: isIPv4}) // the library's own takes "+1.2.3.4"
	if err := c.AddResource("mem:///schema.json", doc); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	s, err := c.Compile("mem:///schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func isIPv4(v any) error {
	if s, ok := v.(string); ok {
		if a, err := netip.ParseAddr(s); err != nil || !a.Is4() {
			return fmt.Errorf("%q is no IPv4 address", s)
		}
	}
	return nil
}

// maker writes random schemas, and texts that are near them.
type maker struct {
	rand *rand.Rand
	wide bool
	defs int // definitions that may be referred to
	root map[string]any
}

func (m *maker) one(n int) bool { return m.rand.IntN(n) == 0 }

func pick[T any](m *maker, list ...T) T { return list[m.rand.IntN(len(list))] }

var propertyNames = []string{"a", "b", "city", "x y", "a.b", "naïve", "日本", "", "dry_run", "__proto__"}

var scalars = []string{
	`"a"`, `"b"`, `""`, `"naïve"`, `"\u0061"`, `"line\nbreak"`, `"😀"`, `"12"`, `"2024-02-29"`, `"1.2.3.4"`,
	"0", "1", "-1", "1.0", "1.5", "10e-1", "9007199254740993", "9007199254740992", "1e400", "0.1", "-0", "100", "0.30000000000000004", "0.3",
	"true", "false", "null",
}

// schema returns the text of a random schema.
func (m *maker) document() string {
	text := m.schema(0, true)
	if m.defs > 0 {
		var defs []string
		for i := range m.defs {
			defs = append(defs, fmt.Sprintf(`"d%d":%s`, i, m.schema(1, false)))
		}
		text = strings.TrimSuffix(text, "}")
		if text != "{" {
			text += ","
		}
		text += `"$defs":{` + strings.Join(defs, ",") + "}}"
	}
	return text
}

func (m *maker) schema(depth int, root bool) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	kind := pick(m, "object", "object", "array", "string", "number", "integer", "boolean", "null", "any", "choice")
	if depth > 3 {
		kind = pick(m, "string", "number", "integer", "boolean", "null", "any")
	}
	if root && m.one(2) {
		kind = "object"
	}
	if m.wide && m.defs > 0 && depth > 0 && m.one(6) {
		return fmt.Sprintf(`{"$ref":"#/$defs/d%d","description":"r"}`, m.rand.IntN(m.defs))
	}
	switch kind {
	case "any":
		if m.wide && m.one(3) {
			m.constraints(add, depth, pick(m, "object", "array", "string", "number"))
		}
	case "choice":
		word := "oneOf"
		if m.wide && m.one(2) {
			word = "anyOf"
		}
		var branches []string
		for range 2 + m.rand.IntN(2) {
			branches = append(branches, m.schema(depth+1, false))
		}
		add(`"%s":[%s]`, word, strings.Join(branches, ","))
		if m.wide && m.one(3) {
			m.constraints(add, depth+1, pick(m, "object", "array", "string", "number"))
		}
	default:
		if m.wide && kind != "null" && m.one(6) {
			add(`"type":["%s","null"]`, kind)
		} else {
			add(`"type":"%s"`, kind)
		}
		m.constraints(add, depth, kind)
	}
	if m.one(5) {
		add(`"description":"what"`)
	}
	m.rand.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "{" + strings.Join(parts, ",") + "}"
}

func (m *maker) constraints(add func(string, ...any), depth int, kind string) {
	switch kind {
	case "object":
		var properties, required []string
		for _, i := range m.rand.Perm(len(propertyNames))[:m.rand.IntN(5)] {
			name := strconv.Quote(propertyNames[i])
			properties = append(properties, name+":"+m.schema(depth+1, false))
			if m.one(2) {
				required = append(required, name)
			}
		}
		if m.wide && m.one(6) {
			required = append(required, `"extra"`)
		}
		if len(properties) > 0 {
			add(`"properties":{%s}`, strings.Join(properties, ","))
		}
		if len(required) > 0 && (m.wide || len(properties) > 0) {
			add(`"required":[%s]`, strings.Join(required, ","))
		}
		switch {
		case m.wide && m.one(4):
			add(`"additionalProperties":%s`, m.schema(depth+1, false))
		case m.one(2):
			add(`"additionalProperties":%v`, m.one(2))
		}
		if m.wide && m.one(8) {
			add(`"propertyNames":{"pattern":"%s"}`, pick(m, "^[a-z]*$", `^(0|-?[1-9][0-9]*)$`, "a"))
		}
	case "array":
		if m.one(2) {
			add(`"items":%s`, m.schema(depth+1, false))
		}
		if !m.wide {
			return
		}
		if m.one(4) {
			add(`"prefixItems":[%s,%s]`, m.schema(depth+1, false), m.schema(depth+1, false))
		}
		if m.one(4) {
			add(`"minItems":%d`, m.rand.IntN(3))
		}
		if m.one(4) {
			add(`"maxItems":%d`, m.rand.IntN(4))
		}
		if m.one(4) {
			add(`"uniqueItems":%v`, m.one(4) == false)
		}
	case "string":
		if m.wide && m.one(3) {
			switch m.rand.IntN(5) {
			case 0:
				add(`"minLength":%d`, m.rand.IntN(3))
			case 1:
				add(`"maxLength":%d`, m.rand.IntN(6))
			case 2:
				add(`"pattern":"%s"`, pick(m, "^[a-z]+$", "a", `^\\d{1,3}$`, `^(ab|c)*$`, "[^a]", "ï"))
			case 3:
				add(`"format":"%s"`, pick(m, "date", "ipv4", "uuid", "date-time", "hostname", "email"))
			case 4:
				add(`"contentEncoding":"base64"`)
			}
		}
		m.listed(add, func(s string) bool { return s[0] == '"' })
	case "number", "integer":
		if m.wide && m.one(3) {
			bounds := []string{"0", "1", "-1", "1.5", "9007199254740992", "1e2", "0.1", "1e400"}
			for _, word := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
				if m.one(3) {
					add(`"%s":%s`, word, pick(m, bounds...))
				}
			}
			if m.one(3) {
				add(`"multipleOf":%s`, pick(m, "1", "2", "0.1", "0.5", "3", "1e-3"))
			}
		}
		m.listed(add, func(s string) bool {
			return strings.IndexByte("-0123456789", s[0]) >= 0 && (kind == "number" || !strings.ContainsAny(s, ".") || s == "1.0")
		})
	case "boolean", "null":
		m.listed(add, func(s string) bool {
			return kind == "null" && s == "null" || kind == "boolean" && (s == "true" || s == "false")
		})
	}
}

// listed may add enum and const of values that fit.
func (m *maker) listed(add func(string, ...any), fits func(string) bool) {
	var values []string
	for _, s := range scalars {
		if fits(s) && m.one(2) {
			values = append(values, s)
		}
	}
	if m.wide && m.one(10) {
		values = append(values, `{"a":1,"b":[1.0,"x"]}`, "[1,2]")
	}
	if len(values) == 0 || !m.one(4) {
		return
	}
	if m.one(2) {
		add(`"enum":[%s]`, strings.Join(values, ","))
	} else {
		add(`"const":%s`, values[0])
	}
}

// text writes a text that is valid for the schema, or nearly so.
func (m *maker) text(s map[string]any, depth int) string {
	if m.one(25) || depth > 8 {
		return pick(m, append(scalars, "[]", "{}", "[1,1.0]", `{"a":1}`, `{"b":[1,"x"],"a":1.0}`, "[1,2]")...)
	}
	if ref, ok := s["$ref"].(string); ok {
		defs := m.root["$defs"].(map[string]any)
		return m.text(defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any), depth+1)
	}
	if list, ok := s["enum"].([]any); ok && !m.one(6) {
		return raw(list[m.rand.IntN(len(list))])
	}
	if c, ok := s["const"]; ok && !m.one(6) {
		return raw(c)
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if list, ok := s[word].([]any); ok && !m.one(6) {
			return m.text(list[m.rand.IntN(len(list))].(map[string]any), depth+1)
		}
	}
	kind, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok {
		kind = list[m.rand.IntN(len(list))].(string)
	}
	if kind == "" {
		kind = pick(m, "object", "array", "string", "number")
	}
	switch kind {
	case "object":
		return m.object(s, depth)
	case "array":
		items, _ := s["items"].(map[string]any)
		prefix, _ := s["prefixItems"].([]any)
		var list []string
		for i := range m.rand.IntN(4) {
			e := items
			if i < len(prefix) {
				e = prefix[i].(map[string]any)
			}
			list = append(list, m.text(e, depth+1))
			if m.one(4) {
				list = append(list, list[0])
			}
		}
		return "[" + strings.Join(list, pick(m, ",", " , ")) + "]"
	case "string":
		if f, ok := s["format"].(string); ok && !m.one(4) {
			return raw(pick(m, formatTexts[f]...))
		}
		if p, ok := s["pattern"].(string); ok && !m.one(4) {
			for _, texts := range patternTexts {
				if strings.Contains(p, texts[0]) {
					return raw(pick(m, texts[1:]...))
				}
			}
		}
		return pick(m, append(scalars[:10:10], `"abab"`, `"AQ=="`, `"a.b"`, `"x@y.z"`, `"\u00ef"`, `"123e4567-e89b-12d3-a456-426614174000"`)...)
	case "integer", "number":
		return pick(m, append(scalars[10:24:24], "2", "0.5", "3e0", "1e2", "12")...)
	case "boolean":
		return pick(m, "true", "false")
	}
	return "null"
}

var formatTexts = map[string][]string{
	"date-time": {"2025-01-02T03:04:05Z", "2025-01-02t03:04:05.5+02:00", "2025-01-02 03:04:05Z", "2025-02-30T00:00:00Z"},
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

// patternTexts are texts near patterns that have the first one in them.
var patternTexts = [][]string{
	{"ns|us", "1m30s", "0", "-1.5h", "+3ms", ".5s", "5", "1d", "", "1m 30s", "-"},
	{"(0|[1-9][0-9]*)", "0", "7", "42", "-7", "1.5", "1e2", "", "-", "07", "+1", " 1", "0x1"},
	{"[A-Z]", "AB12", "Z9", "ab", ""},
}

func (m *maker) object(s map[string]any, depth int) string {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	extra, _ := s["additionalProperties"].(map[string]any)
	var members []string
	names := append([]string{"extra", "12"}, propertyNames...)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		p, declared := properties[name].(map[string]any)
		must := false
		for _, r := range required {
			must = must || r == name
		}
		switch {
		case declared && (must && !m.one(20) || !must && m.one(2)):
		case must && !m.one(8):
		case !declared && m.one(60):
			p = extra
		default:
			continue
		}
		key := raw(name)
		if m.one(8) {
			key = `"`
			for _, r := range name {
				key += fmt.Sprintf(`\u%04x`, r)
			}
			key += `"`
		}
		members = append(members, key+":"+m.text(p, depth+1))
	}
	m.rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, pick(m, ",", ", ", "\n,")) + "}"
}

func raw(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// differ compares the verdicts on texts near one random schema.
func differ(t *testing.T, seed uint64, wide bool, texts int) (accepted, refused int) {
	t.Helper()
	m := &maker{rand: rand.New(rand.NewPCG(seed, 3)), wide: wide}
	var options []schema.Option
	if wide {
		m.defs = m.rand.IntN(3)
		options = append(options, schema.Extended)
	}
	doc := m.document()
	s, err := schema.Parse(doc, options...)
	if err != nil {
		if wide && strings.Contains(err.Error(), "lead back to themselves") || strings.Contains(err.Error(), "leads back to itself") {
			return 0, 0 // the reference compiles it, and then does not end or says so only then
		}
		t.Fatalf("seed %d: %s\n%v", seed, doc, err)
	}
	reference := compileReference(t, doc)
	dec := json.NewDecoder(strings.NewReader(doc))
	dec.UseNumber()
	if err := dec.Decode(&m.root); err != nil {
		t.Fatal(err)
	}
	for range texts {
		text := m.text(m.root, 0)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, want := s.ValidateJSON(text), reference.Validate(value)
		if (got == nil) != (want == nil) {
			t.Fatalf("seed %d: %s\ntext: %s\ngot: %v\nreference: %v", seed, doc, text, got, want)
		}
		if got == nil {
			accepted++
		} else {
			refused++
			if len(got) > 16 {
				t.Fatalf("%d violations", len(got))
			}
			for _, v := range got {
				if v.Rule == "" || v.Rule == "invalid" || v.Message == "" || strings.HasPrefix(v.Message, "violates ") {
					t.Fatalf("seed %d: %s\ntext: %s\nviolation %+v", seed, doc, text, v)
				}
			}
		}
	}
	return accepted, refused
}

// TestDifferential compares verdicts with those of an independent validator.
func TestDifferential(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	for _, wide := range []bool{false, true} {
		accepted, refused := 0, 0
		for seed := range n {
			a, r := differ(t, uint64(seed), wide, 12)
			accepted, refused = accepted+a, refused+r
		}
		if accepted < n || refused < n {
			t.Errorf("wide %v: %d accepted, %d refused: the generator tests too little", wide, accepted, refused)
		}
		t.Logf("wide %v: %d accepted, %d refused", wide, accepted, refused)
	}
}

// FuzzDifferential is TestDifferential without an end.
func FuzzDifferential(f *testing.F) {
	f.Add(uint64(1), false)
	f.Add(uint64(2), true)
	f.Fuzz(func(t *testing.T, seed uint64, wide bool) { differ(t, seed, wide, 4) })
}
