// Package tools holds the four benchmark tools: argument structs, schemas, payloads.
package tools

// Tool ids, passed as the first argument of every decoder.
const (
	GetWeather  byte = 'A'
	CreateIssue byte = 'B'
	EditFiles   byte = 'C'
	WriteFile   byte = 'D'
)

type Unit string
type IssueType string
type Mode string

type GetWeatherArgs struct {
	City string `json:"city"` // City name
	//dsh:field enum=celsius|fahrenheit
	Unit Unit `json:"unit,omitempty"`
	//dsh:field minimum=1 maximum=1000000000000000000
	Days int64 `json:"days,omitempty"`
}

type CreateIssueArgs struct {
	Owner     string   `json:"owner"`          // Repository owner (username or organization)
	Repo      string   `json:"repo"`           // Repository name
	Title     string   `json:"title"`          // Issue title
	Body      string   `json:"body,omitempty"` // Issue body content (optional)
	Labels    []string `json:"labels,omitempty"`
	Assignees []string `json:"assignees,omitempty"`
	Milestone int64    `json:"milestone,omitempty"`
	//dsh:field enum=bug|feature|task
	Type IssueType `json:"type,omitempty"`
}

type Edit struct {
	OldText string `json:"old_text"`
	NewText string `json:"new_text"`
	Line    int64  `json:"line,omitempty"`
}

type Options struct {
	DryRun bool `json:"dry_run,omitempty"`
	//dsh:field enum=strict|fuzzy|regex
	Mode    Mode  `json:"mode,omitempty"`
	Context int64 `json:"context,omitempty"`
}

type EditFilesArgs struct {
	Path    string  `json:"path"`
	Edits   []Edit  `json:"edits"`
	Options Options `json:"options,omitempty"`
}

type WriteFileArgs struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

// Schemas are the JSON Schemas, one per tool.
var Schemas = map[byte]string{
	GetWeather: `{"type":"object","additionalProperties":false,"required":["city"],"properties":{
 "city":{"type":"string","description":"City name"},
 "unit":{"type":"string","enum":["celsius","fahrenheit"]},
 "days":{"type":"integer","minimum":1,"maximum":1000000000000000000}}}`,
	CreateIssue: `{"type":"object","additionalProperties":false,"required":["owner","repo","title"],"properties":{
 "owner":{"type":"string","description":"Repository owner (username or organization)"},
 "repo":{"type":"string","description":"Repository name"},
 "title":{"type":"string","description":"Issue title"},
 "body":{"type":"string","description":"Issue body content (optional)"},
 "labels":{"type":"array","items":{"type":"string"}},
 "assignees":{"type":"array","items":{"type":"string"}},
 "milestone":{"type":"integer"},
 "type":{"type":"string","enum":["bug","feature","task"]}}}`,
	EditFiles: `{"type":"object","additionalProperties":false,"required":["path","edits"],"properties":{
 "path":{"type":"string"},
 "edits":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["old_text","new_text"],"properties":{
   "old_text":{"type":"string"},"new_text":{"type":"string"},"line":{"type":"integer"}}}},
 "options":{"type":"object","additionalProperties":false,"properties":{
   "dry_run":{"type":"boolean"},"mode":{"type":"string","enum":["strict","fuzzy","regex"]},"context":{"type":"integer"}}}}}`,
	WriteFile: `{"type":"object","additionalProperties":false,"required":["path","content"],"properties":{
 "path":{"type":"string"},"content":{"type":"string"}}}`,
}
