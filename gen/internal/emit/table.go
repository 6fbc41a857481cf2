package emit

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// table returns the variable that lists the values of an enum; equal lists
// share one.
func (e *emitter) table(typ model.Spelling, values []string) string {
	return e.lookup("enum\x00"+strings.Join(values, "\x00"), e.tableName(typ), func(name string) jen.Code {
		return jen.Var().Id(name).Op("=").Index().String().ValuesFunc(func(g *jen.Group) {
			for _, v := range values {
				g.Lit(v)
			}
		})
	})
}

func (e *emitter) integerTable(typ model.Spelling, values []model.Number) string {
	return e.lookup("ints\x00"+fmt.Sprint(values), e.tableName(typ), func(name string) jen.Code {
		return jen.Var().Id(name).Op("=").Index().Int64().ValuesFunc(func(g *jen.Group) {
			for _, v := range values {
				g.Add(number(v))
			}
		})
	})
}

// tableName is what a table of values is called after: its type, or the
// property for values that a directive lists.
func (e *emitter) tableName(typ model.Spelling) string {
	for _, t := range typ {
		if t.Path != "" {
			return model.LowerFirst(t.Text) + "Values"
		}
	}
	return e.property + "Values"
}

// lookup returns the variable with the given content and declares it on first
// use, behind the function that uses it.
func (e *emitter) lookup(content, name string, declare func(name string) jen.Code) string {
	if known, ok := e.tables[content]; ok {
		return known
	}
	name = e.names.free(name)
	e.tables[content] = name
	e.pending = append(e.pending, declare(name))
	return name
}

func jsonString(l string) (s string) {
	if err := json.Unmarshal([]byte(l), &s); err != nil {
		panic("unreachable: " + err.Error())
	}
	return s
}
