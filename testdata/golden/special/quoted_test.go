package special

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/google/go-cmp/cmp"
)

const quoted = `{"id":"-9223372036854775808","small":"-128","count":"7","size":"18446744073709551615","flag":"true","rate":"-1.5e-7","level":"12","maybe":"3"}`

func TestQuoted(t *testing.T) {
	got, err := DecodeEchoQuoted(quoted)
	if err != nil {
		t.Fatal(err)
	}
	three := 3
	want := Quoted{ID: math.MinInt64, Small: -128, Count: 7, Size: math.MaxUint64, Flag: true, Rate: -1.5e-7, Level: 12, Maybe: &three}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	// encoding/json reads and writes the same.
	var std Quoted
	if err := json.Unmarshal([]byte(quoted), &std); err != nil || !cmp.Equal(want, std) {
		t.Errorf("encoding/json reads %+v, %v", std, err)
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	reg := runtime.NewRegistry(runtime.Options{})
	if _, err := reg.Register(EchoQuotedTool); err != nil {
		t.Fatal(err)
	}
	if r := reg.Execute(context.Background(), runtime.Call{Name: "echo_quoted", Arguments: quoted}); r.Text() != string(text) {
		t.Errorf("got  %s\nwant %s", r.Text(), text)
	}
}

func TestQuotedRefused(t *testing.T) {
	for edit, want := range map[string]string{
		`"id":5`:                        `id`,
		`"id":""`:                       `^-?(0|[1-9][0-9]*)$`,
		`"id":"05"`:                     `^-?(0|[1-9][0-9]*)$`,
		`"id":"1.0"`:                    `^-?(0|[1-9][0-9]*)$`,
		`"id":" 1"`:                     `^-?(0|[1-9][0-9]*)$`,
		`"id":"9223372036854775808"`:    "an integer that fits 64 bits, as a string",
		`"small":"128"`:                 "an integer that fits 8 bits, as a string",
		`"size":"-1"`:                   `^(0|[1-9][0-9]*)$`,
		`"size":"-0"`:                   `^(0|[1-9][0-9]*)$`,
		`"size":"18446744073709551616"`: "an integer from 0 on that fits 64 bits, as a string",
		`"flag":true`:                   "flag",
		`"flag":"True"`:                 `"true"`,
		`"rate":"NaN"`:                  `rate`,
		`"rate":".5"`:                   `rate`,
		`"rate":"1e999"`:                "a number that fits 64 bits, as a string",
		`"maybe":"x"`:                   `maybe`,
	} {
		name, _, _ := strings.Cut(edit[1:], `"`)
		members := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte(quoted), &members); err != nil {
			t.Fatal(err)
		}
		members[name] = json.RawMessage(edit[len(name)+3:])
		text, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		if err := ValidateEchoQuoted(string(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", edit, err, want)
		}
		if _, err := DecodeEchoQuoted(string(text)); err == nil {
			t.Errorf("%s: decoded", edit)
		}
	}
}
