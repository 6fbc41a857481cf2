package pattern

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// match runs a program the way generated code does: it never goes back.
func match(p *Program, v string) bool {
	rest, ok := take(p.Items, v)
	return ok && (!p.End || rest == "")
}

func take(s Sequence, v string) (rest string, ok bool) {
	for _, it := range s {
		if it.Literal != "" {
			if v, ok = strings.CutPrefix(v, it.Literal); !ok {
				return v, false
			}
			continue
		}
		n := 0
		for ; n != it.Max && v != "" && begins(it, v[0]); n++ {
			if it.Set != nil {
				v = v[1:]
				continue
			}
			for _, alternative := range it.Group {
				if in(alternative.First(), v[0]) {
					if v, ok = take(alternative, v); !ok {
						return v, false
					}
					break
				}
			}
		}
		if n < it.Min {
			return v, false
		}
	}
	return v, true
}

func begins(it Item, b byte) bool {
	set, _ := it.first()
	return in(set, b)
}

func in(s Set, b byte) bool {
	if b >= 0x80 {
		return s.Other
	}
	return s.Has(b)
}

// random writes a pattern over few characters, so that its parts overlap.
func random(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		part := []string{"a", "b", "é", "ab", "[ab]", "[^a]", "c", `\d`, ".", "aé"}[r.IntN(10)]
		if depth > 0 && r.IntN(3) == 0 {
			part = "(" + random(r, depth-1) + ")"
			if r.IntN(2) == 0 {
				part = "(" + random(r, depth-1) + "|" + random(r, depth-1) + ")"
			}
		} else if len([]rune(part)) > 1 && part[0] != '[' && part[0] != '\\' {
			part = "(?:" + part + ")"
		}
		switch r.IntN(6) {
		case 0:
			part += "*"
		case 1:
			part += "+"
		case 2:
			part += "?"
		case 3:
			part += "{" + strconv.Itoa(r.IntN(3)) + "," + strconv.Itoa(2+r.IntN(2)) + "}"
		}
		b.WriteString(part)
	}
	return b.String()
}

// Programs match what the engine matches, for patterns of all kinds.
func TestProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	programs, matches := 0, 0
	for range 20_000 {
		source := "^" + random(r, 2)
		if r.IntN(2) == 0 {
			source += "$"
		}
		p, ok := Compile(source)
		if !ok {
			continue
		}
		programs++
		re := regexp.MustCompile(source)
		for range 40 {
			var v strings.Builder
			for range r.IntN(8) {
				v.WriteString([]string{"a", "b", "c", "é", "1", "ab", "\n"}[r.IntN(7)])
			}
			want := re.MatchString(v.String())
			if want {
				matches++
			}
			if got := match(p, v.String()); got != want {
				t.Fatalf("%s on %q: got %t, want %t", source, v.String(), got, want)
			}
		}
	}
	if programs < 1000 || matches < 1000 {
		t.Errorf("only %d programs and %d matches were looked at", programs, matches)
	}
}

func TestCompile(t *testing.T) {
	for source, want := range map[string]bool{
		`^a`: true, `^$`: true, `^[a-z]+(-[a-z]+)*$`: true, `^(a|b)$`: true, `^.*$`: true,
		`a`: false, `^a*a$`: false, `^(ab|ac)$`: true, `^(a*)*$`: false, `^.{3}$`: false, `^é{2}$`: true, `^a$|b`: false, `^\bx`: false, `^[^\x00-\x{10FFFF}]$`: false,
		"^" + strings.Repeat("[ab]c", 30): false,
	} {
		if _, ok := Compile(source); ok != want {
			t.Errorf("%s: compiles: %t", source, ok)
		}
	}
}
