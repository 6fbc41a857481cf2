package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// The house dialect of jennifer: what its own builders write in a form that a
// reviewer would not.

// raw is a string literal in back quotes where possible: schemas are full of
// quotes.
func raw(s string) *jen.Statement {
	if strings.Contains(s, "`") || strings.ContainsAny(s, "\r\x00\ufeff") {
		return jen.Op(strconv.Quote(s))
	}
	return jen.Op("`" + s + "`")
}

// doc writes a comment, wrapped as a person would.
func (e *emitter) doc(text string) {
	const width = 76
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			e.file.Comment(line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	e.file.Comment(line)
}

// pair is one field of a composite literal.
type pair struct {
	name  string
	value jen.Code
}

// literal is a composite literal with a field per line, in the order given.
func literal(typ *jen.Statement, fields []pair) *jen.Statement {
	codes := make([]jen.Code, len(fields))
	for i, f := range fields {
		codes[i] = jen.Id(f.name).Op(":").Add(f.value)
	}
	return typ.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, codes...)
}

// goType writes a type of the author.
func goType(s model.Spelling) *jen.Statement {
	out := &jen.Statement{}
	for _, t := range s {
		if t.Path != "" {
			out.Qual(t.Path, t.Text)
		} else {
			out.Op(t.Text)
		}
	}
	return out
}

// convert writes a conversion, or nothing when the value has the type already.
func convert(to model.Spelling, from string, value *jen.Statement) *jen.Statement {
	if plainName(to) == from {
		return value
	}
	return goType(to).Call(value)
}

// plainName is the spelling of a type without the aliases byte and rune.
func plainName(s model.Spelling) string {
	switch name := s.String(); name {
	case "byte":
		return "uint8"
	case "rune":
		return "int32"
	default:
		return name
	}
}

func scan(name string) *jen.Statement { return jen.Qual(scanPath, name) }

func star(pointer bool) func(*jen.Statement) {
	return func(s *jen.Statement) {
		if pointer {
			s.Op("*")
		}
	}
}
