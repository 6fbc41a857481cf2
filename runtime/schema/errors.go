package schema

import (
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
)

// CodeUnsupportedSchema is the code of an [UnsupportedError].
const CodeUnsupportedSchema = "UNSUPPORTED_SCHEMA"

// UnsupportedError says why a schema is not accepted: everything that is wrong
// with it, at once, in the order in which it is written.
type UnsupportedError struct {
	// Violations is at least one. A path leads to the keyword at fault, such as
	// properties.city.pattern; a rule is that keyword, or one of the rules for a
	// text that is no JSON. At most 1,000 are listed.
	Violations []runtime.Violation
}

// Code returns UNSUPPORTED_SCHEMA.
func (e *UnsupportedError) Code() string { return CodeUnsupportedSchema }

// Error names all violations, at most 16 of them.
func (e *UnsupportedError) Error() string {
	const most = 16
	text := "unsupported schema"
	for i, v := range e.Violations {
		if i == most {
			return text + "; and " + strconv.Itoa(len(e.Violations)-most) + " more"
		}
		if text += "; "; i == 0 {
			text = text[:len(text)-2] + ": "
		}
		if v.Path != "" {
			text += v.Path + ": "
		}
		text += v.Message
	}
	return text
}
