package constraints

import (
	"errors"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/google/go-cmp/cmp"
)

// TestRules breaks each rule alone; the texts that meet all rules come first.
func TestRules(t *testing.T) {
	tests := []struct {
		validate func(string) error
		text     string
		want     []string
	}{
		{ValidateStrings, `{"short":"ab","code":"AB12","day":"2024-02-29"}`, nil},
		{ValidateStrings, `{"short":"éèêë","code":"ZZ1","day":"2025-01-01","size":"large","city":""}`, nil},
		{ValidateStrings, `{"short":"a","code":"ab12","day":"2025-02-29","size":"huge"}`,
			[]string{"short minLength", "code pattern", "day format", "size enum"}},
		{ValidateStrings, `{"short":"éèêëé","code":"AB12","day":"2025-01-01"}`, []string{"short maxLength"}},
		{ValidateNumbers, `{"n":1,"at_least":-5,"over":9,"ratio":0,"step":0.3,"narrow":10,"big":18446744073709551614}`, nil},
		{ValidateNumbers, `{"n":0,"at_least":-6,"over":0,"ratio":1.01,"step":0.35,"narrow":9,"big":18446744073709551615}`,
			[]string{"n minimum", "at_least minimum", "over exclusiveMinimum", "ratio maximum", "step multipleOf", "narrow minimum", "big maximum"}},
		{ValidateNumbers, `{"n":101,"at_least":0,"over":10,"narrow":256}`,
			[]string{"n maximum", "over exclusiveMaximum", "over multipleOf", "narrow maximum"}},
		{ValidateItems, `{"ids":[1,2,3],"tags":["a","b"],"flags":[true,true]}`, nil},
		{ValidateItems, `{"ids":[],"tags":["a","\u0061"]}`, []string{"ids minItems", "tags[1] uniqueItems"}},
		{ValidateItems, `{"ids":[1,2,3,1.0],"tags":[]}`, []string{"ids maxItems", "ids[3] uniqueItems"}},
		{ValidateFind, `{"text":"x","owner":"me","extra":1}`, nil},
		{ValidateFind, `{"text":"","limit":51,"page":0,"order":"up"}`,
			[]string{"text minLength", "limit maximum", "page minimum", "order enum", "owner required"}},
	}
	for _, tt := range tests {
		var got []string
		var args *runtime.ArgsError
		if err := tt.validate(tt.text); errors.As(err, &args) {
			for _, v := range args.Violations {
				got = append(got, v.Path+" "+v.Rule)
			}
		} else if err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got\n%s", tt.text, d)
		}
	}
}

func TestDefaults(t *testing.T) {
	got, err := DecodeFind(`{"text":"x","owner":"me","limit":null,"page":null}`)
	if want := (Filter{Text: "x", Limit: 10, Owner: "me"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	strings, err := DecodeStrings(`{"short":"ab","code":"AB12","day":"2024-02-29"}`)
	if err != nil || strings.City != "New York" || strings.Size != "medium" {
		t.Errorf("got %+v, %v", strings, err)
	}
}

func TestValidateAllocatesNothing(t *testing.T) {
	texts := map[string]func() error{
		"strings": func() error {
			return ValidateStrings(`{"short":"\u0061b","code":"\u0041B12","day":"2024-02-29","size":"large"}`)
		},
		"numbers": func() error { return ValidateNumbers(`{"n":1,"at_least":-5,"over":9,"ratio":0.25,"step":0.3}`) },
		"items":   func() error { return ValidateItems(`{"ids":[1,2,3],"tags":["a","b","\u0063"],"flags":[true]}`) },
	}
	for name, f := range texts {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
