package runtime

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Token identifies one execution. It is opaque and comparable, fresh for each
// execution, and holds on to nothing. The zero Token is no execution.
type Token struct {
	tree *tree // tells registries apart
	n    uint64
	root string // ID of the call at the root of a nest
}

// IsZero reports whether t is no execution's token.
func (t Token) IsZero() bool { return t.tree == nil }

// String returns a text for logs, unique among the executions of one registry
// and its children.
func (t Token) String() string {
	if t.IsZero() {
		return "none"
	}
	return "execution-" + strconv.FormatUint(t.n, 10)
}

// Execution is one run of a call through the pipeline, as policies, tools and
// observers see it. All it says was fixed at admission; a policy cannot change
// it, so what an approver saw is what runs. It is safe for concurrent use and
// may be kept after the call.
type Execution struct {
	registry *Registry
	entry    *entry // nil when the tool is unknown
	token    Token
	parent   Token
	depth    int // 0 at the root of a nest
	callID   string
	name     string
	agent    string
	text     string
	received string   // what text was repaired from
	repairs  []Repair // not empty if it was
	started  time.Time

	mu       sync.Mutex
	deferred []Content
	closed   bool // the outcome stands: no more context
	released bool // the caller was let go before the tool ended
	release  chan struct{}
}

// Token identifies this execution.
func (x *Execution) Token() Token { return x.token }

// CallID returns the ID of the call, byte for byte.
func (x *Execution) CallID() string { return x.callID }

// RootID returns the ID of the call that started the nest of calls this one is
// part of. For a call that no tool made it is its own ID.
func (x *Execution) RootID() string { return x.token.root }

// Parent returns the token of the execution whose tool made this call, or the
// zero Token.
func (x *Execution) Parent() Token { return x.parent }

// Name returns the name that was called. There may be no such tool.
func (x *Execution) Name() string { return x.name }

// Arguments returns the JSON text that runs. Where the model sent nothing, or
// null, it is {}. Substrings that are kept, keep the whole text.
func (x *Execution) Arguments() string { return x.text }

// Repairs returns what [Options.Repair] has changed in the arguments, nil if
// nothing.
func (x *Execution) Repairs() []Repair { return slices.Clone(x.repairs) }

// Received returns the arguments as they came: those of [Execution.Arguments]
// unless they were repaired.
func (x *Execution) Received() string {
	if len(x.repairs) > 0 {
		return x.received
	}
	return x.text
}

// Agent returns on whose behalf the call is made, or "".
func (x *Execution) Agent() string { return x.agent }

// Started returns when the call was admitted.
func (x *Execution) Started() time.Time { return x.started }

// Tool returns a copy of the tool that the call was resolved to at admission,
// or nil when this scope has no tool of that name.
func (x *Execution) Tool() *Tool {
	if x.entry == nil {
		return nil
	}
	t := x.entry.tool
	return &t
}

// timeout is x.Tool().Timeout without the copy.
func (x *Execution) timeout() time.Duration {
	if x.entry == nil {
		return 0
	}
	return x.entry.tool.Timeout
}

// Execute runs a nested call in the scope of x, as a tool does that is made of
// others: with x as parent, under the same root ID, and on behalf of the same
// agent unless call names another. All policies apply to it. Pass on the context
// that Run got. Calls may be nested [Options.MaxDepth] deep.
func (x *Execution) Execute(ctx context.Context, call Call) *Result {
	if call.Agent == "" {
		call.Agent = x.agent
	}
	return x.registry.execute(ctx, call, x)
}

// DeferContext hands the model something to know beside the result: it reaches
// [Result.AdditionalContext], unless a post policy blocks the result. It has no
// effect once the outcome stands.
func (x *Execution) DeferContext(contents ...Content) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.closed {
		x.deferred = append(x.deferred, contents...)
	}
}

// takeDeferred ends deferring and returns what was deferred.
func (x *Execution) takeDeferred() []Content {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	return x.deferred
}

// abandon lets the caller go although the tool has not ended. It reports
// whether there was a tool to abandon.
func (x *Execution) abandon() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.release != nil && !x.released {
		x.released = true
		close(x.release)
	}
}

// FromContext returns the execution that ctx belongs to, as Run and policies
// get it: for [Execution.Execute], [Execution.DeferContext], or its IDs. It is
// nil outside of calls.
func FromContext(ctx context.Context) *Execution {
	x, _ := ctx.Value(executionKey{}).(*Execution)
	return x
}

type executionKey struct{}

// callContext is a context that knows its execution. It is a type of its own so
// that it can be part of the dispatch instead of another allocation.
type callContext struct {
	context.Context
	x *Execution
}

// Value returns the execution for its key.
func (c *callContext) Value(key any) any {
	if _, ok := key.(executionKey); ok {
		return c.x
	}
	return c.Context.Value(key)
}

// String keeps a context's %v from printing, and racing with, the execution.
func (c *callContext) String() string { return "runtime.callContext" }
