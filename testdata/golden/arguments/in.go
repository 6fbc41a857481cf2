// Package arguments has tools for what models get wrong in arguments.
package arguments

import (
	"encoding/json"
	"time"
)

// Mode says how thorough to be.
type Mode string

// The modes.
const (
	Fast     Mode = "fast"
	Slow     Mode = "slow"
	VerySlow Mode = "very_slow"
)

// Opts are options of a search.
type Opts struct {
	Deep bool    `json:"deep,omitempty"`
	IDs  []int64 `json:"ids,omitempty"`
}

// Search finds things.
//
//dsh:tool
//dsh:param tags optional
func Search(q string, limit *int, tags []string, opts *Opts, mode *Mode) {}

// Write writes a file.
//
//dsh:tool write_file
func Write(path string, content string) {}

// Comment adds a comment.
//
//dsh:tool
func Comment(number string, body string) {}

// Switch is a word, or a boolean written as a word.
type Switch string

// The switches.
const (
	Active Switch = "active"
	True   Switch = "true"
	False  Switch = "false"
)

// Flip takes values of which each could be taken for another.
//
//dsh:tool
func Flip(e Switch, xs []string, v any) {}

// Echo takes integers of all kinds and hands them back.
//
//dsh:tool
//dsh:param step default=1
func Echo(id int64, ids []int64, m map[string]int64, u uint64, step int) Echoed {
	return Echoed{id, ids, m, u}
}

// Echoed is what Echo got.
type Echoed struct {
	ID  int64            `json:"id"`
	IDs []int64          `json:"ids"`
	M   map[string]int64 `json:"m"`
	U   uint64           `json:"u"`
}

// Loose takes values of any kind.
//
//dsh:tool
func Loose(v any, raw json.RawMessage) {}

// Numbers takes an integer and a number.
//
//dsh:tool
func Numbers(n int64, f float64) {}

// QuotedNumber has an integer that is written as a string.
type QuotedNumber struct {
	N int64 `json:"n,string"`
}

// QuotedIn takes a quoted integer.
//
//dsh:tool
func QuotedIn(in QuotedNumber) {}

// ListBooks takes nothing.
//
//dsh:tool
func ListBooks() []string { return nil }

// Needed takes values that must come.
//
//dsh:tool
func Needed(q string, ids []int, m map[string]string, b bool) {}

// Pods has optional values of all kinds.
//
//dsh:tool
func Pods(ns string, selector *string, limit *int, since *time.Time, mode *Mode) {}

// Pay sends money.
//
//dsh:tool
func Pay(to string, amount int, notes map[string]map[string]int) {}

// Lookup reads a path.
//
//dsh:tool
func Lookup(path string, skip *bool) {}

// Exec runs a command and ignores what it does not know.
//
//dsh:tool open
func Exec(cmd string) {}

// Fetch gets pages.
//
//dsh:tool
func Fetch(urls []string) {}

// Node is a tree.
type Node struct {
	Kids []Node `json:"kids,omitempty"`
}

// Tree takes a tree and anything.
//
//dsh:tool
func Tree(v any, n Node) {}

// Jot takes a note.
//
//dsh:tool
func Jot(body, why string, level int) {}

// Run has parameters that are called like those of the pipeline.
//
//dsh:tool
func Run(input string, arguments []string, context map[string]any, params *int, name string) {}

// Names takes keys and values of any language.
//
//dsh:tool
func Names(in map[string]string, path string) {}

// Spans has integer keys.
//
//dsh:tool
func Spans(m map[int]string) {}

// At takes a time.
//
//dsh:tool
func At(t time.Time) {}

// Rows takes maps in a list.
//
//dsh:tool
func Rows(rows []map[string]int, m map[string]int) {}

// Keep takes what is easily shared.
//
//dsh:tool
//dsh:param tags optional
//dsh:param m optional
func Keep(q string, tags []string, opts *Opts, m map[string]int, raw json.RawMessage) {}

// Nested takes a scalar and an object.
//
//dsh:tool
func Nested(q string, o struct{ A int }) {}
