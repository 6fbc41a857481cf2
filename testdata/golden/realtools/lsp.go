package realtools

import "fmt"

// Navigation is a question to the language server.
type Navigation string

// The questions.
const (
	GoToDefinition     Navigation = "goToDefinition"
	FindReferences     Navigation = "findReferences"
	GoToImplementation Navigation = "goToImplementation"
	Hover              Navigation = "hover"
)

// LSP asks the language server about the symbol at a place in a file.
//
//   - operation: What to ask
//   - filePath: File the symbol is in
//   - line: Line of the symbol, counted from 1
//   - character: Column of the symbol, counted from 1
//
//dsh:tool lsp open readonly parallel
//dsh:param filePath name=file_path
func LSP(operation Navigation, filePath string, line, character float64) string {
	return fmt.Sprintf("%s at %s:%s:%s", operation, filePath, number(line), number(character))
}
