package load

import (
	"go/ast"
	"go/parser"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/packages"
)

// TypeSpec returns the declaration of a type with its comments, also of a type
// in another package: then the one file that declares it is read. Positions in
// it belong to p.Fset. It is nil for types that are declared inside a function
// and where the source cannot be found.
func (p *Package) TypeSpec(obj *types.TypeName) *ast.TypeSpec {
	spec, _ := p.declaration(obj)
	return spec
}

// GroupDoc is the comment above the declaration that TypeSpec is part of: the
// doc comment of a type declared alone, that of the group otherwise. It may be
// nil.
func (p *Package) GroupDoc(obj *types.TypeName) *ast.CommentGroup {
	if _, decl := p.declaration(obj); decl != nil {
		return decl.Doc
	}
	return nil
}

func (p *Package) declaration(obj *types.TypeName) (*ast.TypeSpec, *ast.GenDecl) {
	if obj == nil || obj.Pkg() == nil || obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() {
		return nil, nil
	}
	lp := p.session.graph()[obj.Pkg().Path()]
	if lp == nil {
		return nil, nil
	}
	for _, f := range lp.Syntax {
		if spec, decl := typeIn(f, obj.Name()); spec != nil {
			return spec, decl
		}
	}
	if len(lp.Syntax) > 0 {
		return nil, nil
	}
	// Export data keeps the file's name, but with -trimpath, and for the
	// standard library, its folder may be made up.
	want := filepath.Base(p.Fset.Position(obj.Pos()).Filename)
	for _, path := range lp.GoFiles {
		if filepath.Base(path) == want {
			return typeIn(p.session.file(path), obj.Name())
		}
	}
	return p.searchFiles(lp, obj.Name())
}

// searchFiles is for positions that name no file of the package, such as those
// of //line comments.
func (p *Package) searchFiles(lp *packages.Package, name string) (*ast.TypeSpec, *ast.GenDecl) {
	for _, path := range lp.GoFiles {
		if spec, decl := typeIn(p.session.file(path), name); spec != nil {
			return spec, decl
		}
	}
	return nil, nil
}

// file parses a file of a package that came from export data, once.
func (s *session) file(path string) *ast.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.extra[path]
	if !ok {
		f, _ = parser.ParseFile(s.fset, path, nil, parseMode)
		s.extra[path] = f
	}
	return f
}

// typeIn finds the declaration of a type at the top of a file.
func typeIn(f *ast.File, name string) (*ast.TypeSpec, *ast.GenDecl) {
	if f == nil {
		return nil, nil
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
				return t, g
			}
		}
	}
	return nil, nil
}
