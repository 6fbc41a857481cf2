package load

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"golang.org/x/tools/go/packages"
)

// session is one run of go/packages and what was learned on the way.
type session struct {
	cfg      Config
	fset     *token.FileSet
	roots    []*packages.Package
	patterns []string

	mu     sync.Mutex // guards the maps
	files  map[string]*fileInfo
	byFile map[*ast.File]*fileInfo
	extra  map[string]*ast.File // files of other packages, parsed on demand

	graph func() map[string]*packages.Package // all loaded packages by import path
}

// fileInfo is what parse found out about a file.
type fileInfo struct {
	ours     bool // our own output
	cgo      bool // the copy of a file with import "C" that cgo made
	mentions bool // holds directives, or may
	placed   []directive.Placed
	diags    diag.List
}

func newSession(cfg Config) *session {
	s := &session{
		cfg: cfg, fset: token.NewFileSet(),
		files: map[string]*fileInfo{}, byFile: map[*ast.File]*fileInfo{}, extra: map[string]*ast.File{},
	}
	s.graph = sync.OnceValue(func() map[string]*packages.Package {
		m := map[string]*packages.Package{}
		packages.Visit(s.roots, nil, func(p *packages.Package) { m[p.PkgPath] = p })
		return m
	})
	return s
}

const parseMode = parser.ParseComments | parser.SkipObjectResolution

// parse is the ParseFile hook of go/packages, which calls it from several
// goroutines. It scans for directives while all of the syntax is there, then
// takes the function bodies out: no declaration depends on them, and checking
// them is most of the work of a type checker.
func (s *session) parse(fset *token.FileSet, filename string, src []byte) (*ast.File, error) {
	info := &fileInfo{}
	var file *ast.File
	var err error
	if s.isOutput(filename) && isOurs(src, s.cfg.Header) {
		info.ours = true
		file, err = parser.ParseFile(fset, filename, src, parser.PackageClauseOnly)
	} else {
		file, err = parser.ParseFile(fset, filename, src, parseMode)
		if file != nil {
			s.scan(info, file, src, err == nil)
			dropBodies(file)
		}
	}
	s.mu.Lock()
	s.files[filename] = info
	if file != nil {
		s.byFile[file] = info
	}
	s.mu.Unlock()
	return file, err
}

// scan fills info with what a file says to us. Of a file that another generator
// wrote, directives are dropped.
func (s *session) scan(info *fileInfo, file *ast.File, src []byte, whole bool) {
	generated := ast.IsGenerated(file)
	if generated && madeByCgo(file) {
		generated = false
		info.cgo = true
	}
	if directive.Mentions(src) {
		if generated {
			dropDirectives(file)
		} else {
			info.mentions = true
			if whole { // else comments may seem to document nothing
				info.placed, info.diags = directive.Scan(s.fset, file)
				info.mentions = len(info.placed) > 0 || len(info.diags) > 0
			}
		}
	}
}

// madeByCgo reports whether a generated file is what cgo made of an author's.
func madeByCgo(file *ast.File) bool {
	return len(file.Comments) > 0 && strings.Contains(file.Comments[0].List[0].Text, "by cmd/cgo")
}

// dropDirectives removes directives from the comments of a file that another
// generator wrote: they are an echo of what stands elsewhere.
func dropDirectives(file *ast.File) {
	for _, g := range file.Comments {
		for _, c := range g.List {
			if d, ok := ast.ParseDirective(c.Slash, c.Text); ok && d.Tool == "dsh" {
				c.Text = "//" + strings.Repeat(" ", len(c.Text)-2) // its extent stays
			}
		}
	}
}

// dropBodies replaces function bodies by endless loops, which are valid in any
// function and keep its extent.
func dropBodies(file *ast.File) {
	empty := func(b *ast.BlockStmt) {
		loop := &ast.ForStmt{For: b.Lbrace, Body: &ast.BlockStmt{Lbrace: b.Lbrace, Rbrace: b.Lbrace}}
		b.List = []ast.Stmt{loop}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				empty(d.Body)
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if lit, ok := n.(*ast.FuncLit); ok {
					empty(lit.Body)
					return false
				}
				return true
			})
		}
	}
}

func (s *session) info(f *ast.File) *fileInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byFile[f]
}

// isOutput reports whether a path has the name of our output, tests included.
func (s *session) isOutput(path string) bool {
	name := filepath.Base(path)
	return name == s.cfg.GeneratedName || name == s.testsName()
}

// sortFiles orders by the names that positions show, which for files that cgo
// rewrote are those of the author.
func (s *session) sortFiles(files []*ast.File) {
	name := func(f *ast.File) string { return filepath.Base(s.fset.Position(f.Package).Filename) }
	slices.SortStableFunc(files, func(a, b *ast.File) int { return cmp.Compare(name(a), name(b)) })
}
