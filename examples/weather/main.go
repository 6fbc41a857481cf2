// Weather is the smallest example: one function that a model can call.
//
// It reads calls as JSON lines and writes results as JSON lines:
//
//	go run ./examples/weather '{"id":"1","name":"get_weather","arguments":{"city":"Paris","days":2}}'
//
// Without arguments it reads standard input; with -schemas it prints what a
// model is told about its tools. The forecasts are made up and come from a file
// in the binary.
package main

import (
	"flag"
	"log"

	"github.com/dsh-tools/dshgen/examples/internal/jsonlines"
	"github.com/dsh-tools/dshgen/runtime"
)

func main() {
	log.SetFlags(0)
	schemas := flag.Bool("schemas", false, "print the schemas of the tools and exit")
	flag.Parse()

	reg := runtime.NewRegistry(runtime.Options{})
	reg.Wrap(runtime.TimeoutPolicy())
	if _, err := reg.Register(Tools...); err != nil {
		log.Fatal(err)
	}
	if err := jsonlines.Main(reg, *schemas); err != nil {
		log.Fatal("weather: ", err)
	}
}
