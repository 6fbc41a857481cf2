package texts

import (
	"math/big"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// formats has a value of each format, and one that is of none.
var formats = map[string]string{
	"date-time": "2025-01-31T09:30:00Z", "date": "2025-01-31", "time": "09:30:00Z", "duration": "PT1H30M", "email": "a@example.com",
	"uri": "https://example.com/", "uuid": "123e4567-e89b-12d3-a456-426614174000", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
}

const noFormat = "?!"

// stringCandidates are strings near the limits of the rules.
func stringCandidates(t *model.String) (out []string) {
	if t.Enum != nil {
		return t.Enum
	}
	if t.Format != "" {
		return []string{formats[t.Format], noFormat}
	}
	if t.Pattern != "" {
		if re, err := syntax.Parse(t.Pattern, syntax.Perl); err == nil {
			out = append(out, shortest(re))
		}
	}
	if t.MinLength != nil || t.MaxLength != nil {
		for _, n := range []*int{t.MinLength, t.MaxLength} {
			if n == nil || *n > 5000 {
				continue
			}
			for _, k := range []int{*n, *n - 1, *n + 1} {
				if k >= 0 {
					out = append(out, strings.Repeat("é", k))
				}
			}
		}
		return append(out, "abc")
	}
	return append(out, "a", "", "\x00\n\"")
}

// stringValid applies the rules of a type, formats by their samples.
func stringValid(t *model.String, v string) bool {
	n := utf8.RuneCountInString(v)
	switch {
	case t.Enum != nil && !slices.Contains(t.Enum, v), t.MinLength != nil && n < *t.MinLength, t.MaxLength != nil && n > *t.MaxLength:
		return false
	case t.Format != "" && v != formats[t.Format]:
		return false
	case t.Pattern != "":
		re, err := regexp.Compile(t.Pattern)
		return err == nil && re.MatchString(v)
	}
	return true
}

// shortest writes a short text that a pattern matches.
func shortest(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		for _, c := range "a0A-_. " { // readable ones first
			for i := 0; i+1 < len(re.Rune); i += 2 {
				if re.Rune[i] <= c && c <= re.Rune[i+1] {
					return string(c)
				}
			}
		}
		if len(re.Rune) > 0 {
			return string(re.Rune[0])
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(re.Sub[0])
	case syntax.OpRepeat:
		return strings.Repeat(shortest(re.Sub[0]), re.Min)
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range re.Sub {
			b.WriteString(shortest(sub))
		}
		return b.String()
	case syntax.OpAlternate:
		return shortest(re.Sub[0])
	}
	return ""
}

// intCandidates are integers at and beside the bounds.
func intCandidates(t *model.Int) []Text {
	low, high := kindRange(t.Kind)
	if t.Enum != nil {
		var out []Text
		sum := new(big.Int)
		for _, n := range t.Enum {
			out = append(out, Text{string(n), string(n), true})
			v, _ := new(big.Int).SetString(string(n), 10)
			sum.Add(sum, v.Abs(v))
		}
		other := sum.Add(sum, big.NewInt(1)).String()
		return append(out, Text{other, other, slices.Contains(t.Enum, model.Number(other))})
	}
	var out []Text
	seen := map[string]bool{}
	for _, x := range append(around(t.Bounds), rat("1"), rat("0"), low, high, plus(low, -1), plus(high, 1)) {
		if !x.IsInt() || seen[x.Num().String()] {
			continue
		}
		text := x.Num().String()
		seen[text] = true
		out = append(out, Text{text, text, inBounds(x, t.Bounds) && x.Cmp(low) >= 0 && x.Cmp(high) <= 0})
	}
	if inBounds(rat("100"), t.Bounds) {
		out = append(out, Text{"1e2", "1e2", high.Cmp(rat("100")) >= 0})
	}
	return out
}

// floatCandidates are numbers at and beside the bounds that have a short text.
func floatCandidates(t *model.Float) []Text {
	var out []Text
	seen := map[string]bool{}
	for _, x := range append(around(t.Bounds), rat("1"), rat("0"), rat("0.5"), rat("-2.25")) {
		text := decimal(x)
		if text == "" || seen[text] {
			continue
		}
		seen[text] = true
		out = append(out, Text{text, text, inBounds(x, t.Bounds)})
	}
	return out
}

// around lists the numbers at and beside the bounds.
func around(b model.Bounds) (out []*big.Rat) {
	for _, n := range []model.Number{b.Minimum, b.Maximum, b.ExclusiveMinimum, b.ExclusiveMaximum, b.MultipleOf} {
		if n == "" {
			continue
		}
		x := rat(string(n))
		out = append(out, x, plus(x, 1), plus(x, -1))
		if b.MultipleOf != "" {
			m := rat(string(b.MultipleOf))
			up := new(big.Rat).Mul(m, new(big.Rat).SetInt(ceil(new(big.Rat).Quo(x, m))))
			out = append(out, up, new(big.Rat).Add(up, m))
		}
	}
	return out
}

func inBounds(x *big.Rat, b model.Bounds) bool {
	return (b.Minimum == "" || x.Cmp(rat(string(b.Minimum))) >= 0) && (b.Maximum == "" || x.Cmp(rat(string(b.Maximum))) <= 0) &&
		(b.ExclusiveMinimum == "" || x.Cmp(rat(string(b.ExclusiveMinimum))) > 0) && (b.ExclusiveMaximum == "" || x.Cmp(rat(string(b.ExclusiveMaximum))) < 0) &&
		(b.MultipleOf == "" || new(big.Rat).Quo(x, rat(string(b.MultipleOf))).IsInt())
}

// kindRange is what a Go kind can hold; int and uint are taken for 64 bits.
func kindRange(kind string) (low, high *big.Rat) {
	b := model.KindBounds(kind)
	low, high = rat("-9223372036854775808"), rat("9223372036854775807")
	if kind[0] == 'u' {
		low, high = rat("0"), rat("18446744073709551615")
	}
	if b.Minimum != "" {
		low = rat(string(b.Minimum))
	}
	if b.Maximum != "" {
		high = rat(string(b.Maximum))
	}
	return low, high
}

func firstValid(all []Text) (string, bool) {
	for _, t := range all {
		if t.Valid {
			return t.JSON, true
		}
	}
	return "", false
}

func rat(s string) *big.Rat {
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		return new(big.Rat)
	}
	return x
}

func plus(x *big.Rat, n int64) *big.Rat { return new(big.Rat).Add(x, big.NewRat(n, 1)) }

func ceil(x *big.Rat) *big.Int {
	q, r := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// decimal is a finite decimal that a float64 holds exactly, "" for others.
func decimal(x *big.Rat) string {
	if f, exact := x.Float64(); !exact || f > 1e15 || f < -1e15 {
		return ""
	}
	s := x.FloatString(20)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if rat(s).Cmp(x) != 0 {
		return ""
	}
	return s
}
