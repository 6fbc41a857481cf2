package resolve

import (
	"go/types"

	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// methods are the ones by which a type has a JSON form of its own.
type methods struct {
	unmarshalJSON, unmarshalText, marshalJSON, marshalText, isZero bool

	// promoted names one of them that comes from an embedded field.
	promoted string
}

// methodsOf looks up the methods of t and *t.
func methodsOf(t types.Type) (m methods) {
	if types.IsInterface(t) {
		return m
	}
	for name, has := range map[string]*bool{
		"UnmarshalJSON": &m.unmarshalJSON, "UnmarshalText": &m.unmarshalText,
		"MarshalJSON": &m.marshalJSON, "MarshalText": &m.marshalText, "IsZero": &m.isZero,
	} {
		obj, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		f, ok := obj.(*types.Func)
		if !ok || !hasSignature(f, name) {
			continue
		}
		*has = true
		if len(index) > 1 && name != "IsZero" && (m.promoted == "" || name < m.promoted) {
			m.promoted = name
		}
	}
	return m
}

// hasSignature reports whether a method is the one that encoding/json calls.
func hasSignature(f *types.Func, name string) bool {
	want := map[string]string{
		"UnmarshalJSON": "func([]byte) error", "UnmarshalText": "func([]byte) error",
		"MarshalJSON": "func() ([]byte, error)", "MarshalText": "func() ([]byte, error)", "IsZero": "func() bool",
	}[name]
	sig := f.Signature()
	plain := types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic())
	return types.TypeString(plain, nil) == want
}

func unnamed(t *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, t.Len())
	for i := range vars {
		vars[i] = types.NewParam(0, nil, "", types.Unalias(t.At(i).Type()))
	}
	return types.NewTuple(vars...)
}

// special recognises types whose JSON form is not their structure: a schema
// made from their fields would be a lie. It returns nil for a type that is what
// it looks like, and an explanation for one that cannot be used.
func (r *resolver) special(t types.Type) (*model.Special, string) {
	s := &model.Special{Go: r.spell(t), Decodes: true, Encodes: true, Underlying: underlying(t)}
	named := asNamed(t)
	if named != nil && named.Obj().Pkg() != nil {
		switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
		case "encoding/json.RawMessage":
			s.Kind = model.Raw
			return s, ""
		case "time.Time":
			s.Kind, s.IsZero = model.Time, true
			return s, ""
		case "time.Duration":
			s.Kind = model.Duration
			return s, ""
		}
		if path := named.Obj().Pkg().Path(); path == "sync" || path == "sync/atomic" {
			return nil, "it is for synchronisation, not data"
		}
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		if i.Empty() {
			s.Kind = model.Any
			return s, ""
		}
		return nil, "" // the caller refuses it as it does other kinds
	}
	m := methodsOf(t)
	s.IsZero = m.isZero
	switch {
	case m.promoted != "":
		return nil, "it gets " + m.promoted + " from an embedded field, which replaces its JSON form as a whole: give that field a name"
	case m.unmarshalJSON || m.marshalJSON:
		s.Kind, s.Decodes, s.Encodes = model.JSON, m.unmarshalJSON, m.marshalJSON
		return s, ""
	case m.unmarshalText || m.marshalText:
		s.Kind, s.Decodes, s.Encodes = model.Text, m.unmarshalText, m.marshalText
		return s, ""
	case isBytes(t):
		s.Kind = model.Bytes
		return s, ""
	}
	return nil, ""
}

// isBytes reports whether encoding/json writes a slice in base64.
func isBytes(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := slice.Elem().Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Uint8 {
		return false
	}
	m := methodsOf(slice.Elem())
	return m == methods{}
}

// underlying names what the zero value of a type looks like, for the rules of
// omitempty and omitzero.
func underlying(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return "bool"
		case info&types.IsString != 0:
			return "string"
		}
		return "number"
	case *types.Slice, *types.Map:
		return "list"
	case *types.Interface, *types.Pointer, *types.Chan, *types.Signature:
		return "nil"
	case *types.Array:
		if u.Len() == 0 {
			return "empty"
		}
	}
	return "struct"
}
