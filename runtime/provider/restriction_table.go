package provider

// openAIStrict is the subset that structured outputs take.
//
// https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
// lists types, keywords, formats and limits, that all fields are required and
// objects closed, and that the root is no union. That oneOf, default and
// minLength are refused is what the API answers ("'oneOf' is not permitted")
// and what openai-node's helpers.md says about zodFunction. Names are those of
// FunctionDefinitionParam in openai-go/v3/shared. The API refuses siblings of
// $ref ("$ref cannot have keywords"), unions whose branches begin alike
// ("Objects provided via 'anyOf' must not share identical first keys. Consider
// adding a discriminator key"), and more than 128 tools ("Expected an array with
// maximum length 128").
func openAIStrict() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas",
			"https://developers.openai.com/api/docs/guides/function-calling#strict-mode",
			"https://github.com/openai/openai-go/blob/main/shared/shared.go",
		},
		Name: Naming{MaxLength: 64, Marks: "_-"},
		Keywords: []string{
			"$defs", "$ref", "additionalProperties", "anyOf", "const", "description", "enum", "exclusiveMaximum",
			"exclusiveMinimum", "format", "items", "maxItems", "maximum", "minItems", "minimum", "multipleOf",
			"pattern", "properties", "required", "title", "type",
		},
		Formats:        []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"},
		RootProperties: true,
		RefusedAtRoot:  []string{"allOf", "anyOf", "enum", "not", "oneOf"},
		ArrayItems:     true,
		AllRequired:    true,
		Closed:         true,
		NoMaps:         true,
		Typed:          true,
		LoneReference:  true,
		ConstantsFirst: true,
		MaxMinItems:    -1,
		NoLookaround:   true,
		Limits: Limits{
			Tools: 128, Properties: 5000, Depth: 10, EnumValues: 1000, Text: 120_000, LongEnum: 250, LongEnumText: 15_000,
		},
	}
}

// openAINonStrict takes any schema whose root is an object. That unions at the
// root, a root without properties and an array without items are refused is
// what the API answers ("must have type 'object' and not have
// 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "object schema missing
// properties", "array schema missing items").
func openAINonStrict() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://developers.openai.com/api/docs/guides/function-calling",
			"https://github.com/openai/openai-go/blob/main/shared/shared.go",
		},
		Name:           Naming{MaxLength: 64, Marks: "_-"},
		RootProperties: true,
		RefusedAtRoot:  []string{"allOf", "anyOf", "enum", "not", "oneOf"},
		ArrayItems:     true,
		MaxMinItems:    -1,
		Limits:         Limits{Tools: 128},
	}
}

// withResponsesImages adds what function_call_output takes, whose output may be
// a list with input_image (ResponseFunctionCallOutputItemUnion in
// openai-go/v3/responses). Messages with the role tool take text only.
//
// https://developers.openai.com/api/docs/guides/images-vision lists the media types.
func withResponsesImages(r Restrictions) Restrictions {
	r.ResultImages = []string{"image/gif", "image/jpeg", "image/png", "image/webp"}
	return r
}

// anthropicImages are those of Base64ImageSourceMediaType in the SDK.
func anthropicImages() []string {
	return []string{"image/gif", "image/jpeg", "image/png", "image/webp"}
}

// geminiImages are those of FunctionResponsePart.
//
// https://ai.google.dev/gemini-api/docs/function-calling#multimodal
func geminiImages() []string { return []string{"image/jpeg", "image/png", "image/webp"} }

// anthropic takes any schema whose root is an object without a union. The
// pattern of property names is the API's answer ("Property keys should match
// pattern '^[a-zA-Z0-9_.-]{1,64}$'") and holds at the root. The documented
// length of tool names is 64; the API has been seen to take 128.
func anthropic() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
			"https://github.com/anthropics/anthropic-sdk-go/blob/main/message.go",
		},
		Name:          Naming{MaxLength: 64, Marks: "_-"},
		Property:      Naming{MaxLength: 64, Marks: "_.-"},
		RefusedAtRoot: []string{"allOf", "anyOf", "oneOf"},
		MaxMinItems:   -1,
		ResultImages:  anthropicImages(),
	}
}

// anthropicStrict is the subset of strict tools: keywords and formats are those
// that the SDK keeps (supportedSchemaKeys and supportedStringFormats), the rest
// is the section "JSON Schema limitations" and the limits on complexity beside
// it: no recursion, additionalProperties nothing but false, minItems 0 or 1,
// and per request 20 strict tools, 24 optional parameters and 16 unions.
func anthropicStrict() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations",
			"https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use",
			"https://github.com/anthropics/anthropic-sdk-go/blob/main/schemautil.go",
		},
		Name:     Naming{MaxLength: 64, Marks: "_-"},
		Property: Naming{MaxLength: 64, Marks: "_.-"},
		Keywords: []string{
			"$defs", "$ref", "additionalProperties", "anyOf", "const", "description", "enum", "format", "items",
			"minItems", "pattern", "properties", "required", "title", "type",
		},
		Formats: []string{
			"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid",
		},
		RefusedAtRoot: []string{"allOf", "anyOf", "oneOf"},
		Closed:        true,
		NoMaps:        true,
		Typed:         true,
		References:    AcyclicReferences,
		LoneReference: true,
		EnumTypes:     []string{"string", "number", "boolean", "null"},
		MaxMinItems:   1,
		NoLookaround:  true,
		Limits:        Limits{Tools: 20, Optional: 24, Unions: 16},
		ResultImages:  anthropicImages(),
	}
}

// gemini is the message Schema of generateContent, which knows no references,
// no constants and no free keys. Names of functions and parameters are those of
// FunctionDeclaration in the SDK. Of the formats of strings the API refuses all
// but these ("only 'enum' and 'date-time' are supported for STRING type"), of
// enums those that are not of strings, and objects without properties ("should
// be non-empty for OBJECT type"); Vertex AI wants anyOf alone ("when using
// any_of, it must be the only field set").
func gemini() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://ai.google.dev/api/caching#Schema",
			"https://ai.google.dev/api/caching#FunctionDeclaration",
			"https://github.com/googleapis/go-genai/blob/main/types.go",
		},
		Name:     Naming{MaxLength: 128, Marks: "_.:-", LetterFirst: true},
		Property: Naming{MaxLength: 64, Marks: "_", LetterFirst: true},
		Keywords: []string{
			"anyOf", "default", "description", "enum", "format", "items", "maxItems", "maxLength", "maxProperties",
			"maximum", "minItems", "minLength", "minProperties", "minimum", "nullable", "pattern", "properties",
			"propertyOrdering", "required", "title", "type",
		},
		Formats:        []string{"date-time"},
		ArrayItems:     true,
		NoMaps:         true,
		NoEmptyObjects: true,
		Typed:          true,
		SingleType:     true,
		UpperTypes:     true,
		References:     NoReferences,
		LoneUnion:      true,
		Ordering:       true,
		EnumTypes:      []string{"string"},
		MaxMinItems:    -1,
		ResultImages:   geminiImages(),
	}
}

// geminiJSONSchema is what generateContent reads of a JSON Schema. The list of
// keywords, that recursion goes through optional properties only and that $ref
// stands alone is the comment of GenerateContentConfig.ResponseJsonSchema; the
// one of FunctionDeclaration.ParametersJsonSchema refers to the same format.
func geminiJSONSchema() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://ai.google.dev/gemini-api/docs/structured-output#json-schema-support",
			"https://github.com/googleapis/go-genai/blob/main/types.go",
		},
		Name:     Naming{MaxLength: 128, Marks: "_.:-", LetterFirst: true},
		Property: Naming{MaxLength: 64, Marks: "_", LetterFirst: true},
		Keywords: []string{
			"$anchor", "$defs", "$id", "$ref", "additionalProperties", "anyOf", "description", "enum", "format",
			"items", "maxItems", "maximum", "minItems", "minimum", "prefixItems", "properties", "propertyOrdering",
			"required", "title", "type",
		},
		References:    OptionalCycles,
		LoneReference: true,
		Ordering:      true,
		EnumTypes:     []string{"string", "number"},
		MaxMinItems:   -1,
		ResultImages:  geminiImages(),
	}
}

// mcp wants objects at the root of both schemas and takes all of JSON Schema
// 2020-12 below. Names are those that the specification recommends and the Go
// SDK warns about.
func mcp() Restrictions {
	return Restrictions{
		Sources: []string{
			"https://modelcontextprotocol.io/specification/2025-11-25/server/tools",
			"https://github.com/modelcontextprotocol/go-sdk/blob/main/mcp/protocol.go",
		},
		Name:        Naming{MaxLength: 128, Marks: "_.-"},
		MaxMinItems: -1,
	}
}
