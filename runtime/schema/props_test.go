package schema_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
)

var search = schema.Props{
	{Name: "query", Type: schema.String, Required: true, Description: "What to look for, such as \"a & b\""},
	{Name: "mode", Type: schema.String, Enum: []any{"text", "regexp"}, Default: "text"},
	{Name: "limit", Type: schema.Integer, Default: 10},
	{Name: "paths", Type: schema.Array, Items: &schema.Prop{Type: schema.String}},
	{Name: "filter", Type: schema.Object, Properties: schema.Props{
		{Name: "size", Type: schema.Number, Required: true},
		{Name: "hidden", Type: schema.Boolean},
	}, AdditionalProperties: true},
	{Name: "since", OneOf: []schema.Prop{{Type: schema.String}, {Type: schema.Integer}, {Type: schema.Null}}},
	{Name: "extra"},
}

const searchText = `{"type":"object","properties":{` +
	`"query":{"type":"string","description":"What to look for, such as \"a & b\""},` +
	`"mode":{"type":"string","enum":["text","regexp"],"default":"text"},` +
	`"limit":{"type":"integer","default":10},` +
	`"paths":{"type":"array","items":{"type":"string"}},` +
	`"filter":{"type":"object","properties":{"size":{"type":"number"},"hidden":{"type":"boolean"}},"required":["size"],"additionalProperties":true},` +
	`"since":{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]},` +
	`"extra":{}` +
	`},"required":["query"],"additionalProperties":false}`

func TestProps(t *testing.T) {
	for range 3 {
		s, err := search.Schema()
		if err != nil {
			t.Fatal(err)
		}
		if s.String() != searchText {
			t.Fatalf("got  %s\nwant %s", s, searchText)
		}
	}
	if s, err := (schema.Props)(nil).Schema(); err != nil || s.String() != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("no properties: %v, %v", s, err)
	}
}

func TestValidateProps(t *testing.T) {
	for _, text := range []string{`{"query":"x"}`, `{"query":"x","limit":null,"filter":{"size":1.5,"more":1},"since":3,"extra":[{}]}`, `{"query":"","paths":[],"mode":"regexp"}`} {
		if err := schema.Validate(search, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	err := schema.Validate(search, `{"mode":"Text","limit":"3","paths":"a","since":[],"querry":1}`)
	var args *runtime.ArgsError
	if !errors.As(err, &args) {
		t.Fatal(err)
	}
	var got []string
	for _, v := range args.Violations {
		got = append(got, v.Path+" "+v.Rule)
	}
	want := []string{"query required", "mode enum", "limit type", "paths type", "since oneOf", "querry additionalProperties"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.Contains(err.Error(), `did you mean "text"?`) || !strings.Contains(err.Error(), `did you mean "query"?`) {
		t.Error(err)
	}
	if schema.Validate(search, "") == nil || schema.Validate(nil, " null ") != nil {
		t.Error("no arguments are {}")
	}
}

// TestPropMistakes: the author is told where.
func TestPropMistakes(t *testing.T) {
	loop := schema.Prop{Type: schema.Array}
	loop.Items = &loop
	deep := schema.Props{{Name: "p", Type: schema.Object, Properties: schema.Props{
		{Name: "q", Type: "text"},
		{Name: "r", Type: schema.Array, Items: &schema.Prop{Name: "x", Type: schema.String, Required: true}},
	}}}
	for name, tt := range map[string]struct {
		props schema.Props
		want  []string // path and rule
	}{
		"unknown type, named elements": {deep, []string{"p.q Type", "p.r.items Name", "p.r.items Required"}},
		"no name, name twice":          {schema.Props{{Type: schema.String}, {Name: "a"}, {Name: "a"}}, []string{" Name", "a Name"}},
		"items of a string":            {schema.Props{{Name: "a", Type: schema.String, Items: &schema.Prop{}}}, []string{"a Items"}},
		"properties of a string":       {schema.Props{{Name: "a", Type: schema.String, Properties: schema.Props{{Name: "b"}}, AdditionalProperties: true}}, []string{"a Properties", "a AdditionalProperties"}},
		"alternatives":                 {schema.Props{{Name: "a", Type: schema.String, OneOf: []schema.Prop{{}}}}, []string{"a OneOf", "a OneOf"}},
		"enum of other values":         {schema.Props{{Name: "a", Type: schema.Integer, Enum: []any{1, 1.5, "x", 1, math.NaN()}}}, []string{"a Enum", "a Enum", "a Enum", "a Enum"}},
		"empty enum":                   {schema.Props{{Name: "a", Type: schema.String, Enum: []any{}}}, []string{"a Enum"}},
		"enum without type":            {schema.Props{{Name: "a", Enum: []any{1}}, {Name: "b", Type: schema.Array, Enum: []any{1}}}, []string{"a Enum", "b Enum"}},
		"default":                      {schema.Props{{Name: "a", Type: schema.Integer, Default: "x"}, {Name: "b", Default: func() {}}}, []string{"a Default", "b Default"}},
		"default not in enum":          {schema.Props{{Name: "a", Type: schema.String, Enum: []any{"x"}, Default: "y"}}, []string{"a Default"}},
		"itself":                       {schema.Props{{Name: "a", Type: schema.Array, Items: &loop}}, []string{"a Items"}},
	} {
		_, err := tt.props.Schema()
		var mistakes *schema.PropsError
		if !errors.As(err, &mistakes) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, v := range mistakes.Violations {
			got = append(got, v.Path+" "+v.Rule)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q\n%v", name, got, tt.want, err)
		}
	}
}
