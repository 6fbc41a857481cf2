package schema_test

import (
	"testing"

	"github.com/dsh-tools/dshgen/runtime/schema"
)

// FuzzParse: any text is a schema or is refused, and any text is judged alike by
// the walk that only wants a verdict and the one that explains.
func FuzzParse(f *testing.F) {
	f.Add(searchText, `{"query":"x"}`)
	f.Add(tree, `{"kid":{"r":1,"kid":{"l":2}}}`)
	f.Add(`{"type":["string","null"],"pattern":"^[\\s\\u00e9]+$","enum":["a",null]}`, `"a"`)
	f.Add(`{"prefixItems":[{"const":{"a":[1]}}],"items":false,"uniqueItems":true}`, `[{"a":[1.0]}]`)
	f.Add(`{"oneOf":[{"type":"object","properties":{"k":{"const":"a","type":"string"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b","type":"string"}},"required":["k"]}]}`, `{"k":"b"}`)
	f.Fuzz(func(t *testing.T, text, value string) {
		for _, options := range [][]schema.Option{nil, {schema.Extended}, {schema.ObjectRooted, schema.Extended}} {
			s, err := schema.Parse(text, options...)
			if err != nil {
				if err.Error() == "" {
					t.Error("no message")
				}
				continue
			}
			for _, v := range s.ValidateJSON(value) {
				if v.Rule == "invalid" {
					t.Errorf("refused without a reason")
				}
			}
			if err := s.ValidateArguments("x", value); err != nil && err.Error() == "" {
				t.Error("no message")
			}
			if v := s.ValidateJSON(`{"query":null,"kid":{"r":[]}}`); len(v) > 16 {
				t.Errorf("%d violations", len(v))
			}
		}
	})
}
