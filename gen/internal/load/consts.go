package load

import (
	"cmp"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
)

// ConstantsOf returns the constants of a type that its package declares, in
// order of file names, then of positions. Instances of a generic type have
// constants of their own. Values may repeat. Where the package came from export
// data, only exported constants are known; so that the result does not depend
// on how it was loaded, the others count in the type's own package only.
func (p *Package) ConstantsOf(t types.Type) (out []*types.Const) {
	t = types.Unalias(t)
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	pkg := named.Obj().Pkg()
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if ok && types.Identical(c.Type(), named) && (c.Exported() || pkg.Path() == p.Path) {
			out = append(out, c)
		}
	}
	position := func(c *types.Const) token.Position { return p.Fset.Position(c.Pos()) }
	slices.SortStableFunc(out, func(a, b *types.Const) int {
		x, y := position(a), position(b)
		return cmp.Or(
			cmp.Compare(filepath.Base(x.Filename), filepath.Base(y.Filename)),
			cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Column, y.Column),
			cmp.Compare(a.Name(), b.Name()),
		)
	})
	return out
}
