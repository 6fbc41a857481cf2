package emit

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// predeclared are the identifiers of the universe that generated code writes.
// An author who gives one of them another meaning at package level would
// change what generated code means.
var predeclared = []string{
	"any", "append", "bool", "byte", "error", "false", "float32", "float64", "int", "int16", "int32", "int64", "int8",
	"len", "new", "nil", "string", "true", "uint", "uint16", "uint32", "uint64", "uint8",
}

// exported are the names that the contract fixes for one tool.
type exported struct{ tool, args, decode, validate string }

// unexported are the other names of one tool.
type unexported struct{ schema, output, explain string }

func fixed(t *model.Tool) exported {
	name := t.GoName()
	if token.IsExported(name) {
		return exported{tool: name + "Tool", args: name + "Args", decode: "Decode" + name, validate: "Validate" + name}
	}
	return exported{tool: name + "Tool", args: name + "Args", decode: "decode" + model.UpperFirst(name), validate: "validate" + model.UpperFirst(name)}
}

// Variable is the name that the generated file gives a tool.
func Variable(t *model.Tool) string { return fixed(t).tool }

// Declares lists the names that the contract fixes for the file of p: code of
// the author may refer to them before the file exists.
func Declares(p *model.Package) []string {
	var names []string
	for _, d := range declarations(p) {
		names = append(names, d.name)
	}
	return names
}

type declared struct {
	name string
	tool *model.Tool
}

func declarations(p *model.Package) (out []declared) {
	for _, t := range p.Tools {
		if t.Receiver == nil {
			out = append(out, declared{"Tools", t})
			break
		}
	}
	for _, t := range p.Tools {
		f := fixed(t)
		names := []string{f.tool, f.decode, f.validate}
		if !t.OwnArgs() || t.Args.Anonymous() {
			names = append(names, f.args)
		}
		for _, n := range names {
			out = append(out, declared{n, t})
		}
	}
	return out
}

// Collisions reports names of the contract that are taken: by the author, or
// by another tool.
func Collisions(p *model.Package) (diags diag.List) {
	taken := map[string]*model.Tool{}
	for _, d := range declarations(p) {
		pos, ok := p.Declared[d.name]
		if !ok {
			pos, ok = p.Imported[d.name]
		}
		if ok {
			diags.Add(diag.Diagnostic{Pos: d.tool.Pos, Code: diag.NameCollision,
				Message: "the tool " + d.tool.Name + " needs the name " + d.name + ", which the package declares already: rename one",
				Related: []diag.Related{{Pos: pos, Message: d.name + " is declared here"}}})
		}
		if other := taken[d.name]; other != nil && other != d.tool {
			diags.Add(diag.Diagnostic{Pos: d.tool.Pos, Code: diag.NameCollision,
				Message: "the tools " + other.Name + " and " + d.tool.Name + " both need the name " + d.name + ": rename a function",
				Related: []diag.Related{{Pos: other.Pos, Message: "the other tool"}}})
		}
		taken[d.name] = d.tool
	}
	for _, name := range predeclared {
		if pos, ok := p.Declared[name]; ok {
			diags.Add(diag.Diagnostic{Pos: pos, Code: diag.NameCollision,
				Message: "the package gives the predeclared " + name + " another meaning, which generated code cannot work with: rename it"})
		}
	}
	return diags
}

// importName is how a package is called in the file.
type importName struct {
	name  string
	alias bool
}

// scope hands out the names of one file. Equal packages get equal names.
type scope struct {
	taken   map[string]bool
	imports map[string]importName
	tools   map[*model.Tool]unexported
	local   locals
}

// locals are the names inside functions. They avoid all names at package level,
// since the code beside them may need those.
type locals struct {
	scanner, value, object, array, mapping, key, elem string
	args, err, context, execution, receiver           string
	writer, result, ok, text, spare, base, index      string
}

func newScope(p *model.Package) *scope {
	s := &scope{taken: map[string]bool{}, imports: map[string]importName{}, tools: map[*model.Tool]unexported{}}
	for name := range p.Declared {
		s.taken[name] = true
	}
	for _, name := range predeclared {
		s.taken[name] = true
	}
	for _, d := range declarations(p) {
		s.taken[d.name] = true
	}
	s.importNames(p)
	for name := range p.Imported {
		s.taken[name] = true
	}
	for _, t := range p.Tools {
		name := model.LowerFirst(t.GoName())
		s.tools[t] = unexported{
			schema: s.free(name + "Schema"), output: s.free(name + "Output"),
			explain: s.free("explain" + model.UpperFirst(name)),
		}
	}
	s.local = locals{
		scanner: s.unused("s"), value: s.unused("v"), object: s.unused("o"), array: s.unused("l"), mapping: s.unused("m"),
		key: s.unused("k"), elem: s.unused("e"), args: s.unused("a"), err: s.unused("err"), context: s.unused("ctx"),
		execution: s.unused("x"), receiver: s.unused("r"), writer: s.unused("w"), result: s.unused("res"), ok: s.unused("ok"), text: s.unused("text"), spare: s.unused("spare"), base: s.unused("base"), index: s.unused("i"),
	}
	return s
}

func (s *scope) of(t *model.Tool) unexported { return s.tools[t] }

// free returns name, or name with a number when it is taken, and takes it.
func (s *scope) free(name string) string {
	name = s.unused(name)
	s.taken[name] = true
	return name
}

// unused is free without taking the name.
func (s *scope) unused(name string) string {
	if !s.taken[name] && !token.IsKeyword(name) {
		return name
	}
	for n := 2; ; n++ {
		if numbered := name + strconv.Itoa(n); !s.taken[numbered] {
			return numbered
		}
	}
}

// importNames gives each package that the file may mention a name that nothing
// at package level shadows.
func (s *scope) importNames(p *model.Package) {
	packages := map[string]string{"context": "context", "time": "time", runtimePath: "runtime", scanPath: "jsonscan"}
	add := func(spelling model.Spelling) {
		for _, t := range spelling {
			if t.Path != "" && t.Path != p.Path {
				packages[t.Path] = t.Package
			}
		}
	}
	eachType(p, func(t model.Type) {
		add(t.GoType())
		if special, ok := t.(*model.Special); ok && special.Kind == model.Any {
			packages["encoding/json"] = "json" // for json.Number
		}
		if o, ok := t.(*model.Object); ok {
			for _, f := range o.Fields {
				for _, embed := range f.Embeds {
					add(embed.Type)
				}
			}
		}
	})
	// Ours come first: a second package called runtime is the one renamed.
	paths := []string{runtimePath, scanPath, "context", "time"}
	var others []string
	for path := range packages {
		if !slices.Contains(paths, path) {
			others = append(others, path)
		}
	}
	slices.Sort(others)
	for _, path := range append(paths, others...) {
		name := s.free(packages[path])
		s.imports[path] = importName{name: name, alias: name != packages[path] || name != lastElement(path)}
	}
}

func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// eachType calls f for every type node of a package, objects once.
func eachType(p *model.Package, f func(model.Type)) {
	seen := map[*model.Object]bool{}
	var visit func(model.Type)
	visit = func(t model.Type) {
		f(t)
		switch t := t.(type) {
		case *model.Pointer:
			visit(t.Elem)
		case *model.Slice:
			visit(t.Elem)
		case *model.Array:
			visit(t.Elem)
		case *model.Union:
			for _, v := range t.Variants {
				visit(v.Object)
			}
		case *model.Map:
			f(t.Key)
			visit(t.Elem)
		case *model.Object:
			if !seen[t] {
				seen[t] = true
				for i := range t.Fields {
					visit(t.Fields[i].Type)
				}
			}
		}
	}
	for _, t := range p.Tools {
		visit(t.Args)
		if t.Result.Type != nil {
			visit(t.Result.Type)
		}
	}
}
