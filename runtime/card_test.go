package runtime_test

import (
	"encoding/json"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// Each card carries its tag, and what is not set is left out.
func TestCardJSON(t *testing.T) {
	old, code := "a<b", 0
	for want, card := range map[string]json.Marshaler{
		`{"card":"generic","title":"T","kind":"read","text":"x","locations":[{"path":"p","line":3},{"path":"q"}]}`: runtime.GenericCall{Title: "T", Kind: runtime.KindRead, Text: "x", Locations: []runtime.FileLocation{{Path: "p", Line: 3}, {Path: "q"}}},
		`{"card":"generic"}`: runtime.GenericCall{},
		`{"card":"terminal","title":"Run","command":"ls","directory":"/"}`:                                                runtime.TerminalCall{Title: "Run", Command: "ls", Directory: "/"},
		`{"card":"diff","diffs":[{"path":"new","oldText":null,"newText":"n"},{"path":"p","oldText":"a<b","newText":""}]}`: runtime.DiffCall{Diffs: []runtime.FileDiff{{Path: "new", NewText: "n"}, {Path: "p", OldText: &old}}},
		`{"card":"generic","title":"T","error":true}`:                                                                     runtime.GenericResult{Title: "T", Error: true},
		`{"card":"terminal","command":"ls","output":"o","exitCode":0,"truncated":true}`:                                   runtime.TerminalResult{Command: "ls", Output: "o", ExitCode: &code, Truncated: true},
		`{"card":"terminal","signal":"killed","error":true}`:                                                              runtime.TerminalResult{Signal: "killed", Error: true},
		`{"card":"diff","diffs":[{"path":"p","oldText":null,"newText":"n"}],"error":true}`:                                runtime.DiffResult{Diffs: []runtime.FileDiff{{Path: "p", NewText: "n"}}, Error: true},
		`{"card":"search","query":"q","matches":[{"path":"p","line":1,"text":"t"}],"paths":["a","b"],"more":7}`:           runtime.SearchResult{Query: "q", Matches: []runtime.Match{{Path: "p", Line: 1, Text: "t"}}, Paths: []string{"a", "b"}, More: 7},
		`{"card":"read","path":"p","line":2,"text":"t","more":true}`:                                                      runtime.ReadResult{Path: "p", Line: 2, Text: "t", More: true},
		`{"card":"web","query":"q","pages":[{"title":"T","url":"u","text":"s"}]}`:                                         runtime.WebResult{Query: "q", Pages: []runtime.WebPage{{Title: "T", URL: "u", Text: "s"}}},
		`{"card":"web","url":"u","status":404,"error":true}`:                                                              runtime.WebResult{URL: "u", Status: 404, Error: true},
	} {
		got, err := card.MarshalJSON()
		if err != nil || string(got) != want {
			t.Errorf("%T\ngot  %s, %v\nwant %s", card, got, err, want)
		}
	}
}
