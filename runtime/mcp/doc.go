// Package mcp serves a [runtime.Registry] over the Model Context Protocol, with
// the official Go SDK: its tools with schemas and hints, their results, and
// changes of both. Calls run through the registry's pipeline, so its policies,
// guards and restrictions hold for clients of the protocol as for anybody else.
//
// It also mounts the tools of a remote server in a registry, see [Mount].
//
// The package is a module of its own, so that programs without it do not depend
// on the SDK.
package mcp
