// Package acp shows the calls of a [runtime.Registry] to a client of the Agent
// Client Protocol, with the protocol's Go SDK: a tool_call when a call begins,
// made of its card, a tool_call_update when it has ended, and permission requests
// built from the very same card.
//
// The package is a module of its own, so that programs without it do not depend
// on the SDK.
package acp
