package arguments

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

func decoded[T any](t *testing.T, decode func(string) (T, error), text string) T {
	t.Helper()
	v, err := decode(text)
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return v
}

// Values are what the text says, to the last digit and byte.
func TestValues(t *testing.T) {
	for text, want := range map[string]int{`3.0`: 3, `1e2`: 100, `1.20e1`: 12, `9007199254740993.0`: 9007199254740993, `-0`: 0} {
		if a := decoded(t, DecodeSearch, `{"q":"x","limit":`+text+`}`); *a.Limit != want {
			t.Errorf("%s: %d", text, *a.Limit)
		}
	}
	if a := decoded(t, DecodeSearch, `{"q":"x","limit":null,"tags":null,"opts":{"deep":null,"ids":null},"mode":null}`); a.Limit != nil || a.Tags != nil || a.Opts.Deep || a.Opts.IDs != nil || a.Mode != nil {
		t.Errorf("%+v", a)
	}
	const integers = `{"id":9007199254740993,"ids":[-9223372036854775808,9223372036854775807],"m":{"k":1234567890123456789},"u":18446744073709551615}`
	a := decoded(t, DecodeEcho, integers)
	if a.Step != 1 || a.ID != 9007199254740993 || a.Ids[0] != -1<<63 || a.Ids[1] != 1<<63-1 || a.M["k"] != 1234567890123456789 || a.U != 1<<64-1 {
		t.Errorf("%+v", a)
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	if got := reg.Execute(context.Background(), runtime.Call{Name: "echo", Arguments: integers}).Text(); got != integers {
		t.Errorf("echoed %s", got)
	}
	loose := decoded(t, DecodeLoose, `{"v":{"id":9223372036854775807},"raw":{"id":  9223372036854775807}}`)
	if got, _ := json.Marshal(loose.V); string(got) != `{"id":9223372036854775807}` || string(loose.Raw) != `{"id":  9223372036854775807}` {
		t.Errorf("%s %s", got, loose.Raw)
	}
	flip := decoded(t, DecodeFlip, `{"e":"true","xs":["active","True","false"],"v":42}`)
	if flip.E != True || !reflect.DeepEqual(flip.Xs, []string{"active", "True", "false"}) || flip.V != json.Number("42") {
		t.Errorf("%+v", flip)
	}
	if n := decoded(t, DecodeNumbers, `{"n":1,"f":8.26e-05}`); n.F != 8.26e-05 {
		t.Error(n)
	}
	for text, want := range map[string]string{
		`{"path":"a\/b\/c"}`: "a/b/c", `{"p\u0061th":"\u0061"}`: "a", `{"path":"\u2028\u00e9"}`: "\u2028é", `{"path":"\ud83d\ude00"}`: "😀",
		`{"path":"a\u0000.txt"}`: "a\x00.txt", `{"path":"\\u0000"}`: `\u0000`, `{"path":"re\u0301sume\u0301"}`: "re\u0301sume\u0301",
	} {
		if a := decoded(t, DecodeLookup, text); a.Path != want {
			t.Errorf("%s: %q", text, a.Path)
		}
	}
	at := decoded(t, DecodeAt, `{"t":"2025-01-02T03:04:05+02:00"}`)
	if !at.T.Equal(time.Date(2025, 1, 2, 1, 4, 5, 0, time.UTC)) {
		t.Error(at)
	}
}

// A call is over when it is over: nothing of it is seen by the next one, and
// what is kept of it stays.
func TestNothingIsSharedBetweenCalls(t *testing.T) {
	const first = `{"q":"a\n","tags":["x\t","y"],"opts":{"deep":true},"m":{"k\n":1},"raw":{"a":1}}`
	const second = `{"q":"b\n","tags":["z\n"],"raw":[2]}`
	kept := decoded(t, DecodeKeep, strings.Clone(first))
	rows := decoded(t, DecodeRows, `{"rows":[{"stale":9},{"b":2}],"m":{"old":1}}`)
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			for range 50 {
				a, err := DecodeKeep(second)
				if err != nil || a.Opts != nil || a.M != nil || !reflect.DeepEqual(a.Tags, []string{"z\n"}) || string(a.Raw) != "[2]" || ValidateKeep(first) != nil {
					t.Errorf("%+v, %v", a, err)
				}
			}
		})
	}
	wg.Wait()
	if kept.Q != "a\n" || !reflect.DeepEqual(kept.Tags, []string{"x\t", "y"}) || !kept.Opts.Deep || kept.M["k\n"] != 1 || string(kept.Raw) != `{"a":1}` {
		t.Errorf("%+v", kept)
	}
	if again := decoded(t, DecodeRows, `{"rows":[{"n":1}],"m":{"new":2}}`); !reflect.DeepEqual(again, RowsArgs{[]map[string]int{{"n": 1}}, map[string]int{"new": 2}}) {
		t.Errorf("%+v", again)
	}
	if !reflect.DeepEqual(rows, RowsArgs{[]map[string]int{{"stale": 9}, {"b": 2}}, map[string]int{"old": 1}}) {
		t.Errorf("%+v", rows)
	}
}

// A long text costs about what it says.
func TestLongContent(t *testing.T) {
	for _, piece := range []string{"a", `\u0061`} {
		if a := decoded(t, DecodeWrite, `{"path":"x","content":"`+strings.Repeat(piece, 1<<20)+`"}`); a.Content != strings.Repeat("a", 1<<20) {
			t.Errorf("%s: %d bytes", piece, len(a.Content))
		}
	}
	reg := runtime.NewRegistry(runtime.Options{MaxArgumentBytes: 1000})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	text := reg.Execute(context.Background(), runtime.Call{Name: "write_file", Arguments: `{"path":"x","content":"` + strings.Repeat("a", 1000) + `"}`}).Text()
	if !strings.Contains(text, "limit is 1000") {
		t.Error(text)
	}
}

// Programs can set limits of their own; what is beyond is no JSON to them, so
// no policy is asked.
func TestLimits(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{MaxArgumentDepth: 4, MaxArgumentElements: 10, Repair: true})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	asked := 0
	reg.Guard(func(*runtime.Execution) error { asked++; return nil })
	for _, c := range []struct{ tool, text, want string }{
		{"tree", `{"v":1,"n":{"kids":[{}]}}`, ""},
		{"tree", `{"v":[[[1]]],"n":{}}`, ""},
		{"tree", `{"v":[[[[1]]]],"n":{}}`, "nested deeper than 4 levels at byte 8"},
		{"tree", `{"v":"[[[[1]]]]","n":{}}`, ""},
		{"exec", `{"cmd":"x","y":[[[[]]]]}`, "nested deeper than 4 levels"},
		{"fetch", `{"urls":["1,","[2]","3","4","5","6","7","8","9"]}`, ""},
		{"fetch", `{"urls":["1","2","3","4","5","6","7","8","9","10"]}`, "more than 10 elements and properties"},
		{"fetch", `{"urls":"[1,2,3,4,5,6,7,8,9,10]"}`, "must be an array"}, // not repaired beyond the limit
		{"pay", `{"to":"x","amount":1,"notes":{"a":{"a":1,"b":2,"c":3},"b":{"a":1,"b":2,"c":3}}}`, "more than 10 elements and properties"},
	} {
		asked = 0
		res := reg.Execute(context.Background(), runtime.Call{Name: c.tool, Arguments: c.text})
		if res.IsError() != (c.want != "") || !strings.Contains(res.Text(), c.want) || strings.Contains(c.want, " than ") == (asked == 1) {
			t.Errorf("%s: %s, %d guards", c.text, res.Text(), asked)
		}
	}
}

// An unknown name is answered for the model, with the name that it meant.
func TestUnknownNames(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(Tools...); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"writeFile": `did you mean "write_file"?`, "functions.write_file": "", "": ""} {
		res := reg.Execute(context.Background(), runtime.Call{Name: name, Arguments: `{"path":"a","content":"b"}`})
		if !res.IsError() || res.Error().Code != runtime.CodeUnknownTool || !strings.Contains(res.Text(), want) {
			t.Errorf("%q: %s", name, res.Text())
		}
	}
}
