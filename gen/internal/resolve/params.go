package resolve

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// parameter is one parameter with its syntax.
type parameter struct {
	v        *types.Var
	field    *ast.Field
	name     string
	at       place
	variadic bool
}

// parameters pairs the parameters of the signature with their syntax.
func (r *resolver) parameters(fn *function) (out []parameter) {
	i := 0
	for _, f := range fn.decl.Type.Params.List {
		for k := range max(1, len(f.Names)) {
			p := parameter{v: fn.sig.Params().At(i), field: f, at: fn.at}
			p.at.pos, p.at.end = f.Type.Pos(), f.Type.End()
			if len(f.Names) > 0 {
				p.name = f.Names[k].Name
			}
			p.at.path += "." + p.name
			p.at.base += fieldName(p.name)
			p.variadic = fn.sig.Variadic() && i == fn.sig.Params().Len()-1
			out = append(out, p)
			i++
		}
	}
	return out
}

// params resolves the parameters: what the pipeline supplies, and what the
// model sends.
func (r *resolver) params(fn *function) bool {
	ok := true
	var values []parameter
	for i, p := range r.parameters(fn) {
		switch {
		case isType(p.v.Type(), "context", "Context"):
			if i > 0 {
				r.errorf(p.at, diag.ContextPosition, "%s: context.Context must be the first parameter", fn.at.path)
				ok = false
			}
			fn.tool.Params = append(fn.tool.Params, model.Param{Kind: model.ParamContext})
		case isPointerTo(p.v.Type(), runtimePath, "Execution"):
			fn.tool.Params = append(fn.tool.Params, model.Param{Kind: model.ParamExecution})
		case p.name == "" || p.name == "_":
			r.errorf(p.at, diag.UnnamedParam, "parameter %d of %s has no name, so no property name", i+1, fn.at.path)
			ok = false
		default:
			fn.tool.Params = append(fn.tool.Params, model.Param{Kind: model.ParamField, Field: len(values), Variadic: p.variadic})
			values = append(values, p)
		}
	}
	if !ok {
		return false
	}
	if len(values) == 1 && !values[0].variadic && isArgs(values[0].v.Type()) {
		return r.ownArgs(fn, values[0])
	}
	for _, p := range values {
		ok = r.param(fn, p) && ok
	}
	return r.distinctFields(fn) && ok
}

// isArgs reports whether a single parameter of type t holds all arguments: a
// struct with its natural JSON form, or a pointer to one.
func isArgs(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Struct)
	return ok && methodsOf(t) == methods{} && !isType(t, "time", "Time")
}

// ownArgs makes the author's struct the argument object.
func (r *resolver) ownArgs(fn *function, p parameter) bool {
	t := p.v.Type()
	pointer, isPointer := types.Unalias(t).(*types.Pointer)
	if isPointer {
		t = pointer.Elem()
	}
	for _, a := range fn.args[p.name] {
		r.errorf(r.argPlace(a, p.at), diag.InvalidConstraint, "the fields of %s are the arguments: put //dsh:field on them", p.name)
	}
	if !r.nameable(t, p.at) {
		return false
	}
	p.at.open = fn.tool.Args.Open
	p.at.path = fn.at.path
	o := r.object(t, t.Underlying().(*types.Struct), p.at)
	if o == nil {
		return false
	}
	if asNamed(t) == nil { // each tool declares a type of its own for it
		own := *o
		own.Base = fn.at.base
		o = &own
	}
	r.directed(o, p.at, false, map[*model.Object]bool{})
	fn.tool.Args = o
	r.ownTypes[fn.tool] = t
	for i := range fn.tool.Params {
		if q := &fn.tool.Params[i]; q.Kind == model.ParamField {
			*q = model.Param{Kind: model.ParamArgs, Pointer: isPointer}
		}
	}
	return true
}

// param resolves one parameter as a property.
func (r *resolver) param(fn *function, p parameter) bool {
	s := settingsOf(fn.args[p.name])
	f := model.Field{Pos: r.position(p.v.Pos()), Go: fieldName(p.name), JSON: p.name, Description: s.description}
	if s.name != "" {
		f.JSON = s.name
	}
	if f.Description == "" {
		f.Description = besideParam(r.pkg.Fset, fn.file, fn.decl.Type.Params, p.field)
	}
	if f.Description == "" {
		f.Description = fn.doc.params[p.name]
	}
	p.at.open = s.open
	f.Type = r.typ(p.v.Type(), p.at)
	if f.Type == nil {
		return false
	}
	r.directed(f.Type, p.at, false, map[*model.Object]bool{})
	r.finish(&f, s, p.at)
	if p.variadic && !s.required {
		f.Required = false
	}
	fn.tool.Args.Fields = append(fn.tool.Args.Fields, f)
	return true
}

// distinctFields reports parameters that would share a property or a field.
func (r *resolver) distinctFields(fn *function) bool {
	ok := true
	fields := fn.tool.Args.Fields
	for i, f := range fields {
		for _, g := range fields[:i] {
			switch {
			case f.JSON == g.JSON:
				r.relatedAt(f.Pos, diag.DuplicateProperty, g.Pos, "%s: two parameters are named %q", fn.at.path, f.JSON)
				ok = false
			case f.Go == g.Go:
				r.relatedAt(f.Pos, diag.DuplicateProperty, g.Pos, "%s: two parameters become the field %s: rename one", fn.at.path, f.Go)
				ok = false
			}
		}
	}
	if len(fields) > maxFields {
		r.errorf(fn.at, diag.UnsupportedType, "%s has %d parameters: the limit is %d", fn.at.path, len(fields), maxFields)
		ok = false
	}
	return ok
}

// described warns about properties that a model must send and is told nothing
// about.
func (r *resolver) described(fn *function) {
	var names []string
	at := fn.tool.Pos
	for _, f := range fn.tool.Args.Fields {
		if f.Required && f.Description == "" {
			if len(names) == 0 && f.Pos.Filename == at.Filename {
				at = f.Pos
			}
			names = append(names, f.JSON)
		}
	}
	if len(names) > 0 {
		r.diags.Warnf(at, token.Position{}, diag.MissingDescription, "the tool %s says nothing about what it requires: describe %s", fn.tool.Name, strings.Join(names, ", "))
	}
}
