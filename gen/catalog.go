package gen

import (
	"bytes"
	"encoding/json"

	"github.com/dsh-tools/dshgen/gen/internal/directive"
)

// RawSchemas writes tools as a JSON array of name, description and parameters:
// what every provider's own form is made from. A tool with an output schema
// has it as output. The bytes depend on the tools alone.
func RawSchemas(tools []Tool) ([]byte, error) {
	type entry struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Output      json.RawMessage `json:"output,omitempty"`
	}
	list := make([]entry, len(tools))
	for i, t := range tools {
		list[i] = entry{t.Name, t.Description, json.RawMessage(t.Parameters), json.RawMessage(t.Output)}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(list); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// DirectiveHelp is the table of directives and their keys as text: the same
// table that the parser uses.
func DirectiveHelp() string { return directive.Help() }
