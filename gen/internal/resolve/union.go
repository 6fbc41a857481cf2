package resolve

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// sealed reports whether only the package of an interface can implement it.
func sealed(i *types.Interface) bool {
	for m := range i.Methods() {
		if !m.Exported() {
			return true
		}
	}
	return false
}

// union resolves a sealed interface: the structs of its package that implement
// it, told apart by a property that has one value in each.
func (r *resolver) union(t types.Type, i *types.Interface, at place) model.Type {
	named := asNamed(t)
	if named == nil {
		r.errorf(at, diag.UnsupportedType, "%s: %s has no JSON form: name a concrete type", at.path, typeString(t))
		return nil
	}
	if known, ok := r.unions[named]; ok {
		known.recursive = known.recursive || !known.done // a variant holds the interface again
		return known.union
	}
	u := &model.Union{Go: r.spell(t)}
	state := &unionState{union: u}
	r.unions[named] = state
	defer func() {
		state.done = true
		for _, v := range u.Variants {
			v.Object.Recursive = v.Object.Recursive || state.recursive
		}
	}()
	var structs []string
	ok := true
	for _, impl := range r.implementers(named, i) {
		structs = append(structs, impl.name)
		here := at.at("(" + impl.name + ")")
		object, isObject := r.typ(impl.typ, here).(*model.Object)
		if !isObject {
			ok = false
			continue
		}
		u.Variants = append(u.Variants, model.Variant{Object: object, Pointer: impl.pointer})
	}
	switch {
	case !ok:
		return nil
	case len(structs) < 2:
		r.errorf(at, diag.UnsupportedType, "%s: %s is sealed, but its package has fewer than two structs that implement it", at.path, typeString(t))
		return nil
	case !discriminate(u):
		r.errorf(at, diag.UnsupportedType, "%s: nothing tells the structs behind %s apart: give each of them (%s) a required string field of one name with one value, such as //dsh:field enum=%s",
			at.path, typeString(t), strings.Join(structs, ", "), snakeCase(structs[0]))
		return nil
	}
	return u
}

type unionState struct {
	union           *model.Union
	done, recursive bool
}

// implementer is a struct behind a sealed interface.
type implementer struct {
	name    string
	typ     types.Type
	pointer bool
}

// implementers returns the structs that implement an interface of their own
// package, in source order. Those of another package must be exported.
func (r *resolver) implementers(named *types.Named, i *types.Interface) (out []implementer) {
	pkg := named.Obj().Pkg()
	var objects []*types.TypeName
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || pkg.Path() != r.pkg.Path && !obj.Exported() {
			continue
		}
		if _, isStruct := obj.Type().Underlying().(*types.Struct); isStruct && types.Implements(types.NewPointer(obj.Type()), i) {
			objects = append(objects, obj)
		}
	}
	slices.SortStableFunc(objects, func(a, b *types.TypeName) int {
		p, q := r.position(a.Pos()), r.position(b.Pos())
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset), cmp.Compare(p.Line, q.Line))
	})
	for _, obj := range objects {
		out = append(out, implementer{obj.Name(), obj.Type(), !types.Implements(obj.Type(), i)})
	}
	return out
}

// discriminate finds the property that tells the variants apart, and marks it.
func discriminate(u *model.Union) bool {
	for _, candidate := range u.Variants[0].Object.Fields {
		values := map[string]*model.String{}
		for v := range u.Variants {
			if s := only(u.Variants[v].Object, candidate.JSON); s != nil {
				values[s.Enum[0]] = s
				u.Variants[v].Value = s.Enum[0]
			}
		}
		if len(values) == len(u.Variants) {
			u.Discriminator = candidate.JSON
			for _, s := range values {
				s.Const = true
			}
			return true
		}
	}
	return false
}

// only returns the type of a required string property that admits one value.
func only(o *model.Object, property string) *model.String {
	for _, f := range o.Fields {
		if f.JSON != property || !f.Required {
			continue
		}
		if s, ok := f.Type.(*model.String); ok && len(s.Enum) == 1 {
			return s
		}
	}
	return nil
}
