package jsonlines

import (
	"context"
	"flag"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/dsh-tools/dshgen/runtime"
)

// Main does what is left of an example program once its tools are registered
// and its flags are parsed. With schemas it prints the schemas of the tools.
// Otherwise it runs calls: those that are arguments of the command line, or else
// those on standard input. An interrupt cancels the call that is running, awaits
// it and ends the program; a second one does not wait.
func Main(reg *runtime.Registry, schemas bool) error {
	if schemas {
		return Schemas(reg, os.Stdout)
	}
	var in io.Reader = os.Stdin
	if flag.NArg() > 0 {
		in = strings.NewReader(strings.Join(flag.Args(), "\n"))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(ctx, reg, in, os.Stdout)
}
