// Dshgen turns Go functions annotated with //dsh:tool into tools that a
// language model can call.
//
// For each package that the patterns match it writes one file, dsh_gen.go,
// with an argument type, a JSON Schema, a decoder that validates, a validator
// and a runtime.Tool per function. Run it from a go:generate line:
//
//	//go:generate go tool dshgen
//
// See the text that 'dshgen help' prints for flags, subcommands and exit codes.
package main

// manual is what help prints.
const manual = `dshgen turns Go functions annotated with //dsh:tool into tools for language models.

Usage:

	dshgen [flags] [packages]     write dsh_gen.go in each package with tools
	dshgen list [packages]        list the tools
	dshgen schema [-for TARGET] [packages]
	                              print the tools as a JSON array: raw, or as an
	                              API takes them; what a list leaves out is told
	                              on standard error
	dshgen docs [packages]        print the tools as Markdown
	dshgen compat -against REV [packages]
	                              list what changed since a git revision
	dshgen call PKG TOOL JSON     run one tool through the pipeline, print its result
	dshgen help [directives]      print this text, or the table of directives

Packages are patterns of the go command, such as ./... ; the default is the
package in the current folder.

Flags:

	-check       list generated files that are stale, change nothing
	-diff        print what would change as a unified diff, change nothing
	-tests       also write dsh_gen_test.go: per tool a table of valid and invalid
	             texts and a fuzz target; later runs keep it current by themselves
	-strict      make warnings errors
	-warn=false  print no warnings
	-C dir       run in dir
	-tags list   build tags, separated by commas
	-json        print diagnostics, or the list, as JSON lines on standard output
	-v           say which files were written and which were current
	-version     print the version

Targets of schema: raw (the default), mcp, openai, openai-nonstrict,
openai-responses, openai-responses-nonstrict, anthropic, anthropic-strict,
gemini, gemini-json-schema. OpenAI means strict functions. A tool that a target
cannot be told faithfully is an error.

Exit codes: 0 clean; 1 diagnostics, stale files, a breaking change, tools that
a target cannot express, or a call whose result is an error; 2 usage or
environment.

Diagnostics read path:line:col: message [code]. A package with diagnostics
keeps the generated file that it has.
`
