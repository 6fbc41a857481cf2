// Jx reads arguments with jx, without validating.
package main

import (
	"io"
	"os"

	"github.com/dsh-tools/dshgen/benchmarks/tools"
	"github.com/go-faster/jx"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	var a tools.GetWeatherArgs
	err = jx.DecodeBytes(text).ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		if string(key) != "city" {
			return d.Skip()
		}
		a.City, err = d.Str()
		return err
	})
	if err != nil {
		os.Exit(1)
	}
	os.Stdout.WriteString(a.City)
}
