package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dsh-tools/dshgen/runtime"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// MountOptions say how the tools of a remote server appear in a registry. The
// zero options mount all of them under their own names.
type MountOptions struct {
	// Prefix is put before each name, such as "files_", so that the tools of two
	// servers do not collide.
	Prefix string
	// Select says which tools are mounted; nil means all.
	Select func(*sdk.Tool) bool
}

// Mounted is the tools of a remote server in a registry.
type Mounted struct {
	// Tools are those that were registered.
	Tools []*runtime.Tool
	// Unchecked says why the arguments of a tool are checked by the server alone:
	// its schema says more than package schema enforces. By name of the tool in
	// the registry.
	Unchecked map[string]error

	remove func()
}

// Remove takes the tools out of the registry. Calls that run go on.
func (m *Mounted) Remove() { m.remove() }

// Mount registers the tools of a remote server, all or none, so that policies,
// guards and scopes apply to them as to any other. Their arguments are checked
// against their schemas before policy, as far as those can be enforced. The tools
// are those that the server has now: mount again after it says that they changed,
// see ClientOptions.ToolListChangedHandler of the SDK.
//
// What a remote server says of its tools is its own claim. Policies that trust
// hints, such as ReadOnly, should not do so for servers that they do not trust.
func Mount(ctx context.Context, reg *runtime.Registry, session *sdk.ClientSession, o MountOptions) (*Mounted, error) {
	m := &Mounted{Unchecked: map[string]error{}}
	for t, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, fmt.Errorf("mcp: list the tools of the server: %w", err)
		}
		if o.Select != nil && !o.Select(t) {
			continue
		}
		tool, err := m.tool(session, t, o.Prefix)
		if err != nil {
			return nil, fmt.Errorf("mcp: tool %q of the server: %w", t.Name, err)
		}
		m.Tools = append(m.Tools, tool)
	}
	remove, err := reg.Register(m.Tools...)
	if err != nil {
		return nil, fmt.Errorf("mcp: %w", err)
	}
	m.remove = remove
	return m, nil
}

// tool makes the tool that stands for a remote one.
func (m *Mounted) tool(session *sdk.ClientSession, t *sdk.Tool, prefix string) (*runtime.Tool, error) {
	parameters, err := json.Marshal(t.InputSchema)
	if err != nil {
		return nil, err
	}
	tool := &runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: prefix + t.Name, Description: t.Description, Parameters: string(parameters)},
		Title:      t.Title,
		Origin:     "server " + serverName(session),
		Run:        proxy(session, t.Name),
	}
	if check, err := checker(tool.Name, tool.Parameters); err != nil {
		m.Unchecked[tool.Name] = err
	} else {
		tool.Validate = check
	}
	if a := t.Annotations; a != nil {
		tool.ReadOnly, tool.Idempotent = a.ReadOnlyHint, a.IdempotentHint
		tool.Destructive = !a.ReadOnlyHint && (a.DestructiveHint == nil || *a.DestructiveHint)
		tool.OpenWorld = a.OpenWorldHint == nil || *a.OpenWorldHint
		if tool.Title == "" {
			tool.Title = a.Title
		}
	} else { // what the protocol has one assume
		tool.Destructive, tool.OpenWorld = true, true
	}
	return tool, nil
}

func serverName(session *sdk.ClientSession) string {
	if r := session.InitializeResult(); r != nil && r.ServerInfo != nil {
		return r.ServerInfo.Name
	}
	return "(unnamed)"
}

// remoteError is what a remote tool says when it fails.
type remoteError string

func (e remoteError) Error() string { return string(e) }

// proxy runs a call at the server. Cancelling the context cancels it there.
func proxy(session *sdk.ClientSession, name string) func(context.Context, *runtime.Execution) (any, error) {
	return func(ctx context.Context, x *runtime.Execution) (any, error) {
		res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(x.Arguments())})
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, err
		case err != nil:
			return nil, runtime.Private(fmt.Errorf("call of %q at the server: %w", name, err), "the server of this tool failed or is gone: "+describe(err))
		}
		list := contents(res.Content)
		if res.IsError {
			text := ""
			for _, c := range list {
				if c.Text() != "" {
					text += c.Text() + "\n"
				}
			}
			return nil, remoteError(text)
		}
		out := runtime.Return{Content: list}
		if res.StructuredContent != nil {
			out.Value = res.StructuredContent
		}
		if len(list) == 0 && out.Value == nil {
			return nil, nil
		}
		return out, nil
	}
}

// describe keeps addresses and other details of the transport from the model.
func describe(err error) string {
	if errors.Is(err, sdk.ErrConnectionClosed) {
		return "the connection is closed"
	}
	return "it refused the call"
}
