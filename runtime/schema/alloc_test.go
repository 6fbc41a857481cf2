//go:build !race

package schema_test

import (
	"testing"

	"github.com/dsh-tools/dshgen/runtime/schema"
)

// TestAllocations: a valid text costs no allocation, whatever the schema.
func TestAllocations(t *testing.T) {
	for _, w := range workloads(t) {
		s := parse(t, w.tool.Parameters, schema.Extended)
		if n := testing.AllocsPerRun(100, func() {
			if s.ValidateJSON(w.text) != nil || s.ValidateArguments(w.tool.Name, w.text) != nil {
				t.Fatal("not valid")
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", w.name, n)
		}
	}
	for _, tt := range []struct{ schema, text string }{
		{tree, `{"kid":{"r":1,"kid":{"l":2}}}`},
		{`{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]}`, `{"\u0062":1}`},
		{`{"type":["string","null"],"minLength":2,"pattern":"b+"}`, `"a\u0062\n"`},
		{`{"properties":{"tags":{"items":{"enum":["a",1,null,{"x":[1,2]}]},"uniqueItems":true}}}`, `{"tags":[1.0,null,"\u0061",{"x":[1,2e0]}]}`},
		{`{"additionalProperties":{"type":"number","multipleOf":0.01,"minimum":-1e300},"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"ab":0.25,"\u0063":1e22,"d":-12345678901234567890.25}`},
		{`{"format":"email"}`, `"a@b.test"`},
	} {
		s := parse(t, tt.schema, schema.Extended)
		if got := s.ValidateJSON(tt.text); got != nil {
			t.Fatalf("%s: %v", tt.text, got)
		}
		if n := testing.AllocsPerRun(100, func() { s.ValidateJSON(tt.text) }); n != 0 {
			t.Errorf("%s: %v allocations", tt.schema, n)
		}
	}
}
