package resolve

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// results resolves what the function returns.
func (r *resolver) results(fn *function) bool {
	res := fn.sig.Results()
	n := res.Len()
	out := &fn.tool.Result
	if n > 0 && isError(res.At(n-1).Type()) {
		out.Error = true
		n--
	}
	at := fn.at
	if list := fn.decl.Type.Results; list != nil && len(list.List) > 0 {
		at.pos, at.end = list.List[0].Type.Pos(), list.List[0].Type.End()
	}
	at.path += "()"
	at.base += "Result"
	switch {
	case n == 0:
		return true
	case n > 1 || isError(res.At(0).Type()):
		r.errorf(at, diag.ResultShape, "%s must return nothing, error, T or (T, error)", fn.at.path)
		return false
	}
	t := res.At(0).Type()
	switch {
	case isType(t, runtimePath, "Content"):
		out.Kind = model.ResultContent
	case isType(t, runtimePath, "Return"):
		out.Kind = model.ResultReturn
	case isContents(t):
		out.Kind = model.ResultContents
	default:
		out.Type = r.typ(t, at)
		if out.Type == nil {
			return false
		}
		r.encodable(t, at, map[types.Type]bool{})
		r.directed(out.Type, at, true, map[*model.Object]bool{})
		out.Kind = model.ResultValue
		if _, text := out.Type.(*model.String); text {
			out.Kind = model.ResultText
		}
	}
	return true
}

// encodable reports what only matters in results: a struct that is left out
// when it is zero must be comparable with its zero value.
func (r *resolver) encodable(t types.Type, at place, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		r.encodable(u.Elem(), at, seen)
	case *types.Slice:
		r.encodable(u.Elem(), at, seen)
	case *types.Map:
		r.encodable(u.Elem(), at, seen)
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			_, options, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get("json"), ",")
			_, isStruct := f.Type().Underlying().(*types.Struct)
			if isStruct && !types.Comparable(f.Type()) && slices.Contains(strings.Split(options, ","), "omitzero") {
				r.errorf(at, diag.UnsupportedType, "%s: omitzero on %s.%s needs a type that can be compared: use a pointer with omitempty", at.path, typeString(t), f.Name())
			}
			r.encodable(f.Type(), at, seen)
		}
	}
}

// directed reports types that are used in a direction for which they have no
// method: a type with only MarshalJSON says nothing about how to read it.
func (r *resolver) directed(t model.Type, at place, result bool, seen map[*model.Object]bool) {
	switch t := t.(type) {
	case *model.Pointer:
		r.directed(t.Elem, at, result, seen)
	case *model.Slice:
		r.directed(t.Elem, at, result, seen)
	case *model.Array:
		r.directed(t.Elem, at, result, seen)
	case *model.Map:
		r.directed(t.Elem, at, result, seen)
	case *model.Object:
		if !seen[t] {
			seen[t] = true
			for _, f := range t.Fields {
				inner := at
				inner.path += "." + f.JSON
				r.directed(f.Type, inner, result, seen)
			}
		}
	case *model.Union:
		for _, v := range t.Variants {
			r.directed(v.Object, at, result, seen)
		}
	case *model.Special:
		name := map[model.SpecialKind]string{model.Text: "Text", model.JSON: "JSON"}[t.Kind]
		switch {
		case result && !t.Encodes:
			r.errorf(at, diag.UnsupportedType, "%s: %s has Unmarshal%s but no Marshal%s", at.path, t.Go, name, name)
		case !result && !t.Decodes:
			r.errorf(at, diag.UnsupportedType, "%s: %s has Marshal%s but no Unmarshal%s", at.path, t.Go, name, name)
		}
	}
}

func isContents(t types.Type) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && isType(s.Elem(), runtimePath, "Content")
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
