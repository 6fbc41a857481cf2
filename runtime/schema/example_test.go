package schema_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
)

func ExampleParse() {
	s, err := schema.Parse(`{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"]}`)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.ValidateJSON(`{"city":"Oslo","days":3.0}`) == nil)
	for _, v := range s.ValidateJSON(`{"days":"3"}`) {
		fmt.Printf("%s: %s (%s)\n", v.Path, v.Message, v.Rule)
	}
	// Output:
	// true
	// city: required property is missing (required)
	// days: must be an integer, got string "3"; send it without quotes (type)
}

func ExampleParse_unsupported() {
	_, err := schema.Parse(`{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":["b"],"not":{}}`)
	var unsupported *schema.UnsupportedError
	if errors.As(err, &unsupported) {
		for _, v := range unsupported.Violations {
			fmt.Printf("%s: %s\n", v.Path, v.Message)
		}
	}
	// Output:
	// properties.a.minLength: keyword "minLength" is not supported without the option Extended
	// required[0]: "b" is required but not declared in properties
	// not: keyword "not" is not supported
}

func ExampleExtended() {
	s, err := schema.Parse(`{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{
		"name":{"type":"string","pattern":"^[a-z]+$"},"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["name"]}}}`, schema.Extended)
	if err != nil {
		panic(err)
	}
	for _, v := range s.ValidateJSON(`{"name":"a","kids":[{"name":"b"},{"name":"C","kids":[{}]}]}`) {
		fmt.Println(v.Path, v.Rule)
	}
	// Output:
	// kids[1].name pattern
	// kids[1].kids[0].name required
}

func ExampleSchema_ValidateValue() {
	s, err := schema.Parse(`{"type":"object","properties":{"n":{"type":"integer"}}}`)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.ValidateValue(map[string]any{"n": 1}) == nil)
	fmt.Println(s.ValidateValue(map[string]any{"n": 1.5})[0].Message)
	fmt.Println(s.ValidateValue(map[string]any{"n": make(chan int)})[0].Path)
	// Output:
	// true
	// must be an integer, got number 1.5
	// n
}

func ExampleDefine() {
	tool, err := schema.Define(schema.Tool{
		Name:   "greet",
		Params: schema.Props{{Name: "name", Type: schema.String, Required: true}, {Name: "times", Type: schema.Integer}},
		Run: func(_ context.Context, x *runtime.Execution) (any, error) {
			return fmt.Sprint("Hello ", x.String("name"), ", ", max(1, x.Int("times")), " times"), nil
		},
	})
	if err != nil {
		panic(err)
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(tool); err != nil {
		panic(err)
	}
	fmt.Println(reg.Execute(context.Background(), runtime.Call{Name: "greet", Arguments: `{"name":"Ada"}`}).Text())
	// Output: Hello Ada, 1 times
}

func ExampleForcedTool() {
	output, err := schema.ParseOutput(`{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]}`)
	if err != nil {
		panic(err)
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(schema.ForcedTool("answer", output)); err != nil {
		panic(err)
	}
	fmt.Println(reg.Execute(context.Background(), runtime.Call{Name: "answer", Arguments: `{"sum": 3}`}).Value())
	// Output: {"sum":3}
}
