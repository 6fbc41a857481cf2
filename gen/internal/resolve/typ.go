package resolve

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"golang.org/x/tools/go/types/typeutil"
)

// place is where a type is used: what diagnostics point at and call it.
type place struct {
	pos  token.Pos
	end  token.Pos
	path string // T.opts.Done
	base string // what an anonymous struct here is named after
	open bool   // the nearest object is an open one

	field bool // a struct field, which a tag can leave out
}

// at returns p moved into a part of the type that it holds.
func (p place) at(step string) place {
	p.path += step
	return p
}

// objectKey tells uses of one struct type apart that need code of their own.
type objectMemo struct{ closed, open typeutil.Map }

func (m *objectMemo) of(open bool) *typeutil.Map {
	if open {
		return &m.open
	}
	return &m.closed
}

// typ turns a Go type into a node of the model. It returns nil after it has
// reported why there is none.
func (r *resolver) typ(t types.Type, at place) model.Type {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Invalid {
		r.errorf(at, diag.TypeError, "%s: the type cannot be checked", at.path) // only told when nobody else says why
		return nil
	}
	if !r.nameable(t, at) {
		return nil
	}
	if _, pointer := types.Unalias(t).(*types.Pointer); !pointer {
		if special, why := r.special(t); why != "" {
			r.errorf(at, diag.UnsupportedType, "%s: %s is not supported: %s", at.path, typeString(t), why)
			return nil
		} else if special != nil {
			return special
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return r.basic(t, u, at)
	case *types.Pointer:
		if r.walking(t, at) {
			return nil
		}
		defer r.leave(t)
		elem := r.typ(u.Elem(), at)
		if elem == nil {
			return nil
		}
		return &model.Pointer{Go: r.spell(t), Elem: elem}
	case *types.Slice:
		if r.walking(t, at) {
			return nil
		}
		defer r.leave(t)
		elem := r.typ(u.Elem(), at.at("[]"))
		if elem == nil {
			return nil
		}
		return &model.Slice{Go: r.spell(t), Elem: elem}
	case *types.Array:
		elem := r.typ(u.Elem(), at.at("[]"))
		if elem == nil {
			return nil
		}
		return &model.Array{Go: r.spell(t), Len: int(u.Len()), Elem: elem}
	case *types.Map:
		return r.mapping(t, u, at)
	case *types.Interface:
		if sealed(u) {
			return r.union(t, u, at)
		}
	case *types.Struct:
		if o := r.object(t, u, at); o != nil {
			return o
		}
		return nil
	}
	r.errorf(at, diag.UnsupportedType, "%s: %s has no JSON form%s", at.path, typeString(t), remedy(t, at))
	return nil
}

// walking notes that t is being resolved and reports a named type that
// contains itself without a struct in between.
func (r *resolver) walking(t types.Type, at place) bool {
	named := asNamed(t)
	if named == nil {
		return false
	}
	if r.open[named] {
		r.errorf(at, diag.RecursiveType, "%s: %s contains itself: put a struct in between", at.path, typeString(t))
		return true
	}
	r.open[named] = true
	return false
}

func (r *resolver) leave(t types.Type) {
	if named := asNamed(t); named != nil {
		delete(r.open, named)
	}
}

func asNamed(t types.Type) *types.Named {
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

func (r *resolver) basic(t types.Type, u *types.Basic, at place) model.Type {
	spelling := r.spell(t)
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		return &model.Bool{Go: spelling}
	case info&types.IsString != 0:
		return &model.String{Go: spelling, Enum: r.stringEnum(t)}
	case u.Kind() == types.Uintptr:
	case info&types.IsInteger != 0:
		return &model.Int{Go: spelling, Kind: kindName(u), Enum: r.integerEnum(t), Bounds: model.KindBounds(kindName(u))}
	case info&types.IsFloat != 0:
		return &model.Float{Go: spelling, Kind: kindName(u), Bounds: model.KindBounds(kindName(u))}
	}
	r.errorf(at, diag.UnsupportedType, "%s: %s has no JSON form%s", at.path, typeString(t), remedy(t, at))
	return nil
}

func (r *resolver) mapping(t types.Type, u *types.Map, at place) model.Type {
	key := r.key(u.Key(), at)
	if key == nil || r.walking(t, at) {
		return nil
	}
	defer r.leave(t)
	elem := r.typ(u.Elem(), at.at("{}"))
	if elem == nil {
		return nil
	}
	return &model.Map{Go: r.spell(t), Key: key, Elem: elem}
}

// key resolves the type of a map's keys. Methods for text come before the kind.
func (r *resolver) key(t types.Type, at place) model.Type {
	m := methodsOf(t)
	basic, _ := t.Underlying().(*types.Basic)
	switch {
	case m.unmarshalText && basic != nil && basic.Info()&types.IsString != 0:
		r.errorf(at, diag.UnsupportedType, "%s: keys of type %s are read by UnmarshalText but written as they are: use a plain string", at.path, typeString(t))
	case m.unmarshalText && m.marshalText:
		return &model.Special{Go: r.spell(t), Kind: model.Text, Decodes: true, Encodes: true}
	case basic != nil && basic.Info()&types.IsString != 0:
		return &model.String{Go: r.spell(t)}
	case basic != nil && basic.Info()&types.IsInteger != 0 && basic.Kind() != types.Uintptr:
		return &model.Int{Go: r.spell(t), Kind: kindName(basic), Bounds: model.KindBounds(kindName(basic))}
	default:
		r.errorf(at, diag.UnsupportedType, "%s: keys of type %s have no JSON form: use strings, integers or a type with MarshalText and UnmarshalText", at.path, typeString(t))
	}
	return nil
}

// object resolves a struct type. Each struct is resolved once for closed and
// once for open use; a struct that is met again on the way down to it is
// recursive.
func (r *resolver) object(t types.Type, u *types.Struct, at place) *model.Object {
	open := at.open
	at.open = false
	memo := r.objects.of(open)
	if known, ok := memo.At(t).(*objectState); ok {
		if !known.done {
			known.object.Recursive = true
		}
		if known.failed {
			return nil
		}
		return known.object
	}
	o := &model.Object{Go: r.spell(t), Base: at.base, Open: open}
	if named := asNamed(t); named != nil {
		o.Base = named.Obj().Name()
	}
	if open {
		o.Base = "Open" + model.UpperFirst(o.Base)
	}
	state := &objectState{object: o}
	memo.Set(t, state)
	o.Fields, state.failed = r.fields(t, u, at)
	state.done = true
	if state.failed {
		return nil
	}
	return o
}

type objectState struct {
	object       *model.Object
	done, failed bool
}

// remedy ends a message about a type without a JSON form.
func remedy(t types.Type, at place) string {
	switch t.Underlying().(type) {
	case *types.Interface:
		return ": name a concrete type"
	}
	if at.field {
		return `: leave it out with the tag json:"-"`
	}
	return ": a method can keep it in its receiver"
}

func typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// spell writes a type as Go source. Aliases are kept: the type behind one may
// be internal to another module.
func (r *resolver) spell(t types.Type) model.Spelling {
	var s speller
	s.typ(t)
	return s.out
}

type speller struct{ out model.Spelling }

func (s *speller) word(text string) {
	if n := len(s.out); n > 0 && s.out[n-1].Path == "" {
		s.out[n-1].Text += text
		return
	}
	s.out = append(s.out, model.Token{Text: text})
}

func (s *speller) object(obj *types.TypeName, args *types.TypeList) {
	if obj.Pkg() == nil {
		s.word(obj.Name())
	} else {
		s.out = append(s.out, model.Token{Text: obj.Name(), Path: obj.Pkg().Path(), Package: obj.Pkg().Name()})
	}
	if args.Len() > 0 {
		s.word("[")
		for i := range args.Len() {
			if i > 0 {
				s.word(", ")
			}
			s.typ(args.At(i))
		}
		s.word("]")
	}
}

func (s *speller) typ(t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		s.object(t.Obj(), t.TypeArgs())
	case *types.Named:
		s.object(t.Obj(), t.TypeArgs())
	case *types.Basic:
		s.word(t.Name())
	case *types.Pointer:
		s.word("*")
		s.typ(t.Elem())
	case *types.Slice:
		s.word("[]")
		s.typ(t.Elem())
	case *types.Array:
		s.word(fmt.Sprintf("[%d]", t.Len()))
		s.typ(t.Elem())
	case *types.Map:
		s.word("map[")
		s.typ(t.Key())
		s.word("]")
		s.typ(t.Elem())
	case *types.Struct:
		s.structure(t)
	default:
		// Only met inside fields that are left out of the JSON form; those
		// of anonymous structs are spelled by the type checker.
		s.word(types.TypeString(t, func(p *types.Package) string { return p.Name() }))
	}
}

// structure spells a struct with its tags: they are part of its identity.
func (s *speller) structure(t *types.Struct) {
	s.word("struct {")
	for i := range t.NumFields() {
		f := t.Field(i)
		if i > 0 {
			s.word("; ")
		}
		if !f.Embedded() {
			s.word(f.Name() + " ")
		}
		s.typ(f.Type())
		if tag := t.Tag(i); tag != "" {
			s.word(" " + quoteTag(tag))
		}
	}
	s.word("}")
}

func quoteTag(tag string) string {
	if strings.ContainsAny(tag, "`\r") {
		return fmt.Sprintf("%q", tag)
	}
	return "`" + tag + "`"
}

// nameable reports types that code in the author's package cannot write down.
func (r *resolver) nameable(t types.Type, at place) bool {
	for _, token := range r.spell(t) {
		if token.Path == "" || token.Path == r.pkg.Path {
			continue
		}
		if !ast.IsExported(token.Text) {
			r.errorf(at, diag.UnsupportedType, "%s: %s is not exported by its package", at.path, token)
			return false
		}
		if !mayImport(r.pkg.Path, token.Path) {
			r.errorf(at, diag.UnsupportedType, "%s: %s is internal to another module", at.path, token)
			return false
		}
	}
	return true
}

// mayImport applies the rule for internal folders: what lies in one can be
// imported from the tree around it only.
func mayImport(from, path string) bool {
	i := strings.LastIndex("/"+path+"/", "/internal/")
	if i < 0 {
		return true
	}
	if i == 0 {
		return !strings.Contains(strings.SplitN(from, "/", 2)[0], ".")
	}
	parent := path[:i-1]
	return from == parent || strings.HasPrefix(from, parent+"/")
}

// kindName is the name of a kind without the aliases byte and rune.
func kindName(b *types.Basic) string { return types.Typ[b.Kind()].Name() }
