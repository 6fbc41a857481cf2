package jsonscan

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The cases on which RFC 8259 leaves implementations free, and what this one
// does.
var free = map[string]string{
	// Numbers are syntax here; whether a Go type holds them is asked by who reads them.
	"i_number_double_huge_neg_exp.json":   "",
	"i_number_huge_exp.json":              "",
	"i_number_neg_int_huge_exp.json":      "",
	"i_number_pos_double_huge_exp.json":   "",
	"i_number_real_neg_overflow.json":     "",
	"i_number_real_pos_overflow.json":     "",
	"i_number_real_underflow.json":        "",
	"i_number_too_big_neg_int.json":       "",
	"i_number_too_big_pos_int.json":       "",
	"i_number_very_big_negative_int.json": "",
	// A lone surrogate is no character: no UTF-8 string can hold it.
	"i_object_key_lone_2nd_surrogate.json":                RuleUTF8,
	"i_string_1st_surrogate_but_2nd_missing.json":         RuleUTF8,
	"i_string_1st_valid_surrogate_2nd_invalid.json":       RuleUTF8,
	"i_string_incomplete_surrogate_and_escape_valid.json": RuleUTF8,
	"i_string_incomplete_surrogate_pair.json":             RuleUTF8,
	"i_string_incomplete_surrogates_escape_valid.json":    RuleUTF8,
	"i_string_invalid_lonely_surrogate.json":              RuleUTF8,
	"i_string_invalid_surrogate.json":                     RuleUTF8,
	"i_string_inverted_surrogates_U+1D11E.json":           RuleUTF8,
	"i_string_lone_second_surrogate.json":                 RuleUTF8,
	// Text is UTF-8, all of it.
	"i_string_UTF-8_invalid_sequence.json":         RuleUTF8,
	"i_string_UTF8_surrogate_U+D800.json":          RuleUTF8,
	"i_string_invalid_utf-8.json":                  RuleUTF8,
	"i_string_iso_latin_1.json":                    RuleUTF8,
	"i_string_lone_utf8_continuation_byte.json":    RuleUTF8,
	"i_string_not_in_unicode_range.json":           RuleUTF8,
	"i_string_overlong_sequence_2_bytes.json":      RuleUTF8,
	"i_string_overlong_sequence_6_bytes.json":      RuleUTF8,
	"i_string_overlong_sequence_6_bytes_null.json": RuleUTF8,
	"i_string_truncated-utf-8.json":                RuleUTF8,
	"i_string_UTF-16LE_with_BOM.json":              RuleUTF8,
	"i_string_utf16BE_no_BOM.json":                 RuleSyntax,
	"i_string_utf16LE_no_BOM.json":                 RuleSyntax,
	"i_structure_UTF-8_BOM_empty_object.json":      RuleSyntax, // RFC 8259, section 8.1: must not be added
	"i_structure_500_nested_arrays.json":           RuleDepth,
}

func TestSuite(t *testing.T) {
	files, err := filepath.Glob("../../testdata/json/*.json")
	if err != nil || len(files) != 318 {
		t.Fatalf("%d files, %v; want 318", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		err = Syntax(string(data), Limits{})
		rule := ""
		if err != nil {
			rule = err.(*SyntaxError).Rule
			tidy(t, err.Error())
		}
		switch name[0] {
		case 'y':
			if err != nil {
				t.Errorf("%s: refused: %v", name, err)
			}
		case 'n':
			if err == nil {
				t.Errorf("%s: accepted", name)
			}
		default:
			if want, ok := free[name]; !ok || rule != want {
				t.Errorf("%s: rule %q, want %q: %v", name, rule, want, err)
			}
		}
		// A scanner comes to the same verdict on each value of its own.
		s := NewCheck(string(data))
		s.Skip()
		if ok := s.End(); ok != (err == nil) && !hasDuplicate(name) && trimSpace(string(data)) != "" {
			t.Errorf("%s: Skip says %v, Syntax says %v", name, ok, err)
		}
	}
}

func hasDuplicate(name string) bool { return strings.Contains(name, "_object_duplicated_key") }

// tidy checks what every message for a model must be.
func tidy(t testing.TB, message string) {
	t.Helper()
	if len(message) > 1024 || !utf8.ValidString(message) || strings.IndexFunc(message, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) >= 0 {
		t.Errorf("message of %d bytes is too long or not clean text: %.300q", len(message), message)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		rule   string
		parts  string // what the message must have, separated by |
	}{
		{``, 0, RuleTruncated, "cut off at byte 0"},
		{`{`, 1, RuleTruncated, "cut off at byte 1|send less"},
		{`{"a":1,`, 7, RuleTruncated, "cut off"},
		{`{"a"`, 4, RuleTruncated, "cut off"},
		{`{"a":`, 5, RuleTruncated, "cut off"},
		{`{"a":tr`, 7, RuleTruncated, "cut off"},
		{`{"a":-`, 6, RuleTruncated, "cut off"},
		{`{"a":1.`, 7, RuleTruncated, "cut off"},
		{`{"a":1e+`, 8, RuleTruncated, "cut off"},
		{`[1`, 2, RuleTruncated, "cut off"},
		{`{"path":"a.md","content":"# Title\nSome te`, 42, RuleTruncated, "cut off at byte 42|string that begins at byte 25|send less"},
		{`{"a":"x\`, 8, RuleTruncated, "cut off"},
		{`{"a":"x\u00`, 11, RuleTruncated, "cut off"},
		{`{"a":"x\ud83d`, 13, RuleTruncated, "cut off"},
		{`{"a":"x\ud83d\ude`, 17, RuleTruncated, "cut off"},
		{"{\"a\":\"x\xe2\x82", 9, RuleTruncated, "cut off"},
		{`{"f":NaN}`, 5, RuleSyntax, "'NaN' at byte 5|NaN is not JSON"},
		{`{"f":Infinity}`, 5, RuleSyntax, "Infinity is not JSON"},
		{`{"f":-Infinity}`, 5, RuleSyntax, "NaN and Infinity are not JSON"},
		{`{"f":08}`, 5, RuleSyntax, "leading zero at byte 5"},
		{`{"f":+1}`, 5, RuleSyntax, "'+' at byte 5|no plus sign"},
		{`{"f":0x10}`, 6, RuleSyntax, "at byte 6"},
		{`{"f":1_000}`, 6, RuleSyntax, "at byte 6"},
		{`{"f":.5}`, 5, RuleSyntax, "begin with a digit"},
		{`{"f":1.}`, 5, RuleSyntax, "malformed number at byte 5"},
		{`{"f":1e}`, 5, RuleSyntax, "malformed number"},
		{`{"f":-}`, 5, RuleSyntax, "malformed number"},
		{`{"path":"a.txt","content":"x",}`, 30, RuleSyntax, "'}' at byte 30|remove the trailing comma"},
		{`[1,]`, 3, RuleSyntax, "trailing comma"},
		{`[1,,2]`, 3, RuleSyntax, "',' at byte 3, expected a JSON value"},
		{"```json\n{\"q\":\"x\"}\n```", 0, RuleSyntax, "Markdown fence"},
		{"{\"q\":\"x\"}\n```", 10, RuleSyntax, "Markdown fence"},
		{`{}{"stock":"C"}`, 2, RuleSyntax, "'{' at byte 2|extra data after the JSON value"},
		{`{"a":1} and done`, 8, RuleSyntax, "'and' at byte 8|without text after it"},
		{`Here is it: {}`, 0, RuleSyntax, "'Here' at byte 0|without text around it"},
		{"{\"msg\":\"line one\n\n\"}", 16, RuleSyntax, `control character U+000A in a string at byte 16: write \n`},
		{"{\"msg\":\"a\tb\"}", 9, RuleSyntax, `U+0009|write \t`},
		{"{\"msg\":\"a\x01b\"}", 9, RuleSyntax, `U+0001|write \u0001`},
		{`{"path":"q.txt","span": \n[10, 20]}`, 24, RuleSyntax, "at byte 24|an escape outside of a string"},
		{"{\"q\":\"ab\xffc\"}", 8, RuleUTF8, "invalid UTF-8 in a string at byte 8"},
		{"{\"q\xc0\xaf\":1}", 3, RuleUTF8, "invalid UTF-8 in a string at byte 3"},
		{"\xff{}", 0, RuleUTF8, "invalid UTF-8 at byte 0"},
		{`{"q":"a\ud83d"}`, 7, RuleUTF8, `lone surrogate \ud83d at byte 7`},
		{`{"q":"\udc00x"}`, 6, RuleUTF8, `lone surrogate \udc00 at byte 6`},
		{`{"q":"\ud800\u0041"}`, 6, RuleUTF8, `lone surrogate`},
		{`{"q":"C:\dir"}`, 8, RuleSyntax, `bad escape at byte 8: a backslash in a string is written \\`},
		{`{"q":"\u12g4"}`, 6, RuleSyntax, `four hexadecimal digits`},
		{"\u200b{\"q\":\"x\"}", 0, RuleSyntax, "U+200B at byte 0|remove this character"},
		{"\u00a0{}", 0, RuleSyntax, "U+00A0 at byte 0"},
		{"\u3000{}", 0, RuleSyntax, "U+3000 at byte 0"},
		{"\ufeff{}", 0, RuleSyntax, "U+FEFF at byte 0|byte order mark"},
		{"\x0b{}", 0, RuleSyntax, "U+000B at byte 0"},
		{"\x0c{}", 0, RuleSyntax, "U+000C at byte 0"},
		{"{}\x00", 2, RuleSyntax, "U+0000 at byte 2"},
		{"{\u2028\"q\":\"x\"}", 1, RuleSyntax, "U+2028 at byte 1"},
		{"{\"q\":\x01}", 5, RuleSyntax, "U+0001 at byte 5"},
		{`{"a":1 /* one */}`, 7, RuleSyntax, "'/' at byte 7|comments are not JSON"},
		{`{"a":1} // done`, 8, RuleSyntax, "comments are not JSON"},
		{`{"a":1 # one` + "\n}", 7, RuleSyntax, "comments are not JSON"},
		{`{"a":1, now the url "u":"x"}`, 8, RuleSyntax, "'now' at byte 8|keys need double quotes"},
		{`{'tags': ['a']}`, 1, RuleSyntax, "at byte 1|double quotes"},
		{`{tags: ["a"]}`, 1, RuleSyntax, "'tags' at byte 1|keys need double quotes"},
		{`{"on": True}`, 7, RuleSyntax, "'True' at byte 7|write true"},
		{`{"on": None}`, 7, RuleSyntax, "write null"},
		{`{"tags": {'a','b'}}`, 10, RuleSyntax, "double quotes"},
		{`{"a" 1}`, 5, RuleSyntax, "expected ':'"},
		{`{"a":1 "b":2}`, 7, RuleSyntax, "is a comma missing?"},
		{`{"a":“x”}`, 5, RuleSyntax, "U+0022"},
		{`{"q":"x" x}`, 9, RuleSyntax, "'x' at byte 9"},
		{`[1}`, 2, RuleSyntax, "'}' at byte 2"},
		{`truex`, 4, RuleSyntax, "'x' at byte 4"},
		{`trux`, 0, RuleSyntax, "'trux' at byte 0"},
		{strings.Repeat("[", 129), 128, RuleDepth, "nested deeper than 128 levels at byte 128"},
		{strings.Repeat(`{"a":`, 129), 5 * 128, RuleDepth, "nested deeper than 128 levels"},
	} {
		err := Syntax(c.text, Limits{})
		if err == nil {
			t.Errorf("%.60q: accepted", c.text)
			continue
		}
		e := err.(*SyntaxError)
		if e.Offset != c.offset || e.Rule != c.rule {
			t.Errorf("%.60q: offset %d, rule %s; want %d, %s: %s", c.text, e.Offset, e.Rule, c.offset, c.rule, e.Message)
		}
		for part := range strings.SplitSeq(c.parts, "|") {
			if !strings.Contains(e.Message, part) {
				t.Errorf("%.60q: message %q lacks %q", c.text, e.Message, part)
			}
		}
		tidy(t, e.Message)
	}
}

func TestSyntaxAccepts(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)
	for _, text := range []string{
		`0`, `-0`, `0e0`, `1E+2`, `8.26e-05`, `""`, `"\u0000\/\b\f\n\r\t\"\\"`, `[[],{}]`, " \t\r\n{ }\n",
		`{"a":1,"u":"http://x/*y*/#z"}`, `{"code":"if(a){x}{y} \"q\" \\n ,] }{ //c"}`, `{"q":"what's on Bob's list"}`,
		"\"\x7f\u2028\U0010ffff\"", `"\ud83d\ude00"`, deep, `{"a":"` + strings.Repeat("[", 1000) + `"}`, `{"a":1,"a":2}`,
	} {
		if err := Syntax(text, Limits{}); err != nil {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

func TestLimits(t *testing.T) {
	if err := Syntax(`[[[1]]]`, Limits{Depth: 2}); err == nil || err.(*SyntaxError).Offset != 2 {
		t.Errorf("depth 2: %v", err)
	}
	if err := Syntax(strings.Repeat("[", 1000)+strings.Repeat("]", 1000), Limits{Depth: 1000}); err != nil {
		t.Errorf("depth 1000: %v", err)
	}
	err := Syntax(`{"a":"b"}`, Limits{Bytes: 8})
	if err == nil || err.(*SyntaxError).Rule != RuleSize || !strings.Contains(err.Error(), "at most 8") {
		t.Errorf("size 8: %v", err)
	}
	if err := Syntax(`{"a":"b"}`, Limits{Bytes: 9}); err != nil {
		t.Errorf("size 9: %v", err)
	}
}

// reference is the verdict of encoding/json, and of rules that it does not
// have: UTF-8, lone surrogates and depth.
func reference(text string) bool {
	return json.Valid([]byte(text)) && utf8.ValidString(text) && !loneSurrogate(text) && depth(text) <= MaxDepth
}

// loneSurrogate looks for halves of pairs among the escapes of a valid text.
func loneSurrogate(text string) bool {
	high := false
	for i := 0; i < len(text); i++ {
		half := rune(-1)
		if text[i] == '\\' {
			if text[i+1] == 'u' {
				half = hex4(text, i+2)
				i += 4
			}
			i++
		}
		isLow := half >= 0xdc00 && half < 0xe000
		if high != isLow {
			return true
		}
		high = half >= 0xd800 && half < 0xdc00
	}
	return high
}

// depth returns how deep a valid text nests.
func depth(text string) (most int) {
	d, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			d++
			most = max(most, d)
		case c == ']' || c == '}':
			d--
		}
	}
	return most
}

// Hostile texts take time in proportion to their length: each of these took
// minutes or the stack in some decoder.
func TestHostileSyntax(t *testing.T) {
	for name, text := range map[string]string{
		"brackets":        strings.Repeat("[", 5_000_000),
		"objects":         strings.Repeat(`{"a":`, 200_000),
		"digits":          strings.Repeat("9", 5_000_000),
		"exponent":        "1e" + strings.Repeat("9", 5_000_000),
		"escapes":         `"` + strings.Repeat(`\u0061`, 1_000_000) + `"`,
		"surrogates":      `"` + strings.Repeat(`\ud83d\ude00`, 500_000) + `"`,
		"open string":     `"` + strings.Repeat("a", 5_000_000),
		"spaces":          strings.Repeat(" ", 5_000_000) + "x",
		"empty arrays":    "[" + strings.Repeat("[],", 1_000_000) + "[]]",
		"non-ASCII":       `"` + strings.Repeat("é", 2_000_000) + `"`,
		"trailing spaces": "{}" + strings.Repeat(" ", 5_000_000) + "x",
		"word":            strings.Repeat("x", 5_000_000),
	} {
		err := Syntax(text, Limits{})
		if (err == nil) != (name == "escapes" || name == "surrogates" || name == "digits" || name == "exponent" || name == "empty arrays" || name == "non-ASCII") {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			tidy(t, err.Error())
		}
	}
}

// FuzzSyntax compares the verdict with that of encoding/json and of obvious
// checks, and looks at every message.
func FuzzSyntax(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00",true,false,null]}`, `"\ud800"`, "\"\xff\"", `[1,]`, `{"a":`, "```", `08`, "\u200b", `{'a':True}`, `[1 /* */]`, `"\u12`, `{"a":1}}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		err := Syntax(text, Limits{})
		if want := reference(text); (err == nil) != want {
			t.Fatalf("%q: %v, the reference says %v", text, err, want)
		}
		s := NewCheck(text)
		s.Skip()
		if ok := s.End(); ok && err != nil && trimSpace(text) != "" {
			t.Fatalf("%q: skipped, although %v", text, err)
		}
		if err == nil {
			return
		}
		e := err.(*SyntaxError)
		tidy(t, e.Message)
		if e.Offset < 0 || e.Offset > len(text) || (e.Rule == RuleTruncated) != (e.Offset == len(text)) {
			t.Errorf("%q: offset %d, %s", text, e.Offset, e.Message)
		}
		// What is cut off can go on to be JSON; so it must not be called cut off
		// when a byte before the end is wrong already.
		if e.Rule == RuleTruncated && text != "" {
			if p, ok := Syntax(text[:len(text)-1], Limits{}).(*SyntaxError); ok && p.Rule != RuleTruncated {
				t.Errorf("%q is cut off, but %q is wrong: %v", text, text[:len(text)-1], p)
			}
		}
	})
}
