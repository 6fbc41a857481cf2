package mcp_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os/exec"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func ExampleServe() {
	ctx, reg := context.Background(), runtime.NewRegistry(runtime.Options{})

	// On standard input and output, as clients start a server:
	if err := mcp.Serve(ctx, reg, mcp.Options{Name: "notes", Version: "1"}); err != nil {
		log.Fatal(err)
	}
}

func ExampleHandler() {
	reg := runtime.NewRegistry(runtime.Options{})

	// Over HTTP, each session in a scope of its own:
	handler := mcp.Handler(reg, mcp.Options{Scope: func(r *http.Request) (*runtime.Registry, error) {
		child := reg.Child(r.Header.Get("X-User"))
		_, err := child.Restrict(runtime.Restriction{Deny: []string{"delete_note"}, Future: true})
		return child, err
	}})
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", handler))
}

func ExampleMount() {
	ctx, reg := context.Background(), runtime.NewRegistry(runtime.Options{})

	// The tools of somebody else's server, under your policies:
	client := sdk.NewClient(&sdk.Implementation{Name: "agent", Version: "1"}, nil)
	session, err := client.Connect(ctx, &sdk.CommandTransport{Command: exec.Command("their-server")}, nil)
	if err != nil {
		log.Fatal(err)
	}
	mounted, err := mcp.Mount(ctx, reg, session, mcp.MountOptions{Prefix: "theirs_"})
	if err != nil {
		log.Fatal(err)
	}
	for name, why := range mounted.Unchecked {
		fmt.Println(name, "is checked by the server alone:", why)
	}
}
