package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"golang.org/x/tools/go/packages"
)

// OutputState says what is on disk where a package's output goes.
type OutputState int

const (
	OutputAbsent   OutputState = iota // nothing
	OutputOurs                        // a file with our header, whatever is below it, or an empty file
	OutputForeign                     // somebody else's file: never overwritten
	OutputExcluded                    // ours, but it or its tools belong to other build constraints: not to be removed
)

// Package is a package of the author that mentions directives or has output.
// It is read-only after Load, apart from caches; its methods are safe for
// concurrent use.
type Package struct {
	Name   string // package clause
	Path   string // import path
	Dir    string // folder of the sources, absolute
	Module string // module path, "" outside of modules
	Fset   *token.FileSet

	// Files are the author's files in order of their names, without our
	// output. Comments are complete. Function bodies are not: each is an
	// endless loop in the place of the original.
	Files []*ast.File
	Types *types.Package
	Info  *types.Info

	Output      string // absolute path of the file to generate
	OutputState OutputState

	Tests string // absolute path of the test file to generate

	// Directives are those of Files, file by file in source order.
	Directives []directive.Placed

	// Faulty tells that Load reported errors in this package: what else can be
	// said about it is worth saying, but nothing can be made from it.
	Faulty bool

	// TypeErrors are all that the type checker found outside of function
	// bodies. Most of them matter to nobody here: see Undefined.
	TypeErrors []types.Error

	session    *session
	loaded     *packages.Package
	listErrors map[place]packages.Error // the go command's words about imports
	others     []string                 // files of the folder that are not part of this load
	names      func() names

	constantsMu sync.Mutex
	constantsOf map[*types.Package]map[*types.TypeName][]*types.Const
}

// InOutput reports whether a position is in our own output.
func (p *Package) InOutput(pos token.Pos) bool {
	return p.OutputState == OutputOurs && p.Fset.Position(pos).Filename == p.Output
}

// place is a line of a file.
type place struct {
	file string
	line int
}

// newPackage makes a Package of what go/packages loaded.
func (s *session) newPackage(lp *packages.Package) *Package {
	p := &Package{
		Name: lp.Name, Path: lp.PkgPath, Dir: lp.Dir, Fset: s.fset, Types: lp.Types, Info: lp.TypesInfo,
		session: s, loaded: lp,
	}
	if lp.Module != nil {
		p.Module = lp.Module.Path
	}
	for _, f := range lp.Syntax {
		// What cgo made of an author's file says so by a //line comment; the
		// other files that it made are nobody's.
		author := slices.Contains(lp.GoFiles, s.fset.PositionFor(f.Package, false).Filename) ||
			slices.Contains(lp.GoFiles, s.fset.Position(f.Package).Filename)
		if info := s.info(f); author && info != nil && !info.ours {
			p.Files = append(p.Files, f)
		}
	}
	s.sortFiles(p.Files)
	for _, f := range p.Files {
		p.Directives = append(p.Directives, s.info(f).placed...)
	}
	for _, e := range lp.TypeErrors {
		if !e.Soft && !s.isOutput(e.Fset.Position(e.Pos).Filename) {
			p.TypeErrors = append(p.TypeErrors, e)
		}
	}
	p.names = sync.OnceValue(p.findNames)
	return p
}
