package resolve

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// runtimePath is the import path of package runtime. The generator never
// imports it: it only knows what to call it.
const runtimePath = "github.com/dsh-tools/dshgen/runtime"

// function is one annotated function on its way into the model.
type function struct {
	decl *ast.FuncDecl
	file *ast.File
	sig  *types.Signature
	tool *model.Tool
	at   place                // the function's name
	doc  docText              // its doc comment, taken apart
	args map[string][]argSpec // directives by parameter
}

// argSpec is the arguments of one //dsh:param.
type argSpec = directive.Arg

// function resolves one annotated declaration, nil when it cannot be a tool.
func (r *resolver) function(file *ast.File, decl *ast.FuncDecl) *model.Tool {
	fn := &function{decl: decl, file: file, at: place{pos: decl.Name.Pos(), end: decl.Name.End(), path: decl.Name.Name, base: model.UpperFirst(decl.Name.Name)}}
	if !r.eligible(fn) {
		return nil
	}
	obj, ok := r.pkg.Info.Defs[decl.Name].(*types.Func)
	if !ok {
		return nil // the type checker has reported the declaration
	}
	fn.sig = obj.Signature()
	fn.tool = &model.Tool{Pos: r.position(decl.Name.Pos()), Func: decl.Name.Name, Args: &model.Object{Base: model.UpperFirst(decl.Name.Name)}}
	ok = r.receiver(fn)
	r.toolDirective(fn)
	r.paramDirectives(fn)
	fn.doc = readDoc(decl.Doc, decl.Name.Name, fn.hasParam)
	if fn.tool.Description == "" {
		fn.tool.Description = fn.doc.prose
	}
	ok = r.params(fn) && ok
	r.described(fn)
	ok = r.results(fn) && ok
	if !ok {
		return nil
	}
	return fn.tool
}

// eligible reports declarations that cannot be called as a tool at all.
func (r *resolver) eligible(fn *function) bool {
	name := fn.decl.Name.Name
	switch {
	case fn.decl.Recv == nil && (name == "init" || name == "main" && r.pkg.Name == "main"):
		r.errorf(fn.at, diag.NotATool, "func %s cannot be called, so it cannot be a tool", name)
	case name == "_":
		r.errorf(fn.at, diag.NotATool, "a function without a name cannot be a tool")
	case fn.decl.Type.TypeParams != nil:
		r.errorf(fn.at, diag.NotATool, "%s is generic: write a function for one instance that calls it", name)
	default:
		return true
	}
	return false
}

// receiver notes the type that a method belongs to.
func (r *resolver) receiver(fn *function) bool {
	recv := fn.sig.Recv()
	if recv == nil {
		return true
	}
	t := types.Unalias(recv.Type())
	pointer := false
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	named, ok := t.(*types.Named)
	if !ok {
		return false // the type checker has reported it
	}
	if named.TypeParams().Len() > 0 {
		r.errorf(fn.at, diag.NotATool, "%s belongs to a generic type: write a function for one instance that calls it", fn.at.path)
		return false
	}
	fn.tool.Receiver = &model.Receiver{Type: named.Obj().Name(), Pointer: pointer}
	fn.at.path = named.Obj().Name() + "." + fn.at.path
	fn.at.base = model.UpperFirst(named.Obj().Name()) + fn.at.base
	fn.tool.Args.Base = fn.at.base
	return true
}

// toolDirective applies //dsh:tool.
func (r *resolver) toolDirective(fn *function) {
	t := fn.tool
	t.Name = snakeCase(t.Func)
	if t.Receiver != nil {
		t.Name = snakeCase(t.Receiver.Type) + "_" + t.Name
	}
	at := fn.at
	for _, a := range r.argsOf("tool", fn.decl.Doc) {
		switch {
		case a.Quoted && a.Key == "":
			t.Description = a.Value
		case a.Key == "name":
			t.Name, at = a.Value, r.argPlace(a, at)
		case a.Key == "readonly":
			t.ReadOnly = true
		case a.Key == "destructive":
			t.Destructive = true
		case a.Key == "idempotent":
			t.Idempotent = true
		case a.Key == "openworld":
			t.OpenWorld = true
		case a.Key == "parallel":
			t.Parallel = true
		case a.Key == "open":
			t.Args.Open = true
		case a.Key == "timeout":
			d, err := time.ParseDuration(a.Value)
			if err != nil || d <= 0 {
				r.errorf(r.argPlace(a, fn.at), diag.InvalidTimeout, "timeout needs a duration greater than 0, such as 10s, not %q", a.Value)
			}
			t.Timeout = d
		}
	}
	if !validName(t.Name, "_-") {
		r.errorf(at, diag.ToolName, "tool name %q: providers accept 1 to 64 letters, digits, '_' and '-' only: choose one with //dsh:tool NAME", t.Name)
	}
}

// paramDirectives sorts //dsh:param by the parameter that each names.
func (r *resolver) paramDirectives(fn *function) {
	fn.args = map[string][]argSpec{}
	for _, d := range r.directivesOf("param", fn.decl.Doc) {
		if len(d.Args) == 0 {
			continue // reported by the parser
		}
		target, rest := d.Args[0], d.Args[1:]
		name := target.Value
		if !fn.hasParam(name) {
			r.errorf(r.argPlace(target, fn.at), diag.UnknownParam, "%s has no parameter %q%s", fn.at.path, name, suggestion(name, fn.paramNames()))
			continue
		}
		fn.args[name] = append(fn.args[name], rest...)
	}
}

func (fn *function) paramNames() (names []string) {
	for _, f := range fn.decl.Type.Params.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

func (fn *function) hasParam(name string) bool {
	for _, n := range fn.paramNames() {
		if n == name && n != "_" {
			return true
		}
	}
	return false
}

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

func isPointerTo(t types.Type, path, name string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && isType(p.Elem(), path, name)
}

func isType(t types.Type, path, name string) bool {
	named := asNamed(t)
	return named != nil && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path && named.Obj().Name() == name
}

// suggestion ends a message about a name that is not there.
func suggestion(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return ": did you mean " + near + "?"
	}
	return ""
}
