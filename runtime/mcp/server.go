package mcp

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/dsh-tools/dshgen/runtime"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options say what a server tells of itself. The zero Options work.
type Options struct {
	// Name and Version are the implementation that clients see. Empty means
	// "dshgen" and "0".
	Name, Version string
	// Instructions are for the model of a client.
	Instructions string
	// Agent is the agent of calls, for policies and approvers; empty means the
	// name of the registry, or else "mcp".
	Agent string
	// Scope gives each HTTP session a registry of its own, usually a restricted
	// [runtime.Registry.Child]; nil, and a nil registry, mean the one served. An
	// error refuses the session.
	Scope func(*http.Request) (*runtime.Registry, error)
	// HTTP are options of the SDK for [Handler].
	HTTP *sdk.StreamableHTTPOptions
	// Logger is told what neither client nor model is. Nil means silence.
	Logger *slog.Logger
}

// NewServer returns a server of the SDK with the tools of reg, to be run on any
// of its transports. Tools come and go with those that reg shows; clients are
// notified.
func NewServer(reg *runtime.Registry, o Options) *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: orElse(o.Name, "dshgen"), Version: orElse(o.Version, "0")}, &sdk.ServerOptions{
		Instructions: o.Instructions,
		Logger:       o.Logger,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
	})
	b := &bridge{reg: reg, options: o, known: map[string]*runtime.Tool{}}
	// A server that nobody uses any more, such as that of an HTTP session that is
	// over, must not be kept alive by the registry.
	ref := weak.Make(server)
	var remove func()
	remove = reg.Watch(func() {
		if s := ref.Value(); s != nil {
			b.sync(s)
		} else {
			remove()
		}
	})
	b.sync(server) // after Watch, so that no change is missed
	return server
}

// Serve serves reg on standard input and output until the client closes them or
// ctx is done. Whatever else the program prints there breaks the protocol.
func Serve(ctx context.Context, reg *runtime.Registry, o Options) error {
	return NewServer(reg, o).Run(ctx, &sdk.StdioTransport{})
}

// Handler serves reg over streamable HTTP, each session with a server and, by
// Options.Scope, a registry of its own. It does not authenticate: put what does
// in front of it, and serve on a loopback address otherwise.
func Handler(reg *runtime.Registry, o Options) http.Handler {
	return sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		scope := reg
		if o.Scope != nil {
			own, err := o.Scope(r)
			if err != nil {
				if o.Logger != nil {
					o.Logger.Warn("session refused", "error", err.Error())
				}
				return nil
			}
			if own != nil {
				scope = own
			}
		}
		return NewServer(scope, o)
	}, o.HTTP)
}

// bridge keeps the tools of a server equal to those of a registry.
type bridge struct {
	reg     *runtime.Registry
	options Options

	mu    sync.Mutex
	known map[string]*runtime.Tool // what the server has
}

// sync adds, replaces and removes what differs.
func (b *bridge) sync(server *sdk.Server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	visible := map[string]bool{}
	for _, t := range b.reg.Tools() {
		visible[t.Name] = true
		if have := b.known[t.Name]; have == nil || differs(have, t) {
			b.known[t.Name] = t
			server.AddTool(declaration(t), b.handler(t.Name))
		}
	}
	var gone []string
	for name := range b.known {
		if !visible[name] {
			gone = append(gone, name)
			delete(b.known, name)
		}
	}
	if len(gone) > 0 {
		server.RemoveTools(gone...)
	}
}

// differs reports whether clients would see another tool.
func differs(a, b *runtime.Tool) bool {
	return a.ToolSchema != b.ToolSchema || a.Title != b.Title || a.Output != b.Output ||
		a.ReadOnly != b.ReadOnly || a.Destructive != b.Destructive || a.Idempotent != b.Idempotent || a.OpenWorld != b.OpenWorld
}

// calls numbers the calls of all servers: the protocol's own IDs are unique in a
// session only, and the SDK keeps them to itself.
var calls atomic.Uint64

// handler runs calls of one tool through the pipeline. All that can go wrong in
// there is a result that a model can act on, not an error of the protocol.
func (b *bridge) handler(name string) sdk.ToolHandler {
	reg, agent := b.reg, b.options.Agent
	if agent == "" && reg.Name() == "" {
		agent = "mcp"
	}
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return result(reg.Execute(ctx, runtime.Call{
			ID: "mcp-" + strconv.FormatUint(calls.Add(1), 10), Name: name, Arguments: string(req.Params.Arguments), Agent: agent,
		})), nil
	}
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
