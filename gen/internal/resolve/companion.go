package resolve

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// companion is a kind of function that belongs to a tool by its name: it
// presents calls or results, or says which calls may overlap.
type companion struct {
	prefix, suffix string // around the Go name of the tool
	result         string // type that it returns: one of runtime, or bool
	takesResult    bool
	set            func(t *model.Tool, name string)
}

var companions = []companion{
	{prefix: "Present", suffix: "Call", result: "CallView", set: func(t *model.Tool, name string) { t.PresentCall = name }},
	{prefix: "Present", suffix: "Result", result: "ResultView", takesResult: true, set: func(t *model.Tool, name string) { t.PresentResult = name }},
	{suffix: "Parallel", result: "bool", set: func(t *model.Tool, name string) { t.Classifier = name }},
}

// nameFor is what the companion of a tool is called, exported; it may as well
// start in lower case.
func (c companion) nameFor(t *model.Tool) string {
	return model.UpperFirst(c.prefix + model.UpperFirst(t.GoName()) + c.suffix)
}

// signature is how the companion of a tool must look.
func (c companion) signature(t *model.Tool) string {
	params := argsName(t)
	if c.takesResult {
		params += ", *runtime.Result"
	}
	result := c.result
	if result != "bool" {
		result = "runtime." + result
	}
	return "func(" + params + ") " + result
}

// argsName is how the package writes the argument type of a tool.
func argsName(t *model.Tool) string {
	if !t.OwnArgs() || t.Args.Anonymous() {
		return t.ArgsName()
	}
	return t.Args.Go.String()
}

// companions finds the presenters and classifiers of the tools. They are
// checked on syntax, because the argument types that they mention may not have
// been generated yet.
func (r *resolver) companions() {
	byName := map[string][]*ast.FuncDecl{} // by the exported form of the name
	files := map[*ast.FuncDecl]*ast.File{}
	for _, file := range r.pkg.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && len(r.directivesOf("tool", fn.Doc)) == 0 {
				name := model.UpperFirst(fn.Name.Name)
				byName[name], files[fn] = append(byName[name], fn), file
			}
		}
	}
	var names []string
	for _, t := range r.out.Tools {
		for _, c := range companions {
			name := c.nameFor(t)
			names = append(names, name)
			found := byName[name]
			delete(byName, name)
			if len(found) > 1 {
				r.related(nameOf(found[1]), diag.CompanionSignature, nameOf(found[0]), "the tool %s has both %s and %s: keep one", t.Name, found[0].Name.Name, found[1].Name.Name)
				continue
			}
			if len(found) == 1 && r.companion(c, t, found[0], files[found[0]]) {
				c.set(t, found[0].Name.Name)
			}
		}
		if t.Classifier != "" && t.Parallel {
			decl := r.out.Declared[t.Classifier]
			r.relatedAt(t.Pos, diag.CompanionSignature, decl, "%s says for each call whether it may overlap others, and parallel says always: keep one", t.Classifier)
		}
	}
	for _, file := range r.pkg.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && byName[model.UpperFirst(fn.Name.Name)] != nil && fn.Recv == nil {
				r.lostCompanion(fn, names)
			}
		}
	}
}

// companion checks one function that is named like a companion of t.
func (r *resolver) companion(c companion, t *model.Tool, fn *ast.FuncDecl, file *ast.File) bool {
	if !r.matches(c, t, fn) {
		r.relatedAt(r.position(fn.Name.Pos()), diag.CompanionSignature, t.Pos, "%s belongs to the tool %s by its name, so it must be a %s", fn.Name.Name, t.Name, c.signature(t))
		return false
	}
	if own := r.pkg.BuildConstraint(file); own != "" && own != r.constraint {
		r.errorf(nameOf(fn), diag.BuildConstraint, "%s belongs to the tool %s, so its file needs the same //go:build line: this one has %q", fn.Name.Name, t.Name, own)
		return false
	}
	return true
}

func (r *resolver) matches(c companion, t *model.Tool, fn *ast.FuncDecl) bool {
	var params []ast.Expr
	for _, f := range fn.Type.Params.List {
		for range max(1, len(f.Names)) {
			params = append(params, f.Type)
		}
	}
	want := 1
	if c.takesResult {
		want = 2
	}
	results := fn.Type.Results
	if fn.Type.TypeParams != nil || len(params) != want || results.NumFields() != 1 {
		return false
	}
	if c.takesResult && !isPointerTo(r.typeOf(params[1]), runtimePath, "Result") {
		return false
	}
	return r.isArgsOf(t, params[0]) && r.returns(c, results.List[0].Type)
}

func (r *resolver) isArgsOf(t *model.Tool, expr ast.Expr) bool {
	if own := r.ownTypes[t]; own != nil && !t.Args.Anonymous() {
		return types.Identical(r.typeOf(expr), own)
	}
	id, ok := expr.(*ast.Ident)
	return ok && id.Name == t.ArgsName()
}

func (r *resolver) returns(c companion, expr ast.Expr) bool {
	got := r.typeOf(expr)
	if c.result == "bool" {
		return types.Identical(got, types.Typ[types.Bool])
	}
	return isType(got, runtimePath, c.result)
}

// typeOf is the type of an expression, the invalid type where it has none.
func (r *resolver) typeOf(expr ast.Expr) types.Type {
	if t := r.pkg.Info.TypeOf(expr); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// lostCompanion reports a function that makes cards or sorts calls, and is
// named nearly like a companion of some tool.
func (r *resolver) lostCompanion(fn *ast.FuncDecl, names []string) {
	if fn.Type.Results.NumFields() != 1 {
		return
	}
	for _, c := range companions {
		name := model.UpperFirst(fn.Name.Name)
		if !strings.HasPrefix(name, c.prefix) || !strings.HasSuffix(name, c.suffix) || !r.returns(c, fn.Type.Results.List[0].Type) {
			continue
		}
		if near := diag.Nearest(name, names); near != "" {
			r.errorf(nameOf(fn), diag.UnmatchedCompanion, "%s belongs to no tool: did you mean %s?", fn.Name.Name, near)
		}
		return
	}
}

func nameOf(fn *ast.FuncDecl) place { return place{pos: fn.Name.Pos(), end: fn.Name.End()} }
