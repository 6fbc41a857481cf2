package jsonscan_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// equals compares two JSON texts as a walk does.
func equals(t *testing.T, text, literal string) bool {
	t.Helper()
	s := jsonscan.NewValueCheck(text)
	start := s.Offset()
	s.Skip()
	equal := s.Equals(start, literal)
	if !s.End() {
		t.Fatalf("%s is not JSON", text)
	}
	return equal
}

func TestEquals(t *testing.T) {
	groups := [][]string{
		{"1", "1.0", "10e-1", " 0.1e+1 ", "1.00000000000000000000000"},
		{"-0", "0", "0.0", "0e5"},
		{"123456789012345678901234567890", "1.2345678901234567890123456789e29"},
		{"123456789012345678901234567891"},
		{`"a"`, `"\u0061"`},
		{`"é\n\""`, `"\u00e9\u000a\u0022"`, `"\u00E9\n\u0022"`},
		{`"😀"`, `"\ud83d\ude00"`, `"\uD83D\uDE00"`},
		{`"\ud83d\ude01"`}, {`""`}, {`"1"`}, {"true"}, {"false"}, {"null"}, {`"null"`},
		{"[]", "[ ]"}, {"{}", "{ }"},
		{"[1,[2,{}]]", " [ 1.0 , [ 2e0 , { } ] ] "}, {"[1,[2,[]]]"}, {"[1]"}, {"[1,2]"}, {"[[1],2]"},
		{`{"a":1,"b":[true,null]}`, `{"b" : [true, null], "\u0061" : 1.0}`},
		{`{"a":1,"b":[true,false]}`}, {`{"a":1}`}, {`{"a":1,"b":[true,null],"c":{}}`}, {`{"a":1,"c":[true,null]}`},
	}
	for i, g := range groups {
		for _, a := range g {
			for j, h := range groups {
				for _, b := range h {
					if equals(t, a, strings.TrimSpace(b)) != (i == j) {
						t.Errorf("%s equals %s: %v", a, b, i != j)
					}
				}
			}
		}
	}
}

// verdict reads one number and applies one rule.
func verdict(text string, rule func(*jsonscan.Scanner)) bool {
	s := jsonscan.NewValueCheck(text)
	s.Number()
	rule(&s)
	return s.End()
}

// TestLimits compares bounds with exact rational arithmetic.
func TestLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func() string {
		digits := fmt.Sprint(1 + r.IntN(1000))
		switch r.IntN(4) {
		case 0:
			return digits
		case 1:
			return fmt.Sprintf("-%s.%d", digits, r.IntN(100))
		case 2:
			return fmt.Sprintf("%s.%de%d", digits, r.IntN(100), r.IntN(40)-20)
		}
		return digits + strings.Repeat("0", r.IntN(30)) + fmt.Sprint(r.IntN(10))
	}
	for range 20_000 {
		text, bound := number(), number()
		if r.IntN(4) == 0 {
			bound = text
		}
		v, ok := new(big.Rat).SetString(text)
		w, ok2 := new(big.Rat).SetString(bound)
		if !ok || !ok2 {
			t.Fatal(text, bound)
		}
		limit := jsonscan.NewLimit(bound, r.IntN(2) == 0)
		order := v.Cmp(w)
		for name, c := range map[string]struct{ got, want bool }{
			"at least": {verdict(text, func(s *jsonscan.Scanner) { s.AtLeast(&limit) }), order >= 0},
			"at most":  {verdict(text, func(s *jsonscan.Scanner) { s.AtMost(&limit) }), order <= 0},
			"above":    {verdict(text, func(s *jsonscan.Scanner) { s.Above(&limit) }), order > 0},
			"below":    {verdict(text, func(s *jsonscan.Scanner) { s.Below(&limit) }), order < 0},
			"between":  {verdict(text, func(s *jsonscan.Scanner) { s.Between(&limit, &limit) }), order == 0},
		} {
			if c.got != c.want {
				t.Fatalf("%s %s %s: %v", text, name, bound, c.got)
			}
		}
		if shown, ok := new(big.Rat).SetString(limit.String()); !ok || shown.Cmp(w) != 0 {
			t.Fatalf("%s is shown as %s", bound, limit.String())
		}
		if limit.Divisor() {
			want := new(big.Rat).Quo(v, w).IsInt()
			if got := verdict(text, func(s *jsonscan.Scanner) { s.Divided(&limit) }); got != want {
				t.Fatalf("%s is a multiple of %s: %v", text, bound, got)
			}
		}
	}
	for bound, want := range map[string]bool{"0": false, "-1": false, "1": true, "0.1": true, "1e300": true, "12345678901234567": true, "123456789012345678": false} {
		if limit := jsonscan.NewLimit(bound, true); limit.Divisor() != want {
			t.Errorf("%s is a divisor: %v", bound, !want)
		}
	}
}

func TestIntegersOfAnySize(t *testing.T) {
	for text, want := range map[string]bool{"1": true, "-0": true, "1.0": true, "1e400": true, "12e-1": false, "1.5": false, "1e-400": false, `"1"`: false, "01": false, "": false, "null": false} {
		s := jsonscan.NewValueCheck(text)
		s.Integer()
		if s.End() != want {
			t.Errorf("%s is an integer: %v", text, !want)
		}
	}
	for key, want := range map[string][2]bool{"0": {true, true}, "10": {true, true}, "-1": {true, false}, "-0": {}, "-": {}, "": {}, "01": {}, "-01": {}, "+1": {}, "1.0": {}, "--1": {}} {
		for i, unsigned := range []bool{false, true} {
			if jsonscan.IsIntegerKey(key, unsigned) != want[i] {
				t.Errorf("%q, unsigned %v: %v", key, unsigned, !want[i])
			}
		}
	}
}

// TestAttempts: an attempt leaves no trace but where the value ended.
func TestAttempts(t *testing.T) {
	walk := func(s *jsonscan.Scanner) {
		for a := s.Array(); a.Next(); {
			attempt := s.Try()
			s.Integer()
			end := s.Back(&attempt)
			if end < 0 {
				_ = s.String()
				end = s.Back(&attempt)
			}
			s.Leave(&attempt)
			if end < 0 {
				s.RefuseNext("anyOf", []string{"integer", "string"}, 0)
				continue
			}
			s.Jump(end)
		}
	}
	for text, want := range map[string]string{
		`[1, "a", 2.0, "\u0061"]`:      "",
		`[1, 1.5, {"a":1}, "x", [[]]]`: "[1] anyOf; [2] anyOf; [4] anyOf; ",
		`[{"a":1,"a":2}, null]`:        "[0].a duplicate; [1] anyOf; ",
		`[1, tru]`:                     "syntax",
		`[1, {"a":"` + "\xff" + `"}]`:  "utf8",
		strings.Repeat("[", 200) + "1": "depth",
	} {
		s := jsonscan.NewValueCheck(text)
		walk(&s)
		valid := s.End()
		notes, _, err := jsonscan.ExplainValue(text, walk)
		got := ""
		for _, n := range notes {
			got += n.Path + " " + n.Rule + "; "
		}
		if e, ok := err.(*jsonscan.SyntaxError); ok {
			got = e.Rule
		}
		if got != want || valid != (want == "") {
			t.Errorf("%.40s: valid %v, notes %q, want %q", text, valid, got, want)
		}
	}
}
