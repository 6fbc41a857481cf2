// Package results has one tool for each kind of result.
package results

import (
	"errors"

	"github.com/dsh-tools/dshgen/runtime"
)

// Mood is a named string: its result is plain text.
type Mood string

// Text returns plain text.
//
//dsh:tool
func Text() string { return `plain "text" <b>` }

// NamedText returns text of a named type.
//
//dsh:tool
func NamedText() (Mood, error) { return "calm", nil }

// Number returns a number.
//
//dsh:tool
func Number() int { return 42 }

// Names returns a list that is nil.
//
//dsh:tool
func Names() []string { return nil }

// Counts returns a map that is nil.
//
//dsh:tool
func Counts() map[string]int { return nil }

// Sorted returns a map.
//
//dsh:tool
func Sorted() map[string]int { return map[string]int{"b": 2, "a": 1, "c": 3} }

// Missing returns a nil pointer.
//
//dsh:tool
func Missing() (*Report, error) { return nil, nil }

// Failing fails with a value beside the error.
//
//dsh:tool
func Failing() (Report, error) { return Report{Title: "lost"}, errors.New("no such report") }

// Content returns one piece of content.
//
//dsh:tool
func Content() runtime.Content { return runtime.Text("one") }

// Contents returns several.
//
//dsh:tool
func Contents() ([]runtime.Content, error) {
	return []runtime.Content{runtime.Text("one"), runtime.Text("two")}, nil
}

// Return returns content with metadata.
//
//dsh:tool
func Return() runtime.Return {
	return runtime.Return{Content: []runtime.Content{runtime.Text("shown")}, Meta: map[string]any{"took": "long"}}
}

// Report is a result with everything in it.
type Report struct {
	Title  string             `json:"title"`
	Tags   []string           `json:"tags"`
	Score  *float64           `json:"score"`
	Note   string             `json:"note,omitempty"`
	Zero   int                `json:"zero,omitzero"`
	Parts  []Part             `json:"parts,omitempty"`
	ByName map[string]Part    `json:"by_name,omitempty"`
	First  *Part              `json:"first,omitempty"`
	Empty  Part               `json:"empty,omitzero"`
	F32    float32            `json:"f32"`
	Small  uint8              `json:"small"`
	Links  map[string][]*Part `json:"links,omitempty"`
	Flag   bool               `json:"flag,omitempty"`
}

// Part is part of a report.
type Part struct {
	Name string  `json:"name"`
	Size float64 `json:"size"`
}

// Full returns the report that it is given.
//
//dsh:tool
func Full(report Report, n int) (*Report, error) {
	report.Zero += n
	return &report, nil
}

// Divide can return what JSON has no form for.
//
//dsh:tool
func Divide(a, b float64) map[string]float64 { return map[string]float64{"quotient": a / b} }
