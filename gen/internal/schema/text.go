package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/invopop/jsonschema"
)

// Text writes s as canonical JSON: one line, keys in the order in which a
// person reads a schema, properties in source order, definitions sorted, no
// HTML escapes. Equal schemas give equal bytes on every run.
func Text(s *jsonschema.Schema) string {
	var w writer
	w.schema(s)
	return w.buf.String()
}

// Lines is Text cut into pieces that join to it: one for each property of the
// root, so that generated code shows a property per line.
func Lines(s *jsonschema.Schema) []string {
	w := writer{cut: true}
	w.schema(s)
	text := w.buf.String()
	lines, start := []string{}, 0
	for _, c := range append(w.cuts, len(text)) {
		lines = append(lines, text[start:c])
		start = c
	}
	return lines
}

type writer struct {
	buf   bytes.Buffer
	first bool
	cut   bool  // the next properties are the root's
	cuts  []int // offsets of lines
}

// schema writes one schema object. A test walks the fields of
// jsonschema.Schema and fails when one that the builder sets is not written.
func (w *writer) schema(s *jsonschema.Schema) {
	switch s {
	case jsonschema.TrueSchema:
		w.buf.WriteString("true")
		return
	case jsonschema.FalseSchema:
		w.buf.WriteString("false")
		return
	}
	outer := w.first
	w.first = true
	w.buf.WriteByte('{')
	w.text("$ref", s.Ref)
	w.text("type", s.Type)
	w.text("description", s.Description)
	if s.Const != nil {
		w.key("const")
		w.value(s.Const)
	}
	w.list("enum", s.Enum)
	w.number("minimum", s.Minimum)
	w.number("exclusiveMinimum", s.ExclusiveMinimum)
	w.number("maximum", s.Maximum)
	w.number("exclusiveMaximum", s.ExclusiveMaximum)
	w.number("multipleOf", s.MultipleOf)
	w.count("minLength", s.MinLength)
	w.count("maxLength", s.MaxLength)
	w.text("pattern", s.Pattern)
	w.text("format", s.Format)
	w.text("contentEncoding", s.ContentEncoding)
	if s.Items != nil {
		w.key("items")
		w.schema(s.Items)
	}
	w.count("minItems", s.MinItems)
	w.count("maxItems", s.MaxItems)
	if s.UniqueItems {
		w.key("uniqueItems")
		w.buf.WriteString("true")
	}
	w.schemas("anyOf", s.AnyOf)
	w.schemas("oneOf", s.OneOf)
	if s.Properties != nil {
		w.properties(s)
	}
	if len(s.Required) > 0 {
		w.key("required")
		w.value(s.Required)
	}
	if s.PropertyNames != nil {
		w.key("propertyNames")
		w.schema(s.PropertyNames)
	}
	if s.AdditionalProperties != nil {
		w.key("additionalProperties")
		w.schema(s.AdditionalProperties)
	}
	if s.Default != nil {
		w.key("default")
		w.value(s.Default)
	}
	w.list("examples", s.Examples)
	w.definitions(s.Definitions)
	w.buf.WriteByte('}')
	w.first = outer
}

func (w *writer) properties(s *jsonschema.Schema) {
	w.key("properties")
	w.buf.WriteByte('{')
	w.first = true
	root := w.cut && s.Properties.Len() > 0
	w.cut = false
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		if root {
			cut := w.buf.Len()
			if !w.first {
				cut++ // behind the comma
			}
			w.cuts = append(w.cuts, cut)
		}
		w.key(p.Key)
		w.schema(p.Value)
	}
	if root {
		w.cuts = append(w.cuts, w.buf.Len())
	}
	w.buf.WriteByte('}')
	w.first = false
}

func (w *writer) definitions(defs jsonschema.Definitions) {
	if len(defs) == 0 {
		return
	}
	names := make([]string, 0, len(defs))
	for name := range defs {
		names = append(names, name)
	}
	slices.Sort(names)
	w.key("$defs")
	w.buf.WriteByte('{')
	w.first = true
	for _, name := range names {
		w.key(name)
		w.schema(defs[name])
	}
	w.buf.WriteByte('}')
	w.first = false
}

func (w *writer) key(k string) {
	if !w.first {
		w.buf.WriteByte(',')
	}
	w.first = false
	w.value(k)
	w.buf.WriteByte(':')
}

func (w *writer) text(k, v string) {
	if v != "" {
		w.key(k)
		w.value(v)
	}
}

func (w *writer) number(k string, n json.Number) {
	if n != "" {
		w.key(k)
		w.buf.WriteString(n.String())
	}
}

func (w *writer) count(k string, n *uint64) {
	if n != nil {
		w.key(k)
		w.buf.WriteString(strconv.FormatUint(*n, 10))
	}
}

func (w *writer) list(k string, values []any) {
	if len(values) > 0 {
		w.key(k)
		w.value(values)
	}
}

func (w *writer) schemas(k string, list []*jsonschema.Schema) {
	if len(list) == 0 {
		return
	}
	w.key(k)
	w.buf.WriteByte('[')
	for i, s := range list {
		if i > 0 {
			w.buf.WriteByte(',')
		}
		w.schema(s)
	}
	w.buf.WriteByte(']')
}

// value writes strings, lists and raw JSON; nothing else gets into a schema.
func (w *writer) value(v any) {
	enc := json.NewEncoder(&w.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("unreachable: schema value %T: %v", v, err))
	}
	w.buf.Truncate(w.buf.Len() - 1) // Encode ends with a newline
}
