package jsonscan_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// FuzzModes reads a text in all modes, which must agree, and compares the
// verdict with that of the reference validator on the equivalent schema.
func FuzzModes(f *testing.F) {
	for _, x := range fixtures {
		for _, text := range append(x.valid, x.invalid...) {
			f.Add(text)
		}
	}
	reference := schemaOf(f, referenceEverything)
	f.Fuzz(func(t *testing.T, text string) {
		for _, x := range fixtures {
			ok := agree(t, x, text)
			if notes, _, err := jsonscan.Explain(text, x.walk); err == nil {
				for _, n := range notes {
					tidy(t, n)
				}
			}
			if want, comparable := judge(reference, text); x.name == "everything" && comparable && ok != want && strings.Trim(text, " \t\r\n") != "null" {
				t.Errorf("%q: %v, the reference says %v", text, ok, want)
			}
		}
	})
}

// FuzzValues compares what is read with what encoding/json reads.
func FuzzValues(f *testing.F) {
	for _, text := range []string{`{"a":1.5e3,"b":["x\u00e9",true,null,{}]}`, `"\ud83d\ude00\n"`, `-0`, `123456789012345678901234567890`, `[[[]]]`, `1e-400`, `"\u2028"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := jsonscan.New(text)
		v := readAny(&s)
		ok := s.End()
		var want any
		err := json.Unmarshal([]byte(text), &want)
		if !ok {
			return // FuzzSyntax and FuzzModes say whether that is right
		}
		if strings.Trim(text, " \t\r\n") == "" || want == nil && err == nil {
			return // the rule of no arguments
		}
		if err != nil {
			if !strings.Contains(err.Error(), "cannot unmarshal number") {
				t.Fatalf("%q: accepted, encoding/json says %v", text, err)
			}
			return
		}
		got, _ := json.Marshal(v)
		expected, _ := json.Marshal(want)
		if string(got) != string(expected) {
			t.Errorf("%q: read %s, encoding/json reads %s", text, got, expected)
		}
	})
}

func readAny(s *jsonscan.Scanner) any {
	switch s.Kind() {
	case jsonscan.KindObject:
		v := map[string]any{}
		for m := s.Map(); m.Next(); {
			k := m.Key()
			v[k] = readAny(s)
		}
		return v
	case jsonscan.KindArray:
		v := []any{}
		for a := s.Array(); a.Next(); {
			v = append(v, readAny(s))
		}
		return v
	case jsonscan.KindString:
		return s.String()
	case jsonscan.KindNumber:
		return s.Float64()
	case jsonscan.KindNull:
		s.Null()
		return nil
	}
	return s.Bool()
}

// FuzzWriter compares what is written with what encoding/json writes.
func FuzzWriter(f *testing.F) {
	f.Add("<a>\u2028\xff\x00\"", 1.5, int64(-1), uint64(1))
	f.Add("", 1e21, int64(0), uint64(0))
	f.Fuzz(func(t *testing.T, text string, number float64, i int64, u uint64) {
		w := jsonscan.NewWriter(nil)
		w.BeginArray()
		w.String(text)
		w.Int(i)
		w.Uint(u)
		w.BeginObject()
		w.Name("k")
		w.Float(number)
		w.EndObject()
		w.BeginObject()
		w.Name(text)
		w.Null()
		w.EndObject()
		w.EndArray()
		b, err := w.Finish()
		if math.IsNaN(number) || math.IsInf(number, 0) {
			if err == nil || err.(*jsonscan.WriteError).Path != "[3].k" {
				t.Errorf("%v: %v", number, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		key := any(map[string]any{text: nil})
		if !utf8.ValidString(text) { // encoding/json also replaces bytes of keys
			key = map[string]any{strings.ToValidUTF8(text, "\ufffd"): nil}
		}
		got, want := string(b), std(t, []any{text, i, u, map[string]any{"k": number}, key})
		if utf8.ValidString(text) && got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if err := jsonscan.Syntax(got, jsonscan.Limits{}); err != nil {
			t.Errorf("%s: %v", got, err)
		}
	})
}
