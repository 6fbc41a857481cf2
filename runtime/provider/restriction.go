package provider

// Restrictions is what a target takes. Zero fields mean no restriction, unless
// their comment says otherwise. Each call of [Target.Restrictions] returns a
// copy of its own.
type Restrictions struct {
	// Sources are the pages, or the source files of official SDKs, that the
	// rest was taken from.
	Sources []string

	Name     Naming // of tools
	Property Naming // of properties
	// NestedProperty says that Property holds for nested properties too, not
	// only for those of the root.
	NestedProperty bool

	// Keywords that a schema may use; nil means all of JSON Schema. Others
	// become words in the description, except those that shape a value: see
	// [FaultError].
	Keywords []string
	// Formats that strings may name; nil means all.
	Formats []string
	// RefusedAtRoot are keywords that the root must not have.
	RefusedAtRoot []string
	// RootProperties says that the root must list its properties, if none then
	// as {}.
	RootProperties bool
	// ArrayItems says that arrays must describe their items.
	ArrayItems bool

	// AllRequired says that every property must be required. Optional ones
	// become nullable.
	AllRequired bool
	// Closed says that every object must have additionalProperties false.
	Closed bool
	// NoMaps says that objects with free keys cannot be expressed.
	NoMaps bool
	// NoEmptyObjects says that objects without properties cannot be expressed.
	NoEmptyObjects bool
	// Typed says that every schema must say its type, or be a union or a reference.
	Typed bool
	// SingleType says that type is one name and null is said by "nullable", not
	// a list of names.
	SingleType bool
	// UpperTypes says that types are written as in OpenAPI enums: STRING.
	UpperTypes bool

	References References
	// LoneReference says that $ref must be the only keyword of a schema.
	LoneReference bool
	// LoneUnion says that anyOf must be the only keyword of a schema.
	LoneUnion bool
	// ConstantsFirst says that constants must lead the properties of an object,
	// so that the branches of a union can be told apart by how they begin.
	ConstantsFirst bool
	// Ordering says that the order of properties is told by propertyOrdering.
	Ordering bool

	// EnumTypes are the JSON types that enum values may have; nil means all.
	EnumTypes []string
	// MaxMinItems is the largest minItems; negative means any.
	MaxMinItems int
	// NoLookaround says that patterns must do without lookahead and lookbehind.
	NoLookaround bool

	Limits Limits

	// ResultImages are the media types of images that results may hold; none
	// means that results are text. See [Results].
	ResultImages []string
}

// Naming says which names are allowed. The zero Naming allows all.
type Naming struct {
	MaxLength int    // in bytes; zero means any
	Marks     string // characters beside ASCII letters and digits
	// LetterFirst says that a name begins with a letter or '_'.
	LetterFirst bool
}

// References says what $ref may do.
type References uint8

const (
	// AnyReferences are allowed, recursive ones too.
	AnyReferences References = iota
	// OptionalCycles allows recursion through optional properties only.
	OptionalCycles
	// AcyclicReferences are allowed, recursion is not.
	AcyclicReferences
	// NoReferences are allowed: definitions are copied to where they are used.
	NoReferences
)

// Limits bounds a list of tools. Zero means no limit.
type Limits struct {
	Tools      int // tools in one request
	Properties int // properties of one tool's schema, nested ones included
	Depth      int // objects inside of each other, the root included
	EnumValues int // enum values of one schema
	Text       int // bytes of names of properties and definitions, and of enum and const strings, of one schema

	// LongEnum is how many strings an enum may hold whatever their length; one
	// with more is bounded by LongEnumText bytes in all.
	LongEnum, LongEnumText int

	Optional int // optional properties of all tools in a request
	Unions   int // schemas with anyOf or a list of types, of all tools in a request
}

// Restrictions returns what t takes. For a Target that is none of [Targets] it
// is the zero value, without sources.
func (t Target) Restrictions() Restrictions {
	switch t {
	case OpenAI:
		return openAIStrict()
	case OpenAIResponses:
		return withResponsesImages(openAIStrict())
	case OpenAINonStrict:
		return openAINonStrict()
	case OpenAIResponsesNonStrict:
		return withResponsesImages(openAINonStrict())
	case Anthropic:
		return anthropic()
	case AnthropicStrict:
		return anthropicStrict()
	case Gemini:
		return gemini()
	case GeminiJSONSchema:
		return geminiJSONSchema()
	case MCP:
		return mcp()
	}
	return Restrictions{}
}
