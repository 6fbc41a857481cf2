package resolve

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// maxFields is the number of properties that the decoder's bit set holds.
const maxFields = 256

// candidate is a struct field that may become a property. Which of several
// with one JSON name wins is decided as encoding/json does: the least deep,
// then the one that is tagged, else none of them.
type candidate struct {
	v        *types.Var
	selector string
	json     string
	tagged   bool
	options  []string
	depth    int
	syntax   *ast.Field
	embeds   []model.Embed
}

// fields resolves the properties of a struct in source order.
func (r *resolver) fields(t types.Type, u *types.Struct, at place) (out []model.Field, failed bool) {
	all, ok := r.candidates(t, u, candidate{}, at)
	failed = !ok
	for _, c := range all {
		if !r.dominant(c, all, at) {
			continue
		}
		if f, ok := r.field(c, at); ok {
			out = append(out, f)
		} else {
			failed = true
		}
	}
	if len(all) == 0 && u.NumFields() > 0 {
		r.errorf(at, diag.UnsupportedType, "%s: %s has no exported fields, so no JSON form", at.path, typeString(t))
		return nil, true
	}
	if len(out) > maxFields {
		r.errorf(at, diag.UnsupportedType, "%s: %s has %d properties: the limit is %d", at.path, typeString(t), len(out), maxFields)
		return nil, true
	}
	return out, failed
}

// candidates lists the exported fields of a struct and, in place of embedded
// structs, theirs.
// outer is the embedded field that they belong to.
func (r *resolver) candidates(t types.Type, u *types.Struct, outer candidate, at place) (out []candidate, ok bool) {
	if outer.depth > maxEmbedDepth {
		r.errorf(at, diag.RecursiveType, "%s: structs are embedded in each other more than %d levels deep", at.path, maxEmbedDepth)
		return nil, false
	}
	ok = true
	syntax := r.structSyntax(t)
	for i := range u.NumFields() {
		v := u.Field(i)
		c := candidate{v: v, selector: outer.selector + v.Name(), json: v.Name(), depth: outer.depth, embeds: outer.embeds, syntax: r.fieldSyntax(syntax, v)}
		here := r.fieldPlace(c, at)
		tag := u.Tag(i)
		name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		r.checkTag(tag, v, here)
		if name == "-" && options == "" && !strings.HasSuffix(reflect.StructTag(tag).Get("json"), ",") {
			continue
		}
		if name != "" && jsonName(name) {
			c.json, c.tagged = name, true
		}
		if options != "" {
			c.options = strings.Split(options, ",")
		}
		if v.Embedded() && !c.tagged {
			elem := types.Unalias(v.Type())
			pointer, isPointer := elem.(*types.Pointer)
			if isPointer {
				elem = types.Unalias(pointer.Elem())
			}
			if inner, isStruct := elem.Underlying().(*types.Struct); isStruct && !r.isSpecial(elem) {
				if isPointer {
					if !v.Exported() {
						r.errorf(here, diag.UnsupportedType, "%s: encoding/json cannot set an embedded pointer to an unexported struct: embed the struct itself", here.path)
						ok = false
						continue
					}
					c.embeds = append(slices.Clone(c.embeds), model.Embed{Go: embedSelector(c), Type: r.spell(elem)})
				}
				c.selector += "."
				c.depth++
				promoted, fine := r.candidates(elem, inner, c, here)
				out = append(out, promoted...)
				ok = ok && fine
				continue
			}
		}
		if !v.Exported() {
			continue
		}
		out = append(out, c)
	}
	return out, ok
}

// maxEmbedDepth ends structs that embed each other by pointers.
const maxEmbedDepth = 16

// embedSelector is the selector of an embedded field from the pointer before it.
func embedSelector(c candidate) string {
	rest := c.selector
	for _, e := range c.embeds {
		rest = strings.TrimPrefix(rest, e.Go+".")
	}
	return rest
}

func (r *resolver) isSpecial(t types.Type) bool {
	s, why := r.special(t)
	return s != nil || why != ""
}

// jsonName reports whether encoding/json takes a tag's name.
func jsonName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// checkTag reports struct tags that do not mean what they seem to mean:
// encoding/json ignores them without a word.
func (r *resolver) checkTag(tag string, v *types.Var, at place) {
	if v.Pkg() == nil || v.Pkg().Path() != r.pkg.Path || tag == "" {
		return // another package's tags are its author's
	}
	value, has := reflect.StructTag(tag).Lookup("json")
	switch {
	case !has && strings.Contains(tag, "json"):
		r.errorf(at, diag.InvalidTag, "%s: malformed struct tag `%s`: write json:\"name\" without spaces", at.path, tag)
	case has && strings.Count(tag, "json:\"") > 1:
		r.errorf(at, diag.InvalidTag, "%s: the tag names json twice, and only the first counts", at.path)
	case has && !v.Exported() && !v.Embedded() && value != "-":
		r.warnf(at, diag.InvalidTag, "%s: a json tag on an unexported field has no effect", at.path)
	}
	if name, _, _ := strings.Cut(value, ","); has && name != "" && name != "-" && !jsonName(name) {
		r.errorf(at, diag.InvalidTag, "%s: %q is no JSON name that encoding/json accepts", at.path, name)
	}
}

// dominant reports whether c is the field that its JSON name stands for.
func (r *resolver) dominant(c candidate, all []candidate, at place) bool {
	tie, self := -1, 0
	for i, other := range all {
		if other.v == c.v {
			self = i
			continue
		}
		if other.json != c.json {
			continue
		}
		switch {
		case other.depth < c.depth, other.depth == c.depth && other.tagged && !c.tagged:
			return false
		case other.depth == c.depth && other.tagged == c.tagged:
			tie = i
		}
	}
	if tie >= 0 && tie < self { // once, at the later one
		r.related(r.fieldPlace(c, at), diag.DuplicateProperty, r.fieldPlace(all[tie], at),
			"two fields of the same depth are named %q: encoding/json drops both", c.json)
	}
	return tie < 0
}

// field resolves one property with its directives and tag options.
func (r *resolver) field(c candidate, at place) (model.Field, bool) {
	here := r.fieldPlace(c, at)
	s := settingsOf(r.fieldDirectives(c))
	f := model.Field{Pos: r.position(here.pos), Go: c.selector, JSON: c.json, Description: s.description, Embeds: c.embeds}
	if f.Description == "" && c.syntax != nil {
		f.Description = plainDoc(c.syntax.Doc, c.syntax.Comment)
	}
	if s.name != "" {
		f.JSON = s.name
	}
	quoted := false
	for _, o := range c.options {
		switch o {
		case "omitempty":
			f.OmitEmpty = true
		case "omitzero":
			f.OmitZero = true
		case "string":
			quoted = true
		}
	}
	here.open = s.open
	if quoted {
		f.Type = r.quoted(c.v.Type(), here)
	} else {
		f.Type = r.typ(c.v.Type(), here)
	}
	if f.Type == nil {
		return f, false
	}
	r.finish(&f, s, here)
	return f, true
}

// quoted resolves the type of a field with the tag option string, which has a
// meaning for booleans, numbers and pointers to them only.
func (r *resolver) quoted(t types.Type, at place) model.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		elem := r.quoted(p.Elem(), at)
		if _, twice := elem.(*model.Pointer); elem == nil || twice {
			return nil
		}
		return &model.Pointer{Go: r.spell(t), Elem: elem}
	}
	basic, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok || r.isSpecial(t) || basic.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) == 0 || basic.Kind() == types.Uintptr:
		r.errorf(at, diag.InvalidTag, "%s: the tag option string has an effect on booleans and numbers only: remove it", at.path)
	case basic.Info()&types.IsString != 0:
		r.errorf(at, diag.UnsupportedType, "%s: the tag option string would quote a string twice: remove it", at.path)
	case r.nameable(t, at):
		return &model.Special{Go: r.spell(t), Kind: model.Quoted, Basic: basic.Name(), Underlying: underlying(t), Decodes: true, Encodes: true}
	}
	return nil
}

// finish applies directives to a field whose type is known and decides whether
// it is required.
func (r *resolver) finish(f *model.Field, s settings, at place) {
	if !validProperty(f.JSON) {
		r.errorf(at, diag.PropertyName, "%s: property name %q: providers accept 1 to 64 letters, digits, '_', '.' and '-' only", at.path, f.JSON)
	}
	if s.open && !holdsObject(f.Type) {
		r.errorf(at, diag.InvalidConstraint, "%s: open does not apply to %s", at.path, jsonKind(f.Type))
	}
	r.constrain(f, s.rules, at)
	_, pointer := f.Type.(*model.Pointer)
	f.Required = !pointer && !f.OmitEmpty && !f.OmitZero && f.Default == "" && !s.optional || s.required
	if s.required && f.Default != "" {
		r.errorf(at, diag.InvalidDefault, "%s: a required parameter never takes its default", at.path)
	}
}

func holdsObject(t model.Type) bool {
	switch t := bare(t).(type) {
	case *model.Object:
		return true
	case *model.Array:
		return holdsObject(t.Elem)
	case *model.Slice:
		return holdsObject(t.Elem)
	case *model.Map:
		return holdsObject(t.Elem)
	}
	return false
}

// validProperty applies the rule for property names that all large providers
// share. Source: the Anthropic Messages API, tools.input_schema.properties.
func validProperty(name string) bool {
	return validName(name, "_.-")
}

func validName(name, extra string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for _, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && !strings.ContainsRune(extra, c) {
			return false
		}
	}
	return true
}

func (r *resolver) fieldDirectives(c candidate) []directive.Arg {
	if c.syntax == nil {
		return nil
	}
	return r.argsOf("field", c.syntax.Doc, c.syntax.Comment)
}

// fieldPlace points at a field in the author's package; for a field of another
// package the place of use is what the author can change.
func (r *resolver) fieldPlace(c candidate, at place) place {
	at.path += "." + c.json
	at.field = true
	at.base += model.UpperFirst(c.v.Name())
	if c.v.Pkg() != nil && c.v.Pkg().Path() == r.pkg.Path && c.v.Pos().IsValid() {
		at.pos, at.end = c.v.Pos(), c.v.Pos()+token.Pos(len(c.v.Name()))
	}
	return at
}

// structSyntax finds the declaration of a struct type: in the author's files,
// or in the one file of another package that declares it.
func (r *resolver) structSyntax(t types.Type) *ast.StructType {
	named := asNamed(t)
	if named == nil {
		return nil // an anonymous struct: its fields are found by position
	}
	spec := r.typeSpec(named.Origin().Obj())
	if spec == nil {
		return nil
	}
	s, _ := spec.Type.(*ast.StructType)
	return s
}

// fieldSyntax finds the syntax of v: by position in the author's package, by
// name in a declaration of another package.
func (r *resolver) fieldSyntax(decl *ast.StructType, v *types.Var) *ast.Field {
	if f := r.fieldsByPos[v.Pos()]; f != nil {
		return f
	}
	if decl == nil || decl.Fields == nil {
		return nil
	}
	for _, f := range decl.Fields.List {
		for _, name := range f.Names {
			if name.Name == v.Name() {
				return f
			}
		}
	}
	return nil
}
