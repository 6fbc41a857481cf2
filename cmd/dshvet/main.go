// Dshvet checks functions that are annotated as tools for language models, as
// go vet does:
//
//	go vet -vettool=$(which dshvet) ./...
//
// It reports what dshgen would report, without generating anything.
package main

import (
	"github.com/dsh-tools/dshgen/gen/analyzer"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() { unitchecker.Main(analyzer.Analyzer) }
