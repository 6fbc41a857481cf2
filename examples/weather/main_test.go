package main

import (
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/examples/internal/exampletest"
	"github.com/dsh-tools/dshgen/runtime"
)

func TestMain(m *testing.M) { exampletest.Main(m, main) }

func TestProgram(t *testing.T) {
	in := `{"id":"1","name":"get_weather","arguments":{"city":"Oslo","unit":"fahrenheit"}}
{"id":"2","name":"get_weather","arguments":"{\"city\":\"Paris\",\"days\":2.0}"}
{"id":"3","name":"get_weather","arguments":{"city":"Atlantis"}}
{"id":"4","name":"get_weather","arguments":{"cty":"Oslo","days":8,"unit":"kelvin"}}
{"id":"5","name":"get_weather","arguments":"{\"city\":\"Os"}
{"id":"6","name":"get_wether","arguments":{}}
nonsense
{"id":"8","name":"get_weather","arguments":{"city":"Cairo","unit":null,"days":7}}
`
	results := exampletest.Results(t, in)
	if len(results) != 8 {
		t.Fatalf("%d results", len(results))
	}
	values := map[int]string{
		0: `{"city":"Oslo","country":"Norway","unit":"fahrenheit","days":[{"condition":"snow","high":29.3,"low":19.4,"rain_percent":80}]}`,
		1: `{"city":"Paris","country":"France","unit":"celsius","days":[{"condition":"clear","high":17.5,"low":8.5,"rain_percent":5},{"condition":"clouds","high":16,"low":9,"rain_percent":30}]}`,
	}
	for i, want := range values {
		if r := results[i]; r.IsError() || r.Value() != want || r.Text() != want {
			t.Errorf("call %d:\ngot  %s, %v\nwant %s", i+1, r.Value(), r.Error(), want)
		}
	}
	errors := []struct {
		i     int
		code  string
		texts []string
	}{
		{2, runtime.CodeToolError, []string{"Atlantis", "Cairo, London"}},
		{3, runtime.CodeInvalidArgs, []string{"cty", "city", "days", "1", "7", "unit", "celsius", "fahrenheit"}},
		{4, runtime.CodeInvalidArgs, []string{"byte 11"}},
		{5, runtime.CodeUnknownTool, []string{"get_wether", "get_weather"}},
		{6, "MALFORMED_LINE", []string{"line 7"}},
	}
	for _, want := range errors {
		r := results[want.i]
		if !r.IsError() || r.Error().Code != want.code {
			t.Errorf("call %d: %v", want.i+1, r.Error())
			continue
		}
		for _, text := range want.texts {
			if !strings.Contains(r.Text(), text) {
				t.Errorf("call %d: no %q in %q", want.i+1, text, r.Text())
			}
		}
	}
	if r := results[7]; r.IsError() || r.CallID() != "8" || strings.Count(r.Value(), "condition") != 7 {
		t.Errorf("the last call: %s, %v", r.Value(), r.Error())
	}
}

func TestArguments(t *testing.T) {
	results := exampletest.Results(t, "", `{"id":"1","name":"get_weather","arguments":{"city":"Tokyo"}}`, `{"id":"2","name":"get_weather"}`)
	if len(results) != 2 || results[0].IsError() || results[1].Error().Code != runtime.CodeInvalidArgs {
		t.Errorf("got %v", results)
	}
}

func TestSchemas(t *testing.T) {
	schemas := exampletest.Schemas(t, nil, "get_weather")
	text := strings.Join(strings.Fields(string(schemas[0].Parameters)), "")
	for _, part := range []string{`"required":["city"]`, `"enum":["celsius","fahrenheit"]`, `"minimum":1`, `"maximum":7`, `"default":1`} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	if !strings.Contains(string(schemas[0].Output), `"rain_percent"`) {
		t.Errorf("output is %s", schemas[0].Output)
	}
}
