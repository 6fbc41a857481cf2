package realtools_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/testdata/golden/realtools"
)

// published is an input schema as its product ships it.
type published struct {
	Source string // harness or github
	Name   string
	Schema any
}

// exceptions are the published tools that this package does not declare, with
// the part of their schema that no Go signature stands for.
var exceptions = map[string]string{
	"projects_write":         "filter is an anyOf of string and null, updated_field and items are oneOf objects",
	"update_issue_assignees": "an assignee is a oneOf of string and object",
	"update_issue_labels":    "a label is a oneOf of string and object",
}

// TestSchemas compares each generated input schema with the published one.
// Descriptions, titles, the order of keys and the order inside required do not
// count; everything else does, absence included.
func TestSchemas(t *testing.T) {
	generated := map[string]any{}
	for _, tool := range realtools.Tools {
		var schema any
		if err := json.Unmarshal([]byte(tool.Parameters), &schema); err != nil {
			t.Fatalf("%s: schema is not JSON: %v", tool.Name, err)
		}
		if _, twice := generated[tool.Name]; twice {
			t.Errorf("%s is declared twice", tool.Name)
		}
		generated[tool.Name] = plain(schema)
	}

	data := load(t)
	names := map[string]bool{}
	matched := map[string]int{}
	for _, p := range data {
		names[p.Name] = true
		got, declared := generated[p.Name]
		reason, excepted := exceptions[p.Name]
		switch {
		case declared && excepted:
			t.Errorf("%s is declared, yet listed as an exception: %s", p.Name, reason)
		case excepted:
			t.Logf("%s is not declared: %s", p.Name, reason)
		case !declared:
			t.Errorf("%s (%s) is neither declared nor listed as an exception", p.Name, p.Source)
		default:
			if diff := cmp.Diff(plain(p.Schema), got); diff != "" {
				t.Errorf("%s (%s): schema differs (-published +generated):\n%s", p.Name, p.Source, diff)
				continue
			}
			matched[p.Source]++
		}
	}
	for name := range generated {
		if !names[name] {
			t.Errorf("%s is declared but not published", name)
		}
	}
	for name := range exceptions {
		if !names[name] {
			t.Errorf("exception %s is not published", name)
		}
	}

	t.Logf("equal: %d of the harness, %d of the forge, of %d", matched["harness"], matched["github"], len(data))
	if matched["harness"]+matched["github"] < 60 {
		t.Errorf("equal schemas: got %v, want 60 or more", matched)
	}
	if matched["harness"] == 0 || matched["github"] == 0 {
		t.Errorf("equal schemas: got %v, want some of both sources", matched)
	}
}

// TestPlain holds the comparison to its word: it forgives what it says and
// nothing else.
func TestPlain(t *testing.T) {
	const base = `{"type":"object","properties":{"title":{"type":"string","enum":["a","b"]}},"required":["x","y"]}`
	tests := []struct {
		name, schema string
		equal        bool
	}{
		{"key order", `{"required":["x","y"],"properties":{"title":{"enum":["a","b"],"type":"string"}},"type":"object"}`, true},
		{"required order", `{"type":"object","properties":{"title":{"type":"string","enum":["a","b"]}},"required":["y","x"]}`, true},
		{"annotations", `{"title":"t","description":"d","type":"object","properties":{"title":{"description":"d","type":"string","enum":["a","b"]}},"required":["x","y"]}`, true},
		{"property named title", `{"type":"object","properties":{},"required":["x","y"]}`, false},
		{"enum order", `{"type":"object","properties":{"title":{"type":"string","enum":["b","a"]}},"required":["x","y"]}`, false},
		{"extra keyword", `{"type":"object","properties":{"title":{"type":"string","enum":["a","b"]}},"required":["x","y"],"additionalProperties":false}`, false},
		{"missing required", `{"type":"object","properties":{"title":{"type":"string","enum":["a","b"]}},"required":["x"]}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var a, b any
			if err := json.Unmarshal([]byte(base), &a); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(test.schema), &b); err != nil {
				t.Fatal(err)
			}
			if equal := cmp.Equal(plain(a), plain(b)); equal != test.equal {
				t.Errorf("equal: got %t, want %t", equal, test.equal)
			}
		})
	}
}

func TestValidCalls(t *testing.T) {
	tests := []struct {
		name, tool, arguments, want string
	}{
		{"required only", "create_issue", `{"owner":"go","repo":"tools","title":"Flaky"}`,
			`{"method":"POST","path":"/repos/go/tools/issues","fields":{"title":"Flaky"}}`},
		{"null is absent", "create_issue", `{"owner":"go","repo":"tools","title":"Flaky","body":null}`,
			`{"method":"POST","path":"/repos/go/tools/issues","fields":{"title":"Flaky"}}`},
		{"unknown property of an open root", "create_issue", `{"owner":"go","repo":"tools","title":"<b>","labels":[{}]}`,
			`{"method":"POST","path":"/repos/go/tools/issues","fields":{"title":"<b>"}}`},
		{"escaped path segment", "get_label", `{"owner":"go","repo":"tools","name":"needs \u002f work"}`,
			`{"method":"GET","path":"/repos/go/tools/labels/needs%20%2F%20work","fields":{}}`},
		{"enum from constants", "add_issue_comment", `{"owner":"go","repo":"tools","issue_number":7,"comment_id":3.0,"reaction":"-1"}`,
			`{"method":"POST","path":"/repos/go/tools/issues/7/comments","fields":{"comment_id":"3","reaction":"-1"}}`},
		{"default", "get_commit", `{"owner":"go","repo":"tools","sha":"abc","perPage":1e2}`,
			`{"method":"GET","path":"/repos/go/tools/commits/abc","fields":{"detail":"stats","per_page":"100"}}`},
		{"default of a number", "get_job_logs", `{"owner":"go","repo":"tools","job_id":12345678901}`,
			`{"method":"GET","path":"/repos/go/tools/actions/logs","fields":{"job_id":"12345678901","tail_lines":"500"}}`},
		{"default overridden", "create_repository", `{"name":"tools","private":false}`,
			`{"method":"POST","path":"/user/repos","fields":{"name":"tools","private":"false"}}`},
		{"embedded structs", "search_issues", `{"query":"is:open","page":2,"perPage":50,"order":"asc","sort":"reactions-+1","fields":["title","state"]}`,
			`{"method":"GET","path":"/search/issues","fields":{"fields":"title,state","order":"asc","page":"2","per_page":"50","q":"is:open","sort":"reactions-+1"}}`},
		{"slice of open structs", "list_issues", `{"owner":"go","repo":"tools","state":"OPEN","field_filters":[{"field_name":"Size","value":"S","op":"="},{"value":"me","field_name":"Lead"}]}`,
			`{"method":"GET","path":"/repos/go/tools/issues","fields":{"filter":"Size:S,Lead:me","state":"OPEN"}}`},
		{"numbers and embedded struct in a slice", "set_issue_fields", `{"owner":"go","repo":"tools","issue_number":7,"fields":[{"field_id":"F1","number_value":2.5,"confidence":"LOW"},{"field_id":"F2","delete":true}]}`,
			`{"method":"PATCH","path":"/repos/go/tools/issues/7/fields","fields":{"fields":"F1=2.5,F2="}}`},
		{"nested open struct", "actions_list", `{"method":"list_workflow_runs","owner":"go","repo":"tools","workflow_runs_filter":{"event":"push","who":"me"}}`,
			`{"method":"GET","path":"/repos/go/tools/actions/list_workflow_runs","fields":{"event":"push"}}`},
		{"open struct without fields", "actions_run_trigger", `{"method":"run_workflow","owner":"go","repo":"tools","workflow_id":"ci.yml","ref":"main","inputs":{"level":"debug"}}`,
			`{"method":"POST","path":"/repos/go/tools/actions/run_workflow","fields":{"has_inputs":"true","ref":"main","workflow_id":"ci.yml"}}`},
		{"slice of closed structs", "push_files", `{"owner":"go","repo":"tools","branch":"main","message":"m","files":[{"path":"a","content":""},{"path":"b","content":"x"}]}`,
			`{"method":"POST","path":"/repos/go/tools/git/commits","fields":{"branch":"main","files":"a,b","message":"m"}}`},
		{"context, struct, error", "projects_list", `{"method":"list_projects","owner":"go","owner_type":"org"}`,
			`{"method":"GET","path":"/projects/list_projects","fields":{"owner":"go","owner_type":"org"}}`},
		{"variadic", "projects_get", `{"method":"get_project","field_names":["Size"],"fields":["1","2"]}`,
			`{"method":"GET","path":"/projects/get_project","fields":{"field_names":"Size","fields":"1,2"}}`},
		{"variadic of integers", "str_replace_editor", `{"command":"view","path":"go.mod","view_range":[1,-1]}`,
			`view go.mod [1 -1]`},
		{"counted structs", "todo_write", `{"todos":[{"content":"a","status":"completed"},{"status":"pending","content":"b"}]}`,
			`{"pending":1,"in_progress":0,"completed":1}`},
		{"nil slices in a result", "team_task_create", `{"subject":"s","description":"d","write_scopes":["src/"]}`,
			`{"id":"task-1","revision":1,"change":"create","subject":"s","description":"d","blocked_by":[],"write_scopes":["src/"]}`},
		{"string result", "bash", `{"command":"ls -l","description":"List files"}`,
			`List files: ls -l (in ., 120000 ms, background: false)`},
		{"no parameters, no text", "get_goal", ``, `no goal is set`},
		{"no parameters, open", "get_goal", `{"verbose":true}`, `no goal is set`},
	}
	reg := registry(t)
	for _, test := range tests {
		t.Run(test.tool+"/"+test.name, func(t *testing.T) {
			res := reg.Execute(t.Context(), runtime.Call{ID: "1", Name: test.tool, Arguments: test.arguments})
			if res.IsError() {
				t.Fatalf("%s%s: %s", test.tool, test.arguments, res.Text())
			}
			if diff := cmp.Diff(test.want, res.Text()); diff != "" {
				t.Errorf("%s%s (-want +got):\n%s", test.tool, test.arguments, diff)
			}
		})
	}
}

// TestInvalidCalls checks that a wrong call is refused with the path and the
// rule, on validation and on the way through a registry.
func TestInvalidCalls(t *testing.T) {
	type violation struct{ Path, Rule string }
	tests := []struct {
		name, tool, arguments string
		want                  []violation
	}{
		{"missing", "create_issue", `{"owner":"go","repo":"tools"}`, []violation{{"title", "required"}}},
		{"all at once", "create_issue", `{"owner":1,"title":"t","body":[]}`,
			[]violation{{"owner", "type"}, {"body", "type"}, {"repo", "required"}}},
		{"null for a required property", "create_issue", `{"owner":"go","repo":"tools","title":null}`, []violation{{"title", "type"}}},
		{"enum of a directive", "list_issues", `{"owner":"go","repo":"tools","state":"open"}`, []violation{{"state", "enum"}}},
		{"enum of constants in a slice", "search_code", `{"query":"q","fields":["name","url"]}`, []violation{{"fields[1]", "enum"}}},
		{"too few items", "set_issue_fields", `{"owner":"go","repo":"tools","issue_number":7,"fields":[]}`, []violation{{"fields", "minItems"}}},
		{"too long, deep", "set_issue_fields",
			`{"owner":"go","repo":"tools","issue_number":0,"fields":[{"field_id":"F","rationale":"` + strings.Repeat("é", 281) + `"}]}`,
			[]violation{{"issue_number", "minimum"}, {"fields[0].rationale", "maxLength"}}},
		{"closed object inside an open one", "push_files",
			`{"owner":"go","repo":"tools","branch":"main","message":"m","force":true,"files":[{"path":"a","content":"","mode":"0644"}]}`,
			[]violation{{"files[0].mode", "additionalProperties"}}},
		{"integer below its bound", "update_issue_milestone", `{"owner":"go","repo":"tools","issue_number":7,"milestone":0}`,
			[]violation{{"milestone", "minimum"}}},
		{"fraction for an integer", "update_issue_milestone", `{"owner":"go","repo":"tools","issue_number":7,"milestone":1.5}`,
			[]violation{{"milestone", "type"}}},
		{"number above its bound", "list_branches", `{"owner":"go","repo":"tools","perPage":100.5}`, []violation{{"perPage", "maximum"}}},
		{"blank text", "add_issue_comment", `{"owner":"go","repo":"tools","issue_number":7,"body":""}`, []violation{{"body", "minLength"}}},
		{"second element", "todo_write", `{"todos":[{"content":"a","status":"pending"},{"content":"b","status":"done"}]}`,
			[]violation{{"todos[1].status", "enum"}}},
		{"scalar for an array", "web_search", `{"queries":"go"}`, []violation{{"queries", "type"}}},
		{"twice", "get_gist", `{"gist_id":"a","gist_\u0069d":"b"}`, []violation{{"gist_id", "duplicate"}}},
	}
	reg := registry(t)
	for _, test := range tests {
		t.Run(test.tool+"/"+test.name, func(t *testing.T) {
			args, ok := tool(t, test.tool).Validate(test.arguments).(*runtime.ArgsError)
			if !ok {
				t.Fatalf("Validate: got no *runtime.ArgsError")
			}
			var got []violation
			for _, v := range args.Violations {
				got = append(got, violation{v.Path, v.Rule})
			}
			byPath := func(a, b violation) int { return strings.Compare(a.Path, b.Path) }
			slices.SortFunc(got, byPath)
			want := slices.SortedFunc(slices.Values(test.want), byPath)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}

			res := reg.Execute(t.Context(), runtime.Call{ID: "1", Name: test.tool, Arguments: test.arguments})
			if !res.IsError() || res.Error().Code != "INVALID_ARGS" {
				t.Fatalf("Execute: got %q, want INVALID_ARGS", res.Text())
			}
			for _, v := range test.want {
				if !strings.Contains(res.Text(), v.Path) {
					t.Errorf("text does not name %s: %s", v.Path, res.Text())
				}
			}
		})
	}
	for _, text := range []string{`{"plan":`, `{'plan': 'x'}`, `{"plan":"a"}{}`, "{\"plan\":\"\xff\"}"} {
		res := reg.Execute(t.Context(), runtime.Call{ID: "1", Name: "exit_plan_mode", Arguments: text})
		if !res.IsError() || res.Error().Code != "INVALID_ARGS" {
			t.Errorf("%q: got %q, want INVALID_ARGS", text, res.Text())
		}
	}
}

// TestToolErrors checks that an error of the function itself is told apart from
// wrong arguments.
func TestToolErrors(t *testing.T) {
	reg := registry(t)
	res := reg.Execute(t.Context(), runtime.Call{ID: "1", Name: "exit_plan_mode", Arguments: `{"plan":" "}`})
	if !res.IsError() || res.Error().Code != "TOOL_ERROR" || !strings.Contains(res.Text(), "the plan is empty") {
		t.Errorf("blank plan: got %q, want the function's error as TOOL_ERROR", res.Text())
	}
	res = reg.Execute(t.Context(), runtime.Call{ID: "2", Name: "exit_plan_mode", Arguments: `{"plan":"1. Try"}`})
	if res.IsError() {
		t.Errorf("plan: %s", res.Text())
	}
	res = reg.Execute(t.Context(), runtime.Call{ID: "3", Name: "label_write", Arguments: `{"method":"create","owner":"go","repo":"tools","name":"bug"}`})
	if !res.IsError() || res.Error().Code != "TOOL_ERROR" || !strings.Contains(res.Text(), "create needs a color") {
		t.Errorf("label without color: got %q, want the function's error as TOOL_ERROR", res.Text())
	}
}

func load(t *testing.T) []published {
	t.Helper()
	text, err := os.ReadFile("../../conformance/real_tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var data []published
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

func registry(t *testing.T) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(realtools.Tools...); err != nil {
		t.Fatal(err)
	}
	return reg
}

func tool(t *testing.T, name string) *runtime.Tool {
	t.Helper()
	for _, tool := range realtools.Tools {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("no tool %s", name)
	return nil
}

// plain returns schema without description and title and with required sorted.
// It tells keywords from property names, so a property may be called title.
func plain(schema any) any {
	object, ok := schema.(map[string]any)
	if !ok {
		return schema // true, false
	}
	out := map[string]any{}
	for keyword, value := range object {
		switch keyword {
		case "description", "title":
		case "required":
			names := slices.Clone(value.([]any))
			slices.SortFunc(names, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
			out[keyword] = names
		case "properties", "$defs":
			children := map[string]any{}
			for name, child := range value.(map[string]any) {
				children[name] = plain(child)
			}
			out[keyword] = children
		case "items", "additionalProperties":
			out[keyword] = plain(value)
		case "oneOf", "anyOf", "allOf":
			var branches []any
			for _, branch := range value.([]any) {
				branches = append(branches, plain(branch))
			}
			out[keyword] = branches
		default:
			out[keyword] = value
		}
	}
	return out
}
