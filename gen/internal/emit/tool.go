package emit

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
	"github.com/dsh-tools/dshgen/gen/internal/model"
	"github.com/dsh-tools/dshgen/gen/internal/schema"
)

// declaration writes the variable of a tool, or for a method the function that
// makes the tool of one receiver.
func (e *emitter) declaration(t *model.Tool) {
	name := Variable(t)
	e.line()
	if t.Receiver == nil {
		e.doc(name + " is the tool " + t.Name + ", backed by [" + t.Func + "].")
		e.file.Var().Id(name).Op("=").Op("&").Add(e.toolLiteral(t))
		return
	}
	r := e.names.local.receiver
	pointer := e.receiverPointer(t)
	about := name + " returns the tool " + t.Name + ", backed by [" + t.Receiver.Type + "." + t.Func + "] of " + r + "."
	if pointer {
		about += " It is nil, which registration refuses, when " + r + " is nil."
	}
	e.doc(about)
	e.file.Func().Id(name).Params(jen.Id(r).Do(star(pointer)).Id(t.Receiver.Type)).Op("*").Qual(runtimePath, "Tool").BlockFunc(func(g *jen.Group) {
		if pointer {
			g.If(jen.Id(r).Op("==").Nil()).Block(jen.Return(jen.Nil()))
		}
		g.Return(jen.Op("&").Add(e.toolLiteral(t)))
	})
}

func (e *emitter) toolLiteral(t *model.Tool) *jen.Statement {
	n := e.names.of(t)
	fields := []pair{
		{"ToolSchema", literal(jen.Qual(runtimePath, "ToolSchema"), []pair{
			{"Name", jen.Lit(t.Name)},
			{"Description", prose(t.Description)},
			{"Parameters", jen.Id(n.schema)},
		})},
		{"Origin", jen.Lit(e.origin(t))},
	}
	if schema.Output(t) != nil {
		fields = append(fields, pair{"Output", jen.Id(n.output)})
	}
	for _, hint := range []struct {
		name string
		set  bool
	}{{"ReadOnly", t.ReadOnly}, {"Destructive", t.Destructive}, {"Idempotent", t.Idempotent}, {"OpenWorld", t.OpenWorld}} {
		if hint.set {
			fields = append(fields, pair{hint.name, jen.True()})
		}
	}
	if t.Timeout > 0 {
		fields = append(fields, pair{"Timeout", duration(t.Timeout)})
	}
	if t.Parallel {
		fields = append(fields, pair{"Parallel", jen.Qual(runtimePath, "AlwaysParallel")})
	}
	if t.Classifier != "" {
		fields = append(fields, pair{"Parallel", e.companion(t, t.Classifier, jen.Bool(), jen.False())})
	}
	fields = append(fields, pair{"Validate", jen.Id(fixed(t).validate)}, pair{"Run", e.run(t)})
	if t.Result.Kind == model.ResultValue {
		fields = append(fields, pair{"Encode", e.encode(t)})
	}
	if t.PresentCall != "" {
		fields = append(fields, pair{"PresentCall", e.companion(t, t.PresentCall, jen.Qual(runtimePath, "CallView"), jen.Nil())})
	}
	if t.PresentResult != "" {
		result := e.names.local.result
		fields = append(fields, pair{"PresentResult", e.companion(t, t.PresentResult, jen.Qual(runtimePath, "ResultView"), jen.Nil(), result)})
	}
	return literal(jen.Qual(runtimePath, "Tool"), fields)
}

// companion writes the function that hands decoded arguments to a presenter or
// classifier of the author. Arguments that do not decode have no card of their
// own, and overlap nothing.
func (e *emitter) companion(t *model.Tool, name string, returns, otherwise jen.Code, result ...string) *jen.Statement {
	l := e.names.local
	params := []jen.Code{jen.Id(l.text).String()}
	args := []jen.Code{jen.Id(l.args)}
	if len(result) > 0 {
		params = append(params, jen.Id(result[0]).Op("*").Qual(runtimePath, "Result"))
		args = append(args, jen.Id(result[0]))
	}
	return jen.Func().Params(params...).Add(returns).Block(
		jen.List(jen.Id(l.args), jen.Id(l.err)).Op(":=").Id(fixed(t).decode).Call(jen.Id(l.text)),
		jen.If(jen.Id(l.err).Op("!=").Nil()).Block(jen.Return(otherwise)),
		jen.Return(jen.Id(name).Call(args...)),
	)
}

func (e *emitter) origin(t *model.Tool) string {
	if t.Receiver != nil {
		return e.pkg.Path + "." + t.Receiver.Type + "." + t.Func
	}
	return e.pkg.Path + "." + t.Func
}

// prose writes a description: a paragraph per line of source.
func prose(s string) *jen.Statement {
	lines := strings.SplitAfter(s, "\n")
	out := jen.Op(strconv.Quote(lines[0]))
	for _, l := range lines[1:] {
		out = out.Op("+").Line().Op(strconv.Quote(l))
	}
	return out
}

func duration(d time.Duration) *jen.Statement {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if d%unit.size == 0 {
			return jen.Lit(int(d/unit.size)).Op("*").Qual("time", unit.name)
		}
	}
	return jen.Lit(int(d)).Op("*").Qual("time", "Nanosecond")
}

// run writes the function that decodes the arguments and calls the author's.
func (e *emitter) run(t *model.Tool) *jen.Statement {
	l := e.names.local
	ctx := "_"
	for _, p := range t.Params {
		if p.Kind == model.ParamContext {
			ctx = l.context
		}
	}
	return jen.Func().Params(
		jen.Id(ctx).Qual("context", "Context"), jen.Id(l.execution).Op("*").Qual(runtimePath, "Execution"),
	).Params(jen.Any(), jen.Error()).BlockFunc(func(g *jen.Group) {
		arguments := jen.Id(l.execution).Dot("Arguments").Call()
		if len(t.Args.Fields) == 0 && !t.OwnArgs() {
			g.If(jen.Id(l.err).Op(":=").Id(fixed(t).validate).Call(arguments), jen.Id(l.err).Op("!=").Nil()).Block(
				jen.Return(jen.Nil(), jen.Id(l.err)))
		} else {
			g.List(jen.Id(l.args), jen.Id(l.err)).Op(":=").Id(fixed(t).decode).Call(arguments)
			g.If(jen.Id(l.err).Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Id(l.err)))
		}
		e.invoke(g, t)
	})
}

// invoke calls the author's function and returns (any, error).
func (e *emitter) invoke(g *jen.Group, t *model.Tool) {
	l := e.names.local
	call := e.call(t)
	text := t.Result.Kind == model.ResultText && t.Result.Type.GoType().String() != "string"
	switch {
	case t.Result.Kind == model.ResultNone && t.Result.Error:
		g.Return(jen.Nil(), call)
	case t.Result.Kind == model.ResultNone:
		g.Add(call)
		g.Return(jen.Nil(), jen.Nil())
	case text && t.Result.Error:
		g.List(jen.Id(l.result), jen.Id(l.err)).Op(":=").Add(call)
		g.Return(jen.String().Call(jen.Id(l.result)), jen.Id(l.err))
	case text:
		g.Return(jen.String().Call(call), jen.Nil())
	case t.Result.Error:
		g.Return(call)
	default:
		g.Return(call, jen.Nil())
	}
}

func (e *emitter) call(t *model.Tool) *jen.Statement {
	l := e.names.local
	fn := jen.Id(t.Func)
	if t.Receiver != nil {
		fn = jen.Id(l.receiver).Dot(t.Func)
	}
	return fn.CallFunc(func(g *jen.Group) {
		for _, p := range t.Params {
			switch p.Kind {
			case model.ParamContext:
				g.Id(l.context)
			case model.ParamExecution:
				g.Id(l.execution)
			case model.ParamArgs:
				if p.Pointer {
					g.Op("&").Id(l.args)
				} else {
					g.Id(l.args)
				}
			case model.ParamField:
				arg := jen.Id(l.args).Dot(t.Args.Fields[p.Field].Go)
				if p.Variadic {
					arg = arg.Op("...")
				}
				g.Add(arg)
			default:
				panic(fmt.Sprintf("unreachable: parameter kind %d", p.Kind))
			}
		}
	})
}

// schemaConst writes a schema, a property per line, so that a diff shows what
// changed.
func (e *emitter) schemaConst(name string, lines []string) {
	e.line()
	text := raw(lines[0])
	for _, l := range lines[1:] {
		text = text.Op("+").Line().Add(raw(l))
	}
	e.file.Const().Id(name).Op("=").Add(text)
}

// argsType declares the argument struct of a tool, unless it is the author's.
func (e *emitter) argsType(t *model.Tool) {
	if t.OwnArgs() && !t.Args.Anonymous() {
		return
	}
	name := fixed(t).args
	e.line()
	e.doc(name + " holds the arguments of " + t.Name + ".")
	if t.OwnArgs() {
		e.file.Type().Id(name).Add(goType(t.Args.Go))
		return
	}
	e.file.Type().Id(name).StructFunc(func(g *jen.Group) {
		for _, f := range t.Args.Fields {
			g.Id(f.Go).Add(goType(f.Type.GoType())).Comment(summary(f))
		}
	})
}

// summary says in a few words what a field of an argument struct can hold.
func summary(f model.Field) string {
	parts := []string{"optional"}
	switch {
	case f.Required:
		parts[0] = "required"
	case f.Default != "":
		parts[0] = "default " + string(f.Default)
	}
	t := f.Type
	if p, ok := t.(*model.Pointer); ok {
		t = p.Elem
	}
	switch t := t.(type) {
	case *model.String:
		if t.Enum != nil {
			parts = append(parts, "one of "+shorten(strings.Join(t.Enum, ", ")))
		}
	case *model.Int:
		parts = append(parts, span(t.Bounds)...)
	case *model.Float:
		parts = append(parts, span(t.Bounds)...)
	}
	return strings.Join(parts, "; ")
}

func span(b model.Bounds) []string {
	switch {
	case b.Minimum != "" && b.Maximum != "":
		return []string{string(b.Minimum + " to " + b.Maximum)}
	case b.Minimum != "":
		return []string{string("at least " + b.Minimum)}
	case b.Maximum != "":
		return []string{string("at most " + b.Maximum)}
	}
	return nil
}

// shorten keeps a list readable at the end of a line and free of line breaks.
func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return s
}

// entryPoints writes Decode, Validate and the function that explains to both
// why a text was refused.
func (e *emitter) entryPoints(t *model.Tool) {
	l, n, names := e.names.local, e.names.of(t), fixed(t)
	walk := e.walkOf(t.Args)
	args := e.argsSpelling(t)
	begin := func(with string) jen.Code { return jen.Id(l.scanner).Op(":=").Add(scan(with)).Call(jen.Id(l.text)) }
	run := jen.If(jen.Id(walk).Call(jen.Op("&").Id(l.scanner), jen.Op("&").Id(l.args)), jen.Id(l.scanner).Dot("End").Call())

	e.line()
	e.doc(names.decode + " reads the arguments of " + t.Name + " from JSON text, checked and with defaults filled in. " +
		"Its error is a [*" + e.names.imports[runtimePath].name + ".ArgsError] that lists every violation.")
	e.file.Func().Id(names.decode).Params(jen.Id(l.text).String()).Params(args.Clone(), jen.Error()).Block(
		jen.Var().Id(l.args).Add(args.Clone()),
		begin("New"),
		run.Clone().Block(jen.Return(jen.Id(l.args), jen.Nil())),
		jen.Return(args.Clone().Values(), jen.Id(n.explain).Call(jen.Id(l.text))),
	)
	e.line()
	e.doc(names.validate + " returns the error that " + names.decode + " would. It allocates nothing when text is valid.")
	e.file.Func().Id(names.validate).Params(jen.Id(l.text).String()).Error().Block(
		jen.Var().Id(l.args).Add(args.Clone()),
		begin("NewCheck"),
		run.Clone().Block(jen.Return(jen.Nil())),
		jen.Return(jen.Id(n.explain).Call(jen.Id(l.text))),
	)
	e.line()
	e.file.Func().Id(n.explain).Params(jen.Id(l.text).String()).Error().Block(
		jen.Return(jen.Qual(runtimePath, "ExplainArgs").Call(jen.Lit(t.Name), jen.Id(l.text),
			jen.Func().Params(jen.Id(l.scanner).Op("*").Add(scan("Scanner"))).Block(
				jen.Id(walk).Call(jen.Id(l.scanner), jen.New(args.Clone())),
			))),
	)
}

// argsSpelling is the type of the arguments as the file writes it.
func (e *emitter) argsSpelling(t *model.Tool) *jen.Statement {
	if t.OwnArgs() && !t.Args.Anonymous() {
		return goType(t.Args.Go)
	}
	return jen.Id(fixed(t).args)
}
