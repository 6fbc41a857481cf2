package jsonscan_test

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// The workloads of the benchmarks: four tools with documents that differ in
// content, in the order of keys and in where escapes stand. A single document
// would flatter every decoder, because the machine learns its branches.

type issueArgs struct {
	Owner     string   `json:"owner"`
	Repo      string   `json:"repo"`
	Title     string   `json:"title"`
	Body      string   `json:"body,omitempty"`
	Labels    []string `json:"labels,omitempty"`
	Assignees []string `json:"assignees,omitempty"`
	Milestone int64    `json:"milestone,omitempty"`
	Kind      string   `json:"type,omitempty"`
}

var issueArgsNames = []string{"owner", "repo", "title", "body", "labels", "assignees", "milestone", "type"}

var kindValues = []string{"bug", "feature", "task"}

func scanIssueArgs(s *jsonscan.Scanner, a *issueArgs) {
	o := s.Object(issueArgsNames)
	for o.Next() {
		switch o.Key() {
		case "owner":
			o.Once(0)
			a.Owner = s.String()
		case "repo":
			o.Once(1)
			a.Repo = s.String()
		case "title":
			o.Once(2)
			a.Title = s.String()
		case "body":
			o.Once(3)
			if s.Null() {
				break
			}
			a.Body = s.String()
		case "labels":
			o.Once(4)
			if s.Null() {
				break
			}
			a.Labels = []string{}
			l := s.Array()
			for l.Next() {
				a.Labels = jsonscan.Append(s, a.Labels, s.String())
			}
			a.Labels = jsonscan.Fit(a.Labels)
		case "assignees":
			o.Once(5)
			if s.Null() {
				break
			}
			a.Assignees = []string{}
			l := s.Array()
			for l.Next() {
				a.Assignees = jsonscan.Append(s, a.Assignees, s.String())
			}
			a.Assignees = jsonscan.Fit(a.Assignees)
		case "milestone":
			o.Once(6)
			if s.Null() {
				break
			}
			a.Milestone = s.Int64()
		case "type":
			o.Once(7)
			if s.Null() {
				break
			}
			a.Kind = s.Enum(kindValues)
		default:
			o.Unknown()
		}
	}
	o.Require(0b111)
}

type textEdit struct {
	OldText string `json:"old_text"`
	NewText string `json:"new_text"`
	Line    int64  `json:"line,omitempty"`
}

var textEditNames = []string{"old_text", "new_text", "line"}

func scanTextEdit(s *jsonscan.Scanner, a *textEdit) {
	o := s.Object(textEditNames)
	for o.Next() {
		switch o.Key() {
		case "old_text":
			o.Once(0)
			a.OldText = s.String()
		case "new_text":
			o.Once(1)
			a.NewText = s.String()
		case "line":
			o.Once(2)
			if s.Null() {
				break
			}
			a.Line = s.Int64()
		default:
			o.Unknown()
		}
	}
	o.Require(0b11)
}

type editOptions struct {
	DryRun  bool   `json:"dry_run,omitempty"`
	Mode    string `json:"mode,omitempty"`
	Context int64  `json:"context,omitempty"`
}

var editOptionsNames = []string{"dry_run", "mode", "context"}

var modeValues = []string{"strict", "fuzzy", "regex"}

func scanEditOptions(s *jsonscan.Scanner, a *editOptions) {
	o := s.Object(editOptionsNames)
	for o.Next() {
		switch o.Key() {
		case "dry_run":
			o.Once(0)
			if s.Null() {
				break
			}
			a.DryRun = s.Bool()
		case "mode":
			o.Once(1)
			if s.Null() {
				break
			}
			a.Mode = s.Enum(modeValues)
		case "context":
			o.Once(2)
			if s.Null() {
				break
			}
			a.Context = s.Int64()
		default:
			o.Unknown()
		}
	}
}

type editFilesArgs struct {
	Path    string      `json:"path"`
	Edits   []textEdit  `json:"edits"`
	Options editOptions `json:"options,omitempty"`
}

var editFilesArgsNames = []string{"path", "edits", "options"}

func scanEditFilesArgs(s *jsonscan.Scanner, a *editFilesArgs) {
	o := s.Object(editFilesArgsNames)
	for o.Next() {
		switch o.Key() {
		case "path":
			o.Once(0)
			a.Path = s.String()
		case "edits":
			o.Once(1)
			a.Edits = []textEdit{}
			l := s.Array()
			var v textEdit
			for l.Next() {
				scanTextEdit(s, jsonscan.Grow(s, &a.Edits, &v))
			}
			a.Edits = jsonscan.Fit(a.Edits)
		case "options":
			o.Once(2)
			if s.Null() {
				break
			}
			scanEditOptions(s, &a.Options)
		default:
			o.Unknown()
		}
	}
	o.Require(0b11)
}

type writeFileArgs struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

var writeFileArgsNames = []string{"path", "content"}

func scanWriteFileArgs(s *jsonscan.Scanner, a *writeFileArgs) {
	o := s.Object(writeFileArgsNames)
	for o.Next() {
		switch o.Key() {
		case "path":
			o.Once(0)
			a.Path = s.String()
		case "content":
			o.Once(1)
			a.Content = s.String()
		default:
			o.Unknown()
		}
	}
	o.Require(0b11)
}

// workload is documents of one shape and the ways to read them.
type workload struct {
	name     string
	texts    []string
	decode   func(text string) bool
	validate func(text string) bool
	standard func(data []byte) error // encoding/json, the unit of measure
}

func standard[T any](data []byte) error {
	var v T
	return json.Unmarshal(data, &v)
}

func decodeSmall(text string) bool {
	var a Weather
	s := jsonscan.New(text)
	scanWeather(&s, &a)
	return s.End()
}

func decodeIssue(text string) bool {
	var a issueArgs
	s := jsonscan.New(text)
	scanIssueArgs(&s, &a)
	return s.End()
}

func validateIssue(text string) bool {
	var a issueArgs
	s := jsonscan.NewCheck(text)
	scanIssueArgs(&s, &a)
	return s.End()
}

func decodeEditFiles(text string) bool {
	var a editFilesArgs
	s := jsonscan.New(text)
	scanEditFilesArgs(&s, &a)
	return s.End()
}

func validateEditFiles(text string) bool {
	var a editFilesArgs
	s := jsonscan.NewCheck(text)
	scanEditFilesArgs(&s, &a)
	return s.End()
}

func decodeWriteFile(text string) bool {
	var a writeFileArgs
	s := jsonscan.New(text)
	scanWriteFileArgs(&s, &a)
	return s.End()
}

func validateWriteFile(text string) bool {
	var a writeFileArgs
	s := jsonscan.NewCheck(text)
	scanWriteFileArgs(&s, &a)
	return s.End()
}

// Pieces of what models send: code, prose, tables, paths.
var (
	asciiPieces = []string{
		"\tif err := run(ctx); err != nil {\n\t\treturn fmt.Errorf(\"run: %w\", err)\n\t}\n", "// Decode reads one message.\n", "}\n\n",
		"for _, x := range list {\n\ttotal += x\n}\n", "C:\\src\\tool\\main.go has no tests.\n", "The third row is off by one.\n", "| name | kind |\n|---|---|\n",
		"`make all` ends with \"no rule\"\n", "v, ok := table[\"name\"]\n", "return s.handle(ctx, request.Name, request.Body)\n", "- first\n- second\n\n",
		"a long line of prose that goes on for a while and has nothing in it that needs an escape before its end\n", "\tdefer mu.Unlock()\n",
	}
	otherPieces = []string{"déjà vu — à bientôt\n", "設定を確認する\n", "🚀 released\n"}
)

func textPieces(mixed bool) []string {
	if mixed {
		return append(append([]string{}, asciiPieces...), otherPieces...)
	}
	return asciiPieces
}

// prose returns a text of about lo to hi bytes.
func prose(r *rand.Rand, from []string, lo, hi int) string {
	var b strings.Builder
	for n := lo + r.IntN(hi-lo+1); b.Len() < n; {
		b.WriteString(from[r.IntN(len(from))])
	}
	return b.String()
}

// object writes members, given as keys and JSON values, in random order.
func object(r *rand.Rand, colon, comma string, members ...string) string {
	r.Shuffle(len(members)/2, func(i, j int) {
		members[2*i], members[2*j] = members[2*j], members[2*i]
		members[2*i+1], members[2*j+1] = members[2*j+1], members[2*i+1]
	})
	var b strings.Builder
	for i := 0; i < len(members); i += 2 {
		b.WriteString(comma[:min(i, len(comma))] + strconv.Quote(members[i]) + colon + members[i+1])
	}
	return "{" + b.String() + "}"
}

func quoted(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func anyOf(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

var workloadTable = sync.OnceValue(func() []workload {
	r := rand.New(rand.NewPCG(11, 13))
	var small, edits []string
	for range 1024 {
		m := []string{"city", quoted(anyOf(r, "Rome", "San Francisco, CA", "Zürich", "Osaka", "São Paulo, Brazil", "Oslo", "Kuala Lumpur", "Reykjavik"))}
		if r.IntN(3) > 0 {
			m = append(m, "unit", quoted(anyOf(r, "celsius", "fahrenheit")))
		}
		if r.IntN(3) > 0 {
			m = append(m, "days", strconv.Itoa(1+r.IntN(7)))
		}
		small = append(small, object(r, ": ", ", ", m...))
	}
	issues := func(mixed bool) (texts []string) {
		from := textPieces(mixed)
		for range 128 {
			texts = append(texts, object(r, ":", ",", "owner", quoted("some-organization"), "repo", quoted(anyOf(r, "server", "tools", "x")),
				"title", quoted(prose(r, from, 20, 80)), "body", quoted(prose(r, from, 800, 1800)),
				"labels", quoted([]string{"bug", "area/schema", "needs triage", "p1"}[:r.IntN(5)]), "milestone", strconv.Itoa(r.IntN(5000)),
				"type", quoted(anyOf(r, kindValues...))))
		}
		return texts
	}
	for range 64 {
		var list []string
		for range 10 + r.IntN(21) {
			list = append(list, object(r, ": ", ", ", "old_text", quoted(prose(r, textPieces(true), 20, 180)),
				"new_text", quoted(prose(r, textPieces(true), 20, 220)), "line", strconv.Itoa(r.IntN(3000))))
		}
		options := object(r, ": ", ", ", "dry_run", strconv.FormatBool(r.IntN(2) == 0), "mode", quoted(anyOf(r, modeValues...)), "context", "3")
		edits = append(edits, object(r, ": ", ", ", "path", quoted("internal/server/main.go"), "edits", "["+strings.Join(list, ", ")+"]", "options", options))
	}
	files := func(mixed bool) (texts []string) {
		for range 16 {
			texts = append(texts, object(r, ":", ",", "path", quoted("internal/server/main.go"), "content", quoted(prose(r, textPieces(mixed), 180_000, 190_000))))
		}
		return texts
	}
	return []workload{
		{"small", small, decodeSmall, validateWeather, standard[Weather]},
		{"issue-ascii", issues(false), decodeIssue, validateIssue, standard[issueArgs]},
		{"issue-mixed", issues(true), decodeIssue, validateIssue, standard[issueArgs]},
		{"edits", edits, decodeEditFiles, validateEditFiles, standard[editFilesArgs]},
		{"file-ascii", files(false), decodeWriteFile, validateWriteFile, standard[writeFileArgs]},
		{"file-mixed", files(true), decodeWriteFile, validateWriteFile, standard[writeFileArgs]},
	}
})
