package resolve

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// literal reads a default or example as a value of the type and checks it
// against the rules that stand on the type.
func (r *resolver) literal(t model.Type, a directive.Arg, at place) model.Literal {
	at = r.argPlace(a, at)
	switch t := bare(t).(type) {
	case *model.Bool:
		if a.Value == "true" || a.Value == "false" {
			return model.Literal(a.Value)
		}
		r.errorf(at, diag.InvalidDefault, "%s: %s must be true or false, not %q", at.path, a.Key, a.Value)
	case *model.String:
		if why := stringFault(t, a.Value); why != "" {
			r.errorf(at, diag.InvalidDefault, "%s: %s=%q %s", at.path, a.Key, a.Value, why)
			return ""
		}
		return model.Literal(quote(a.Value))
	case *model.Int:
		n := r.number(a, a.Value, true)
		if n == "" {
			return ""
		}
		if t.Enum != nil && !slices.Contains(t.Enum, n) {
			r.errorf(at, diag.InvalidDefault, "%s: %s=%s is not one of %s", at.path, a.Key, n, joinNumbers(t.Enum))
			return ""
		}
		return r.inBounds(n, intRange(t), a, at)
	case *model.Float:
		n := r.number(a, a.Value, false)
		if n == "" {
			return ""
		}
		return r.inBounds(n, t.Bounds, a, at)
	default:
		r.errorf(at, diag.InvalidDefault, "%s: %s is not supported for %s", at.path, a.Key, jsonKind(t))
	}
	return ""
}

// intRange is what a decoder of the kind accepts: its bounds, and where they
// are silent the 64 bits behind them.
func intRange(t *model.Int) model.Bounds {
	b := t.Bounds
	if b.Minimum == "" {
		b.Minimum = "-9223372036854775808"
	}
	if b.Maximum == "" {
		b.Maximum = "9223372036854775807"
		if t.Unsigned() {
			b.Maximum = "18446744073709551615"
		}
	}
	return b
}

func (r *resolver) inBounds(n model.Number, b model.Bounds, a directive.Arg, at place) model.Literal {
	x := rat(n)
	ok := (b.Minimum == "" || x.Cmp(rat(b.Minimum)) >= 0) && (b.Maximum == "" || x.Cmp(rat(b.Maximum)) <= 0) &&
		(b.ExclusiveMinimum == "" || x.Cmp(rat(b.ExclusiveMinimum)) > 0) && (b.ExclusiveMaximum == "" || x.Cmp(rat(b.ExclusiveMaximum)) < 0) &&
		(b.MultipleOf == "" || new(big.Rat).Quo(x, rat(b.MultipleOf)).IsInt())
	if !ok {
		r.errorf(at, diag.InvalidDefault, "%s: %s=%s breaks the bounds of the parameter", at.path, a.Key, n)
		return ""
	}
	return model.Literal(n)
}

// stringFault says which rule of t a string breaks, "" for none. Formats are
// left to the reader: they are for people to check in review.
func stringFault(t *model.String, v string) string {
	n := len([]rune(v))
	switch {
	case t.Enum != nil && !slices.Contains(t.Enum, v):
		return "is not one of " + strings.Join(t.Enum, ", ")
	case t.MinLength != nil && n < *t.MinLength:
		return "is shorter than minLength"
	case t.MaxLength != nil && n > *t.MaxLength:
		return "is longer than maxLength"
	case t.Pattern != "":
		if re, err := regexp.Compile(t.Pattern); err == nil && !re.MatchString(v) {
			return "does not match the pattern"
		}
	}
	return ""
}

func joinNumbers(list []model.Number) string {
	var b strings.Builder
	for i, n := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(n))
	}
	return b.String()
}

// quote writes a JSON string without HTML escapes.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("unreachable: " + err.Error()) // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// jsonKind names a type as its schema does, for messages.
func jsonKind(t model.Type) string {
	switch t := bare(t).(type) {
	case *model.Bool:
		return "a boolean"
	case *model.String:
		return "a string"
	case *model.Int:
		return "an integer"
	case *model.Float:
		return "a number"
	case *model.Slice, *model.Array:
		return "an array"
	case *model.Special:
		if t.Kind == model.Quoted {
			return "a quoted " + t.Basic
		}
		return "a value of a type with a JSON form of its own"
	}
	return "an object"
}
