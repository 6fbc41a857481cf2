package arguments

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime"
)

var byName = func() map[string]*runtime.Tool {
	m := map[string]*runtime.Tool{}
	for _, t := range Tools {
		m[t.Name] = t
	}
	return m
}()

// verdict is what a text comes to, checked for what holds of every answer.
func verdict(t *testing.T, tool, text string) string {
	t.Helper()
	check := byName[tool]
	if check == nil {
		t.Fatalf("no tool %s", tool)
	}
	err := check.Validate(text)
	if err == nil {
		return ""
	}
	message := err.Error()
	if len(message) > 1024 || !utf8.ValidString(message) || strings.ContainsFunc(message, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		t.Errorf("%s: %.100q: message is not clean: %.300q", tool, text, message)
	}
	if again := check.Validate(text); again == nil || again.Error() != message {
		t.Errorf("%s: %.100q: another message the second time", tool, text)
	}
	return message
}

// What is wrong is refused, and the message says what and where.
func TestRefused(t *testing.T) {
	long := strings.Repeat("9", 1_000_000)
	for _, c := range []struct {
		about, tool, text string
		want              []string // parts of the message
	}{
		{"object in a string", "search", `{"q":"x","opts":"{\"deep\":true,\"ids\":[9007199254740993]}"}`, []string{"opts: must be an object, got string", "send the object itself"}},
		{"broken array in a string", "search", `{"q":"x","tags":"[\"a\", 1"}`, []string{"tags: must be an array, got string"}},
		{"object in a string for an array", "search", `{"q":"x","tags":"{\"a\":1}"}`, []string{"tags: must be an array, got string"}},
		{"list in a string", "search", `{"q":"x","tags":"a,b"}`, []string{"tags: must be an array, got string"}},
		{"all in a string", "search", `"{\"q\":\"x\"}"`, []string{"arguments must be a JSON object, got a JSON string"}},
		{"number for a string", "comment", `{"number":42,"body":"hi"}`, []string{"number: must be a string, got number 42", `send "42"`}},
		{"beyond int64", "numbers", `{"n":9223372036854775808,"f":1}`, []string{"n: must be between -9223372036854775808 and 9223372036854775807"}},
		{"beyond float64", "numbers", `{"n":1,"f":1e400}`, []string{"f: must be between", "1e400"}},
		{"absurd exponent", "numbers", `{"n":1e999999999,"f":1}`, []string{"n: must be between"}},
		{"absurd length", "numbers", `{"n":` + long + `,"f":1}`, []string{"n: must be between", "(1000000 characters)"}},
		{"not a number", "numbers", `{"n":1,"f":NaN}`, []string{"byte 11", "NaN is not JSON"}},
		{"infinity", "numbers", `{"n":1,"f":Infinity}`, []string{"byte 11", "Infinity is not JSON"}},
		{"leading zero", "numbers", `{"n":1,"f":08}`, []string{"leading zero at byte 11"}},
		{"plus sign", "numbers", `{"n":1,"f":+1}`, []string{"byte 11", "no plus sign"}},
		{"hexadecimal", "numbers", `{"n":1,"f":0x10}`, []string{"byte 12"}},
		{"underscore", "numbers", `{"n":1,"f":1_000}`, []string{"byte 12"}},
		{"no integer part", "numbers", `{"n":1,"f":.5}`, []string{"byte 11", "begin with a digit"}},
		{"no fraction", "numbers", `{"n":1,"f":1.}`, []string{"malformed number at byte 11"}},
		{"number for a quoted number", "quoted_in", `{"n":765}`, []string{"n: must be a string, got number 765", `send "765"`}},
		{"quoted leading zeros", "quoted_in", `{"n":"000765"}`, []string{"n: "}},
		{"empty quoted number", "quoted_in", `{"n":""}`, []string{"n: "}},
		{"quoted null", "quoted_in", `{"n":"null"}`, []string{"n: "}},
		{"nothing where something is required", "lookup", ``, []string{"path: required property is missing"}},
		{"null where something is required", "lookup", `null`, []string{"path: required property is missing"}},
		{"null for required values", "needed", `{"q":null,"ids":[1,null],"m":{"k":null},"b":null}`, []string{"q: must be a string", "ids[1]: must be an integer", "m.k: must be a string", "b: must be a boolean"}},
		{"empty strings for optional values", "pods", `{"ns":"kube-system","selector":"","limit":"","since":"","mode":""}`, []string{"limit: must be an integer", "leave it out", "since: ", "mode: must be one of"}},
		{"null in a string", "search", `{"q":"x","limit":"null"}`, []string{"limit: must be an integer", "leave it out"}},
		{"trailing comma", "write_file", `{"path":"a.txt","content":"x",}`, []string{"byte 30", "trailing comma"}},
		{"trailing comma behind a brace in a string", "write_file", `{"path":"a","content":"y, }",}`, []string{"byte 29", "trailing comma"}},
		{"fence", "lookup", "```json\n{\"path\":\"x\"}\n```", []string{"Markdown fence"}},
		{"empty fence", "lookup", "```json\n```", []string{"Markdown fence"}},
		{"cut off in a string", "write_file", `{"path":"a.md","content":"# Title\nSome te`, []string{"cut off at byte 42", "string that begins at byte 25", "send less"}},
		{"two objects, the first empty", "fetch", `{}{"urls":["C"]}`, []string{"byte 2", "extra data after the JSON value"}},
		{"two equal objects", "fetch", `{"urls":[]}{"urls":[]}`, []string{"byte 11", "extra data after the JSON value"}},
		{"raw line break", "write_file", "{\"path\":\"a\",\"content\":\"one\n\ntwo\tend\"}", []string{"control character U+000A in a string at byte 26", `write \n`}},
		{"escapes between tokens", "search", `{"q":"x","tags": \n["a"]\n\n}`, []string{"byte 17", "escape outside of a string"}},
		{"duplicate key", "pay", `{"to":"bob","amount":1,"to":"eve","notes":{}}`, []string{"to: the key comes twice"}},
		{"duplicate key with an escape", "pay", `{"to":"bob","amount":1,"\u0074o":"eve","notes":{}}`, []string{"to: the key comes twice"}},
		{"duplicate key of a map", "pay", `{"to":"bob","amount":1,"notes":{"a":{"b":1,"b":2}}}`, []string{"notes.a.b: the key comes twice"}},
		{"duplicate key in what is skipped", "exec", `{"cmd":"ls","x":{"deep":[{"a":1,"a":2}]}}`, []string{"x.deep[0].a: the key comes twice"}},
		{"another case beside the right one", "lookup", `{"path":"ok","Path":"evil"}`, []string{"Path: unknown property", `did you mean "path"?`}},
		{"another case", "lookup", `{"PATH":"x"}`, []string{"path: required property is missing", "PATH: unknown property", `did you mean "path"?`}},
		{"the Kelvin sign", "lookup", `{"path":"x","s\u212Aip":true}`, []string{"unknown property"}},
		{"the long s", "lookup", `{"path":"x","\u017Fkip":true}`, []string{"unknown property"}},
		{"wrong name", "lookup", `{"query":"x"}`, []string{"path: required property is missing", "query: unknown property", "allowed: path, skip"}},
		{"invented property", "write_file", `{"path":"a","content":"b","timeout":30}`, []string{"timeout: unknown property", "allowed: path, content"}},
		{"enum in another case", "search", `{"q":"x","mode":"Fast"}`, []string{`mode: must be one of "fast", "slow", "very_slow"`, `did you mean "fast"?`}},
		{"enum with a space", "search", `{"q":"x","mode":"very slow"}`, []string{`"fast", "slow", "very_slow"`, `did you mean "very_slow"?`}},
		{"no such enum", "search", `{"q":"x","mode":"turbo"}`, []string{`"fast", "slow", "very_slow"`}},
		{"enum with a line break", "search", `{"q":"x","mode":"fast\n"}`, []string{`"fast\n"`, `"fast", "slow", "very_slow"`}},
		{"enum with a no-break space", "search", `{"q":"x","mode":"fast\u00a0"}`, []string{`"fast\u00a0"`}},
		{"scalar for an array", "fetch", `{"urls":"https://a.test/?x=1,2"}`, []string{"urls: must be an array, got string", `send ["https://a.test/?x=1,2"]`}},
		{"object for an array", "fetch", `{"urls":{"u":"x"}}`, []string{"urls: must be an array, got an object"}},
		{"array for scalar and object", "nested", `{"q":["x"],"o":[{"A":1}]}`, []string{"q: must be a string, got an array", "o: must be an object, got an array"}},
		{"date", "at", `{"t":"2025-01-02"}`, []string{"t: must be a date-time with offset such as 2025-01-31T09:30:00Z"}},
		{"space in a time", "at", `{"t":"2025-01-02 03:04:05"}`, []string{"t: must be a date-time with offset"}},
		{"time without offset", "at", `{"t":"2025-01-02T03:04:05"}`, []string{"t: must be a date-time with offset"}},
		{"Unix time", "at", `{"t":1735787045}`, []string{"t: must be a string"}},
		{"comma in a time", "at", `{"t":"2025-01-02T03:04:05,5Z"}`, []string{"t: must be a date-time"}},
		{"short hour", "at", `{"t":"2025-01-02T3:04:05Z"}`, []string{"t: must be a date-time"}},
		{"offset of a day", "at", `{"t":"2025-01-02T03:04:05+24:00"}`, []string{"t: must be a date-time"}},
		{"leap second", "at", `{"t":"2016-12-31T23:59:60Z"}`, []string{"without a leap second"}},
		{"invalid UTF-8", "lookup", "{\"path\":\"ab\xffc\"}", []string{"invalid UTF-8", "byte 11"}},
		{"overlong UTF-8 in a key", "lookup", "{\"q\xc0\xaf\":1,\"path\":\"x\"}", []string{"invalid UTF-8", "byte 3"}},
		{"lone high surrogate", "lookup", `{"path":"a\ud83d"}`, []string{`lone surrogate \ud83d at byte 10`}},
		{"lone low surrogate", "lookup", `{"path":"\udc00x"}`, []string{`lone surrogate \udc00 at byte 9`}},
		{"NUL between tokens", "lookup", "{\"path\":\x00\"x\"}", []string{"U+0000 at byte 8"}},
		{"only a brace", "lookup", `{`, []string{"cut off at byte 1"}},
		{"a control character for a value", "lookup", "{\"path\":\x01}", []string{"U+0001 at byte 8"}},
		{"a word behind a long string", "lookup", `{"path":"` + strings.Repeat("x", 1<<20) + `" y}`, []string{"at byte 1048587"}},
		{"brackets without end", "tree", `{"v":` + strings.Repeat("[", 5_000_000), []string{"nested deeper than 128 levels"}},
		{"a deep tree", "tree", `{"n":` + strings.Repeat(`{"kids":[`, 100_000), []string{"nested deeper than 128 levels"}},
		{"a deep unknown value", "exec", `{"unknown":` + strings.Repeat(`{"a":`, 200_000), []string{"nested deeper than 128 levels"}},
		{"a long unknown property", "lookup", `{"path":"a","pathX":"` + strings.Repeat("a", 10<<20) + `"}`, []string{"pathX: unknown property"}},
		{"Python", "flip", `{'e': 'true', 'xs': ['a', 'b'], 'v': None}`, []string{"byte 1", "double quotes"}},
		{"Python words", "needed", `{"q":"x","b":True}`, []string{"byte 13", "write true"}},
		{"keys without quotes", "fetch", `{urls: ["a"]}`, []string{"byte 1", "keys need double quotes"}},
		{"a Python set", "fetch", `{"urls": {'a','b'}}`, []string{"byte 10"}},
		{"markup in a string", "jot", `{"body":"milk</body>\n<parameter name=\"why\">list</parameter>\n<parameter name=\"level\">3"}`, []string{"why: required property is missing", "level: required property is missing", "body seems to hold it"}},
		{"wrapped", "comment", `{"arguments":{"number":"1","body":"x"}}`, []string{"do not wrap the arguments", `{"number": ..., "body": ...}`}},
		{"wrapped as input", "comment", `{"input":{"number":"1","body":"x"}}`, []string{"do not wrap the arguments"}},
		{"wrapped twice", "comment", `{"arguments":{"arguments":{"number":"1"}}}`, []string{"do not wrap the arguments"}},
		{"wrapped in a string", "comment", `{"arguments":"{\"number\":\"1\",\"body\":\"x\"}"}`, []string{"do not wrap the arguments"}},
		{"spellings of an integer key", "spans", `{"m":{"7":"a","07":"b","+7":"c"}}`, []string{`m["07"]: `, `m["+7"]: `}},
		{"minus zero as a key", "spans", `{"m":{"-0":"x"}}`, []string{`m["-0"]: `}},
		{"a space before a key", "spans", `{"m":{" 7":"x"}}`, []string{`m[" 7"]: `}},
		{"a fraction as a key", "spans", `{"m":{"7.0":"x"}}`, []string{`m["7.0"]: `}},
		{"zero width space", "lookup", "\u200b{\"path\":\"x\"}", []string{"U+200B at byte 0"}},
		{"no-break space", "lookup", "\u00a0{\"path\":\"x\"}", []string{"U+00A0 at byte 0"}},
		{"wide space", "lookup", "\u3000{\"path\":\"x\"}", []string{"U+3000 at byte 0"}},
		{"vertical tab", "lookup", "\v{\"path\":\"x\"}", []string{"U+000B at byte 0"}},
		{"form feed", "lookup", "\f{\"path\":\"x\"}", []string{"U+000C at byte 0"}},
		{"NUL at the end", "lookup", "{\"path\":\"x\"}\x00", []string{"U+0000 at byte 12"}},
		{"line separator", "lookup", "{\u2028\"path\":\"x\"}", []string{"U+2028 at byte 1"}},
		{"comment", "comment", `{"number":"1" /* one */,"body":"x"}`, []string{"byte 14", "comments are not JSON"}},
		{"comment at the end", "comment", `{"number":"1","body":"x"} // done`, []string{"byte 26", "comments are not JSON"}},
		{"prose", "comment", `{"number":"1", now the body "body":"x"}`, []string{"byte 15"}},
	} {
		message := verdict(t, c.tool, c.text)
		if message == "" {
			t.Errorf("%s: %s accepts %.100s", c.about, c.tool, c.text)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(message, part) {
				t.Errorf("%s: %s: %.100s\ngot:  %s\nwant: %s", c.about, c.tool, c.text, message, part)
			}
		}
	}
}

// The shape that a wrapped call is answered with does not repeat what came.
func TestWrongShapeIsNotQuotedBack(t *testing.T) {
	message := verdict(t, "comment", `{"arguments":{"arguments":{"number":"1","secret":"value"}}}`)
	if strings.Contains(message, "secret") || strings.Contains(message, `{"arguments"`) {
		t.Error(message)
	}
}

// What only looks wrong is accepted.
func TestAccepted(t *testing.T) {
	for _, c := range []struct{ about, tool, text string }{
		{"JSON in a string", "write_file", `{"path":"a.json","content":"[1, 2, {\"a\": \"true\"}]"}`},
		{"nothing", "list_books", ""}, {"blank", "list_books", "   \n\t"}, {"null", "list_books", "null"},
		{"nulls for optional values", "search", `{"q":"x","limit":null,"tags":null,"opts":{"deep":null,"ids":null},"mode":null}`},
		{"None as a string", "pods", `{"ns":"x","selector":"None"}`},
		{"fence in a string", "lookup", "{\"path\":\"```x```\"}"},
		{"code", "lookup", `{"path":"if(a){x}{y} \"q\" \\n ,] }{ //c"}`},
		{"small exponent", "numbers", `{"n":1,"f":8.26e-05}`},
		{"unknown where they are ignored", "exec", `{"cmd":"ls","timeout":30}`},
		{"offset", "at", `{"t":"2025-01-02T03:04:05+02:00"}`}, {"Z", "at", `{"t":"2025-01-02T03:04:05Z"}`}, {"small letters", "at", `{"t":"2025-01-02t03:04:05z"}`},
		{"brackets in a string", "lookup", `{"path":"` + strings.Repeat("[", 1000) + `"}`},
		{"apostrophes", "comment", `{"number":"what's on Bob's list","body":"'a, b'"}`},
		{"brackets and apostrophes", "comment", `{"number":"it's {not} [code]: 'x'","body":""}`},
		{"markup that is text", "jot", `{"body":"see </parameter> in the docs","why":"r","level":1}`},
		{"names of the pipeline", "run", `{"input":"x","arguments":["a"],"context":{"input":"y","arguments":{}},"name":"n"}`},
		{"URL like a comment", "comment", `{"number":"1","body":"http://x/*y*/#z"}`},
		{"zero object", "tree", `{"v":{},"n":{"kids":[{"kids":[]}]}}`},
		{"two forms of one key", "names", `{"in":{"caf\u00e9":"a","cafe\u0301":"b"},"path":"x"}`},
	} {
		if message := verdict(t, c.tool, c.text); message != "" {
			t.Errorf("%s: %s refuses %s: %s", c.about, c.tool, c.text, message)
		}
	}
}
