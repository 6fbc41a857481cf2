package resolve

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/dsh-tools/dshgen/gen/internal/pattern"
)

// settings are what the directives of one parameter or field say about it.
type settings struct {
	name        string // JSON name, "" for the default
	description string
	optional    bool
	required    bool
	open        bool
	rules       []directive.Arg // constraint keys, default and example
}

// settingsOf sorts the arguments of directives that are already checked
// against the table.
func settingsOf(args []directive.Arg) settings {
	var s settings
	for _, a := range args {
		switch {
		case a.Quoted && a.Key == "":
			s.description = a.Value
		case a.Key == "name":
			s.name = a.Value
		case a.Key == "optional":
			s.optional = true
		case a.Key == "required":
			s.required = true
		case a.Key == "open":
			s.open = true
		default:
			s.rules = append(s.rules, a)
		}
	}
	return s
}

// constrain puts the rules of a field onto its type and default, and reports
// those that its type cannot have.
func (r *resolver) constrain(f *model.Field, rules []directive.Arg, at place) {
	var defaults, examples []directive.Arg
	for _, a := range rules {
		switch a.Key {
		case "default":
			defaults = append(defaults, a)
		case "example":
			examples = append(examples, a)
		default:
			if !r.rule(bare(f.Type), a) {
				r.errorf(r.argPlace(a, at), diag.InvalidConstraint, "%s: %s does not apply to %s", at.path, a.Key, jsonKind(f.Type))
			}
		}
	}
	r.consistent(f, rules, at)
	for _, a := range defaults {
		f.Default = r.literal(f.Type, a, at)
	}
	for _, a := range examples {
		if l := r.literal(f.Type, a, at); l != "" {
			f.Examples = append(f.Examples, l)
		}
	}
}

// bare strips pointers: a constraint is about the value behind them.
func bare(t model.Type) model.Type {
	for {
		p, ok := t.(*model.Pointer)
		if !ok {
			return t
		}
		t = p.Elem
	}
}

func (r *resolver) argPlace(a directive.Arg, at place) place {
	at.pos, at.end = a.Pos, a.End
	return at
}

// rule sets one keyword and reports whether the type can have it. Wrong values
// are reported here, too, and count as set.
func (r *resolver) rule(t model.Type, a directive.Arg) bool {
	switch t := t.(type) {
	case *model.String:
		return r.stringRule(t, a)
	case *model.Int:
		if a.Key == "enum" {
			for _, v := range strings.Split(a.Value, "|") {
				t.Enum = append(t.Enum, r.number(a, v, true))
			}
			return true
		}
		return r.bound(&t.Bounds, a, true)
	case *model.Float:
		return r.bound(&t.Bounds, a, false)
	case *model.Slice:
		switch a.Key {
		case "minItems":
			t.MinItems = r.count(a)
		case "maxItems":
			t.MaxItems = r.count(a)
		case "uniqueItems":
			t.Unique = true
			if !scalar(t.Elem) {
				r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "uniqueItems needs items that are strings, numbers or booleans")
			}
		default:
			return false
		}
		return true
	}
	return false
}

func scalar(t model.Type) bool {
	switch bare(t).(type) {
	case *model.Bool, *model.String, *model.Int, *model.Float:
		return true
	}
	return false
}

func (r *resolver) stringRule(t *model.String, a directive.Arg) bool {
	switch a.Key {
	case "enum":
		t.Enum = strings.Split(a.Value, "|")
		seen := map[string]bool{}
		for _, v := range t.Enum {
			if seen[v] {
				r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "enum lists %q twice", v)
			}
			seen[v] = true
		}
	case "minLength":
		t.MinLength = r.count(a)
	case "maxLength":
		t.MaxLength = r.count(a)
	case "pattern":
		if why := pattern.Check(a.Value); why != "" {
			r.errorf(r.argPlace(a, place{}), diag.InvalidPattern, "pattern %s: %s", a.Value, why)
		}
		t.Pattern = a.Value
	case "format":
		if !slices.Contains(Formats, a.Value) {
			r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "unknown format %q: use one of %s", a.Value, strings.Join(Formats, ", "))
		}
		t.Format = a.Value
	default:
		return false
	}
	return true
}

// Formats are the values of format that decoders check.
var Formats = []string{"date-time", "date", "time", "duration", "email", "uri", "uuid", "hostname", "ipv4", "ipv6"}

func (r *resolver) bound(b *model.Bounds, a directive.Arg, integer bool) bool {
	var to *model.Number
	switch a.Key {
	case "minimum":
		to = &b.Minimum
	case "maximum":
		to = &b.Maximum
	case "exclusiveMinimum":
		to = &b.ExclusiveMinimum
	case "exclusiveMaximum":
		to = &b.ExclusiveMaximum
	case "multipleOf":
		to = &b.MultipleOf
	default:
		return false
	}
	n := r.number(a, a.Value, integer)
	if implicit := *to; implicit != "" && n != "" {
		// A bound can narrow the range of the kind, not widen it.
		if c := rat(n).Cmp(rat(implicit)); a.Key == "minimum" && c < 0 || a.Key == "maximum" && c > 0 {
			r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "%s=%s lies outside the range of the Go type, which ends at %s", a.Key, n, implicit)
			return true
		}
	}
	if a.Key == "multipleOf" && n != "" && rat(n).Sign() <= 0 {
		r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "multipleOf must be greater than 0")
	}
	*to = n
	return true
}

// number reads a JSON number exactly; an integer must fit 64 bits.
func (r *resolver) number(a directive.Arg, text string, integer bool) model.Number {
	var n json.Number
	bad := json.Unmarshal([]byte(text), &n) != nil || n == ""
	switch {
	case bad:
		r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "%s needs a number, not %q", a.Key, text)
		return ""
	case integer:
		_, signed := strconv.ParseInt(text, 10, 64)
		_, unsigned := strconv.ParseUint(text, 10, 64)
		if signed != nil && unsigned != nil {
			r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "%s needs an integer of at most 64 bits, not %s", a.Key, text)
			return ""
		}
	default:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "%s: %s is out of range", a.Key, text)
			return ""
		}
		// The decoder holds a float64: schema and decoder must mean one number.
		if held := strconv.FormatFloat(x, 'g', -1, 64); rat(model.Number(held)).Cmp(rat(model.Number(text))) != 0 {
			r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "%s: a float64 cannot hold %s: write %s", a.Key, text, held)
			return ""
		}
	}
	return model.Number(text)
}

func (r *resolver) count(a directive.Arg) *int {
	n, err := strconv.Atoi(a.Value)
	if err != nil || n < 0 {
		r.errorf(r.argPlace(a, place{}), diag.InvalidConstraint, "%s needs a whole number of at least 0, not %q", a.Key, a.Value)
		return nil
	}
	return &n
}

func rat(n model.Number) *big.Rat {
	x, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return new(big.Rat)
	}
	return x
}

// consistent reports rules that no value can satisfy together.
func (r *resolver) consistent(f *model.Field, rules []directive.Arg, at place) {
	if len(rules) == 0 {
		return
	}
	last := r.argPlace(rules[len(rules)-1], at)
	switch t := bare(f.Type).(type) {
	case *model.String:
		r.ordered(t.MinLength, t.MaxLength, "Length", last)
	case *model.Slice:
		r.ordered(t.MinItems, t.MaxItems, "Items", last)
	case *model.Int:
		r.boundsOrdered(t.Bounds, last)
	case *model.Float:
		r.boundsOrdered(t.Bounds, last)
	}
}

func (r *resolver) ordered(lo, hi *int, what string, at place) {
	if lo != nil && hi != nil && *lo > *hi {
		r.errorf(at, diag.InvalidConstraint, "%s: min%s=%d is greater than max%s=%d", at.path, what, *lo, what, *hi)
	}
}

func (r *resolver) boundsOrdered(b model.Bounds, at place) {
	for _, lo := range []model.Number{b.Minimum, b.ExclusiveMinimum} {
		for _, hi := range []model.Number{b.Maximum, b.ExclusiveMaximum} {
			if lo == "" || hi == "" {
				continue
			}
			c := rat(lo).Cmp(rat(hi))
			if exclusive := lo == b.ExclusiveMinimum || hi == b.ExclusiveMaximum; c > 0 || c == 0 && exclusive {
				r.errorf(at, diag.InvalidConstraint, "%s: no number lies between %s and %s", at.path, lo, hi)
				return
			}
		}
	}
}
