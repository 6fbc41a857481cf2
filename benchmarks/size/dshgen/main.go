// Dshgen registers one tool and runs a call through the whole pipeline.
package main

import (
	"context"
	"io"
	"os"

	"github.com/dsh-tools/dshgen/runtime"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(Tools...); err != nil {
		os.Exit(1)
	}
	os.Stdout.WriteString(reg.Execute(context.Background(), runtime.Call{Name: "weather", Arguments: string(text)}).Text())
}
