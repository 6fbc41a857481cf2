package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
)

// goFiles lists the Go files of a folder that the go command looks at, by name.
func goFiles(dir string) (paths []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() && strings.HasSuffix(name, ".go") && name[0] != '_' && name[0] != '.' {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths
}

// packageClause reads the name in a file's package clause.
func packageClause(path string) (string, bool) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
	if err != nil {
		return "", false
	}
	return f.Name.Name, true
}

// scanOthers looks for tools in files of the folder that are not part of this
// load: tests, and files that build constraints exclude. Nothing can be
// generated for them, which the author has to be told.
func (p *Package) scanOthers() (mentions bool, diags diag.List) {
	if p.Dir == "" {
		return false, nil
	}
	for _, path := range goFiles(p.Dir) {
		if slices.Contains(p.loaded.GoFiles, path) || p.session.isOutput(path) {
			continue
		}
		p.others = append(p.others, path)
		src, err := os.ReadFile(path)
		if err != nil || !directive.Mentions(src) {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, src, parseMode)
		if _, ok := packageClause(path); !ok {
			// The go command leaves such a file out and goes on.
			mentions = true
			syntaxErrors(&diags, err)
			continue
		}
		if err != nil || ast.IsGenerated(file) {
			continue
		}
		found, _ := directive.Scan(fset, file)
		for _, d := range found {
			if d.Name != "tool" {
				continue
			}
			mentions = true
			name := d.Node.(*ast.FuncDecl).Name.Name
			pos, end := fset.Position(d.Pos), fset.Position(d.End)
			if strings.HasSuffix(path, "_test.go") {
				diags.Errorf(pos, end, diag.ToolInTest, "%s is declared in a test file, which generated code cannot call: move it out of %s", name, filepath.Base(path))
			} else {
				diags.Warnf(pos, end, diag.SkippedDirective, "%s is skipped: %s is excluded %s", name, filepath.Base(path), excludedBy(file))
			}
		}
	}
	return mentions, diags
}

func syntaxErrors(diags *diag.List, err error) {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		diags.Errorf(list[0].Pos, token.Position{}, diag.SyntaxError, "%s", list[0].Msg)
	}
}

// excludedBy says why a file is not part of a load, as far as that shows.
func excludedBy(file *ast.File) string {
	for _, imp := range file.Imports {
		if imp.Path.Value == `"C"` {
			return "since it needs cgo: set CGO_ENABLED=1"
		}
	}
	return "by its build constraints: set -tags, GOOS or GOARCH"
}

// Declared maps each identifier declared at package level to where that is.
// Files of tests and files behind other build constraints are included, our
// output is not. The caller must not change it.
func (p *Package) Declared() map[string]token.Position { return p.names().declared }

// Imported maps the name of each import in the files of Declared to where it
// is. A file of the package can import under the same name, but nothing at
// package level may have it.
func (p *Package) Imported() map[string]token.Position { return p.names().imported }

// names are identifiers with their positions.
type names struct{ declared, imported map[string]token.Position }

func (p *Package) findNames() names {
	n := names{map[string]token.Position{}, map[string]token.Position{}}
	for _, f := range p.Files {
		n.collect(p.Fset, f)
		for _, imp := range f.Imports {
			// Without a name of its own an import is called what its package is.
			if obj := p.Info.Implicits[imp]; obj != nil {
				note(n.imported, p.Fset, obj.Name(), imp.Pos())
			}
		}
	}
	for _, path := range p.others {
		fset := token.NewFileSet()
		f, _ := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if f != nil && f.Name != nil && f.Name.Name == p.Name {
			n.collect(fset, f)
		}
	}
	return n
}

func note(m map[string]token.Position, fset *token.FileSet, name string, pos token.Pos) {
	if _, known := m[name]; !known && name != "_" && name != "." {
		m[name] = fset.Position(pos)
	}
}

func (n names) collect(fset *token.FileSet, file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				note(n.declared, fset, d.Name.Name, d.Name.Pos())
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					note(n.declared, fset, spec.Name.Name, spec.Name.Pos())
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						note(n.declared, fset, name.Name, name.Pos())
					}
				case *ast.ImportSpec:
					if spec.Name != nil {
						note(n.imported, fset, spec.Name.Name, spec.Name.Pos())
					}
				}
			}
		}
	}
}
