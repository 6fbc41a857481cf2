package schema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
	"github.com/dsh-tools/dshgen/testdata/golden/companions"
	"github.com/dsh-tools/dshgen/testdata/golden/constraints"
	"github.com/dsh-tools/dshgen/testdata/golden/docs"
	"github.com/dsh-tools/dshgen/testdata/golden/kinds"
	"github.com/dsh-tools/dshgen/testdata/golden/methods"
	"github.com/dsh-tools/dshgen/testdata/golden/names"
	"github.com/dsh-tools/dshgen/testdata/golden/nested"
	"github.com/dsh-tools/dshgen/testdata/golden/patterns"
	"github.com/dsh-tools/dshgen/testdata/golden/realtools"
	"github.com/dsh-tools/dshgen/testdata/golden/results"
	"github.com/dsh-tools/dshgen/testdata/golden/shapes"
	"github.com/dsh-tools/dshgen/testdata/golden/special"
	"github.com/dsh-tools/dshgen/testdata/golden/wide"
)

// goldenTools are tools of all golden packages.
func goldenTools() []*runtime.Tool {
	return slices.Concat(companions.Tools, constraints.Tools, docs.Tools, kinds.Tools, methods.NewStore().Tools(), names.Tools,
		nested.Tools, patterns.Tools, realtools.Tools, results.Tools, shapes.Tools, special.Tools, wide.Tools)
}

// TestGenerated holds that a schema which dshgen emits says as much as the
// decoder that it generates: same verdicts, same violations in the same order
// and words.
func TestGenerated(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 60
	}
	tools, tried := goldenTools(), 0
	defer func() {
		if tried < len(tools)*9/10 {
			t.Errorf("texts were accepted for %d of %d tools only", tried, len(tools))
		}
	}()
	for _, tool := range tools {
		t.Run(tool.Name, func(t *testing.T) {
			s, err := schema.Parse(tool.Parameters, schema.Extended, schema.ObjectRooted)
			if err != nil {
				t.Fatalf("%s\n%v", tool.Parameters, err)
			}
			if tool.Output != "" {
				if _, err := schema.ParseOutput(tool.Output, schema.Extended); err != nil {
					t.Errorf("output: %s\n%v", tool.Output, err)
				}
			}
			m := &maker{}
			dec := json.NewDecoder(strings.NewReader(tool.Parameters))
			dec.UseNumber()
			if err := dec.Decode(&m.root); err != nil {
				t.Fatal(err)
			}
			accepted, refused := 0, 0
			for seed := range n {
				m.rand = rand.New(rand.NewPCG(uint64(seed), 11))
				text := m.text(m.root, 0)
				if seed%5 == 0 {
					i := m.rand.IntN(len(text) + 1)
					text = text[:i] + string(byte(m.rand.IntN(256))) + text[i:]
				}
				if strings.Contains(text, "1e400") {
					continue // beyond a Go type whose bounds the schema does not state
				}
				want, got := argumentViolations(t, tool.Validate(text)), argumentViolations(t, s.ValidateArguments(tool.Name, text))
				if len(want) < len(got) && strings.HasSuffix(fmt.Sprint(tool.Validate(text)), " more") {
					got = got[:len(want)] // of more than 16, and some are left out
				}
				if !slices.EqualFunc(want, got, sameViolation) {
					t.Fatalf("text: %s\ngenerated: %q\n   schema: %q", text, want, got)
				}
				if got == nil {
					accepted++
				} else {
					refused++
				}
			}
			if refused == 0 {
				t.Error("no text was refused")
			}
			if accepted > 0 {
				tried++
			}
		})
	}
}

// argumentViolations returns the violations that a schema can know of: what the
// method of an author's type refuses is beyond it.
func argumentViolations(t *testing.T, err error) (out []runtime.Violation) {
	t.Helper()
	var e *runtime.ArgsError
	if err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e == nil {
		return nil
	}
	for _, v := range e.Violations {
		if !strings.HasPrefix(v.Message, "is not accepted: ") {
			out = append(out, v)
		}
	}
	return out
}

// sameViolation allows one difference: the range of a Go type whose bounds the
// schema does not state.
func sameViolation(generated, s runtime.Violation) bool {
	if generated.Rule == "minimum" && strings.Contains(generated.Message, "and 18446744073709551615, got") {
		return s.Path == generated.Path && s.Rule == generated.Rule
	}
	return generated == s
}

// TestGeneratedOutputs: what generated encoders write is valid for the output
// schema that dshgen emits.
func TestGeneratedOutputs(t *testing.T) {
	values := 0
	for _, tool := range goldenTools() {
		if tool.Output == "" {
			continue
		}
		output, err := schema.ParseOutput(tool.Output, schema.Extended)
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		reg := runtime.NewRegistry(runtime.Options{})
		if _, err := reg.Register(tool); err != nil {
			t.Fatal(err)
		}
		m := &maker{}
		dec := json.NewDecoder(strings.NewReader(tool.Parameters))
		dec.UseNumber()
		if err := dec.Decode(&m.root); err != nil {
			t.Fatal(err)
		}
		for seed := range 60 {
			m.rand = rand.New(rand.NewPCG(uint64(seed), 13))
			text := m.text(m.root, 0)
			r := reg.Execute(context.Background(), runtime.Call{Name: tool.Name, Arguments: text})
			if r.IsError() || r.Value() == "" || r.Value() == "null" {
				continue
			}
			values++
			if got := output.ValidateJSON(r.Value()); got != nil {
				t.Errorf("%s %s: %s\n%s\n%v", tool.Name, text, r.Value(), tool.Output, got)
				break
			}
		}
	}
	if values < 100 {
		t.Errorf("only %d values", values)
	}
}
