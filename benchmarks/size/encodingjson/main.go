// Encodingjson reads arguments with encoding/json, without validating.
package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	var a tools.GetWeatherArgs
	if err != nil || json.Unmarshal(text, &a) != nil {
		os.Exit(1)
	}
	os.Stdout.WriteString(a.City)
}
