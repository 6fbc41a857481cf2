// Shell is an example whose tools keep state from call to call and start what
// outlives a call: commands in the background. It needs a Unix system with bash.
//
// It reads calls as JSON lines and writes results as JSON lines:
//
//	go run ./examples/shell '{"id":"1","name":"bash","arguments":{"command":"uname -a"}}'
//
// Without arguments it reads standard input; with -schemas it prints what a
// model is told about its tools: bash, bash_output and bash_kill. At the end of
// its input it kills what still runs.
//
// There is no sandbox: a model can do what you can. In a program that is meant
// for use, register a policy in front of these tools.
package main

import (
	"flag"
	"log"

	"github.com/dsh-tools/dshgen/examples/internal/jsonlines"
	"github.com/dsh-tools/dshgen/runtime"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "", "`folder` that commands begin in (default: the working directory)")
	schemas := flag.Bool("schemas", false, "print the schemas of the tools and exit")
	flag.Parse()
	if err := serve(*dir, *schemas); err != nil {
		log.Fatal("shell: ", err)
	}
}

func serve(dir string, schemas bool) error {
	shell := &Shell{Dir: dir}
	defer shell.Close()

	reg := runtime.NewRegistry(runtime.Options{})
	reg.Wrap(runtime.TimeoutPolicy())
	if _, err := reg.Register(shell.Tools()...); err != nil {
		return err
	}
	return jsonlines.Main(reg, schemas)
}
