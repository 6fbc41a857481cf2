// Package compat says what a change of a tool means for those who use it: for
// models and transcripts that send its arguments, and for programs that read its
// results.
//
// Arguments and results have opposite directions. A new schema of arguments must
// accept all that the old one did; a new schema of results may allow no more
// than the old one did.
package compat

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Class says how much a change matters.
type Class string

// The classes, from the one that matters most.
const (
	Breaking Class = "breaking" // what worked before may fail or mean something else
	Additive Class = "additive" // what worked before works as it did
	Wording  Class = "wording"  // a text that a model reads is another
)

// Change is one difference between two catalogs.
type Change struct {
	Package string `json:"package"`
	Tool    string `json:"tool"`
	Path    string `json:"path,omitempty"` // arguments or result, and the way to the property; "" is the tool
	What    string `json:"what"`
	Class   Class  `json:"class"`
}

// String writes the change as one line.
func (c Change) String() string {
	at := c.Package + " " + c.Tool
	if c.Path != "" {
		at += " " + c.Path
	}
	return at + ": " + c.What + " [" + string(c.Class) + "]"
}

// Tool is what is compared of a tool.
type Tool struct {
	Package, Function, Name, Description         string
	Parameters, Output                           string // JSON Schemas; Output may be ""
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	Timeout                                      string
}

// Compare lists the changes from old to new, sorted by package, tool and path.
func Compare(old, new []Tool) ([]Change, error) {
	type key struct{ pkg, name string }
	c := &comparison{}
	before, after := map[key]Tool{}, map[key]Tool{}
	for _, t := range old {
		before[key{t.Package, t.Name}] = t
	}
	for _, t := range new {
		after[key{t.Package, t.Name}] = t
	}
	renamed := map[key]bool{} // new names of old tools
	for k, t := range before {
		if u, ok := after[k]; ok {
			if err := c.tool(t, u); err != nil {
				return nil, err
			}
			continue
		}
		what := "removed"
		for l, u := range after {
			if _, known := before[l]; !known && u.Package == t.Package && u.Function == t.Function {
				what, renamed[l] = "renamed to "+u.Name, true
			}
		}
		c.add(t, "", what, Breaking)
	}
	for k, t := range after {
		if _, ok := before[k]; !ok && !renamed[k] {
			c.add(t, "", "added", Additive)
		}
	}
	slices.SortFunc(c.changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Path, b.Path), cmp.Compare(a.What, b.What))
	})
	return c.changes, nil
}

type comparison struct{ changes []Change }

func (c *comparison) add(t Tool, path, what string, class Class) {
	c.changes = append(c.changes, Change{t.Package, t.Name, path, what, class})
}

// tool compares two states of one tool.
func (c *comparison) tool(old, new Tool) error {
	if old.Description != new.Description {
		c.add(new, "", "description changed", Wording)
	}
	for _, hint := range []struct {
		name     string
		old, new bool
		promise  bool // whether having it is what others rely on
	}{
		{"readonly", old.ReadOnly, new.ReadOnly, true}, {"idempotent", old.Idempotent, new.Idempotent, true},
		{"destructive", old.Destructive, new.Destructive, false}, {"openworld", old.OpenWorld, new.OpenWorld, false},
	} {
		if hint.old == hint.new {
			continue
		}
		class, what := Additive, "is "+hint.name+" now"
		if hint.old {
			what = "is no longer " + hint.name
		}
		if hint.new != hint.promise {
			class = Breaking
		}
		c.add(new, "", what, class)
	}
	if old.Timeout != new.Timeout {
		c.add(new, "", fmt.Sprintf("timeout changed from %s to %s", orNone(old.Timeout), orNone(new.Timeout)), Additive)
	}
	if err := c.schemas(new, "arguments", old.Parameters, new.Parameters, true); err != nil {
		return err
	}
	switch {
	case old.Output == "" && new.Output != "":
		c.add(new, "result", "has a schema now", Additive)
	case old.Output != "" && new.Output == "":
		c.add(new, "result", "has no schema any more", Breaking)
	case old.Output != "":
		return c.schemas(new, "result", old.Output, new.Output, false)
	}
	return nil
}

func orNone(s string) string { return cmp.Or(s, "none") }

func (c *comparison) schemas(t Tool, root, old, new string, input bool) error {
	a, err := parse(old)
	if err != nil {
		return fmt.Errorf("schema of %s before: %w", t.Name, err)
	}
	b, err := parse(new)
	if err != nil {
		return fmt.Errorf("schema of %s now: %w", t.Name, err)
	}
	w := &walk{old: a, new: b, input: input, seen: map[[2]string]bool{}, report: func(path, what string, class Class) { c.add(t, path, what, class) }}
	w.schema(root, a, b)
	return nil
}

func parse(text string) (schema map[string]any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	err = d.Decode(&schema)
	return schema, err
}
