package emit

import (
	"bytes"
	"fmt"
	"go/format"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/dsh-tools/dshgen/gen/internal/texts"
)

const testPath = "github.com/dsh-tools/dshgen/runtime/runtimetest"

// Tests returns a test file for the generated code of a package: per tool a
// table of texts, a test that runs it, and a fuzz target.
func Tests(p *model.Package) ([]byte, error) {
	names := newScope(p)
	file := jen.NewFilePathName(p.Path, p.Name)
	helper := names.free("runtimetest")
	file.ImportAlias(testPath, helper)
	if helper == "runtimetest" {
		file.ImportName(testPath, helper)
	}
	param := names.unused("t")
	for _, t := range p.Tools {
		table := names.free(model.LowerFirst(t.GoName()) + "Texts")
		name := model.UpperFirst(t.GoName()) + "Texts"
		file.Line()
		file.Var().Id(table).Op("=").Index().Qual(testPath, "Text").Custom(
			jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, rows(texts.Of(t))...)
		for _, kind := range []struct{ prefix, arg, run string }{{"Test", "T", "CheckTexts"}, {"Fuzz", "F", "FuzzTexts"}} {
			file.Line()
			file.Func().Id(names.free(kind.prefix + name)).Params(jen.Id(param).Op("*").Qual("testing", kind.arg)).Block(
				jen.Qual(testPath, kind.run).Call(jen.Id(param), jen.Id(fixed(t).decode), jen.Id(fixed(t).validate), jen.Id(table)))
		}
	}
	var body bytes.Buffer
	file.NoFormat = true
	if err := file.Render(&body); err != nil {
		return nil, fmt.Errorf("tests of %s: %w", p.Path, err)
	}
	source, err := format.Source(body.Bytes())
	if err != nil {
		return nil, fmt.Errorf("tests of %s do not parse: %w", p.Path, err)
	}
	var out bytes.Buffer
	out.WriteString(Header + "\n\n")
	if p.Constraint != "" {
		out.WriteString("//go:build " + p.Constraint + "\n\n")
	}
	out.Write(splitImports(source))
	return out.Bytes(), nil
}

func rows(list []texts.Text) (out []jen.Code) {
	for _, t := range list {
		verdict := "Invalid"
		if t.Valid {
			verdict = "Valid"
		}
		out = append(out, jen.Qual(testPath, verdict).Call(jen.Lit(t.Name), raw(t.JSON)))
	}
	return out
}
