package present_test

import (
	"context"
	"fmt"
	"os"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/present"
)

func ExampleDetect() {
	reg := runtime.NewRegistry(runtime.Options{})

	style := present.Detect(os.Stdout) // colours and width, when it is a terminal
	reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
		fmt.Print(style.Call(x.CallView()), style.Result(x.ResultView(r)))
	})

	reg.Execute(context.Background(), runtime.Call{Name: "sing", Arguments: `{"song":"x"}`})
	// Output:
	// sing
	// │ {"song":"x"}
	// failed: sing
	// │ unknown tool "sing"
}
