package runtimetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

// Text is an argument text with the verdict that a tool's decoder must come to.
// Files that dshgen -tests writes hold lists of them.
type Text struct {
	Name  string // what is special about it
	JSON  string
	Valid bool
}

// Valid is a text that a tool takes.
func Valid(name, json string) Text { return Text{Name: name, JSON: json, Valid: true} }

// Invalid is a text that a tool refuses.
func Invalid(name, json string) Text { return Text{Name: name, JSON: json} }

// CheckTexts gives texts to the decoder and the validator of a tool. Both must
// come to the verdict, and refuse in the same words.
func CheckTexts[T any](t *testing.T, decode func(string) (T, error), validate func(string) error, texts []Text) {
	t.Helper()
	for _, c := range texts {
		err := validate(c.JSON)
		if (err == nil) != c.Valid {
			t.Errorf("%s: %s\nvalid is to be %t, but: %v", c.Name, c.JSON, c.Valid, err)
		}
		if err := agree(decode, err, c.JSON); err != nil {
			t.Errorf("%s: %s\n%v", c.Name, c.JSON, err)
		}
	}
}

// FuzzTexts fuzzes the decoder of a tool against its validator, starting from
// texts: whatever comes, they agree, and neither panics.
func FuzzTexts[T any](f *testing.F, decode func(string) (T, error), validate func(string) error, texts []Text) {
	f.Helper()
	for _, c := range texts {
		f.Add(c.JSON)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := agree(decode, validate(text), text); err != nil {
			t.Errorf("%q\n%v", text, err)
		}
	})
}

// agree compares what decode says with the verdict of validate.
func agree[T any](decode func(string) (T, error), validated error, text string) error {
	_, decoded := decode(text)
	if fmt.Sprint(decoded) != fmt.Sprint(validated) {
		return fmt.Errorf("the decoder says: %v\nthe validator says: %v", decoded, validated)
	}
	var args *runtime.ArgsError
	if decoded != nil && (!errors.As(decoded, &args) || len(args.Violations) == 0) {
		return fmt.Errorf("an error without violations: %v", decoded)
	}
	return nil
}
