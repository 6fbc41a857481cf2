// Files is an example whose tools share something that a model must not see: an
// open folder. They are methods, and none of their arguments leads out of it.
//
// It reads calls as JSON lines and writes results as JSON lines:
//
//	go run ./examples/files -root . '{"id":"1","name":"grep","arguments":{"pattern":"^func main","include":"*.go"}}'
//
// Without arguments it reads standard input; with -schemas it prints what a
// model is told about its tools: read, write, edit, glob and grep.
package main

import (
	"flag"
	"log"

	"github.com/dsh-tools/dshgen/examples/internal/jsonlines"
	"github.com/dsh-tools/dshgen/runtime"
)

func main() {
	log.SetFlags(0)
	root := flag.String("root", ".", "`folder` that the tools work in and cannot leave")
	schemas := flag.Bool("schemas", false, "print the schemas of the tools and exit")
	flag.Parse()
	if err := serve(*root, *schemas); err != nil {
		log.Fatal("files: ", err)
	}
}

func serve(root string, schemas bool) error {
	dir, err := Open(root)
	if err != nil {
		return err
	}
	defer dir.Close()

	reg := runtime.NewRegistry(runtime.Options{})
	reg.Wrap(runtime.TimeoutPolicy())
	if _, err := reg.Register(dir.Tools()...); err != nil {
		return err
	}
	return jsonlines.Main(reg, schemas)
}
