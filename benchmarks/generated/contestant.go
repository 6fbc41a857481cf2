package generated

import (
	"fmt"
	"unsafe"

	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

// The contestants take bytes, since that is what peers take. A call's arguments
// are a string to begin with, so the conversion here copies nothing.
func init() {
	tools.Register(tools.Decoder{Name: "generated", Kind: "validate", Decode: decode, Value: value, Note: "dshgen: decodes and validates"})
	tools.Register(tools.Decoder{Name: "generated-heap", Kind: "validate", Value: value, Note: "the same, the struct on the heap like that of peers"})
	tools.Register(tools.Decoder{Name: "generated-validate", Kind: "validate", Decode: validate, Note: "dshgen: validates only"})
}

func text(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

var sink int

func decode(tool byte, data []byte) error {
	switch tool {
	case tools.GetWeather:
		a, err := DecodeGetWeather(text(data))
		sink = len(a.City)
		return err
	case tools.CreateIssue:
		a, err := DecodeCreateIssue(text(data))
		sink = len(a.Title)
		return err
	case tools.EditFiles:
		a, err := DecodeEditFiles(text(data))
		sink = len(a.Path)
		return err
	case tools.WriteFile:
		a, err := DecodeWriteFile(text(data))
		sink = len(a.Path)
		return err
	}
	return fmt.Errorf("unknown tool %c", tool)
}

func value(tool byte, data []byte) (any, error) {
	switch tool {
	case tools.GetWeather:
		a, err := DecodeGetWeather(text(data))
		return &a, err
	case tools.CreateIssue:
		a, err := DecodeCreateIssue(text(data))
		return &a, err
	case tools.EditFiles:
		a, err := DecodeEditFiles(text(data))
		return &a, err
	case tools.WriteFile:
		a, err := DecodeWriteFile(text(data))
		return &a, err
	}
	return nil, fmt.Errorf("unknown tool %c", tool)
}

func validate(tool byte, data []byte) error {
	switch tool {
	case tools.GetWeather:
		return ValidateGetWeather(text(data))
	case tools.CreateIssue:
		return ValidateCreateIssue(text(data))
	case tools.EditFiles:
		return ValidateEditFiles(text(data))
	case tools.WriteFile:
		return ValidateWriteFile(text(data))
	}
	return fmt.Errorf("unknown tool %c", tool)
}
