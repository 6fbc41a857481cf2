package gen

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/invopop/jsonschema"
)

// Markdown writes a catalog for people to read: what each tool does, takes and
// returns. The text is the same for the same tools.
func Markdown(tools []Tool) (string, error) {
	d := &document{}
	d.b.WriteString("# Tools\n")
	if len(tools) > 0 {
		d.b.WriteString("\n")
	}
	for _, t := range tools {
		fmt.Fprintf(&d.b, "- [`%s`](#%s)", t.Name, strings.ToLower(t.Name))
		if about := firstSentence(t.Description); about != "" {
			d.b.WriteString(": " + inline(about))
		}
		d.b.WriteByte('\n')
	}
	for _, t := range tools {
		if err := d.tool(t); err != nil {
			return "", fmt.Errorf("schema of %s: %w", t.Name, err)
		}
	}
	return d.b.String(), nil
}

// firstSentence is what a list says about a tool.
func firstSentence(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if first, _, more := strings.Cut(s, ". "); more {
		return first + "."
	}
	return s
}

// document is Markdown under way.
type document struct {
	b    strings.Builder
	defs jsonschema.Definitions
	rows int
	open map[string]bool // definitions that the current rows are inside of
}

func (d *document) tool(t Tool) error {
	fmt.Fprintf(&d.b, "\n## %s\n", t.Name)
	if t.Description != "" {
		d.b.WriteString("\n" + block(t.Description) + "\n")
	}
	fmt.Fprintf(&d.b, "\n%s in `%s`", "`"+t.Function+"`", t.Package)
	for _, hint := range []struct {
		name string
		set  bool
	}{{"read-only", t.ReadOnly}, {"destructive", t.Destructive}, {"idempotent", t.Idempotent}, {"open world", t.OpenWorld}, {"parallel", t.Parallel}} {
		if hint.set {
			d.b.WriteString(", " + hint.name)
		}
	}
	if t.Timeout != "" {
		d.b.WriteString(", timeout " + t.Timeout)
	}
	d.b.WriteString(".\n")
	if err := d.table("Parameter", t.Parameters); err != nil {
		return err
	}
	if t.Output == "" {
		return nil
	}
	return d.table("Result", t.Output)
}

// table writes the properties of a schema, a row each, nested ones by path.
func (d *document) table(title, text string) error {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	d.defs, d.rows, d.open = s.Definitions, 0, map[string]bool{}
	d.properties(title, "", &s)
	if d.rows == 0 && title == "Parameter" {
		d.b.WriteString("\nNo parameters.\n")
	}
	return nil
}

func (d *document) properties(title, path string, s *jsonschema.Schema) {
	if s.Properties == nil {
		return
	}
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		if d.rows == 0 {
			fmt.Fprintf(&d.b, "\n| %s | Type | Required | Description |\n|---|---|---|---|\n", title)
		}
		d.rows++
		required := ""
		for _, name := range s.Required {
			if name == p.Key {
				required = "yes"
			}
		}
		at := path + p.Key
		fmt.Fprintf(&d.b, "| `%s` | %s | %s | %s |\n", code(at), d.kind(p.Value), required, cell(d.about(p.Value)))
		d.inside(title, at, p.Value)
	}
}

// inside writes the rows of what a property holds.
func (d *document) inside(title, at string, s *jsonschema.Schema) {
	switch {
	case s == nil:
	case s.Ref != "":
		if d.open[s.Ref] {
			return
		}
		d.open[s.Ref] = true
		d.inside(title, at, d.resolve(s))
		delete(d.open, s.Ref)
	case s.Items != nil:
		d.inside(title, at+"[]", s.Items)
	case len(s.OneOf)+len(s.AnyOf) > 0:
		for _, v := range append(s.OneOf, s.AnyOf...) {
			d.inside(title, at, v)
		}
	case s.Properties != nil && s.Properties.Len() > 0:
		d.properties(title, at+".", s)
	case s.AdditionalProperties != nil:
		d.inside(title, at+".*", s.AdditionalProperties)
	}
}

func (d *document) resolve(s *jsonschema.Schema) *jsonschema.Schema {
	return d.defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
}

// kind describes the values of a schema in a few words.
func (d *document) kind(s *jsonschema.Schema) string {
	switch {
	case s == nil:
		return "any"
	case s.Ref != "":
		return strings.TrimPrefix(s.Ref, "#/$defs/")
	case len(s.OneOf)+len(s.AnyOf) > 0:
		var kinds []string
		for _, v := range append(s.OneOf, s.AnyOf...) {
			kinds = append(kinds, d.kind(v))
		}
		return strings.Join(kinds, " or ")
	case s.Const != nil:
		return "`" + code(value(s.Const)) + "`"
	case len(s.Enum) > 0:
		var values []string
		for _, v := range s.Enum {
			values = append(values, "`"+code(value(v))+"`")
		}
		return strings.Join(values, ", ")
	case s.Items != nil:
		return "array of " + d.kind(s.Items) + limits(s)
	case s.Type == "object" && isMap(s):
		return "map of " + d.kind(s.AdditionalProperties)
	case s.Type == "":
		return "any"
	}
	return s.Type + limits(s)
}

// isMap reports whether an object has keys of its own choice.
func isMap(s *jsonschema.Schema) bool {
	extra := s.AdditionalProperties
	return extra != nil && (s.Properties == nil || s.Properties.Len() == 0) && !isFalse(extra)
}

func isFalse(s *jsonschema.Schema) bool {
	text, err := json.Marshal(s)
	return err == nil && string(text) == "false"
}

// limits lists the constraints of a schema.
func limits(s *jsonschema.Schema) string {
	var b strings.Builder
	add := func(name, v string) {
		if v != "" {
			b.WriteString(", " + name + " " + v)
		}
	}
	count := func(n *uint64) string {
		if n == nil {
			return ""
		}
		return fmt.Sprint(*n)
	}
	quoted := func(v string) string {
		if v == "" {
			return ""
		}
		return "`" + code(v) + "`"
	}
	add("at least", string(s.Minimum))
	add("more than", string(s.ExclusiveMinimum))
	add("at most", string(s.Maximum))
	add("less than", string(s.ExclusiveMaximum))
	add("a multiple of", string(s.MultipleOf))
	add("length from", count(s.MinLength))
	add("length up to", count(s.MaxLength))
	add("format", s.Format)
	add("in", s.ContentEncoding)
	add("pattern", quoted(s.Pattern))
	add("items from", count(s.MinItems))
	add("items up to", count(s.MaxItems))
	if s.UniqueItems {
		b.WriteString(", unique")
	}
	return b.String()
}

func (d *document) about(s *jsonschema.Schema) string {
	parts := []string{}
	if s.Description != "" {
		parts = append(parts, inline(s.Description))
	}
	if s.Default != nil {
		parts = append(parts, "Default: `"+code(value(s.Default))+"`.")
	}
	for _, e := range s.Examples {
		parts = append(parts, "Example: `"+code(value(e))+"`.")
	}
	return strings.Join(parts, " ")
}

// value writes a JSON value, a string without quotes.
func value(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var special = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`, "#", `\#`)

// inline writes text as one line in which nothing is markup.
func inline(s string) string { return special.Replace(strings.Join(strings.Fields(s), " ")) }

// block keeps paragraphs and lists of a description; what HTML and Markdown
// would take for more is escaped.
func block(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		indent := l[:len(l)-len(strings.TrimLeft(l, " \t"))]
		rest := strings.TrimLeft(l, " \t")
		bullet := ""
		if strings.HasPrefix(rest, "- ") {
			bullet, rest = "- ", rest[2:]
		}
		if len(indent) > 3 {
			indent = "  "
		}
		lines[i] = indent + bullet + special.Replace(rest)
	}
	return strings.Join(lines, "\n")
}

// code keeps text inside of a code span and of a table cell.
func code(s string) string {
	return strings.NewReplacer("`", "'", "|", `\|`, "\n", " ").Replace(s)
}

// cell is for text that inline or code has escaped.
func cell(s string) string { return strings.ReplaceAll(s, "\n", " ") }
