// Package companions has functions that belong to tools by their names: they
// present calls and results, and say which calls may overlap others.
package companions

import (
	"errors"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
)

// Run runs a command.
//
//dsh:tool
func Run(command string, directory *string) (string, error) {
	if command == "false" {
		return "", errors.New("exit status 1")
	}
	return "ran " + command, nil
}

// PresentRunCall is written before RunArgs exists.
func PresentRunCall(a RunArgs) runtime.CallView {
	card := runtime.TerminalCall{Title: "Run", Command: a.Command}
	if a.Directory != nil {
		card.Directory = *a.Directory
	}
	return card
}

func PresentRunResult(a RunArgs, r *runtime.Result) runtime.ResultView {
	return runtime.TerminalResult{Title: "Run " + a.Command, Output: r.Text(), Error: r.IsError()}
}

// RunParallel lets commands that only look overlap.
func RunParallel(a RunArgs) bool { return strings.HasPrefix(a.Command, "ls") }

// Query is the author's own argument struct.
type Query struct {
	Text string `json:"text"`
}

// Search looks for text.
//
//dsh:tool readonly
func Search(q *Query) []string { return []string{q.Text} }

// The presenter of an exported tool need not be exported.
func presentSearchCall(q Query) runtime.CallView {
	if q.Text == "" {
		panic("nothing to search for")
	}
	return runtime.GenericCall{Title: "Search", Kind: runtime.KindSearch, Text: q.Text}
}

// Store is what methods belong to.
type Store struct{}

// Get gets a value.
//
//dsh:tool parallel
func (s *Store) Get(key string) string { return key }

func PresentStoreGetCall(a StoreGetArgs) runtime.CallView {
	if a.Key == "" {
		return nil // the generic card will do
	}
	return runtime.GenericCall{Title: "Get", Kind: runtime.KindRead, Locations: []runtime.FileLocation{{Path: a.Key}}}
}

// hidden is not exported, and nor are its companions.
//
//dsh:tool
func hidden(url string) {}

func presentHiddenCall(a hiddenArgs) runtime.CallView {
	return runtime.GenericCall{Title: a.URL, Kind: runtime.KindFetch}
}
func hiddenParallel(a hiddenArgs) bool { return a.URL != "" }

// PresentNothing has a name of the kind and nothing to do with it.
func PresentNothing() {}

// Parallel is a tool, whatever it sounds like.
//
//dsh:tool
func Parallel(n int) bool { return n > 1 }
