package kinds

import (
	"errors"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/google/go-cmp/cmp"
)

func TestIntegersAreExact(t *testing.T) {
	got, err := DecodeSigned(`{"i":9007199254740993,"i8":-128,"i16":3.0,"i32":1e2,"i64":-9223372036854775808}`)
	if want := (SignedArgs{I: 9007199254740993, I8: -128, I16: 3, I32: 100, I64: -1 << 63}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	unsigned, err := DecodeUnsigned(`{"u":0,"u8":255,"u16":-0,"u32":1.20e1,"u64":18446744073709551615}`)
	if want := (UnsignedArgs{U8: 255, U32: 12, U64: 1<<64 - 1}); err != nil || unsigned != want {
		t.Errorf("got %+v, %v", unsigned, err)
	}
}

// rules lists path and rule of each violation.
func rules(t *testing.T, err error) (out []string) {
	t.Helper()
	var args *runtime.ArgsError
	if !errors.As(err, &args) {
		t.Fatalf("no *runtime.ArgsError: %v", err)
	}
	for _, v := range args.Violations {
		out = append(out, v.Path+" "+v.Rule)
	}
	return out
}

func TestViolations(t *testing.T) {
	tests := []struct {
		validate func(string) error
		text     string
		want     []string
	}{
		{ValidateSigned, `{"i":1.5,"i8":128,"i16":"3","i32":-2147483649,"i64":9223372036854775808}`,
			[]string{"i type", "i8 maximum", "i16 type", "i32 minimum", "i64 maximum"}},
		{ValidateUnsigned, `{"u":-1,"u8":256,"u16":1e9,"u32":true,"u64":18446744073709551616}`,
			[]string{"u minimum", "u8 maximum", "u16 maximum", "u32 type", "u64 maximum"}},
		{ValidateFloats, `{"f32":3.5e38,"f64":1e400}`, []string{"f32 maximum", "f64 maximum"}},
		{ValidateNamed, `{"level":77,"rank":2,"color":"Red","label":"whatever","temp":1,"on":false,"store":null}`,
			[]string{"rank enum", "color enum", "store type"}},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, rules(t, tt.validate(tt.text))); d != "" {
			t.Errorf("%s: -want +got\n%s", tt.text, d)
		}
	}
}

func TestEnumsAndDefaults(t *testing.T) {
	got, err := DecodeNamed(`{"level":2,"label":"free","temp":-1.5,"on":true,"store":"s"}`)
	if want := (NamedArgs{Level: 2, Color: Green, Label: "free", Temp: -1.5, On: true, Store: "s"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	got, err = DecodeNamed(`{"level":2,"rank":3,"color":"other, see note","label":"","temp":0,"on":true,"store":""}`)
	if err != nil || got.Rank != Bronze || got.Color != Other {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestValidateAllocatesNothing(t *testing.T) {
	for name, f := range map[string]func(){
		"plain": func() {
			if ValidateNamed(`{"level":2,"rank":1,"color":"red","label":"l","temp":1.25,"on":true,"store":"s"}`) != nil {
				t.Error("refused")
			}
		},
		"escaped": func() {
			if ValidateNamed(`{"\u006cevel":2,"rank":1,"color":"\u0072ed","label":"\n","temp":1.25,"on":true,"store":"s"}`) != nil {
				t.Error("refused")
			}
		},
		"decode": func() {
			if _, err := DecodeNamed(`{"level":2,"rank":1,"color":"red","label":"l","temp":1.25,"on":true,"store":"s"}`); err != nil {
				t.Error(err)
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
