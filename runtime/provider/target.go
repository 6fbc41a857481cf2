package provider

import "slices"

// Target is a provider's API together with the mode in which it takes tools. Its
// text is what dshgen schema -for takes.
type Target string

// The targets.
const (
	// OpenAI is the chat completions API with strict functions.
	OpenAI Target = "openai"
	// OpenAINonStrict is the chat completions API without: the model may break
	// the schema, and the schema may be any.
	OpenAINonStrict Target = "openai-nonstrict"
	// OpenAIResponses is the responses API with strict functions.
	OpenAIResponses Target = "openai-responses"
	// OpenAIResponsesNonStrict is the responses API without.
	OpenAIResponsesNonStrict Target = "openai-responses-nonstrict"
	// Anthropic is the messages API.
	Anthropic Target = "anthropic"
	// AnthropicStrict is the messages API with strict tools.
	AnthropicStrict Target = "anthropic-strict"
	// Gemini is generateContent with "parameters", a subset of OpenAPI 3.0.
	Gemini Target = "gemini"
	// GeminiJSONSchema is generateContent with "parametersJsonSchema".
	GeminiJSONSchema Target = "gemini-json-schema"
	// MCP is the tools/list result of the Model Context Protocol. Its calls and
	// results are the business of an MCP library.
	MCP Target = "mcp"
)

// Targets returns all targets, in the order in which they are documented.
func Targets() []Target {
	return []Target{
		MCP, OpenAI, OpenAINonStrict, OpenAIResponses, OpenAIResponsesNonStrict,
		Anthropic, AnthropicStrict, Gemini, GeminiJSONSchema,
	}
}

// valid reports whether t is one of [Targets].
func (t Target) valid() bool { return slices.Contains(Targets(), t) }

// strict reports whether requests say that the model is held to the schema.
func (t Target) strict() bool {
	return t == OpenAI || t == OpenAIResponses || t == AnthropicStrict
}

// family is the wire format of a target, whatever its mode.
type family uint8

const (
	unknownFamily family = iota
	chatFamily
	responsesFamily
	anthropicFamily
	geminiFamily
	mcpFamily
)

func (t Target) family() family {
	switch t {
	case OpenAI, OpenAINonStrict:
		return chatFamily
	case OpenAIResponses, OpenAIResponsesNonStrict:
		return responsesFamily
	case Anthropic, AnthropicStrict:
		return anthropicFamily
	case Gemini, GeminiJSONSchema:
		return geminiFamily
	case MCP:
		return mcpFamily
	}
	return unknownFamily
}
