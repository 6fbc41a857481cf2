package wide

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

func text(leave func(i int) bool) string {
	var b strings.Builder
	for i := range 130 {
		if !leave(i) {
			fmt.Fprintf(&b, `,"f%d":%d`, i, i)
		}
	}
	return "{" + b.String()[1:] + "}"
}

func TestEveryWord(t *testing.T) {
	got, err := DecodeFill(text(func(i int) bool { return i%3 == 1 }))
	if err != nil || got.F0+got.F63+got.F129 != 63+129 || got.F64 != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	for i := range 130 {
		err := ValidateFill(text(func(k int) bool { return k == i }))
		var args *runtime.ArgsError
		optional := i%3 == 1
		if errors.As(err, &args) == optional {
			t.Errorf("without f%d: %v", i, err)
		}
		if !optional && args != nil && args.Violations[0].Path != fmt.Sprintf("f%d", i) {
			t.Errorf("without f%d: %v", i, err)
		}
		twice := strings.Replace(text(func(int) bool { return false }), "{", fmt.Sprintf(`{"f%d":1,`, i), 1)
		if ValidateFill(twice) == nil {
			t.Errorf("accepted f%d twice", i)
		}
	}
}
