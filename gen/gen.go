package gen

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/emit"
	"github.com/dsh-tools/dshgen/gen/internal/load"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/dsh-tools/dshgen/gen/internal/resolve"
	"github.com/dsh-tools/dshgen/gen/internal/schema"
)

// OutputName is the name of the generated file of every package.
const OutputName = "dsh_gen.go"

// TestsName is the name of the generated test file of a package.
const TestsName = "dsh_gen_test.go"

// Diagnostic is a fault in the author's source, with its position.
type Diagnostic = diag.Diagnostic

// Diagnostics is a sorted list of faults.
type Diagnostics = diag.List

// PackageNotFound is the code of a pattern or import path that names no package.
const PackageNotFound = diag.PackageNotFound

// Config says how to load packages. The zero value loads in the current folder.
type Config struct {
	Dir  string   // working folder for patterns; "" is the current one
	Tags string   // build tags, separated by commas
	Env  []string // environment of the go command; nil is the process's own

	// Strict makes warnings errors.
	Strict bool

	// Tests asks for a test file beside each generated one. Where a package has
	// one that was generated, it is kept current without that.
	Tests bool
}

// Result is what generating came to. Files are complete only when Diagnostics
// holds no error: a package with errors contributes none.
type Result struct {
	Files       []File // one for each package with tools, sorted by path
	Tools       []Tool // the catalog, by package and then in source order
	Diagnostics Diagnostics
}

// Tool is an entry of the catalog.
type Tool struct {
	Package     string `json:"package"`  // import path
	Function    string `json:"function"` // Go name; Type.Method for a method
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  string `json:"-"` // JSON Schema of the arguments
	Output      string `json:"-"` // JSON Schema of the result value, "" for none
	Position    string `json:"position"`
	ReadOnly    bool   `json:"readOnly,omitempty"`
	Destructive bool   `json:"destructive,omitempty"`
	Idempotent  bool   `json:"idempotent,omitempty"`
	OpenWorld   bool   `json:"openWorld,omitempty"`
	Parallel    bool   `json:"parallel,omitempty"`
	Timeout     string `json:"timeout,omitempty"`

	// Declared names the variable that holds the tool, or the function that
	// makes it for a receiver.
	Declared string `json:"declared"`
	dir      string
}

// Generate makes the files of all packages that the patterns of the go command
// match; no pattern means the package in the folder. Faults of the author are
// diagnostics; the error is about the environment, such as a go command that
// does not run.
func Generate(ctx context.Context, cfg Config, patterns ...string) (*Result, error) {
	packages, diags, err := load.Load(ctx, load.Config{
		Dir: cfg.Dir, Tags: cfg.Tags, Env: cfg.Env, GeneratedName: OutputName, Header: emit.Header,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	res := &Result{Diagnostics: diags}
	parts, errs := make([]Result, len(packages)), make([]error, len(packages))
	var done sync.WaitGroup
	for i, p := range packages {
		done.Go(func() { errs[i] = parts[i].add(p, cfg) })
	}
	done.Wait()
	for i, part := range parts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		res.Files = append(res.Files, part.Files...)
		res.Tools = append(res.Tools, part.Tools...)
		res.Diagnostics = append(res.Diagnostics, part.Diagnostics...)
	}
	res.Diagnostics.Sort()
	return res, nil
}

// Check finds the faults of a package that has been parsed and type-checked
// already, our generated file included, as an analysis pass has it. They are
// those that Generate reports.
func Check(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, module string) Diagnostics {
	p, diags := load.Checked(fset, files, pkg, info, module)
	if p == nil {
		return diags
	}
	m, found := resolve.Package(p)
	diags = append(diags, found...)
	diags = append(diags, p.Undefined(emit.Declares(m))...)
	diags = append(diags, emit.Collisions(m)...)
	diags.Sort()
	return diags
}

// add runs the stages behind load for one package. One whose files had
// errors when they were read is only looked through for more of them.
func (res *Result) add(p *load.Package, cfg Config) error {
	m, diags := resolve.Package(p)
	why := p.Undefined(emit.Declares(m))
	if p.Faulty || why.HasErrors() { // what could not be checked has its reason there
		diags = slices.DeleteFunc(diags, func(d Diagnostic) bool { return d.Code == diag.TypeError })
	}
	diags = append(diags, why...)
	if cfg.Strict {
		diags.Strict()
	}
	res.Diagnostics = append(res.Diagnostics, diags...)
	if p.Faulty || diags.HasErrors() {
		return nil
	}
	if len(m.Tools) == 0 {
		if p.OutputState == load.OutputOurs {
			res.Files = append(res.Files, File{Path: p.Output, Remove: true})
		}
		if p.HasTests() {
			res.Files = append(res.Files, File{Path: p.Tests, Remove: true})
		}
		return nil
	}
	content, diags, err := emit.File(m)
	if err != nil {
		return err
	}
	res.Diagnostics = append(res.Diagnostics, diags...)
	if diags.HasErrors() {
		return nil
	}
	res.Files = append(res.Files, File{Path: p.Output, Content: content})
	if cfg.Tests && p.ForeignTests() {
		res.Diagnostics.Errorf(token.Position{Filename: p.Tests, Line: 1, Column: 1}, token.Position{}, diag.ForeignOutput,
			"%s exists and is not generated by dshgen: rename or remove it", TestsName)
	} else if cfg.Tests || p.HasTests() {
		tests, err := emit.Tests(m)
		if err != nil {
			return err
		}
		res.Files = append(res.Files, File{Path: p.Tests, Content: tests})
	}
	for _, t := range m.Tools {
		res.Tools = append(res.Tools, catalogEntry(m, t))
	}
	return nil
}

func catalogEntry(m *model.Package, t *model.Tool) Tool {
	e := Tool{
		Package: m.Path, Function: t.Func, Name: t.Name, Description: t.Description,
		Parameters: schema.Text(schema.Arguments(t)), Position: t.Pos.String(), Declared: emit.Variable(t), dir: m.Dir,
		ReadOnly: t.ReadOnly, Destructive: t.Destructive, Idempotent: t.Idempotent, OpenWorld: t.OpenWorld, Parallel: t.Parallel,
	}
	if t.Receiver != nil {
		e.Function = t.Receiver.Type + "." + t.Func
	}
	if out := schema.Output(t); out != nil {
		e.Output = schema.Text(out)
	}
	if t.Timeout > 0 {
		e.Timeout = t.Timeout.String()
	}
	return e
}
