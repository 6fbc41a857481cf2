package arguments

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// Repair changes the values that have another kind than the schema wants, before
// any policy, and says so on the execution.
func TestRepair(t *testing.T) {
	for _, c := range []struct {
		about, tool, text, want string
		repairs                 string
	}{
		{"object", "search", `{"q":"x","opts":"{\"deep\":true,\"ids\":[9007199254740993]}"}`, `{"q":"x","opts":{"deep":true,"ids":[9007199254740993]}}`, "opts encoded"},
		{"array", "fetch", `{"urls":" [\"a\", \"b\\n\"] "}`, `{"urls":["a", "b\n"]}`, "urls encoded"},
		{"all", "lookup", `"{\"path\":\"x\"}"`, `{"path":"x"}`, "encoded"},
		{"what was encoded in what was", "search", `{"q":"x","opts":"{\"ids\":\"[1]\"}"}`, `{"q":"x","opts":{"ids":[1]}}`, "opts encoded; opts.ids encoded"},
		{"quoted", "needed", `{"q":"x","ids":["1",2,"-3"],"m":{},"b":"true"}`, `{"q":"x","ids":[1,2,-3],"m":{},"b":true}`, "ids[0] quoted; ids[2] quoted; b quoted"},
		{"unquoted", "comment", `{"number":1.0,"body":true}`, `{"number":"1.0","body":"true"}`, "number unquoted; body unquoted"},
		{"every digit", "comment", `{"number":2932809024865746956,"body":""}`, `{"number":"2932809024865746956","body":""}`, "number unquoted"},
		{"quoted number", "quoted_in", `{"n":765}`, `{"n":"765"}`, "n unquoted"},
		{"scalar", "fetch", `{"urls":"https://a.test/?x=1,2"}`, `{"urls":["https://a.test/?x=1,2"]}`, "urls scalar"},
		{"scalar of another kind", "needed", `{"q":"x","ids":"7","m":{},"b":true}`, `{"q":"x","ids":[7],"m":{},"b":true}`, "ids scalar; ids[0] quoted"},
		{"fence", "lookup", "```json\n{\"path\":\"x\"}\n```", `{"path":"x"}`, "fence"},
		{"fence without a word", "lookup", "\n```\r\n{\"path\":\"```x```\"}```\n", "{\"path\":\"```x```\"}", "fence"},
		{"fence in one line", "lookup", "```{\"path\":\"x\"}```", `{"path":"x"}`, "fence"},
		{"fence and more", "fetch", "```json\n{\"urls\":\"a\"}\n```", `{"urls":["a"]}`, "fence; urls scalar"},
		// What is valid is never touched.
		{"JSON in a string", "write_file", `{"path":"a.json","content":"[1, 2, {\"a\": \"true\"}]"}`, `{"path":"a.json","content":"[1, 2, {\"a\": \"true\"}]"}`, ""},
		{"words in strings", "comment", `{"number":"true","body":"null"}`, `{"number":"true","body":"null"}`, ""},
		{"fence in a string", "lookup", "{\"path\":\"```x```\"}", "{\"path\":\"```x```\"}", ""},
		{"enum of words", "flip", `{"e":"true","xs":["active","True","false"],"v":42}`, `{"e":"true","xs":["active","True","false"],"v":42}`, ""},
		{"names of the pipeline", "run", `{"input":"x","arguments":["a"],"context":{"input":"y","arguments":{}},"name":"n"}`, `{"input":"x","arguments":["a"],"context":{"input":"y","arguments":{}},"name":"n"}`, ""},
		{"a valid string beside a repaired value", "comment", `{"number":7,"body":"{\"a\":1}"}`, `{"number":"7","body":"{\"a\":1}"}`, "number unquoted"},
	} {
		reg := runtime.NewRegistry(runtime.Options{Repair: true})
		if _, err := reg.Register(Tools...); err != nil {
			t.Fatal(err)
		}
		var policy, observed string
		var done []string
		reg.Pre(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
			policy = x.Arguments()
			for _, r := range x.Repairs() {
				done = append(done, strings.TrimSpace(r.Path+" "+string(r.Kind)))
			}
			return next(ctx)
		})
		reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
			observed = x.Arguments()
			if x.Received() != c.text {
				t.Errorf("%s: received %q", c.about, x.Received())
			}
		})
		res := reg.Execute(context.Background(), runtime.Call{Name: c.tool, Arguments: c.text})
		if res.IsError() || policy != c.want || observed != c.want || strings.Join(done, "; ") != c.repairs {
			t.Errorf("%s: %s\n%s\n%s\npolicy sees %s\n%q", c.about, c.text, c.want, res.Text(), policy, done)
		}
	}
}

// What cannot be repaired as a whole is refused as it came, with the message
// that it has without repair.
func TestNotRepaired(t *testing.T) {
	for _, c := range []struct{ about, tool, text string }{
		{"broken array", "search", `{"q":"x","tags":"[\"a\", 1"}`},
		{"object for an array", "search", `{"q":"x","tags":"{\"a\":1}"}`},
		{"a list of words", "search", `{"q":"x","tags":"a,b"}`},
		{"wrong elements", "fetch", `{"urls":"[{}]"}`},
		{"encoded twice", "lookup", `"\"{\\\"path\\\":\\\"x\\\"}\""`},
		{"duplicate keys in what is encoded", "search", `{"q":"x","opts":"{\"deep\":true,\"deep\":false}"}`},
		{"one thing of two", "needed", `{"q":null,"ids":"[1]","m":{},"b":true}`},
		{"null", "lookup", `{"path":null}`},
		{"object for a scalar", "nested", `{"q":["x"],"o":[{"A":1}]}`},
		{"object in an array", "fetch", `{"urls":{"u":"x"}}`},
		{"Python words", "needed", `{"q":"x","ids":[],"m":{},"b":"True"}`},
		{"a fraction", "numbers", `{"n":"1.5","f":1}`},
		{"spaces", "numbers", `{"n":" 1","f":1}`},
		{"out of range", "numbers", `{"n":"9223372036854775808","f":1}`},
		{"null in a string", "search", `{"q":"x","limit":"null"}`},
		{"enum", "search", `{"q":"x","mode":"fast\n"}`},
		{"wrapped", "comment", `{"arguments":{"number":"1","body":"x"}}`},
		{"cut off", "write_file", `{"path":"a.md","content":"# Title\nSome te`},
		{"cut off in a fence", "lookup", "```json\n{\"path\":\"x\n```"},
		{"cut off before the fence ends", "lookup", "```json\n{\"path\":\"x\"}"},
		{"two objects", "fetch", `{"urls":["a"]}{"urls":["a"]}`},
		{"two objects in a fence", "lookup", "```\n{\"path\":\"a\"}{\"path\":\"b\"}\n```"},
		{"two objects in a string", "search", `{"q":"x","opts":"{}{}"}`},
		{"empty fence", "lookup", "```json\n```"},
		{"two fences", "lookup", "```json\n```json\n{\"path\":\"x\"}\n```\n```"},
		{"trailing comma", "write_file", `{"path":"a.txt","content":"x",}`},
		{"Python", "needed", `{'q': 'x'}`},
		{"comment", "lookup", `{"path":"x"} // done`},
		{"raw line break", "lookup", "{\"path\":\"a\nb\"}"},
		{"unknown tool", "lookUp", `"{\"path\":\"x\"}"`},
	} {
		answer := func(options runtime.Options) string {
			reg := runtime.NewRegistry(options)
			if _, err := reg.Register(Tools...); err != nil {
				t.Fatal(err)
			}
			reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
				if x.Arguments() != c.text || x.Repairs() != nil || x.Received() != c.text {
					t.Errorf("%s: %q, %v", c.about, x.Arguments(), x.Repairs())
				}
			})
			res := reg.Execute(context.Background(), runtime.Call{Name: c.tool, Arguments: c.text})
			if !res.IsError() {
				t.Errorf("%s: accepted", c.about)
			}
			return res.Text()
		}
		if with, without := answer(runtime.Options{Repair: true}), answer(runtime.Options{}); with != without {
			t.Errorf("%s: %s\nwithout repair: %s", c.about, with, without)
		}
	}
}

// Repair is opt-in.
func TestNoRepairByDefault(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	if res := reg.Execute(context.Background(), runtime.Call{Name: "fetch", Arguments: `{"urls":"a"}`}); !res.IsError() || !strings.Contains(res.Text(), "must be an array") {
		t.Error(res.Text())
	}
}

// A text that wants repair everywhere takes a bounded number of rounds.
func TestRepairIsBounded(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{Repair: true})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]bool{20: true, 10_000: false} {
		res := reg.Execute(context.Background(), runtime.Call{Name: "fetch", Arguments: `{"urls":[` + strings.Repeat("1,", n) + `2]}`})
		if res.IsError() == want {
			t.Errorf("%d: %s", n, res.Text())
		}
	}
}
