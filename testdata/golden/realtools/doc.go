// Package realtools declares the tools of two products that people use: a
// coding-agent harness (files, shell, terminals, teammates, plug-ins) and the
// MCP server of a code forge (issues, pull requests, repositories, workflows).
// The input schema that dshgen writes for each function equals the published
// one, property by property; schema_test.go holds the comparison and the short
// list of tools that Go signatures cannot express.
//
// Nothing here reaches a network or a disk. Tools of the forge return the
// [Request] that they stand for, tools of the harness a line of text, so that a
// test can see what arrived.
//
// The package also shows each way to declare a tool: plain parameters, one
// struct parameter, embedded structs, slices of structs, variadics, enums from
// constants or from a directive, and the four places a description can stand.
// Both products accept properties that they do not know, hence `open` on nearly
// every tool; where they refuse them, the default of dshgen does so too.
package realtools
