// Empty reads a text and prints it.
package main

import (
	"io"
	"os"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	os.Stdout.Write(text)
}
