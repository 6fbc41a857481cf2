package directive

import (
	"go/ast"
	"go/token"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
)

// Placed is a directive and what it stands on.
type Placed struct {
	Directive
	// Node is an *ast.FuncDecl for tool and param, an *ast.Field for field, an
	// *ast.TypeSpec or, for a group of types, its *ast.GenDecl for enum.
	Node ast.Node
}

// Scan returns the directives of a file in source order, and every fault in
// them and in what was meant to be one.
func Scan(fset *token.FileSet, file *ast.File) ([]Placed, diag.List) {
	return nil, nil
}
