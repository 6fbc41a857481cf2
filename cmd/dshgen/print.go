package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dsh-tools/dshgen/gen"
)

// diagnostics prints faults: for people on standard error, as JSON lines on
// standard output.
func (c *command) diagnostics(list gen.Diagnostics) {
	base := c.base()
	if !c.warn {
		list = slices.DeleteFunc(slices.Clone(list), func(d gen.Diagnostic) bool { return d.Warning })
	}
	if c.json {
		for _, d := range list {
			c.line(d.JSON(base))
		}
		return
	}
	for _, d := range list {
		fmt.Fprintln(c.stderr, d.Text(base))
	}
}

// base is the folder that printed paths are relative to.
func (c *command) base() string {
	abs, err := filepath.Abs(c.dir)
	if err != nil {
		return ""
	}
	return abs
}

func (c *command) relative(path string) string {
	if rel, err := filepath.Rel(c.base(), path); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return path
}

func (c *command) line(v any) {
	enc := json.NewEncoder(c.stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		fmt.Fprintf(c.stderr, "dshgen: print: %v\n", err)
	}
}

// catalog generates in memory and returns the tools, or prints why there are
// none.
func (c *command) catalog(ctx context.Context, patterns []string) (*gen.Result, int, bool) {
	res, err := gen.Generate(ctx, c.config(), patterns...)
	if err != nil {
		return nil, c.trouble(err), false
	}
	if res.Diagnostics.HasErrors() {
		c.diagnostics(res.Diagnostics)
		return nil, exitFaults, false
	}
	for i := range res.Tools {
		t := &res.Tools[i]
		t.Position = c.relative(t.Position)
	}
	return res, exitClean, true
}

// list prints the catalog.
func (c *command) list(ctx context.Context, args []string) int {
	patterns, code, done := c.subcommand("list", args, nil)
	if done {
		return code
	}
	res, code, ok := c.catalog(ctx, patterns)
	if !ok {
		return code
	}
	if c.json {
		for _, t := range res.Tools {
			c.line(t)
		}
		return exitClean
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, t := range res.Tools {
		about, _, _ := strings.Cut(t.Description, "\n")
		fmt.Fprintf(w, "%s\t%s.%s\t%s\n", t.Name, t.Package, t.Function, about)
	}
	w.Flush()
	return exitClean
}

// docs prints the catalog as Markdown.
func (c *command) docs(ctx context.Context, args []string) int {
	patterns, code, done := c.subcommand("docs", args, nil)
	if done {
		return code
	}
	res, code, ok := c.catalog(ctx, patterns)
	if !ok {
		return code
	}
	text, err := gen.Markdown(res.Tools)
	if err != nil {
		return c.trouble(err)
	}
	fmt.Fprint(c.stdout, text)
	return exitClean
}

// call runs one tool.
func (c *command) call(ctx context.Context, args []string) int {
	rest, code, done := c.subcommand("call", args, nil)
	if done {
		return code
	}
	if len(rest) != 3 {
		return c.usage("call needs a package, a tool and the arguments as JSON")
	}
	result, diags, err := gen.Call(ctx, c.config(), rest[0], rest[1], rest[2], os.Stderr)
	c.diagnostics(diags)
	switch {
	case diags.HasErrors():
		return exitFaults
	case err != nil:
		return c.trouble(err)
	}
	fmt.Fprintf(c.stdout, "%s\n", result)
	var outcome struct {
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(result, &outcome); err != nil {
		return c.trouble(fmt.Errorf("read the result: %w", err))
	}
	if outcome.Error != nil {
		return exitFaults
	}
	return exitClean
}

// help prints the manual, or the table of directives.
func (c *command) help(args []string) int {
	switch {
	case len(args) == 0:
		fmt.Fprint(c.stdout, manual)
	case len(args) == 1 && args[0] == "directives":
		fmt.Fprint(c.stdout, gen.DirectiveHelp())
	default:
		return c.usage("help knows one topic: directives")
	}
	return exitClean
}
