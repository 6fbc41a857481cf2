package schema

import (
	"slices"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Type is what a [Prop] holds, in the words of JSON Schema.
type Type string

// The types. Any, the zero Type, is any JSON value.
const (
	Any     Type = ""
	String  Type = "string"
	Number  Type = "number"
	Integer Type = "integer"
	Boolean Type = "boolean"
	Null    Type = "null"
	Array   Type = "array"
	Object  Type = "object"
)

// Props declares the properties of an object, in the order in which the schema
// lists them. It is plain data; functions of this package only read it.
type Props []Prop

// Prop declares one property, or, without a name, the elements of an array or
// one of several alternatives. Only what it sets gets into the schema.
type Prop struct {
	// Name is the key. Elements and alternatives have none.
	Name string
	// Type is what the value is. It is left out beside OneOf, and for any JSON.
	Type Type
	// Required says that the property must come.
	Required bool
	// Description tells the model what the value means.
	Description string
	// Enum lists the values that are allowed: strings, numbers, booleans or nil,
	// of the Type.
	Enum []any
	// Default tells the model what is assumed when the property does not come.
	// It must be a valid value. Nil means that nothing is said. It is not filled
	// in: the tool does that.
	Default any
	// Items declares the elements of an Array; nil is anything.
	Items *Prop
	// Properties declares the members of an Object.
	Properties Props
	// AdditionalProperties admits members of an Object that are not declared.
	AdditionalProperties bool
	// OneOf lists at least two alternatives, of which exactly one must match.
	OneOf []Prop
}

// PropsError says what is wrong with a declaration: the author's mistakes, all at
// once.
type PropsError struct {
	// Violations is at least one. A path leads to the property, such as
	// edits.items.line; a rule is the field at fault.
	Violations []runtime.Violation
}

// Error names all mistakes.
func (e *PropsError) Error() string {
	text := "invalid properties"
	for i, v := range e.Violations {
		if i == 0 {
			text += ": "
		} else {
			text += "; "
		}
		if v.Path != "" {
			text += v.Path + ": "
		}
		text += v.Message
	}
	return text
}

// Schema compiles the declaration as the schema of an object that has these
// properties and no others. Equal declarations give equal bytes. The error is a
// [*PropsError].
func (p Props) Schema() (*Schema, error) { return p.compile(false) }

func (p Props) compile(additional bool) (*Schema, error) {
	w := propWriter{json: jsonscan.NewWriter(nil)}
	w.json.BeginObject()
	w.json.Name("type")
	w.json.String("object")
	w.object(p, additional, nil)
	w.json.EndObject()
	text, err := w.json.Finish()
	if err != nil && len(w.faults) == 0 {
		w.fail(nil, "schema", err.Error())
	}
	if len(w.faults) > 0 {
		return nil, &PropsError{w.faults}
	}
	s, err := Parse(string(text), ObjectRooted)
	if unsupported, ok := err.(*UnsupportedError); ok {
		return nil, &PropsError{unsupported.Violations}
	}
	return s, err
}

// Validate checks the text of arguments against a declaration, as a tool made by
// [Define] does. The error is a [*runtime.ArgsError], or, for a mistake in the
// declaration itself, a [*PropsError]. Who validates often compiles once, with
// [Props.Schema].
func Validate(params Props, arguments string) error {
	s, err := params.Schema()
	if err != nil {
		return err
	}
	return s.ValidateArguments("", arguments)
}

// propWriter writes a declaration as JSON Schema and notes the author's mistakes.
type propWriter struct {
	json   jsonscan.Writer
	faults []runtime.Violation
	depth  int
}

func (w *propWriter) fail(at *place, rule, message string) {
	w.faults = append(w.faults, runtime.Violation{Path: at.String(), Rule: rule, Message: message})
}

// maxPropDepth bounds declarations that contain themselves by a pointer.
const maxPropDepth = 40

// prop writes the schema of one value.
func (w *propWriter) prop(p *Prop, at *place) {
	if w.depth++; w.depth > maxPropDepth {
		w.fail(at.root(), "Items", "nested deeper than "+strconv.Itoa(maxPropDepth)+" levels: does it contain itself?")
		w.json.Fail("too deep")
		w.depth--
		return
	}
	defer func() { w.depth-- }()
	start := len(w.faults)
	w.json.BeginObject()
	if p.Type != Any {
		if kindNamed(string(p.Type)) == 0 {
			w.fail(at, "Type", "there is no type "+strconv.Quote(shorten(string(p.Type), 40)))
		}
		w.json.Name("type")
		w.json.String(string(p.Type))
	}
	if p.Description != "" {
		w.json.Name("description")
		w.json.String(p.Description)
	}
	w.misplaced(p, at)
	w.enum(p, at)
	if p.Items != nil {
		w.json.Name("items")
		w.unnamed(p.Items, at.at("items"))
	}
	if len(p.OneOf) > 0 {
		w.oneOf(p, at)
	}
	if p.Type == Object {
		w.object(p.Properties, p.AdditionalProperties, at)
	}
	if p.Default != nil {
		w.standard(p, at, len(w.faults) == start)
	}
	w.json.EndObject()
}

// misplaced notes fields that mean nothing beside the type.
func (w *propWriter) misplaced(p *Prop, at *place) {
	if p.Items != nil && p.Type != Array {
		w.fail(at, "Items", "Items is for Array")
	}
	if p.Type != Object {
		if len(p.Properties) > 0 {
			w.fail(at, "Properties", "Properties is for Object")
		}
		if p.AdditionalProperties {
			w.fail(at, "AdditionalProperties", "AdditionalProperties is for Object")
		}
	}
	if len(p.OneOf) > 0 && p.Type != Any {
		w.fail(at, "OneOf", "OneOf goes without a Type: each alternative has its own")
	}
	if len(p.OneOf) == 1 {
		w.fail(at, "OneOf", "OneOf needs at least two alternatives")
	}
}

// enum writes the values that are allowed.
func (w *propWriter) enum(p *Prop, at *place) {
	if p.Enum == nil {
		return
	}
	switch p.Type {
	case Any, Array, Object:
		w.fail(at, "Enum", "Enum needs a Type of scalars")
		return
	}
	if len(p.Enum) == 0 {
		w.fail(at, "Enum", "Enum has no values")
		return
	}
	w.json.Name("enum")
	w.json.BeginArray()
	var seen []string
	for i, v := range p.Enum {
		text, faults := valueText(v)
		switch {
		case faults != nil:
			w.fail(at, "Enum", "Enum["+strconv.Itoa(i)+"]: "+faults[0].Message)
			continue
		case !isOf(kindNamed(string(p.Type)), parseScalar(text)):
			w.fail(at, "Enum", "Enum["+strconv.Itoa(i)+"] is not of type "+string(p.Type))
		case slices.Contains(seen, text):
			w.fail(at, "Enum", "Enum["+strconv.Itoa(i)+"] comes twice")
		}
		seen = append(seen, text)
		w.json.Raw(text)
	}
	w.json.EndArray()
}

// parseScalar returns the kind and text of a value.
func parseScalar(text string) *value {
	s := jsonscan.NewValueCheck(text)
	return &value{kind: s.Kind(), raw: text}
}

// unnamed writes the schema of elements or an alternative.
func (w *propWriter) unnamed(p *Prop, at *place) {
	if p.Name != "" {
		w.fail(at, "Name", "only properties have a Name")
	}
	if p.Required {
		w.fail(at, "Required", "only properties can be Required")
	}
	w.prop(p, at)
}

func (w *propWriter) oneOf(p *Prop, at *place) {
	w.json.Name("oneOf")
	w.json.BeginArray()
	for i := range p.OneOf {
		w.unnamed(&p.OneOf[i], at.at("oneOf").element(i))
	}
	w.json.EndArray()
}

// object writes the members of a schema that declare properties.
func (w *propWriter) object(props Props, additional bool, at *place) {
	seen := map[string]bool{}
	var required []string
	w.json.Name("properties")
	w.json.BeginObject()
	for i := range props {
		p := &props[i]
		switch {
		case p.Name == "":
			w.fail(at, "Name", "property "+strconv.Itoa(i)+" has no Name")
			continue
		case seen[p.Name]:
			w.fail(at.at(p.Name), "Name", "the property is declared twice")
			continue
		}
		seen[p.Name] = true
		if p.Required {
			required = append(required, p.Name)
		}
		w.json.Name(p.Name)
		w.prop(p, at.at(p.Name))
	}
	w.json.EndObject()
	if len(required) > 0 {
		w.json.Name("required")
		w.json.BeginArray()
		for _, name := range required {
			w.json.String(name)
		}
		w.json.EndArray()
	}
	w.json.Name("additionalProperties")
	w.json.Bool(additional)
}

// standard writes a default and, if the declaration is sound otherwise, checks
// it against that.
func (w *propWriter) standard(p *Prop, at *place, sound bool) {
	text, faults := valueText(p.Default)
	if faults != nil {
		w.fail(at, "Default", "Default: "+faults[0].Message)
		return
	}
	if sound {
		without := *p
		without.Default, without.Name, without.Required = nil, "value", true
		if s, err := (Props{without}).Schema(); err == nil {
			if v := s.ValidateJSON(`{"value":` + text + "}"); v != nil {
				w.fail(at, "Default", "Default is not valid: "+v[0].Message)
			}
		}
	}
	w.json.Name("default")
	w.json.Raw(text)
}
