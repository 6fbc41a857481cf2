// Package resolve reads annotated functions into a model: go/types and syntax
// trees go in, plain data and positioned diagnostics come out.
package resolve

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"github.com/dsh-tools/dshgen/gen/internal/load"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// Package resolves the tools of a loaded package. A package without tools
// gives a model without tools. What stands in the model is usable only when
// the list holds no error.
func Package(p *load.Package) (*model.Package, diag.List) {
	r := &resolver{
		pkg:         p,
		out:         &model.Package{Name: p.Name, Path: p.Path, Dir: p.Dir, Declared: p.Declared(), Imported: p.Imported()},
		fieldsByPos: map[token.Pos]*ast.Field{},
		open:        map[*types.Named]bool{},
		unions:      map[*types.Named]*unionState{},
		ownTypes:    map[*model.Tool]types.Type{},
	}
	for _, file := range p.Files {
		r.indexFields(file)
	}
	for _, file := range p.Files {
		r.file(file)
	}
	r.distinctTools()
	r.companions()
	r.diags.Sort()
	return r.out, r.diags
}

// resolver holds what is known while one package is resolved.
type resolver struct {
	pkg         *load.Package
	out         *model.Package
	diags       diag.List
	objects     objectMemo
	open        map[*types.Named]bool // named slices, maps and pointers on the way to the current type
	unions      map[*types.Named]*unionState
	ownTypes    map[*model.Tool]types.Type // the author's argument structs
	fieldsByPos map[token.Pos]*ast.Field   // struct fields of the package by the position of their names
	constraint  string
	annotated   bool // a file with tools has been seen
}

// indexFields notes the syntax of every struct field by the position of its
// name, or of its type for an embedded one.
func (r *resolver) indexFields(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, f := range s.Fields.List {
			for _, name := range f.Names {
				r.fieldsByPos[name.Pos()] = f
			}
			if len(f.Names) == 0 {
				r.fieldsByPos[embeddedPos(f.Type)] = f
			}
		}
		return true
	})
}

// embeddedPos is where go/types says that an embedded field is declared.
func embeddedPos(t ast.Expr) token.Pos {
	switch t := t.(type) {
	case *ast.StarExpr:
		return embeddedPos(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Pos()
	case *ast.IndexExpr:
		return embeddedPos(t.X)
	case *ast.IndexListExpr:
		return embeddedPos(t.X)
	}
	return t.Pos()
}

// file resolves the tools of one file, in source order.
func (r *resolver) file(file *ast.File) {
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || len(r.directivesOf("tool", fn.Doc)) == 0 {
			continue
		}
		r.sameConstraint(file, fn)
		if t := r.function(file, fn); t != nil {
			r.out.Tools = append(r.out.Tools, t)
		}
	}
}

// sameConstraint carries the build constraint of the sources over to the
// generated file, which all tools of a package share.
func (r *resolver) sameConstraint(file *ast.File, fn *ast.FuncDecl) {
	c := r.pkg.BuildConstraint(file)
	if r.annotated && c != r.constraint {
		r.errorf(place{pos: fn.Name.Pos(), end: fn.Name.End()}, diag.BuildConstraint,
			"the tools of a package share one generated file, so their files need the same //go:build line: this one has %q, an earlier one %q", c, r.constraint)
		return
	}
	r.annotated, r.constraint, r.out.Constraint = true, c, c
}

// distinctTools reports tools that a model could not tell apart.
func (r *resolver) distinctTools() {
	named := map[string]*model.Tool{}
	for _, t := range r.out.Tools {
		if earlier := named[t.Name]; earlier != nil {
			r.relatedAt(t.Pos, diag.DuplicateTool, earlier.Pos, "two tools are named %q: name one with //dsh:tool NAME", t.Name)
			continue
		}
		named[t.Name] = t
	}
	for _, t := range r.out.Tools {
		if t.Receiver == nil {
			continue
		}
		obj := r.pkg.Types.Scope().Lookup(t.Receiver.Type)
		if obj == nil {
			continue
		}
		if m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, r.pkg.Types, "Tools"); m != nil && !r.pkg.InOutput(m.Pos()) {
			r.relatedAt(t.Pos, diag.NameCollision, r.position(m.Pos()), "the tools of %s need its method Tools, which the package declares already: rename it", t.Receiver.Type)
			break
		}
	}
}

// stringEnum returns the values of a named string type that has constants in
// the author's module, in source order.
func (r *resolver) stringEnum(t types.Type) (values []string) {
	for _, c := range r.enumConstants(t, false) {
		if v := constant.StringVal(c.Val()); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// integerEnum does the same for integers; they are an enum only where the type
// says so, since most integer constants name bits or sizes.
func (r *resolver) integerEnum(t types.Type) (values []model.Number) {
	for _, c := range r.enumConstants(t, true) {
		if v := model.Number(c.Val().ExactString()); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

func (r *resolver) enumConstants(t types.Type, optIn bool) []*types.Const {
	named := asNamed(t)
	if named == nil || named.Obj().Pkg() == nil || !r.inModule(named.Obj().Pkg().Path()) {
		return nil
	}
	on := !optIn
	if spec := r.typeSpec(named.Origin().Obj()); spec != nil {
		for _, d := range r.directivesOf("enum", spec.Doc, spec.Comment, r.pkg.GroupDoc(named.Origin().Obj())) {
			on = len(d.Args) == 0 // the only argument is "off"
		}
	}
	if !on {
		return nil
	}
	return r.pkg.ConstantsOf(named)
}

// inModule reports whether a package belongs to the author's module: only
// there are constants an enumeration by intent.
func (r *resolver) inModule(path string) bool {
	m := r.pkg.Module
	return path == r.pkg.Path || m != "" && (path == m || strings.HasPrefix(path, m+"/"))
}

func (r *resolver) typeSpec(obj *types.TypeName) *ast.TypeSpec { return r.pkg.TypeSpec(obj) }

// directivesOf returns the directives with a name in comment groups. Faults in
// them have been reported when the file was scanned.
func (r *resolver) directivesOf(name string, groups ...*ast.CommentGroup) (out []directive.Directive) {
	for _, g := range groups {
		for _, d := range directive.In(g) {
			if d.Name == name {
				out = append(out, d)
			}
		}
	}
	return out
}

func (r *resolver) argsOf(name string, groups ...*ast.CommentGroup) (out []directive.Arg) {
	for _, d := range r.directivesOf(name, groups...) {
		out = append(out, d.Args...)
	}
	return out
}

func (r *resolver) position(p token.Pos) token.Position { return r.pkg.Fset.Position(p) }

func (r *resolver) errorf(at place, code diag.Code, format string, args ...any) {
	r.diags.Errorf(r.position(at.pos), r.position(at.end), code, format, args...)
}

func (r *resolver) warnf(at place, code diag.Code, format string, args ...any) {
	r.diags.Warnf(r.position(at.pos), r.position(at.end), code, format, args...)
}

// related reports a fault with two ends.
func (r *resolver) related(at place, code diag.Code, other place, format string, args ...any) {
	r.relatedAt(r.position(at.pos), code, r.position(other.pos), format, args...)
}

func (r *resolver) relatedAt(at token.Position, code diag.Code, other token.Position, format string, args ...any) {
	r.diags.Errorf(at, token.Position{}, code, format, args...)
	d := &r.diags[len(r.diags)-1]
	d.Related = append(d.Related, diag.Related{Pos: other, Message: "the other one is here"})
}
