package mcp

import (
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
)

// checker makes a Tool.Validate of a remote tool's schema, if all that it says
// can be enforced.
func checker(name, parameters string) (func(text string) error, error) {
	s, err := schema.Parse(parameters, schema.Extended)
	if err != nil {
		return nil, err
	}
	return func(text string) error {
		if violations := s.ValidateJSON(text); violations != nil {
			return &runtime.ArgsError{Tool: name, Violations: violations}
		}
		return nil
	}, nil
}
