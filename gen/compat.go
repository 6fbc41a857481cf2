package gen

import "github.com/dsh-tools/dshgen/gen/internal/compat"

// Change is one difference between two catalogs.
type Change = compat.Change

// Class says how much a [Change] matters.
type Class = compat.Class

// The classes of changes.
const (
	Breaking = compat.Breaking // what worked before may fail or mean something else
	Additive = compat.Additive // what worked before works as it did
	Wording  = compat.Wording  // a text that a model reads is another
)

// Compare lists what changed between two catalogs, sorted. Arguments may come to
// admit more, results less: the opposite is breaking, and so are tools and
// properties that are gone.
func Compare(old, new []Tool) ([]Change, error) {
	return compat.Compare(comparable(old), comparable(new))
}

func comparable(tools []Tool) (out []compat.Tool) {
	for _, t := range tools {
		out = append(out, compat.Tool{
			Package: t.Package, Function: t.Function, Name: t.Name, Description: t.Description, Parameters: t.Parameters, Output: t.Output,
			ReadOnly: t.ReadOnly, Destructive: t.Destructive, Idempotent: t.Idempotent, OpenWorld: t.OpenWorld, Timeout: t.Timeout,
		})
	}
	return out
}
