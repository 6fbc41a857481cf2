package resolve

import (
	"go/ast"
	"go/types"
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
