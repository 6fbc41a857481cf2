// Mcpserver serves tools over the Model Context Protocol, on standard input and
// output, or, with -http, on an address:
//
//	go run . -http 127.0.0.1:8080
//
// The tools keep notes in memory. With -readonly, clients see only those that
// change nothing.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/mcp"
	"github.com/dsh-tools/dshgen/runtime/slogobserver"
)

func main() {
	address := flag.String("http", "", "serve streamable HTTP on this `address` instead of standard input and output")
	readonly := flag.Bool("readonly", false, "offer only tools that change nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *address, *readonly); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "mcpserver:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address string, readonly bool) error {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil)) // standard output is the protocol's
	reg, err := registry(logger, readonly)
	if err != nil {
		return err
	}
	options := mcp.Options{Name: "notes", Version: "1", Instructions: "Keeps short notes for as long as it runs.", Logger: logger}
	if address == "" {
		return mcp.Serve(ctx, reg, options)
	}
	server := &http.Server{Addr: address, Handler: mcp.Handler(reg, options), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func registry(logger *slog.Logger, readonly bool) (*runtime.Registry, error) {
	reg := runtime.NewRegistry(runtime.Options{Logger: logger})
	reg.Wrap(runtime.TimeoutPolicy())
	reg.Observe(slogobserver.New(logger, slogobserver.Options{Failure: slog.LevelWarn}))
	for _, tool := range new(Notebook).Tools() {
		if readonly && !tool.ReadOnly {
			continue
		}
		if _, err := reg.Register(tool); err != nil {
			return nil, err
		}
	}
	return reg, nil
}
