package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

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
// them and in what was meant to be one. The file must have been parsed with
// comments. That its header says it is generated makes no difference here:
// whose files count is for the caller to say.
//
// Directives in string literals, in prose and in the code blocks of comments
// are none.
func Scan(fset *token.FileSet, file *ast.File) ([]Placed, diag.List) {
	s := &scanner{fset: fset, file: file, owners: owners(file), merged: map[subject][]Arg{}}
	for _, g := range file.Comments {
		s.group(g)
	}
	s.orphans()
	s.diags.Sort()
	slices.SortStableFunc(s.found, func(a, b Placed) int { return int(a.Pos - b.Pos) })
	return s.found, s.diags
}

type scanner struct {
	fset   *token.FileSet
	file   *ast.File
	owners map[*ast.CommentGroup]owner
	found  []Placed
	diags  diag.List

	merged  map[subject][]Arg      // arguments so far about one thing
	suspect map[*ast.FuncDecl]bool // functions with a misspelled directive
}

// subject is what directives describe together: a node or one parameter.
type subject struct {
	node  ast.Node
	name  string // directive
	param string
}

// owner is what a comment documents.
type owner struct {
	node ast.Node
	what string // for people, "" where a directive may stand
}

// owners finds for each comment group what it documents. Groups that document
// nothing are not in the map.
func owners(file *ast.File) map[*ast.CommentGroup]owner {
	m := map[*ast.CommentGroup]owner{}
	set := func(o owner, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g != nil {
				m[g] = o
			}
		}
	}
	set(owner{file, "the package clause"}, file.Doc)
	structs := map[*ast.FieldList]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			set(owner{node: n}, n.Doc)
		case *ast.FuncLit, *ast.BlockStmt:
			return false // whatever stands in a body documents nothing of ours
		case *ast.StructType:
			structs[n.Fields] = true
		case *ast.FieldList:
			for _, f := range n.List {
				what := "a method of an interface"
				if structs[n] {
					what = ""
				}
				set(owner{f, what}, f.Doc, f.Comment)
			}
		case *ast.GenDecl:
			what := map[token.Token]string{token.VAR: "a variable", token.CONST: "a constant", token.IMPORT: "an import"}[n.Tok]
			if n.Tok != token.TYPE || n.Lparen.IsValid() || len(n.Specs) != 1 {
				set(owner{n, what}, n.Doc)
			} else {
				set(owner{n.Specs[0], what}, n.Doc)
			}
			for _, spec := range n.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					set(owner{spec, what}, spec.Doc, spec.Comment)
				case *ast.ValueSpec:
					set(owner{spec, what}, spec.Doc, spec.Comment)
				case *ast.ImportSpec:
					set(owner{spec, what}, spec.Doc, spec.Comment)
				}
			}
		}
		return true
	})
	return m
}

func (s *scanner) errorf(pos, end token.Pos, code diag.Code, format string, args ...any) {
	s.diags.Errorf(s.fset.Position(pos), s.fset.Position(end), code, format, args...)
}

func (s *scanner) group(g *ast.CommentGroup) {
	o, attached := s.owners[g]
	for _, c := range g.List {
		raw, ok := ast.ParseDirective(c.Slash, c.Text)
		switch {
		case ok && raw.Tool == "dsh" && formOf(raw.Name) == nil:
			s.unknown(raw, o)
		case ok && raw.Tool == "dsh":
			d, faults, _ := parse(c)
			s.report(faults)
			s.place(d, g, o, attached)
		default:
			if f := nearMiss(c, attached); f != nil {
				s.report([]fault{*f})
				s.suspectOf(o)
			}
		}
	}
}

func (s *scanner) report(faults []fault) {
	for _, f := range faults {
		s.errorf(f.pos, f.end, f.code, "%s", f.message)
	}
}

// suspectOf notes that an owner's directives are not all legible, so that what
// seems to be missing may be there.
func (s *scanner) suspectOf(o owner) {
	if fn, ok := o.node.(*ast.FuncDecl); ok {
		if s.suspect == nil {
			s.suspect = map[*ast.FuncDecl]bool{}
		}
		s.suspect[fn] = true
	}
}

func (s *scanner) unknown(raw ast.Directive, o owner) {
	s.suspectOf(o)
	near := diag.Nearest(raw.Name, names())
	if near == "" {
		near = beginsWith(raw.Name)
	}
	end := raw.Slash + token.Pos(len("//dsh:")+len(raw.Name))
	if near != "" {
		s.errorf(raw.Slash, end, diag.MisspelledDirective, "there is no directive //dsh:%s: did you mean //dsh:%s?", raw.Name, near)
		return
	}
	s.errorf(raw.Slash, end, diag.MisspelledDirective, "there is no directive //dsh:%s: the directives are //dsh:%s", raw.Name, strings.Join(names(), ", //dsh:"))
}

// beginsWith finds the name that s goes on from, as in "tool,readonly", or
// stops short of, as in "to".
func beginsWith(s string) string {
	for _, n := range names() {
		if len(s) > 1 && (strings.HasPrefix(s, n) || strings.HasPrefix(n, s)) {
			return n
		}
	}
	return ""
}

// place files a directive under what it stands on, or reports that it cannot
// stand there.
func (s *scanner) place(d Directive, g *ast.CommentGroup, o owner, attached bool) {
	name := "//dsh:" + d.Name
	if !attached {
		s.errorf(d.Pos, d.End, diag.MisplacedDirective, "%s %s", name, s.detached(d, g))
		return
	}
	fits := false
	what := o.what
	switch n := o.node.(type) {
	case *ast.FuncDecl:
		fits, what = d.Name == "tool" || d.Name == "param", "a function"
	case *ast.Field:
		fits = d.Name == "field" && o.what == ""
		if o.what == "" {
			what = "a struct field"
		}
	case *ast.TypeSpec:
		fits, what = d.Name == "enum", "a type"
	case *ast.GenDecl:
		fits = d.Name == "enum" && n.Tok == token.TYPE
		if n.Tok == token.TYPE {
			what = "a group of types"
		}
	}
	if !fits {
		s.errorf(d.Pos, d.End, diag.MisplacedDirective, "%s cannot stand on %s: it belongs in %s%s", name, what, formOf(d.Name).Target, instead(d, o.node))
		return
	}
	s.merge(d, o.node)
	s.found = append(s.found, Placed{d, o.node})
}

// instead names the directive that was probably meant.
func instead(d Directive, node ast.Node) string {
	switch n := node.(type) {
	case *ast.Field:
		if d.Name == "param" {
			return "; for a field write //dsh:field"
		}
	case *ast.FuncDecl:
		if d.Name == "field" {
			return "; for a parameter write //dsh:param NAME"
		}
	case *ast.GenDecl:
		if d.Name == "tool" && n.Tok == token.VAR {
			return "; declare the variable's value as a function"
		}
	}
	return ""
}

// detached explains why a directive documents nothing.
func (s *scanner) detached(d Directive, g *ast.CommentGroup) string {
	target := formOf(d.Name).Target
	line := s.fset.Position(g.End()).Line
	for _, decl := range s.file.Decls {
		switch {
		case decl.Pos() < g.Pos() && g.Pos() < decl.End():
			fn, isFunc := decl.(*ast.FuncDecl)
			switch {
			case isFunc && fn.Body != nil && g.Pos() > fn.Body.Lbrace:
				return "stands inside a function: it belongs in " + target
			case isFunc && d.Name == "param":
				return "stands in the parameter list: it belongs in the doc comment above the function"
			}
			return "documents nothing here: it belongs in " + target
		case decl.End() <= g.Pos() && s.fset.Position(decl.End()).Line == s.fset.Position(g.Pos()).Line:
			return "stands behind a declaration: it belongs in " + target
		case decl.Pos() > g.End():
			if start := s.fset.Position(docPos(decl)).Line; start > line+1 || start > line && docPos(decl) != decl.Pos() {
				return "documents nothing, since a blank line follows: move it down to the declaration"
			}
			return "documents nothing here: it belongs in " + target
		}
	}
	return "documents nothing, since no declaration follows: it belongs in " + target
}

func docPos(decl ast.Decl) token.Pos {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return decl.Pos()
}

// merge compares a directive with earlier ones about the same thing.
func (s *scanner) merge(d Directive, node ast.Node) {
	about := subject{node: node, name: d.Name}
	args := d.Args
	form := formOf(d.Name)
	if d.Name == "param" {
		if len(args) == 0 {
			return // reported
		}
		about.param, args = args[0].Value, args[1:]
	}
	earlier, again := s.merged[about]
	if again && (d.Name == "tool" || d.Name == "enum") {
		s.errorf(d.Pos, d.End, diag.DuplicateKey, "a second //dsh:%s: write all of it into one", d.Name)
		return
	}
	for _, a := range args {
		if f := conflict(form, earlier, a); f != nil {
			s.report([]fault{*f})
		}
	}
	s.merged[about] = append(earlier, args...)
}

// orphans reports parameters of functions that are no tools.
func (s *scanner) orphans() {
	tools := map[ast.Node]bool{}
	for _, p := range s.found {
		if p.Name == "tool" {
			tools[p.Node] = true
		}
	}
	for _, p := range s.found {
		if fn, ok := p.Node.(*ast.FuncDecl); ok && p.Name == "param" && !tools[fn] && !s.suspect[fn] {
			s.errorf(p.Pos, p.End, diag.ParamWithoutTool, "%s is no tool, so //dsh:param means nothing: add //dsh:tool", fn.Name.Name)
		}
	}
}
