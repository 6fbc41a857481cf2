package model

import (
	"go/token"
	"strings"
)

// Type is one node of a type tree. The set is closed: Bool, String, Int,
// Float, Pointer, Slice, Array, Map, Object, Union, and Special for types whose
// JSON form is not what they are made of. Constraints stand on the node that
// they apply to, so a node belongs to one place of use; only an Object is
// shared by all places that use the same Go type in the same way.
type Type interface {
	// GoType returns how the type is written in Go.
	GoType() Spelling
	sealed()
}

// Spelling is a Go type as source text: words, and identifiers of packages
// whose import names are not chosen yet.
type Spelling []Token

// Token is a piece of a Spelling. With a Path, Text is an identifier that the
// package with that import path declares.
type Token struct {
	Text    string
	Path    string
	Package string // package name behind Path
}

// String writes the token with its package name as qualifier.
func (t Token) String() string {
	if t.Path == "" {
		return t.Text
	}
	return t.Package + "." + t.Text
}

// Word is the spelling of a predeclared type or other plain text.
func Word(text string) Spelling { return Spelling{{Text: text}} }

// String writes the spelling with package names as qualifiers.
func (s Spelling) String() string {
	var b strings.Builder
	for _, t := range s {
		b.WriteString(t.String())
	}
	return b.String()
}

// Number is a JSON number written out in decimal, exact; "" is none.
type Number string

// Bool is a boolean.
type Bool struct{ Go Spelling }

// String is a string kind.
type String struct {
	Go        Spelling
	Enum      []string // in source order, without duplicates; nil admits any
	Const     bool     // Enum is the one value that tells a variant of a Union
	MinLength *int     // in Unicode code points
	MaxLength *int
	Pattern   string
	Format    string // a format of JSON Schema 2020-12 that jsonscan checks
}

// Constrained reports whether a rule needs the content of the string.
func (t *String) Constrained() bool {
	return t.MinLength != nil || t.MaxLength != nil || t.Pattern != "" || t.Format != ""
}

// Int is an integer kind, such as int, uint8 or a named type over one.
type Int struct {
	Go     Spelling
	Kind   string // predeclared name: int, int8, ... uint64
	Enum   []Number
	Bounds Bounds
}

// Unsigned reports whether the kind has no negative values.
func (t *Int) Unsigned() bool { return t.Kind[0] == 'u' }

// Float is float32 or float64.
type Float struct {
	Go     Spelling
	Kind   string
	Bounds Bounds
}

// Bounds are the numeric keywords of JSON Schema, "" where absent. They
// include the range of sized and unsigned kinds.
type Bounds struct {
	Minimum, Maximum                   Number
	ExclusiveMinimum, ExclusiveMaximum Number
	MultipleOf                         Number
}

// KindBounds are the bounds that a sized or unsigned kind states in its schema;
// int, int64 and float64 state none, and the upper end of uint depends on the
// machine.
func KindBounds(kind string) Bounds {
	switch kind {
	case "int8":
		return Bounds{Minimum: "-128", Maximum: "127"}
	case "int16":
		return Bounds{Minimum: "-32768", Maximum: "32767"}
	case "int32":
		return Bounds{Minimum: "-2147483648", Maximum: "2147483647"}
	case "uint":
		return Bounds{Minimum: "0"}
	case "uint8":
		return Bounds{Minimum: "0", Maximum: "255"}
	case "uint16":
		return Bounds{Minimum: "0", Maximum: "65535"}
	case "uint32":
		return Bounds{Minimum: "0", Maximum: "4294967295"}
	case "uint64":
		return Bounds{Minimum: "0", Maximum: "18446744073709551615"}
	case "float32":
		return Bounds{Minimum: "-3.4028234663852886e+38", Maximum: "3.4028234663852886e+38"}
	}
	return Bounds{}
}

// Pointer is an optional value. It has no JSON form of its own.
type Pointer struct {
	Go   Spelling
	Elem Type
}

// Slice is an array of any length.
type Slice struct {
	Go       Spelling
	Elem     Type
	MinItems *int
	MaxItems *int
	Unique   bool
}

// Array is an array of exactly Len elements.
type Array struct {
	Go   Spelling
	Len  int
	Elem Type
}

// Map is an object with free keys. Key is the type of the keys, without
// constraints: a String, an Int, or a Special that reads text.
type Map struct {
	Go   Spelling
	Key  Type
	Elem Type
}

// Union is a sealed interface: one of several structs, told apart by a property.
type Union struct {
	Go            Spelling
	Discriminator string // property that each variant has
	Variants      []Variant
}

// Variant is one struct of a Union.
type Variant struct {
	Object  *Object
	Value   string // of the discriminator
	Pointer bool   // only the pointer implements the interface
}

// SpecialKind says which JSON form a Special type has.
type SpecialKind int

const (
	Any      SpecialKind = iota // an interface without methods: any JSON
	Raw                         // json.RawMessage: any JSON, as text
	Bytes                       // []byte: a string in base64
	Time                        // time.Time: a date-time
	Duration                    // time.Duration: a string such as 1m30s
	Text                        // has UnmarshalText or MarshalText: a string
	JSON                        // has UnmarshalJSON or MarshalJSON: any JSON
	Quoted                      // a boolean or number with the tag option string: its JSON text as a string
)

// Special is a type whose JSON form is its own.
type Special struct {
	Go    Spelling
	Kind  SpecialKind
	Basic string // Quoted: the predeclared type, such as int64
	// Underlying is what the zero value looks like, for results: "bool",
	// "string", "number", "list" (a slice or map), "nil", "empty" (an array of
	// no elements) or "struct". IsZero says that the type has that method.
	Underlying string
	IsZero     bool
	// Decodes and Encodes say which methods a Text or JSON type has.
	Decodes, Encodes bool
}

// AdmitsNull reports whether null is a value of the type and not the absence
// of one.
func (t *Special) AdmitsNull() bool { return t.Kind == Any || t.Kind == Raw || t.Kind == JSON }

// Object is a struct, or the parameters of a function.
type Object struct {
	Go     Spelling // empty for parameters: their struct is generated
	Base   string   // what functions of generated code are named after
	Fields []Field
	Open   bool // unknown keys are ignored instead of refused

	// Recursive says that the object reaches itself: its schema is a
	// definition that references itself.
	Recursive bool
}

// Field is one property of an object.
type Field struct {
	Pos         token.Position
	Go          string // selector of the Go field; dotted for a promoted one
	JSON        string // property name
	Description string
	Required    bool
	Default     Literal
	Examples    []Literal
	Type        Type
	Embeds      []Embed // pointers on the way to a promoted field, outermost first
	OmitEmpty   bool    // left out of results when empty
	OmitZero    bool    // left out of results when zero
}

// Embed is an embedded pointer to a struct.
type Embed struct {
	Go   string   // selector from the struct, or from the embed before
	Type Spelling // of the struct
}

// Literal is a constant scalar as its JSON text; "" is none.
type Literal string

func (t *Bool) GoType() Spelling    { return t.Go }
func (t *String) GoType() Spelling  { return t.Go }
func (t *Int) GoType() Spelling     { return t.Go }
func (t *Float) GoType() Spelling   { return t.Go }
func (t *Pointer) GoType() Spelling { return t.Go }
func (t *Slice) GoType() Spelling   { return t.Go }
func (t *Array) GoType() Spelling   { return t.Go }
func (t *Map) GoType() Spelling     { return t.Go }
func (t *Object) GoType() Spelling  { return t.Go }
func (t *Special) GoType() Spelling { return t.Go }
func (t *Union) GoType() Spelling   { return t.Go }

func (*Bool) sealed()    {}
func (*String) sealed()  {}
func (*Int) sealed()     {}
func (*Float) sealed()   {}
func (*Pointer) sealed() {}
func (*Slice) sealed()   {}
func (*Array) sealed()   {}
func (*Map) sealed()     {}
func (*Object) sealed()  {}
func (*Special) sealed() {}
func (*Union) sealed()   {}
