//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/examples/internal/exampletest"
	"github.com/dsh-tools/dshgen/runtime"
)

func TestMain(m *testing.M) { exampletest.Main(m, main) }

func TestProgram(t *testing.T) {
	dir := t.TempDir()
	in := `{"id":"1","name":"bash","arguments":{"command":"echo hello; exit 4"}}
{"id":"2","name":"bash","arguments":{"command":"echo begun; sleep 100","background":true}}
{"id":"3","name":"bash_output","arguments":{"id":"bash_1","wait_ms":3000}}
{"id":"4","name":"bash_kill","arguments":{"id":"bash_1"}}
{"id":"5","name":"bash_output","arguments":{"id":"bash_2"}}
{"id":"6","name":"bash","arguments":{"command":"sleep 100","timeout_ms":50}}
{"id":"7","name":"bash","arguments":{"command":"","timeout_ms":0}}
{"id":"8","name":"bash","arguments":{"command":"sleep 100","background":true}}
`
	results := exampletest.Results(t, in, "-dir", dir)
	want := []struct{ prefix, code string }{
		{"hello\n[exit code 4 after ", ""},
		{"[bash_1 runs in the background: ", ""},
		{"begun\n[running for ", ""},
		{"[no output]\n[killed after ", ""},
		{`there is no background command "bash_2": there are bash_1 ended`, runtime.CodeToolError},
		{"the command was killed because it did not end within 50ms", "COMMAND_TIMEOUT"},
		{"", runtime.CodeInvalidArgs},
		{"[bash_2 runs in the background: ", ""}, // and is killed at the end of input
	}
	if len(results) != len(want) {
		t.Fatalf("%d results", len(results))
	}
	for i, r := range results {
		code := ""
		if r.IsError() {
			code = r.Error().Code
		}
		if code != want[i].code || !strings.HasPrefix(r.Text(), want[i].prefix) {
			t.Errorf("call %d: got %q, %s; want %q, %s", i+1, r.Text(), code, want[i].prefix, want[i].code)
		}
	}
	if pids := running(dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}

// TestInterrupt interrupts the program while a command is running, with another
// in the background.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	cmd := exampletest.Command(t, "-dir", dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(stdin, `{"id":"1","name":"bash","arguments":{"command":"sleep 100","background":true}}`+"\n")
	io.WriteString(stdin, `{"id":"2","name":"bash","arguments":{"command":"touch ready; sleep 100 | sleep 100"}}`+"\n")
	eventually(t, "the command", exists(filepath.Join(dir, "ready")))
	cmd.Process.Signal(os.Interrupt)
	var lines []string
	for out := bufio.NewScanner(stdout); out.Scan(); {
		lines = append(lines, out.Text())
	}
	ended := make(chan error)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("an interrupted program succeeds")
		}
	case <-time.After(3 * time.Second):
		t.Fatal("the program goes on")
	}
	if len(lines) != 2 {
		t.Fatalf("got %q", lines)
	}
	r, err := runtime.ParseResult(lines[1])
	if err != nil || !r.IsError() || r.Error().Code != runtime.CodeAborted {
		t.Errorf("got %s, %v", lines[1], err)
	}
	if pids := running(dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}

func TestSchemas(t *testing.T) {
	exampletest.Schemas(t, nil, "bash", "bash_kill", "bash_output")
}
