package schema_test

import (
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/schema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// workload is a schema of a golden tool with a valid text.
type workload struct {
	name string
	tool *runtime.Tool
	text string
}

func workloads(t testing.TB) []workload {
	t.Helper()
	byName := map[string]*runtime.Tool{}
	for _, tool := range goldenTools() {
		byName[tool.Name] = tool
	}
	line := `{"sku":"X-1","quantity":3,"tags":["new","sale"]}`
	list := []workload{
		{"small", byName["divide"], `{"a":1.5,"b":3}`},
		{"edit", byName["edit"], `{"file_path":"src/main.go","old_string":"a := 1\n","new_string":"a := 2\n","replace_all":true}`},
		{"constraints", byName["strings"], `{"short":"abc","code":"AB12","day":"2025-01-31","size":"large"}`},
		{"nested", byName["place"], `{"order":{"id":"1","name":"Ada","old_n":1,"badge":{"Text":"b"},"n":7,"from":{"city":"Oslo"},"-":"x","lines":[` + strings.Repeat(line+",", 99) + line + `]},"urgent":true}`},
		{"recursive", byName["sum"], strings.Repeat(`{"value":1,"kids":[`, 20) + `{"value":2}` + strings.Repeat("]}", 20)},
		{"long", byName["write"], `{"file_path":"a.txt","content":"` + strings.Repeat("All work and no play. ", 1000) + `"}`},
	}
	for _, w := range list {
		if err := w.tool.Validate(w.text); err != nil {
			t.Fatalf("%s: %v\n%s", w.name, err, w.tool.Parameters)
		}
	}
	return list
}

// BenchmarkValidateJSON measures the validator beside the generated one and
// beside an interpreter, whose time includes reading the text into values.
func BenchmarkValidateJSON(b *testing.B) {
	for _, w := range workloads(b) {
		s, err := schema.Parse(w.tool.Parameters, schema.Extended)
		if err != nil {
			b.Fatal(err)
		}
		reference := compileReference(b, w.tool.Parameters)
		b.Run(w.name+"/schema", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(w.text)))
			for b.Loop() {
				if v := s.ValidateJSON(w.text); v != nil {
					b.Fatal(v)
				}
			}
		})
		b.Run(w.name+"/generated", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(w.text)))
			for b.Loop() {
				if err := w.tool.Validate(w.text); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(w.name+"/santhosh", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(w.text)))
			for b.Loop() {
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(w.text))
				if err != nil {
					b.Fatal(err)
				}
				if err := reference.Validate(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
