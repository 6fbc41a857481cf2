package main

import (
	"encoding/json"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// server builds the program once per test.
func server(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mcpserver")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// TestStdio starts the program as a client does, and takes notes.
func TestStdio(t *testing.T) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(server(t))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	call := func(name, arguments string) *mcp.CallToolResult {
		t.Helper()
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, text := range []string{`{"text":"Water the plants","tags":["home"]}`, `{"text":"Call Ada"}`} {
		if r := call("add_note", text); r.IsError {
			t.Errorf("add: %v", r.Content[0])
		}
	}
	found, err := json.Marshal(call("search_notes", `{"text":"PLANTS"}`).StructuredContent)
	if err != nil || !strings.Contains(string(found), `"text":"Water the plants"`) || strings.Contains(string(found), "Ada") {
		t.Errorf("found %s, %v", found, err)
	}
	if r := call("remove_note", `{"id":7}`); !r.IsError {
		t.Error("a note that is not there was removed")
	}
	if r := call("search_notes", `{"limit":0}`); !r.IsError {
		t.Error("a limit of 0 was taken")
	}
}

func TestReadonly(t *testing.T) {
	reg, err := registry(slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	if all := reg.Schemas(); len(all) != 1 || all[0].Name != "search_notes" {
		t.Errorf("offers %v", all)
	}
}

// TestInspector has the official inspector list the tools and call one.
func TestInspector(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the inspector from the npm registry")
	}
	npx, err := exec.LookPath("npx")
	if err != nil {
		t.Skip("npx is not installed")
	}
	inspect := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(npx, append([]string{"--yes", inspector, "--cli", server(t)}, args...)...)
		cmd.Env = append(os.Environ(), "npm_config_update_notifier=false")
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			if strings.Contains(stderr.String(), "npm error") {
				t.Skipf("the inspector cannot be installed: %s", stderr.String())
			}
			t.Fatalf("%v\n%s\n%s", err, out, stderr.String())
		}
		return string(out)
	}
	var list struct {
		Tools []struct {
			Name        string
			InputSchema map[string]any
		}
	}
	if err := json.Unmarshal([]byte(inspect("--method", "tools/list")), &list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"add_note", "remove_note", "search_notes"}) {
		t.Errorf("lists %q", names)
	}
	if out := inspect("--method", "tools/call", "--tool-name", "add_note", "--tool-arg", "text=hello"); !strings.Contains(out, "hello") {
		t.Errorf("the call printed %s", out)
	}
}

// inspector is pinned: another version is another test.
const inspector = "@modelcontextprotocol/inspector@2.12.0"
