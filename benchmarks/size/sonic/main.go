// Sonic reads arguments with sonic, without validating.
package main

import (
	"io"
	"os"

	"github.com/bytedance/sonic"
	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	var a tools.GetWeatherArgs
	if err != nil || sonic.Unmarshal(text, &a) != nil {
		os.Exit(1)
	}
	os.Stdout.WriteString(a.City)
}
