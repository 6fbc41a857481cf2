package gen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
)

// ErrDiagnostics says that a tool could not be called since its package has
// errors, which the result lists.
var ErrDiagnostics = errors.New("the package has errors")

// Call runs one tool of one package through the pipeline and returns the
// result as JSON, as runtime.Result marshals itself. Nothing is written to the
// package: the tool runs inside a test binary whose test and generated file
// exist in an overlay only. So tools of package main, of internal packages and
// unexported ones can be called as well.
//
// The text of the call goes to the pipeline as it is. What the tool prints
// goes to log.
func Call(ctx context.Context, cfg Config, pattern, tool, arguments string, log *os.File) (result []byte, diags Diagnostics, err error) {
	res, err := Generate(ctx, cfg, pattern)
	if err != nil {
		return nil, nil, err
	}
	if res.Diagnostics.HasErrors() {
		return nil, res.Diagnostics, ErrDiagnostics
	}
	entry, err := res.find(pattern, tool)
	if err != nil {
		return nil, nil, err
	}
	tmp, err := os.MkdirTemp("", "dshgen-call-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(tmp)
	c := caller{entry: entry, files: res.Files, dir: tmp}
	if err := c.prepare(arguments); err != nil {
		return nil, nil, err
	}
	result, err = c.run(ctx, cfg, log)
	return result, nil, err
}

// find returns the tool with a name, which must be the only one.
func (res *Result) find(pattern, name string) (Tool, error) {
	var names []string
	var found []Tool
	for _, t := range res.Tools {
		if t.Name == name {
			found = append(found, t)
		}
		names = append(names, t.Name)
	}
	switch {
	case len(res.Tools) == 0:
		return Tool{}, fmt.Errorf("%s has no tools", pattern)
	case len(found) == 0:
		return Tool{}, fmt.Errorf("%s has no tool %q: it has %s", pattern, name, strings.Join(names, ", "))
	case len(found) > 1:
		return Tool{}, fmt.Errorf("%s matches several packages with a tool %q: name one package", pattern, name)
	case strings.Contains(found[0].Function, "."):
		typ, _, _ := strings.Cut(found[0].Function, ".")
		return Tool{}, fmt.Errorf("the tool %q is a method: only a program that makes a %s can call it", name, typ)
	}
	return found[0], nil
}

// caller is one test binary in the making.
type caller struct {
	entry Tool
	files []File
	dir   string // temporary
}

const (
	callTest      = "TestDshgenCall"
	callArguments = "DSHGEN_CALL_ARGUMENTS"
	callResult    = "DSHGEN_CALL_RESULT"
)

var callSource = template.Must(template.New("call").Parse(`package {{.Package}}

import (
	dshcontext "context"
	dshos "os"
	dshtesting "testing"

	dshruntime "github.com/dsh-tools/dshgen/runtime"
)

func {{.Test}}(t *dshtesting.T) {
	arguments, err := dshos.ReadFile(dshos.Getenv("{{.Arguments}}"))
	if err != nil {
		t.Fatal(err)
	}
	reg := dshruntime.NewRegistry(dshruntime.Options{})
	if _, err := reg.Register({{.Tool.Declared}}); err != nil {
		t.Fatal(err)
	}
	res := reg.Execute(dshcontext.Background(), dshruntime.Call{ID: "call", Name: {{printf "%q" .Tool.Name}}, Arguments: string(arguments)})
	out, err := res.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := dshos.WriteFile(dshos.Getenv("{{.Result}}"), out, 0o600); err != nil {
		t.Fatal(err)
	}
}
`))

// prepare writes the test, the fresh generated file and the overlay that puts
// them into the package. The package's own tests are hidden: they need not
// compile for a tool to be called.
func (c caller) prepare(arguments string) error {
	overlay := map[string]string{}
	tests, err := filepath.Glob(filepath.Join(c.entry.dir, "*_test.go"))
	if err != nil {
		return err
	}
	for _, t := range tests {
		overlay[t] = ""
	}
	put := func(at, name string, content []byte) error {
		path := filepath.Join(c.dir, name)
		if at != "" {
			overlay[at] = path
		}
		return os.WriteFile(path, content, 0o600)
	}
	name := ""
	for i, f := range c.files {
		if filepath.Dir(f.Path) == c.entry.dir {
			name = packageName(f.Content)
		}
		if err := put(f.Path, fmt.Sprintf("generated%d.go", i), f.Content); err != nil {
			return err
		}
	}
	var src bytes.Buffer
	if err := callSource.Execute(&src, map[string]any{
		"Package": name, "Test": callTest, "Arguments": callArguments, "Result": callResult, "Tool": c.entry,
	}); err != nil {
		return err
	}
	if err := put(filepath.Join(c.entry.dir, "zz_dshgen_call_test.go"), "call_test.go", src.Bytes()); err != nil {
		return err
	}
	if err := put("", "arguments", []byte(arguments)); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	return put("", "overlay.json", text)
}

// packageName reads the package clause of generated source.
func packageName(src []byte) string {
	for line := range strings.Lines(string(src)) {
		if name, ok := strings.CutPrefix(line, "package "); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

func (c caller) run(ctx context.Context, cfg Config, log *os.File) ([]byte, error) {
	result := filepath.Join(c.dir, "result")
	args := []string{"test", "-count=1", "-vet=off", "-timeout=0", "-run=^" + callTest + "$", "-overlay=" + filepath.Join(c.dir, "overlay.json")}
	if cfg.Tags != "" {
		args = append(args, "-tags="+cfg.Tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, ".")...)
	cmd.Dir = c.entry.dir
	cmd.Env = cfg.Env
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, callArguments+"="+filepath.Join(c.dir, "arguments"), callResult+"="+result)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	text, readErr := os.ReadFile(result)
	if readErr != nil { // the test did not get as far as a result
		if err == nil {
			err = readErr
		}
		return nil, fmt.Errorf("run the tool %s: %w\n%s", c.entry.Name, err, bytes.TrimSpace(out.Bytes()))
	}
	if log != nil {
		log.Write(ownOutput(out.Bytes()))
	}
	return text, nil
}

// ownOutput is what the tool printed, without the lines of the test binary.
func ownOutput(out []byte) []byte {
	var own []byte
	for line := range bytes.Lines(out) {
		switch {
		case bytes.HasPrefix(line, []byte("ok  \t")), bytes.Equal(bytes.TrimSpace(line), []byte("PASS")):
		default:
			own = append(own, line...)
		}
	}
	return own
}
