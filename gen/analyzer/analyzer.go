// Package analyzer has the checks of the generator as an analyzer for go vet,
// editors and multicheckers.
package analyzer

import (
	"go/token"
	"os"

	"github.com/dsh-tools/dshgen/gen"
	"golang.org/x/tools/go/analysis"
)

// Analyzer reports what dshgen would, at the same places and in the same words:
// faults of //dsh: directives and of the functions and types that they describe.
// Command dshvet runs it:
//
//	go vet -vettool=$(which dshvet) ./...
//
// It finds nothing in packages that do not mention a directive, and does not
// say whether the generated file is current: that is what dshgen -check is for.
// Since go vet knows no warnings, those are left out unless its flag -strict is
// given.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name: "dsh",
		Doc:  "check functions annotated as tools for language models",
		URL:  "https://pkg.go.dev/github.com/dsh-tools/dshgen/gen/analyzer",
	}
	strict := a.Flags.Bool("strict", false, "report warnings, too")
	a.Run = func(pass *analysis.Pass) (any, error) {
		report(pass, *strict)
		return nil, nil
	}
	return a
}

func report(pass *analysis.Pass, strict bool) {
	module := ""
	if pass.Module != nil {
		module = pass.Module.Path
	}
	positions := newPositions(pass.Fset)
	for _, d := range gen.Check(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo, module) {
		if d.Warning && !strict {
			continue
		}
		at := positions.find(d.Pos)
		if !at.IsValid() {
			if len(pass.Files) == 0 {
				continue
			}
			at = pass.Files[0].Package // about the package as a whole
		}
		out := analysis.Diagnostic{Pos: at, End: positions.find(d.End), Category: string(d.Code), Message: d.Message + " [" + string(d.Code) + "]"}
		for _, r := range d.Related {
			if pos := positions.find(r.Pos); pos.IsValid() {
				out.Related = append(out.Related, analysis.RelatedInformation{Pos: pos, Message: r.Message})
			}
		}
		pass.Report(out)
	}
}

// positions turns positions back into those of a file set. Files that are not in
// it, such as tests and files for other systems, are added.
type positions struct {
	fset  *token.FileSet
	files map[string]*token.File
}

func newPositions(fset *token.FileSet) *positions {
	p := &positions{fset: fset, files: map[string]*token.File{}}
	fset.Iterate(func(f *token.File) bool {
		p.files[f.Name()] = f
		return true
	})
	return p
}

func (p *positions) find(at token.Position) token.Pos {
	if at.Filename == "" {
		return token.NoPos
	}
	f := p.files[at.Filename]
	if f == nil {
		f = p.add(at.Filename)
	}
	if f == nil || at.Line < 1 || at.Line > f.LineCount() {
		return token.NoPos
	}
	return f.LineStart(at.Line) + token.Pos(max(0, at.Column-1))
}

// add puts a file of the folder that is not part of the pass into the file set.
func (p *positions) add(name string) *token.File {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	f := p.fset.AddFile(name, -1, len(src))
	f.SetLinesForContent(src)
	p.files[name] = f
	return f
}
