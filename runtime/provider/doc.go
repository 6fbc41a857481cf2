// Package provider turns tools into the request forms of model providers, the
// calls of their responses into [runtime.Call], and results back into the
// messages that they take.
//
//	list, err := provider.Project(provider.Anthropic, reg.Schemas())
//	// list.JSON is the value of "tools" in a request
//	calls, err := provider.ParseCalls(provider.Anthropic, response)
//	step := reg.ExecuteStep(ctx, calls)
//	reply, err := provider.Results(provider.Anthropic, calls, step.Results())
//	// reply.JSON holds the messages to append
//
// It speaks JSON: what it returns goes into the raw bodies of any HTTP client,
// or through json.Unmarshal into the types of a provider's SDK. It imports no
// SDK, and nothing that agents link without it reaches this package.
//
// # Restrictions are data
//
// Every provider takes a subset of JSON Schema of its own. [Target.Restrictions]
// says which, with the pages that say so; [Project] reads that table and
// nothing else. What a target cannot express is either kept as words in the
// nearest description, or rewritten, or dropped; each such [Loss] is reported.
// Where the model could then no longer send what the tool needs, or send what
// it must not, there is no projection but a [*FaultError].
//
// # Optional properties under OpenAI strict
//
// OpenAI strict wants every property to be required, so one that is optional
// becomes nullable and the model sends null for "left out". Decoders that
// dshgen writes, and package runtime/schema, take null of an optional property
// as absent, at every depth; a Validate and Run written by hand must do the
// same.
//
// # Concurrency and memory
//
// Functions may be called at the same time and keep nothing. A [Stream] belongs
// to one goroutine.
package provider
