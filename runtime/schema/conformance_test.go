package schema_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/schema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// read returns the cases of one file of ../../testdata/conformance.
func read[T any](t testing.TB, name string) (cases []T) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/conformance/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 40 {
		t.Fatalf("%s has only %d cases", name, len(cases))
	}
	return cases
}

type valueCase struct {
	From   string
	Schema json.RawMessage
	Value  string
	Valid  bool
	Rules  []string
	Paths  []string
}

// TestValues checks verdicts, rules and paths of every case.
func TestValues(t *testing.T) {
	for i, c := range read[valueCase](t, "schema_values.json") {
		for _, options := range [][]schema.Option{nil, {schema.Extended}} {
			s, err := schema.Parse(string(c.Schema), options...)
			if err != nil {
				t.Errorf("case %d: %v", i, err)
				continue
			}
			got := s.ValidateJSON(c.Value)
			if (got == nil) != c.Valid {
				t.Errorf("case %d: %s\nvalue %s\nvalid %v, want %v: %v", i, c.Schema, c.Value, got == nil, c.Valid, got)
				continue
			}
			var rules, paths []string
			for _, v := range got {
				rules, paths = append(rules, v.Rule), append(paths, v.Path)
			}
			slices.Sort(rules)
			slices.Sort(paths)
			if !slices.Equal(rules, c.Rules) {
				t.Errorf("case %d: %s\nvalue %s\nrules %q, want %q", i, c.Schema, c.Value, rules, c.Rules)
			}
			if c.Paths != nil && !slices.Equal(paths, c.Paths) {
				t.Errorf("case %d: %s\nvalue %s\npaths %q, want %q", i, c.Schema, c.Value, paths, c.Paths)
			}
		}
	}
}

// TestSubset checks which schemas are accepted, and how much is said about the
// others.
func TestSubset(t *testing.T) {
	type subsetCase struct {
		Schema         json.RawMessage
		Supported      bool
		ObjectRooted   bool
		ViolationCount int
	}
	for i, c := range read[subsetCase](t, "schema_subset.json") {
		_, err := schema.Parse(string(c.Schema))
		violations := 0
		var unsupported *schema.UnsupportedError
		if errors.As(err, &unsupported) {
			violations = len(unsupported.Violations)
			if unsupported.Code() != "UNSUPPORTED_SCHEMA" {
				t.Errorf("case %d: code %s", i, unsupported.Code())
			}
		}
		if (err == nil) != c.Supported || violations != c.ViolationCount {
			t.Errorf("case %d: %s\n%d violations, want %d: %v", i, c.Schema, violations, c.ViolationCount, err)
		}
		if _, err := schema.ParseOutput(string(c.Schema)); (err == nil) != c.ObjectRooted {
			t.Errorf("case %d: %s\nobject-rooted %v, want %v: %v", i, c.Schema, err == nil, c.ObjectRooted, err)
		}
	}
}

// TestSuite runs the cases of the JSON Schema test suite that lie in the subset.
// None of the file is left out.
func TestSuite(t *testing.T) {
	for _, c := range read[valueCase](t, "json_schema_suite.json") {
		for _, options := range [][]schema.Option{nil, {schema.Extended}} {
			s, err := schema.Parse(string(c.Schema), options...)
			if err != nil {
				t.Errorf("%s: %v", c.From, err)
				continue
			}
			if got := s.ValidateJSON(c.Value); (got == nil) != c.Valid {
				t.Errorf("%s: valid %v, want %v: %v", c.From, got == nil, c.Valid, got)
			}
		}
	}
}

// TestRealTools: the input schemas of real products can be enforced, with the
// verdicts of an independent validator.
func TestRealTools(t *testing.T) {
	type tool struct {
		Source, Name string
		Schema       json.RawMessage
	}
	accepted, refused := 0, 0
	for i, c := range read[tool](t, "real_tools.json") {
		s, err := schema.Parse(string(c.Schema), schema.Extended, schema.ObjectRooted)
		if err != nil {
			t.Errorf("%s %s: %v", c.Source, c.Name, err)
			continue
		}
		reference := compileReference(t, string(c.Schema))
		m := &maker{rand: rand.New(rand.NewPCG(uint64(i), 5))}
		if err := json.Unmarshal(c.Schema, &m.root); err != nil {
			t.Fatal(err)
		}
		for range 40 {
			text := m.text(m.root, 0)
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			got, want := s.ValidateJSON(text), reference.Validate(value)
			if (got == nil) != (want == nil) {
				t.Errorf("%s %s: %s\ngot: %v\nreference: %v", c.Source, c.Name, text, got, want)
			}
			if got == nil {
				accepted++
			} else {
				refused++
			}
		}
	}
	if accepted < 200 || refused < 200 {
		t.Errorf("%d texts accepted, %d refused", accepted, refused)
	}
}
