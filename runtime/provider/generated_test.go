package provider_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
	"github.com/dsh-tools/dshgen/testdata/golden/constraints"
	"github.com/dsh-tools/dshgen/testdata/golden/kinds"
	"github.com/dsh-tools/dshgen/testdata/golden/nested"
	"github.com/dsh-tools/dshgen/testdata/golden/patterns"
	"github.com/dsh-tools/dshgen/testdata/golden/realtools"
	"github.com/dsh-tools/dshgen/testdata/golden/shapes"
	"github.com/dsh-tools/dshgen/testdata/golden/special"
	"github.com/dsh-tools/dshgen/testdata/golden/wide"
)

// TestGeneratedTakeNulls: generated validators take the arguments that a model
// sends under OpenAI strict as they are, nulls and all, if and only if they are
// valid without the nulls.
func TestGeneratedTakeNulls(t *testing.T) {
	tools := slices.Concat(constraints.Tools, kinds.Tools, nested.Tools, patterns.Tools, realtools.Tools, shapes.Tools,
		wide.Tools, []*runtime.Tool{special.DefineTool, special.EchoQuotedTool})
	withNulls, accepted := 0, 0
	for _, tool := range tools {
		list, err := provider.ProjectTools(provider.OpenAI, []*runtime.Tool{tool})
		if err != nil {
			continue
		}
		projected, doc := compileSchema(t, parametersOf(t, list))
		raw, _ := compileSchema(t, tool.Parameters)
		m := maker{r: rand.New(rand.NewPCG(5, 6)), root: doc}
		for range 100 {
			v := m.value(doc)
			if projected.Validate(v) != nil {
				continue
			}
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			stripped := stripNulls(v)
			if show(stripped) != string(text) {
				withNulls++
			}
			want, got := raw.Validate(stripped), tool.Validate(string(text))
			if (want == nil) != (got == nil) {
				t.Errorf("%s: %s: %v, without nulls %v", tool.Name, text, got, want)
				break
			}
			if got == nil {
				accepted++
			}
		}
	}
	t.Logf("%d of the texts had nulls, %d were accepted", withNulls, accepted)
	if withNulls < 1000 || accepted < 1000 {
		t.Errorf("only %d texts had nulls, and %d were accepted", withNulls, accepted)
	}
}
