package runtime

import "strings"

// Call is a request to run a tool, as it came from a model.
//
// A Call is plain data and belongs to the caller; [Registry.Execute] copies it.
// Encoded by encoding/json it keeps Arguments as a quoted string, so that a
// transcript stays valid JSON even when the arguments are not.
type Call struct {
	// ID pairs the result with the call. It is echoed byte for byte; the
	// pipeline gives it no meaning, so empty and repeated IDs are harmless.
	ID string `json:"id"`
	// Name of the tool.
	Name string `json:"name"`
	// Arguments is the JSON text of the arguments, complete: assembling the
	// fragments of a stream is the business of whoever reads the stream.
	// Blank text and null mean an object without properties.
	Arguments string `json:"arguments"`
	// Agent names on whose behalf the call is made. It never routes a call: the
	// scope is the registry that Execute is called on. Empty means the name of
	// that registry, or else the agent of the calling tool.
	Agent string `json:"agent,omitempty"`
	// Parent is the execution that makes this call. Zero means the one that the
	// context of Execute belongs to, if any; set it only where that context is
	// not at hand.
	Parent Token `json:"-"`
}

// emptyArguments reports whether text stands for an object without properties.
func emptyArguments(text string) bool {
	if text != "" && text[0] == '{' {
		return false // the usual case, without a look at the rest
	}
	text = strings.Trim(text, " \t\r\n")
	return text == "" || text == "null"
}
