package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run this test binary as dshgen.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dshgen": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the command as a shell would: what it prints, how it exits,
// and what it leaves on disk.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("ROOT", root)
			e.Setenv("GOCACHE", envOr("GOCACHE", filepath.Join(cache, "go-build")))
			e.Setenv("GOMODCACHE", os.Getenv("GOMODCACHE"))
			e.Setenv("GOPATH", os.Getenv("GOPATH"))
			e.Setenv("HOME", os.Getenv("HOME"))
			e.Setenv("GOFLAGS", "-mod=mod")
			e.Setenv("GOPROXY", "off")
			return nil
		},
	})
}

func envOr(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}
