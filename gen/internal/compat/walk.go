package compat

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
)

// walk compares two schemas side by side.
type walk struct {
	old, new map[string]any // the documents, for references
	input    bool
	seen     map[[2]string]bool // pairs of references on the way: types may contain themselves
	report   func(path, what string, class Class)
}

// effect is what a change does to the set of values that a schema admits.
type effect int

const (
	narrows effect = iota // fewer values
	widens                // more values
	shifts                // others
)

func (w *walk) change(path string, e effect, format string, args ...any) {
	class := Additive
	if e == shifts || (e == narrows) == w.input {
		class = Breaking
	}
	w.report(path, fmt.Sprintf(format, args...), class)
}

// schema compares two schemas at one place.
func (w *walk) schema(path string, old, new map[string]any) {
	oldRef, _ := old["$ref"].(string)
	newRef, _ := new["$ref"].(string)
	if oldRef != "" || newRef != "" {
		pair := [2]string{oldRef, newRef}
		if oldRef != "" && newRef != "" {
			if w.seen[pair] {
				return
			}
			w.seen[pair] = true
		}
		w.texts(path, old, new)
		w.schema(path, resolve(w.old, old), resolve(w.new, new))
		return
	}
	w.texts(path, old, new)
	w.types(path, old, new)
	w.values(path, old, new)
	w.bounds(path, old, new)
	w.forms(path, old, new)
	w.object(path, old, new)
	w.variants(path, old, new)
	if a, b := sub(old, "items"), sub(new, "items"); a != nil && b != nil {
		w.schema(path+"[]", a, b)
	}
}

// resolve follows a reference to a definition of the document.
func resolve(doc, s map[string]any) map[string]any {
	ref, ok := s["$ref"].(string)
	if !ok {
		return s
	}
	if target := sub(sub(doc, "$defs"), strings.TrimPrefix(ref, "#/$defs/")); target != nil {
		return target
	}
	return map[string]any{}
}

func sub(s map[string]any, key string) map[string]any {
	m, _ := s[key].(map[string]any)
	return m
}

// texts compares what only a reader sees, and the default, which acts.
func (w *walk) texts(path string, old, new map[string]any) {
	for _, key := range []string{"title", "description", "examples"} {
		if !reflect.DeepEqual(old[key], new[key]) {
			w.report(path, key+" changed", Wording)
		}
	}
	a, had := old["default"]
	b, has := new["default"]
	switch {
	case had && has && !reflect.DeepEqual(a, b):
		w.report(path, fmt.Sprintf("default changed from %s to %s", text(a), text(b)), Breaking)
	case had && !has:
		w.report(path, "default "+text(a)+" removed", Breaking)
	case !had && has:
		w.report(path, "default "+text(b)+" added", Additive)
	}
}

// types compares the JSON types.
func (w *walk) types(path string, old, new map[string]any) {
	a, b := typeSet(old), typeSet(new)
	if maps.Equal(a, b) {
		return
	}
	what := fmt.Sprintf("type changed from %s to %s", typeNames(a), typeNames(b))
	switch {
	case contains(a, b):
		w.change(path, narrows, "%s", what)
	case contains(b, a):
		w.change(path, widens, "%s", what)
	default:
		w.change(path, shifts, "%s", what)
	}
}

// typeSet lists the types that a schema admits; nil is all of them.
func typeSet(s map[string]any) map[string]bool {
	switch t := s["type"].(type) {
	case string:
		return map[string]bool{t: true}
	case []any:
		set := map[string]bool{}
		for _, v := range t {
			set[fmt.Sprint(v)] = true
		}
		return set
	}
	return nil
}

// contains reports whether all types of b are among those of a.
func contains(a, b map[string]bool) bool {
	if a == nil || b == nil {
		return a == nil
	}
	for t := range b {
		if !a[t] && !(t == "integer" && a["number"]) {
			return false
		}
	}
	return true
}

func typeNames(set map[string]bool) string {
	if set == nil {
		return "any"
	}
	return strings.Join(slices.Sorted(maps.Keys(set)), " or ")
}

// values compares enum and const.
func (w *walk) values(path string, old, new map[string]any) {
	a, had := enum(old)
	b, has := enum(new)
	switch {
	case !had && !has:
	case !had:
		w.change(path, narrows, "limited to %s", strings.Join(b, ", "))
	case !has:
		w.change(path, widens, "no longer limited to %s", strings.Join(a, ", "))
	default:
		for _, v := range a {
			if !slices.Contains(b, v) {
				w.change(path, narrows, "value %s removed", v)
			}
		}
		for _, v := range b {
			if !slices.Contains(a, v) {
				w.change(path, widens, "value %s added", v)
			}
		}
	}
}

func enum(s map[string]any) (values []string, ok bool) {
	list, ok := s["enum"].([]any)
	if c, is := s["const"]; is {
		list, ok = []any{c}, true
	}
	for _, v := range list {
		values = append(values, text(v))
	}
	return values, ok
}

// bounds compares keywords whose greater numbers admit fewer or more values.
func (w *walk) bounds(path string, old, new map[string]any) {
	for _, k := range []struct {
		key   string
		lower bool
	}{
		{"minimum", true}, {"exclusiveMinimum", true}, {"minLength", true}, {"minItems", true},
		{"maximum", false}, {"exclusiveMaximum", false}, {"maxLength", false}, {"maxItems", false},
	} {
		a, had := rational(old[k.key])
		b, has := rational(new[k.key])
		switch {
		case had && has && a.Cmp(b) != 0:
			e := widens
			if (b.Cmp(a) > 0) == k.lower {
				e = narrows
			}
			w.change(path, e, "%s changed from %s to %s", k.key, text(old[k.key]), text(new[k.key]))
		case had && !has:
			w.change(path, widens, "%s=%s removed", k.key, text(old[k.key]))
		case !had && has:
			w.change(path, narrows, "%s=%s added", k.key, text(new[k.key]))
		}
	}
}

func rational(v any) (*big.Rat, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetString(string(n))
}

// forms compares keywords that say more than how much.
func (w *walk) forms(path string, old, new map[string]any) {
	for _, key := range []string{"pattern", "format", "multipleOf", "contentEncoding", "uniqueItems", "propertyNames"} {
		a, had := old[key]
		b, has := new[key]
		switch {
		case had && has && !reflect.DeepEqual(a, b):
			w.change(path, shifts, "%s changed from %s to %s", key, text(a), text(b))
		case had && !has:
			w.change(path, widens, "%s %s removed", key, text(a))
		case !had && has:
			w.change(path, narrows, "%s %s added", key, text(b))
		}
	}
}

// object compares properties and what else an object may hold.
func (w *walk) object(path string, old, new map[string]any) {
	a, b := sub(old, "properties"), sub(new, "properties")
	for name := range a {
		at := path + "." + name
		if b[name] == nil {
			w.report(at, "removed", Breaking) // in arguments it is refused or ignored now, in results missed
			continue
		}
		w.schema(at, sub(a, name), sub(b, name))
		was, is := required(old, name), required(new, name)
		switch {
		case !was && is:
			w.change(at, narrows, "required now")
		case was && !is:
			w.change(at, widens, "no longer required")
		}
	}
	for name := range b {
		if a[name] != nil {
			continue
		}
		if w.input && required(new, name) {
			w.report(path+"."+name, "added, and required", Breaking)
		} else {
			w.report(path+"."+name, "added", Additive)
		}
	}
	w.others(path, old["additionalProperties"], new["additionalProperties"])
}

func required(s map[string]any, name string) bool {
	list, _ := s["required"].([]any)
	return slices.Contains(list, any(name))
}

// others compares what is said of properties without a declaration.
func (w *walk) others(path string, old, new any) {
	a, aIs := old.(map[string]any)
	b, bIs := new.(map[string]any)
	if aIs && bIs {
		w.schema(path+".*", a, b)
		return
	}
	rank := func(v any) int { // how much is admitted
		if v == false {
			return 0
		}
		if _, ok := v.(map[string]any); ok {
			return 1
		}
		return 2
	}
	switch x, y := rank(old), rank(new); {
	case y < x:
		w.change(path, narrows, "%s", [...]string{"closed: unknown properties are refused now", "unknown properties have a schema now"}[y])
	case y > x:
		w.change(path, widens, "%s", [...]string{"", "unknown properties are admitted now, by a schema", "open: unknown properties are ignored now"}[y])
	}
}

// variants compares oneOf and anyOf. Variants that are told apart by a constant
// are paired by it, others by being equal.
func (w *walk) variants(path string, old, new map[string]any) {
	for _, key := range []string{"oneOf", "anyOf"} {
		a, b := w.named(w.old, old[key]), w.named(w.new, new[key])
		for name, s := range a {
			if t, ok := b[name]; ok {
				w.schema(path+"<"+name+">", s, t)
			} else {
				w.change(path, narrows, "variant %s removed", name)
			}
		}
		for name := range b {
			if _, ok := a[name]; !ok {
				w.change(path, widens, "variant %s added", name)
			}
		}
	}
}

func (w *walk) named(doc map[string]any, list any) map[string]map[string]any {
	out := map[string]map[string]any{}
	variants, _ := list.([]any)
	for _, v := range variants {
		s, _ := v.(map[string]any)
		out[variantName(resolve(doc, s))] = s
	}
	return out
}

// variantName is the constant that tells a variant, or else its type.
func variantName(s map[string]any) string {
	properties := sub(s, "properties")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if c, ok := sub(properties, name)["const"]; ok {
			return text(c)
		}
	}
	if t, ok := s["type"].(string); ok {
		return t
	}
	return text(s)
}

// text writes a JSON value in one line.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
