package acp_test

import (
	sdk "github.com/coder/acp-go-sdk"
	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/acp"
)

func ExampleSession() {
	var conn *sdk.AgentSideConnection       // from sdk.NewAgentSideConnection
	var id sdk.SessionId                    // from your NewSession
	var capabilities sdk.ClientCapabilities // from your Initialize

	session := &acp.Session{Conn: conn, ID: id, Directory: "/home/ada/project", Terminals: acp.ShowsTerminals(capabilities)}
	reg := runtime.NewRegistry(runtime.Options{Approver: session.Approver()})
	remove := session.Attach(reg)
	defer remove()
}
