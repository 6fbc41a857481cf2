package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"golang.org/x/tools/go/packages"
)

// Undefined returns the errors that keep tools from being generated: type
// errors in the signatures of tools and in the declarations that those use, in
// packages that were checked from source.
//
// Errors elsewhere are the compiler's to report. Names are about to be declared
// by the generated file: using them is an error only in what the file itself is
// made from.
func (p *Package) Undefined(names []string) diag.List {
	r := &reach{own: p.loaded, session: p.session, seen: map[ast.Node]bool{}, objects: map[types.Object]bool{}, decls: map[*packages.Package]map[types.Object]ast.Node{}}
	for _, d := range p.Directives {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && d.Name == "tool" {
			r.visit(p.loaded, fn.Type)
			if fn.Recv != nil {
				r.visit(p.loaded, fn.Recv)
			}
		}
	}
	var diags diag.List
	told := map[token.Pos]bool{} // imports that the go command has explained
	for _, spec := range r.imports {
		if code, words := p.importError(spec); words != "" {
			diags.Errorf(p.Fset.Position(spec.Path.Pos()), p.Fset.Position(spec.Path.End()), code, "%s", words)
			told[spec.Path.Pos()] = true
		}
	}
	for _, lp := range r.packages() {
		for _, e := range lp.TypeErrors {
			pos := e.Fset.Position(e.Pos)
			if e.Soft || told[e.Pos] || p.session.isOutput(pos.Filename) || !r.covers(e.Pos) {
				continue
			}
			if strings.Contains(e.Msg, "(import cycle: ") || strings.HasPrefix(e.Msg, "could not import C ") {
				continue // there are better words for it
			}
			msg := e.Msg
			if name, ok := strings.CutPrefix(msg, "undefined: "); ok && lp == p.loaded && slices.Contains(names, name) {
				msg = "undefined: " + name + " is declared by the generated file, which is made from this"
			}
			diags.Errorf(pos, token.Position{}, diag.TypeError, "%s", msg)
		}
		if lp != p.loaded {
			p.session.dependencyErrors(lp, &diags)
		}
	}
	diags = append(diags, p.cgoTypes()...)
	diags.Sort()
	return diags
}

// importError returns what the go command has against an import.
func (p *Package) importError(spec *ast.ImportSpec) (diag.Code, string) {
	pos := p.Fset.Position(spec.Path.Pos())
	if e, ok := p.listErrors[place{pos.Filename, pos.Line}]; ok {
		return diag.PackageError, e.Msg
	}
	path, err := strconv.Unquote(spec.Path.Value)
	if dep := p.loaded.Imports[path]; err == nil && dep != nil && len(dep.GoFiles) == 0 && path != "unsafe" {
		for _, e := range dep.Errors {
			if e.Kind == packages.ListError {
				return diag.PackageNotFound, e.Msg
			}
		}
	}
	return "", ""
}

// dependencyErrors reports why a dependency of which tools use something could
// not even be read. Its type errors have been dealt with.
func (s *session) dependencyErrors(lp *packages.Package, diags *diag.List) {
	for _, e := range lp.Errors {
		switch pos := s.position(e.Pos); {
		case s.isOutput(pos.Filename):
		case e.Kind == packages.ParseError:
			diags.Errorf(pos, token.Position{}, diag.SyntaxError, "%s", e.Msg)
		case strings.HasPrefix(e.Msg, "import cycle not allowed"):
			diags.Errorf(token.Position{}, token.Position{}, diag.ImportCycle, "%s", cycle(e.Msg))
		}
	}
}

// reach is the set of declarations that tools use, found on syntax: types that
// failed to check have no other trace.
type reach struct {
	own     *packages.Package
	session *session
	seen    map[ast.Node]bool
	objects map[types.Object]bool // that have been looked up
	nodes   []ast.Node
	imports []*ast.ImportSpec // of the tools' own package
	loaded  []*packages.Package
	decls   map[*packages.Package]map[types.Object]ast.Node
}

// visit adds a node and all that its identifiers stand for.
func (r *reach) visit(lp *packages.Package, n ast.Node) {
	if n == nil || r.seen[n] || lp.TypesInfo == nil {
		return
	}
	r.seen[n] = true
	r.nodes = append(r.nodes, n)
	if !slices.Contains(r.loaded, lp) {
		r.loaded = append(r.loaded, lp)
	}
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := lp.TypesInfo.Uses[id]
		if obj == nil || r.objects[obj] {
			return true
		}
		r.objects[obj] = true
		switch obj := obj.(type) {
		case *types.PkgName:
			r.visitImport(lp, obj)
		case *types.TypeName, *types.Const:
			r.visitObject(obj)
		}
		return true
	})
}

// visitImport adds the import that a name stands for.
func (r *reach) visitImport(lp *packages.Package, name *types.PkgName) {
	for _, f := range lp.Syntax {
		for _, spec := range f.Imports {
			if lp.TypesInfo.Implicits[spec] == name || spec.Name != nil && lp.TypesInfo.Defs[spec.Name] == name {
				if !r.seen[spec] && lp == r.own {
					r.imports = append(r.imports, spec)
				}
				r.visit(lp, spec)
			}
		}
	}
	// A dependency that does not parse is at fault for what it seems to lack.
	if dep := lp.Imports[name.Imported().Path()]; dep != nil && !slices.Contains(r.loaded, dep) && dep.IllTyped {
		r.loaded = append(r.loaded, dep)
	}
}

// visitObject adds the declaration of a type or constant, if its package was
// checked from source, and the constants of a type.
func (r *reach) visitObject(obj types.Object) {
	if obj.Pkg() == nil {
		return
	}
	lp := r.session.graph()[obj.Pkg().Path()]
	if lp == nil || len(lp.Syntax) == 0 || lp.TypesInfo == nil {
		return
	}
	decls := r.declarations(lp)
	r.visit(lp, decls[obj])
	if _, ok := obj.(*types.TypeName); ok {
		for c, node := range decls {
			if c, ok := c.(*types.Const); ok && types.Identical(c.Type(), obj.Type()) {
				r.visit(lp, node)
			}
		}
	}
}

// declarations maps the types and constants of a package to their syntax.
func (r *reach) declarations(lp *packages.Package) map[types.Object]ast.Node {
	if m := r.decls[lp]; m != nil {
		return m
	}
	m := map[types.Object]ast.Node{}
	for _, f := range lp.Syntax {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					m[lp.TypesInfo.Defs[spec.Name]] = spec
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						m[lp.TypesInfo.Defs[n]] = spec
					}
				}
			}
		}
	}
	delete(m, nil)
	r.decls[lp] = m
	return m
}

func (r *reach) covers(pos token.Pos) bool {
	return slices.ContainsFunc(r.nodes, func(n ast.Node) bool { return n.Pos() <= pos && pos < n.End() })
}

// packages lists what was visited, by import path.
func (r *reach) packages() []*packages.Package {
	slices.SortFunc(r.loaded, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return r.loaded
}

// cgoTypes reports C types in signatures of tools. They can be named in files
// with import "C" only, which generated ones are not.
func (p *Package) cgoTypes() (diags diag.List) {
	for _, d := range p.Directives {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !ok || d.Name != "tool" {
			continue
		}
		ast.Inspect(fn.Type, func(n ast.Node) bool {
			var name string
			switch n := n.(type) {
			case *ast.Ident: // as cgo rewrites it
				name, _ = strings.CutPrefix(n.Name, "_Ctype_")
				if name == n.Name {
					name = ""
				}
			case *ast.SelectorExpr: // where cgo did not run
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "C" && importsC(p.Info.Uses[x]) {
					name = n.Sel.Name
				}
			}
			if name != "" {
				diags.Errorf(p.Fset.Position(n.Pos()), p.Fset.Position(n.End()), diag.UnsupportedType,
					"C.%s in the signature of a tool: use a Go type and convert inside the function", name)
			}
			return true
		})
	}
	return diags
}

// importsC reports whether C stands for cgo and not for a package of that name.
func importsC(obj types.Object) bool {
	name, ok := obj.(*types.PkgName)
	return obj == nil || ok && name.Imported().Path() == "C"
}
