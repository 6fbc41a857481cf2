package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"golang.org/x/tools/go/packages"
)

// Checked makes a Package of one that has been parsed and type-checked already,
// our output included, as an analysis pass has it. It returns nil for a package
// that is of no interest. Declarations of other packages have no comments then.
func Checked(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, module string) (*Package, diag.List) {
	s := newSession(Config{GeneratedName: defaultName, Header: defaultHeader})
	s.fset = fset
	lp := &packages.Package{Name: pkg.Name(), PkgPath: pkg.Path(), Types: pkg, TypesInfo: info}
	if module != "" {
		lp.Module = &packages.Module{Path: module}
	}
	for _, f := range files {
		name := fset.PositionFor(f.Package, false).Filename
		if strings.HasSuffix(name, "_test.go") {
			continue // they are found in the folder, as ever
		}
		src, err := os.ReadFile(name)
		if err != nil {
			continue // made up by a tool
		}
		lp.Dir = filepath.Dir(name)
		lp.GoFiles = append(lp.GoFiles, name)
		lp.CompiledGoFiles = append(lp.CompiledGoFiles, name)
		lp.Syntax = append(lp.Syntax, f)
		known := &fileInfo{}
		if s.isOutput(name) && isOurs(src, s.cfg.Header) {
			known.ours = true
		} else {
			s.scan(known, f, src, true)
		}
		s.files[name], s.byFile[f] = known, known
	}
	s.roots = []*packages.Package{lp}
	var diags diag.List
	p := s.examine(lp, &diags)
	return p, diags
}
