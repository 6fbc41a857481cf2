package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/gen"
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
)

// schema prints the tools as a JSON array in the form of one target, and on
// standard error what that form leaves out.
func (c *command) schema(ctx context.Context, args []string) int {
	targets := []string{"raw"}
	for _, t := range provider.Targets() {
		targets = append(targets, string(t))
	}
	var target string
	patterns, code, done := c.subcommand("schema", args, func(f *flag.FlagSet) {
		f.StringVar(&target, "for", "raw", "`target` of the list")
	})
	if done {
		return code
	}
	if !slices.Contains(targets, target) {
		return c.usage(fmt.Sprintf("schema -for %s is not supported: use one of %s", target, strings.Join(targets, ", ")))
	}
	res, code, ok := c.catalog(ctx, patterns)
	if !ok {
		return code
	}
	if target == "raw" {
		text, err := gen.RawSchemas(res.Tools)
		if err != nil {
			return c.trouble(err)
		}
		c.stdout.Write(text)
		return exitClean
	}
	return c.projection(provider.Target(target), res.Tools)
}

func (c *command) projection(target provider.Target, tools []gen.Tool) int {
	list, err := provider.ProjectTools(target, runtimeTools(tools))
	var faults *provider.FaultError
	switch {
	case errors.As(err, &faults):
		for _, f := range faults.Faults {
			fmt.Fprintf(c.stderr, "%s: %s\n", target, f)
		}
		return exitFaults
	case err != nil:
		return c.trouble(err)
	}
	for _, l := range list.Losses {
		fmt.Fprintf(c.stderr, "%s: %s\n", target, l)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, list.JSON, "", "  "); err != nil {
		return c.trouble(fmt.Errorf("print tools: %w", err))
	}
	text.WriteByte('\n')
	c.stdout.Write(text.Bytes())
	return exitClean
}

// runtimeTools turns entries of the catalog into what package provider reads of
// a tool.
func runtimeTools(catalog []gen.Tool) []*runtime.Tool {
	tools := make([]*runtime.Tool, len(catalog))
	for i, t := range catalog {
		tools[i] = &runtime.Tool{
			ToolSchema: runtime.ToolSchema{Name: t.Name, Description: t.Description, Parameters: t.Parameters},
			Output:     t.Output,
			ReadOnly:   t.ReadOnly, Destructive: t.Destructive, Idempotent: t.Idempotent, OpenWorld: t.OpenWorld,
		}
	}
	return tools
}
