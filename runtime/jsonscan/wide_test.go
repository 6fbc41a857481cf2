package jsonscan_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// wideNames are more properties than a word has bits.
var wideNames = func() (names []string) {
	for i := range 150 {
		names = append(names, "p"+strconv.Itoa(i))
	}
	return names
}()

func scanWide(s *jsonscan.Scanner) {
	o := s.Object(wideNames)
	for o.Next() {
		if i := slices.Index(wideNames, o.Key()); i >= 0 {
			o.Once(i)
			s.Int()
		} else {
			o.Unknown()
		}
	}
	o.Require(1 << 63)
	o.RequireWord(1, 1<<0|1<<5)
	o.RequireWord(2, 1<<21)
}

func validateWide(text string) bool {
	s := jsonscan.NewCheck(text)
	scanWide(&s)
	return s.End()
}

func wideText(without []int, more ...string) string {
	members := more
	for i, n := range wideNames {
		if !slices.Contains(without, i) {
			members = append(members, `"`+n+`":`+strconv.Itoa(i))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func TestManyProperties(t *testing.T) {
	f := fixture{name: "wide", walk: scanWide, validate: validateWide, decode: func(text string) (any, bool) {
		s := jsonscan.New(text)
		scanWide(&s)
		return nil, s.End()
	}}
	for _, c := range []struct{ text, want string }{
		{wideText(nil), ""},
		{wideText([]int{0, 1, 62, 65, 148}), ""},
		{wideText([]int{63}), "p63 required"},
		{wideText([]int{64}), "p64 required"},
		{wideText([]int{149, 69, 63}), "p63 required|p69 required|p149 required"},
		{wideText(nil, `"p100":1`), "p100 duplicate"},
		{wideText(nil, `"p0":1`, `"\u0070149":1`), "p0 duplicate|p149 duplicate"},
	} {
		agree(t, f, c.text)
		notes, _, err := jsonscan.Explain(c.text, scanWide)
		var got []string
		for _, n := range notes {
			got = append(got, n.Path+" "+n.Rule)
		}
		if err != nil || strings.Join(got, "|") != c.want {
			t.Errorf("%v, %v; want %s", got, err, c.want)
		}
	}
}
