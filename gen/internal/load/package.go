// Package load asks the go command for the author's packages and type-checks
// what tools can depend on: declarations, not function bodies.
//
// One [Load] serves all patterns. It reads the generator's own earlier output
// as a bare package clause, so that a missing, stale, truncated or
// conflict-marked file never stands in its own way, and takes dependencies from
// export data.
package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
)

// Config says how to load. The zero value loads in the current folder.
type Config struct {
	Dir           string   // working folder for patterns; "" is the current one
	Tags          string   // build tags, separated by commas
	Env           []string // environment of the go command; nil is the process's own
	GeneratedName string   // base name of the output; "" is dsh_gen.go
	Header        string   // line that marks the output as ours; "" is the generator's
}

// OutputState says what is on disk where a package's output goes.
type OutputState int

const (
	OutputAbsent   OutputState = iota // nothing
	OutputOurs                        // a file with our header, whatever is below it, or an empty file
	OutputForeign                     // somebody else's file: never overwritten
	OutputExcluded                    // ours, but other build constraints apply to it
)

// Package is a package of the author that mentions directives or has output.
// It is read-only after Load, apart from caches that are safe for concurrent
// use.
type Package struct {
	Name   string // package clause
	Path   string // import path
	Dir    string // folder of the sources, absolute
	Module string // module path, "" outside of modules
	Fset   *token.FileSet
	Files  []*ast.File // the author's files in order of their names, without our output; function bodies are replaced by empty loops
	Types  *types.Package
	Info   *types.Info

	Output      string // absolute path of the file to generate
	OutputState OutputState

	// Directives are those of Files, in source order.
	Directives []directive.Placed

	// TypeErrors are all that the type checker found in Files. Most matter to
	// nobody here: see Undefined.
	TypeErrors []types.Error
}

// Load loads the packages that patterns of the go command match; no pattern
// means the package in the folder. Diagnostics are faults of the author, those
// of directives included. The error is about the environment: a go command that
// does not run, a go.mod that cannot be read.
func Load(ctx context.Context, cfg Config, patterns ...string) ([]*Package, diag.List, error) {
	return nil, nil, nil
}

// Undefined returns the type errors that keep tools from being generated:
// those in declarations that tools use. names are about to be declared by the
// generated file, so that nothing is wrong with using them elsewhere.
func (p *Package) Undefined(names []string) diag.List { return nil }

// Declared maps each identifier declared at package level to where that is,
// files of tests and files behind other build constraints included, our output
// not.
func (p *Package) Declared() map[string]token.Position { return nil }

// BuildConstraint is the expression of a file's //go:build line, joined with
// what its name implies, "" if there is none.
func (p *Package) BuildConstraint(file *ast.File) string { return "" }

// TypeSpec returns the declaration of a type, with its comments, also of one in
// another package. It is nil when the source cannot be found.
func (p *Package) TypeSpec(obj *types.TypeName) *ast.TypeSpec { return nil }

// GroupDoc is the comment above the declaration that TypeSpec is part of: the
// doc comment of a type declared alone, that of the group otherwise.
func (p *Package) GroupDoc(obj *types.TypeName) *ast.CommentGroup { return nil }

// ConstantsOf returns the constants of a type that its package declares, in
// order of file names, then of positions.
func (p *Package) ConstantsOf(t types.Type) []*types.Const { return nil }
