package main

import (
	"context"
	"fmt"

	"github.com/dsh-tools/dshgen/gen"
)

// generate writes the files of the packages, or compares them.
func (c *command) generate(ctx context.Context, patterns []string) int {
	res, err := gen.Generate(ctx, c.config(), patterns...)
	if err != nil {
		return c.trouble(err)
	}
	c.diagnostics(res.Diagnostics)
	code := exitClean
	if res.Diagnostics.HasErrors() {
		code = exitFaults
	}
	each := c.write
	if c.check || c.diff {
		each = c.compare
	}
	for _, f := range res.Files {
		code = max(code, each(f))
	}
	if len(res.Files) == 0 && code == exitClean && c.verbose {
		fmt.Fprintln(c.stderr, "dshgen: no tools: annotate a function with //dsh:tool")
	}
	return code
}

func (c *command) write(f gen.File) int {
	changed, err := f.Write()
	if err != nil {
		return c.trouble(err)
	}
	if c.verbose {
		state := "current"
		switch {
		case changed && f.Remove:
			state = "removed"
		case changed:
			state = "written"
		}
		fmt.Fprintf(c.stderr, "%s: %s\n", c.relative(f.Path), state)
	}
	return exitClean
}

// compare reports a stale file by name or by its differences.
func (c *command) compare(f gen.File) int {
	stale, err := f.Stale()
	if err != nil {
		return c.trouble(err)
	}
	if !stale {
		return exitClean
	}
	name := c.relative(f.Path)
	if c.check {
		fmt.Fprintf(c.stdout, "%s: stale\n", name)
		return exitFaults
	}
	diff, err := f.Diff(name)
	if err != nil {
		return c.trouble(err)
	}
	c.stdout.Write(diff)
	return exitFaults
}
