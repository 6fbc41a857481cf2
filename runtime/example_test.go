package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

// dshgen writes values like this one.
var lookUp = &runtime.Tool{
	ToolSchema: runtime.ToolSchema{Name: "look_up", Description: "Looks a word up.", Parameters: `{"type":"object"}`},
	ReadOnly:   true,
	Timeout:    time.Second,
	Run: func(ctx context.Context, x *runtime.Execution) (any, error) {
		return "a bird: " + x.Arguments(), nil
	},
}

func ExampleRegistry_Execute() {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(lookUp); err != nil {
		panic(err)
	}
	fmt.Println(reg.Execute(context.Background(), runtime.Call{ID: "1", Name: "look_up", Arguments: `{"word":"heron"}`}).Text())
	res := reg.Execute(context.Background(), runtime.Call{ID: "2", Name: "lookup"})
	fmt.Println(res.Error().Code, res.Text())
	// Output:
	// a bird: {"word":"heron"}
	// UNKNOWN_TOOL unknown tool "lookup": did you mean "look_up"?
}

func ExampleRegistry_Child() {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(lookUp); err != nil {
		panic(err)
	}
	child := reg.Child("reader")
	lift, err := child.Restrict(runtime.Restriction{Deny: []string{"look_up"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(len(reg.Schemas()), len(child.Schemas()))
	lift()
	fmt.Println(len(child.Schemas()))
	// Output:
	// 1 0
	// 1
}

func ExampleRegistry_Guard() {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(lookUp); err != nil {
		panic(err)
	}
	reg.Guard(func(x *runtime.Execution) error {
		if x.Agent() == "" {
			return errors.New("say who you are")
		}
		return nil
	})
	fmt.Println(reg.Execute(context.Background(), runtime.Call{Name: "look_up"}).Text())
	// Output: call of "look_up" denied: say who you are
}

func ExampleRegistry_ExecuteStep() {
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(lookUp); err != nil {
		panic(err)
	}
	step := reg.ExecuteStep(context.Background(), []runtime.Call{
		{ID: "a", Name: "look_up", Arguments: `{"word":"owl"}`},
		{ID: "b", Name: "look_up", Arguments: `{"word":`},
	})
	for _, r := range step.Results() {
		fmt.Println(r.CallID(), r.IsError())
	}
	// Output:
	// a false
	// b true
}

func ExampleParseResult() {
	reg := runtime.NewRegistry(runtime.Options{})
	text, err := reg.Execute(context.Background(), runtime.Call{ID: "1", Name: "gone"}).MarshalJSON()
	if err != nil {
		panic(err)
	}
	res, err := runtime.ParseResult(string(text))
	if err != nil {
		panic(err)
	}
	fmt.Println(res.CallID(), errors.Is(res.Error(), runtime.ErrUnknownTool))
	// Output: 1 true
}
