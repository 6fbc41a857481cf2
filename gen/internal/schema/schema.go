// Package schema turns the types of a model into JSON Schema 2020-12
// documents and writes them as canonical bytes.
package schema

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/invopop/jsonschema"
)

// Arguments returns the schema of a tool's arguments.
func Arguments(t *model.Tool) *jsonschema.Schema {
	b := builder{names: map[*model.Object]string{}}
	return b.document(t.Args)
}

// Output returns the schema of a tool's result value, nil when the value is
// not an object: several protocol revisions refuse any other root.
func Output(t *model.Tool) *jsonschema.Schema {
	if t.Result.Kind != model.ResultValue {
		return nil
	}
	root := t.Result.Type
	if p, ok := root.(*model.Pointer); ok {
		root = p.Elem
	}
	switch root.(type) {
	case *model.Object, *model.Map:
	default:
		return nil
	}
	b := builder{output: true, names: map[*model.Object]string{}}
	return b.document(root)
}

// builder makes one document. Results differ from arguments: a nil pointer is
// written as null, a property is required unless it may be left out, and
// additional properties say nothing since the encoder is the only writer.
type builder struct {
	output bool
	names  map[*model.Object]string // definitions of recursive objects
	defs   jsonschema.Definitions
}

func (b *builder) document(root model.Type) *jsonschema.Schema {
	s := b.typ(root)
	if s.Ref != "" { // a root is spelled out: providers want its type to be seen
		o := root.(*model.Object)
		s = b.object(o)
	}
	s.Definitions = b.defs
	return s
}

func (b *builder) typ(t model.Type) *jsonschema.Schema {
	switch t := t.(type) {
	case *model.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case *model.String:
		return b.str(t)
	case *model.Int:
		s := &jsonschema.Schema{Type: "integer"}
		if b.output { // the Go type can hold more than what arguments are held to
			bounds(s, model.KindBounds(t.Kind))
			return s
		}
		bounds(s, t.Bounds)
		for _, n := range t.Enum {
			s.Enum = append(s.Enum, json.RawMessage(n))
		}
		return s
	case *model.Float:
		s := &jsonschema.Schema{Type: "number"}
		if b.output {
			bounds(s, model.KindBounds(t.Kind))
			return s
		}
		bounds(s, t.Bounds)
		return s
	case *model.Pointer:
		return b.typ(t.Elem)
	case *model.Slice:
		if b.output {
			return &jsonschema.Schema{Type: "array", Items: b.nullable(t.Elem)}
		}
		return &jsonschema.Schema{
			Type: "array", Items: b.nullable(t.Elem),
			MinItems: count(t.MinItems), MaxItems: count(t.MaxItems), UniqueItems: t.Unique,
		}
	case *model.Array:
		n := uint64(t.Len)
		return &jsonschema.Schema{Type: "array", Items: b.nullable(t.Elem), MinItems: &n, MaxItems: &n}
	case *model.Map:
		return b.mapping(t)
	case *model.Special:
		return b.special(t)
	case *model.Union:
		return b.union(t)
	case *model.Object:
		if t.Recursive {
			return b.reference(t)
		}
		return b.object(t)
	}
	panic(fmt.Sprintf("unreachable: %T", t))
}

func (b *builder) str(t *model.String) *jsonschema.Schema {
	if b.output {
		return &jsonschema.Schema{Type: "string"} // the Go type can hold more than its constants
	}
	s := &jsonschema.Schema{
		Type: "string", Pattern: t.Pattern, Format: t.Format,
		MinLength: count(t.MinLength), MaxLength: count(t.MaxLength),
	}
	if t.Const {
		s.Const = t.Enum[0]
		return s
	}
	for _, v := range t.Enum {
		s.Enum = append(s.Enum, v)
	}
	return s
}

func (b *builder) union(t *model.Union) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	for _, v := range t.Variants {
		s.OneOf = append(s.OneOf, b.typ(v.Object))
	}
	if b.output { // a nil interface
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Type: "null"})
	}
	return s
}

func (b *builder) mapping(t *model.Map) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", AdditionalProperties: b.nullable(t.Elem)}
	if k, ok := t.Key.(*model.Int); ok && !b.output {
		s.PropertyNames = &jsonschema.Schema{Pattern: signedKey}
		if k.Unsigned() {
			s.PropertyNames.Pattern = unsignedKey
		}
	}
	return s
}

// The canonical decimals, the only form in which integer keys are taken.
const (
	signedKey   = `^(0|-?[1-9][0-9]*)$`
	unsignedKey = `^(0|[1-9][0-9]*)$`
)

// durationPattern is what time.ParseDuration takes.
const durationPattern = `^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`

// special is the schema of a type with a form of its own. One that reads any
// JSON by a method shows no type, since there is nothing to know about it.
func (b *builder) special(t *model.Special) *jsonschema.Schema {
	switch t.Kind {
	case model.Bytes:
		return &jsonschema.Schema{Type: "string", ContentEncoding: "base64"}
	case model.Time:
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case model.Duration:
		if b.output {
			return &jsonschema.Schema{Type: "string"}
		}
		return &jsonschema.Schema{Type: "string", Pattern: durationPattern, Examples: []any{"1m30s"}}
	case model.Text:
		return &jsonschema.Schema{Type: "string"}
	case model.Quoted:
		return quoted(t.Basic)
	case model.Any, model.Raw, model.JSON:
		return &jsonschema.Schema{}
	}
	panic(fmt.Sprintf("unreachable: kind %d", t.Kind))
}

// quoted is the schema of a string that holds the JSON text of a scalar. The
// patterns are those that package jsonscan reads by.
func quoted(basic string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	switch {
	case basic == "bool":
		s.Enum = []any{"true", "false"}
	case strings.HasPrefix(basic, "uint"):
		s.Pattern = `^(0|[1-9][0-9]*)$`
	case strings.HasPrefix(basic, "int"):
		s.Pattern = `^-?(0|[1-9][0-9]*)$`
	default:
		s.Pattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`
	}
	return s
}

func (b *builder) object(o *model.Object) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	for i := range o.Fields {
		f := &o.Fields[i]
		s.Properties.Set(f.JSON, b.field(f))
		if b.output && !f.OmitEmpty && !f.OmitZero || !b.output && f.Required {
			s.Required = append(s.Required, f.JSON)
		}
	}
	if !b.output && !o.Open {
		s.AdditionalProperties = jsonschema.FalseSchema
	}
	return s
}

func (b *builder) field(f *model.Field) *jsonschema.Schema {
	var s *jsonschema.Schema
	if b.output && !f.OmitEmpty {
		s = b.nullable(f.Type)
	} else {
		s = b.typ(f.Type)
	}
	s.Description = f.Description
	if b.output {
		return s
	}
	if f.Default != "" {
		s.Default = json.RawMessage(f.Default)
	}
	for _, e := range f.Examples {
		s.Examples = append(s.Examples, json.RawMessage(e))
	}
	return s
}

// nullable admits null where an encoder writes it: for a nil pointer.
func (b *builder) nullable(t model.Type) *jsonschema.Schema {
	s := b.typ(t)
	if _, ok := t.(*model.Pointer); ok && b.output {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
	}
	return s
}

// reference points at the definition of a recursive object, made on first use.
func (b *builder) reference(o *model.Object) *jsonschema.Schema {
	name, ok := b.names[o]
	if !ok {
		name = o.Base
		for n := 2; b.defs[name] != nil; n++ {
			name = o.Base + strconv.Itoa(n)
		}
		b.names[o] = name
		if b.defs == nil {
			b.defs = jsonschema.Definitions{}
		}
		b.defs[name] = &jsonschema.Schema{} // holds the name while the object is walked
		*b.defs[name] = *b.object(o)
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

func bounds(s *jsonschema.Schema, b model.Bounds) {
	s.Minimum, s.Maximum = json.Number(b.Minimum), json.Number(b.Maximum)
	s.ExclusiveMinimum, s.ExclusiveMaximum = json.Number(b.ExclusiveMinimum), json.Number(b.ExclusiveMaximum)
	s.MultipleOf = json.Number(b.MultipleOf)
}

func count(n *int) *uint64 {
	if n == nil {
		return nil
	}
	u := uint64(*n)
	return &u
}
