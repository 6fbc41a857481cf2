package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// quoted returns how a value of a predeclared type is read from a string: the
// end of the method's name, what it returns, and its argument.
func quoted(basic string) (method, as string, bits []jen.Code) {
	kind := strings.TrimRight(basic, "0123456789")
	if kind == "bool" {
		return "Bool", "bool", nil
	}
	size, err := strconv.Atoi(basic[len(kind):])
	if err != nil {
		size = 0 // int and uint
	}
	return model.UpperFirst(kind), kind + "64", []jen.Code{jen.Lit(size)}
}

// writeQuoted encodes a value as a string that holds its JSON text.
func writeQuoted(g *jen.Group, w, v *jen.Statement, t *model.Special) {
	method, as, _ := quoted(t.Basic)
	if t.Basic == "float32" {
		method, as = "Float32", "float32"
	}
	g.Add(w.Clone()).Dot("Quoted" + method).Call(convertTo(t.Go, as, v))
}
