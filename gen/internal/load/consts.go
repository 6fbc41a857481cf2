package load

import (
	"cmp"
	"go/ast"
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
	for _, c := range p.constants(pkg)[named.Obj()] {
		if types.Identical(c.Type(), named) && (c.Exported() || pkg.Path() == p.Path) {
			out = append(out, c)
		}
	}
	position := func(c *types.Const) token.Position { return p.Fset.Position(c.Pos()) }
	order := func(a, b *types.Const) int {
		x, y := position(a), position(b)
		return cmp.Or(
			cmp.Compare(filepath.Base(x.Filename), filepath.Base(y.Filename)),
			cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Column, y.Column),
		)
	}
	slices.SortStableFunc(out, order)
	for i := 1; i < len(out); i++ {
		if order(out[i-1], out[i]) == 0 {
			// Export data has no columns: which of a line comes first is in
			// the source alone.
			nth := p.constantOrder(pkg.Path(), filepath.Base(position(out[i]).Filename))
			slices.SortStableFunc(out, func(a, b *types.Const) int {
				return cmp.Or(order(a, b), cmp.Compare(nth[a.Name()], nth[b.Name()]))
			})
		}
	}
	return out
}

// constants sorts the constants of a package by the names of their types, once:
// a scope has no index, and a package may have a thousand tools.
func (p *Package) constants(pkg *types.Package) map[*types.TypeName][]*types.Const {
	p.constantsMu.Lock()
	defer p.constantsMu.Unlock()
	if known, ok := p.constantsOf[pkg]; ok {
		return known
	}
	index := map[*types.TypeName][]*types.Const{}
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok {
			continue
		}
		if named, ok := types.Unalias(c.Type()).(*types.Named); ok {
			index[named.Obj()] = append(index[named.Obj()], c)
		}
	}
	if p.constantsOf == nil {
		p.constantsOf = map[*types.Package]map[*types.TypeName][]*types.Const{}
	}
	p.constantsOf[pkg] = index
	return index
}

// constantOrder numbers the constants of a file in the order of their
// declaration.
func (p *Package) constantOrder(path, base string) map[string]int {
	nth := map[string]int{}
	lp := p.session.graph()[path]
	if lp == nil {
		return nth
	}
	for _, file := range lp.GoFiles {
		if filepath.Base(file) != base {
			continue
		}
		f := p.session.file(file)
		if f == nil {
			return nth
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, spec := range g.Specs {
					for _, n := range spec.(*ast.ValueSpec).Names {
						nth[n.Name] = len(nth)
					}
				}
			}
		}
	}
	return nth
}
