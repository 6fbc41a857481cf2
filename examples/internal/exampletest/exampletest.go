// Package exampletest runs an example as the program that it is, from its own
// tests: the test binary starts itself again and is the program then.
package exampletest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

const variable = "DSHGEN_EXAMPLE_MAIN"

// Main is the TestMain of an example; main is its main.
func Main(m *testing.M, main func()) {
	if os.Getenv(variable) == "" {
		os.Exit(m.Run())
	}
	main()
	os.Exit(0)
}

// Command returns the program of the test that calls it, not started yet.
func Command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), variable+"=1")
	return cmd
}

// Output runs the program to its end and returns what it printed. That it fails,
// or prints to stderr, fails the test.
func Output(t *testing.T, stdin string, args ...string) []byte {
	t.Helper()
	cmd := Command(t, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return stdout.Bytes()
}

// Results runs the program on lines of calls and returns their results.
func Results(t *testing.T, stdin string, args ...string) []*runtime.Result {
	t.Helper()
	var results []*runtime.Result
	for line := range strings.Lines(string(Output(t, stdin, args...))) {
		r, err := runtime.ParseResult(line)
		if err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		results = append(results, r)
	}
	return results
}

// Schema is what -schemas prints of one tool.
type Schema struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	Output      json.RawMessage `json:"output"`
}

// Schemas runs the program with -schemas. It fails the test unless the tools have
// the names given, in that order, and everything is described to the model.
func Schemas(t *testing.T, args []string, names ...string) []Schema {
	t.Helper()
	var schemas []Schema
	if err := json.Unmarshal(Output(t, "", append([]string{"-schemas"}, args...)...), &schemas); err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, s := range schemas {
		have = append(have, s.Name)
		if s.Description == "" {
			t.Errorf("%s has no description", s.Name)
		}
		var parameters struct {
			Type       string
			Properties map[string]struct{ Description string }
			Closed     *bool `json:"additionalProperties"`
		}
		if err := json.Unmarshal(s.Parameters, &parameters); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if parameters.Type != "object" || parameters.Closed == nil || *parameters.Closed || len(parameters.Properties) == 0 {
			t.Errorf("%s: %s", s.Name, s.Parameters)
		}
		for name, p := range parameters.Properties {
			if p.Description == "" {
				t.Errorf("%s: %s has no description", s.Name, name)
			}
		}
	}
	if strings.Join(have, " ") != strings.Join(names, " ") {
		t.Errorf("tools are %v, want %v", have, names)
	}
	return schemas
}
