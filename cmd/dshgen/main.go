package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/dsh-tools/dshgen/gen"
)

// Exit codes. They are part of the contract: scripts tell faults of the source
// from faults of the surroundings by them.
const (
	exitClean   = 0
	exitFaults  = 1 // diagnostics, stale files, or a call whose result is an error
	exitTrouble = 2 // usage or environment
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // the process is short: memory is cheaper than collecting it
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// command is one invocation of the program.
type command struct {
	flags          *flag.FlagSet
	stdout, stderr io.Writer

	dir, tags            string
	check, diff          bool
	json, verbose, print bool
	strict, warn, tests  bool
}

// run is main without the process: what the tests call.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c := &command{stdout: stdout, stderr: stderr}
	c.flags = c.flagSet("dshgen")
	c.flags.BoolVar(&c.check, "check", false, "list generated files that are stale, change nothing, exit 1 if there are any")
	c.flags.BoolVar(&c.diff, "diff", false, "print what would change as a unified diff, change nothing, exit 1 if anything would")
	c.flags.BoolVar(&c.tests, "tests", false, "also write dsh_gen_test.go, with texts derived from the schemas and fuzz targets")
	c.flags.BoolVar(&c.strict, "strict", false, "make warnings errors")
	c.flags.BoolVar(&c.warn, "warn", true, "print warnings")
	c.flags.BoolVar(&c.print, "version", false, "print the version and exit")
	if code, done := c.parse(args); done {
		return code
	}
	if c.print {
		fmt.Fprintln(stdout, "dshgen", version())
		return exitClean
	}
	if c.check && c.diff {
		return c.usage("-check and -diff do not go together")
	}
	rest := c.flags.Args()
	if len(rest) == 0 {
		return c.generate(ctx, nil)
	}
	switch rest[0] {
	case "list":
		return c.list(ctx, rest[1:])
	case "schema":
		return c.schema(ctx, rest[1:])
	case "call":
		return c.call(ctx, rest[1:])
	case "docs":
		return c.docs(ctx, rest[1:])
	case "compat":
		return c.compat(ctx, rest[1:])
	case "help":
		return c.help(rest[1:])
	}
	return c.generate(ctx, rest)
}

// flagSet makes a flag set with the flags that all subcommands share.
func (c *command) flagSet(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // errors are printed once, by parse
	f.StringVar(&c.dir, "C", c.dir, "run in this `dir`")
	f.StringVar(&c.tags, "tags", c.tags, "build `tags`, separated by commas")
	f.BoolVar(&c.json, "json", c.json, "print diagnostics, or the list, as JSON lines")
	f.BoolVar(&c.verbose, "v", c.verbose, "say which files were written and which were current")
	return f
}

// parse reads flags and reports whether the command ends here.
func (c *command) parse(args []string) (code int, done bool) {
	err := c.flags.Parse(args)
	switch {
	case err == nil:
		return 0, false
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stdout, manual)
		return exitClean, true
	}
	return c.usage(err.Error()), true
}

// subcommand parses flags that stand behind the name of a subcommand.
func (c *command) subcommand(name string, args []string, more func(*flag.FlagSet)) (rest []string, code int, done bool) {
	c.flags = c.flagSet("dshgen " + name)
	if more != nil {
		more(c.flags)
	}
	code, done = c.parse(args)
	return c.flags.Args(), code, done
}

func (c *command) usage(message string) int {
	fmt.Fprintf(c.stderr, "dshgen: %s\nRun 'dshgen help' for usage.\n", message)
	return exitTrouble
}

func (c *command) trouble(err error) int {
	fmt.Fprintf(c.stderr, "dshgen: %v\n", err)
	return exitTrouble
}

func (c *command) config() gen.Config {
	return gen.Config{Dir: c.dir, Tags: c.tags, Strict: c.strict, Tests: c.tests}
}

// version is the module's version as the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
