package provider

import (
	"errors"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// List is a list of tools in the form of one target. The bytes depend on the
// tools alone.
type List struct {
	Target Target
	// JSON is a JSON array: the value of "tools" in a request, or in the result
	// of tools/list.
	JSON []byte
	// Losses is what the list does not say, by tool and then as the schemas have
	// it; nil when the list says everything.
	Losses []Loss
}

// Project writes schemas in the form of target. Without knowledge of the tools
// themselves a list for [MCP] has no annotations and no output schemas: see
// [ProjectTools]. When a tool cannot be expressed the error is a [*FaultError]
// that names all such tools; [ProjectFallback] sends those by another mode of
// the same API.
func Project(target Target, schemas []runtime.ToolSchema) (*List, error) {
	tools := make([]*runtime.Tool, len(schemas))
	for i, s := range schemas {
		tools[i] = &runtime.Tool{ToolSchema: s}
	}
	return project(target, tools, false)
}

// ProjectTools is [Project] for the tools themselves, such as those of
// [runtime.Registry.Tools]: for [MCP] it writes title, annotations and output
// schema, too. A nil tool is a fault.
func ProjectTools(target Target, tools []*runtime.Tool) (*List, error) {
	return project(target, tools, true)
}

func project(target Target, tools []*runtime.Tool, annotate bool) (*List, error) {
	if !target.valid() {
		return nil, errors.New("provider: unknown target " + strconv.Quote(string(target)))
	}
	p := newProjector(target)
	entries := array()
	for _, t := range tools {
		if t == nil {
			p.faults = append(p.faults, Fault{Why: "a tool is nil"})
			continue
		}
		if e := p.tool(t, annotate); e != nil {
			entries.items = append(entries.items, e)
		}
	}
	p.faults = append(p.faults, p.tooLarge(len(tools))...)
	if p.faults != nil {
		return nil, &FaultError{target, p.faults}
	}
	return list(target, entries, p.losses)
}

// list writes entries as the list of target.
func list(target Target, entries *node, losses []Loss) (*List, error) {
	if target.family() == geminiFamily && len(entries.items) > 0 {
		entries = array(object(member{"functionDeclarations", entries}))
	}
	text, err := entries.json()
	if err != nil {
		return nil, errors.New("provider: write tools: " + err.Error())
	}
	return &List{Target: target, JSON: text, Losses: losses}, nil
}

// projector turns tools into the form of one target.
type projector struct {
	target  Target
	rules   Restrictions
	allowed map[string]bool // keywords; nil allows all
	losses  []Loss
	faults  []Fault

	current string           // name of the tool at hand
	root    *node            // its schema
	defs    map[string]*node // the definitions in there, by the rest of a reference behind "#/"
	budget  int              // bytes that may still be copied for references and into branches
	stack   []string         // definitions that are being copied
	told    int              // bytes of losses and faults

	optional, unions int // of all tools
}

func newProjector(target Target) *projector {
	p := &projector{target: target, rules: target.Restrictions()}
	p.allowed = set(p.rules.Keywords)
	return p
}

// noParameters is what an empty schema stands for, as in package runtime.
const noParameters = `{"type":"object","properties":{},"additionalProperties":false}`

// maxCopied bounds, in bytes, what a schema may grow by once definitions are
// copied to where they are used: they could double at every level.
const maxCopied = 1 << 20

// maxReport bounds, in bytes, what is told about a list: paths into a deep
// schema could be far longer than the schema itself.
const maxReport = 4 << 20

func (p *projector) tool(t *runtime.Tool, annotate bool) *node {
	before := len(p.faults)
	p.current = t.Name
	start := &place{}
	if why := p.rules.Name.fault(t.Name); why != "" {
		p.fault(start, "its name "+why)
	}
	parameters := p.schemaText(t.Parameters, start)
	var output *node
	if annotate && t.Output != "" && p.target == MCP {
		output = p.outputText(t.Output)
	}
	if len(p.faults) > before {
		return nil
	}
	return p.entry(t, parameters, output, annotate)
}

// schemaText projects the schema of the arguments.
func (p *projector) schemaText(text string, start *place) *node {
	if text == "" {
		text = noParameters
	}
	root, err := parseSchema(text)
	if err != nil {
		p.fault(start, "its schema "+err.Error())
		return nil
	}
	if !root.get("type").says("object") {
		p.fault(start, `its schema must have "type":"object" at the root`)
		return nil
	}
	p.root, p.budget, p.stack = root, maxCopied, nil
	p.define(root)
	p.refusedAtRoot(root, start)
	before := len(p.faults)
	out := p.schema(root, start)
	if len(p.faults) == before {
		p.cycles(start)
		p.limits(out, start)
	}
	return out
}

// outputText keeps an output schema as it is, if its root is an object.
func (p *projector) outputText(text string) *node {
	n, err := parseSchema(text)
	if err != nil || !n.get("type").says("object") {
		p.losses = append(p.losses, Loss{p.current, "", Dropped, "its output schema is none of an object"})
		return nil
	}
	return n
}

// entry writes one tool around its projected schemas.
func (p *projector) entry(t *runtime.Tool, parameters, output *node, annotate bool) *node {
	e := object(member{"name", str(t.Name)})
	if p.target.family() == mcpFamily && annotate && t.Title != "" {
		e.set("title", str(t.Title))
	}
	if t.Description != "" {
		e.set("description", str(t.Description))
	}
	switch p.target.family() {
	case chatFamily:
		e.set("strict", boolean(p.target.strict()))
		e.set("parameters", parameters)
		return object(member{"type", str("function")}, member{"function", e})
	case responsesFamily:
		e.set("strict", boolean(p.target.strict()))
		e.set("parameters", parameters)
		e.members = append([]member{{"type", str("function")}}, e.members...)
	case anthropicFamily:
		if p.target.strict() {
			e.set("strict", boolean(true))
		}
		e.set("input_schema", parameters)
	case geminiFamily:
		switch {
		case p.target == GeminiJSONSchema:
			e.set("parametersJsonSchema", parameters)
		case len(parameters.get("properties").members) > 0:
			e.set("parameters", parameters)
		} // a function without parameters leaves them out
	case mcpFamily:
		e.set("inputSchema", parameters)
		if output != nil {
			e.set("outputSchema", output)
		}
		if annotate {
			e.set("annotations", annotations(t))
		}
	}
	return e
}

// annotations states every hint: what is left out would mean that a tool
// destroys and reaches out.
func annotations(t *runtime.Tool) *node {
	a := object(member{"readOnlyHint", boolean(t.ReadOnly)})
	if !t.ReadOnly {
		a.set("destructiveHint", boolean(t.Destructive))
	}
	a.set("idempotentHint", boolean(t.Idempotent || t.ReadOnly))
	a.set("openWorldHint", boolean(t.OpenWorld))
	return a
}

func (p *projector) fault(at *place, why string) {
	if path, ok := p.report(at, why); ok {
		p.faults = append(p.faults, Fault{p.current, path, why})
	}
}

func (p *projector) lose(at *place, kind LossKind, why string) {
	if path, ok := p.report(at, why); ok {
		p.losses = append(p.losses, Loss{p.current, path, kind, why})
	}
}

// report returns the path of at, unless too much has been told already, which
// is a fault.
func (p *projector) report(at *place, why string) (path string, ok bool) {
	if p.told > maxReport {
		return "", false
	}
	path = at.pointer()
	if p.told += len(path) + len(why); p.told > maxReport {
		p.faults = append(p.faults, Fault{p.current, "", "there is too much to tell about the schema"})
		return "", false
	}
	return path, true
}

// fault says why a name is not allowed, "" if it is.
func (r Naming) fault(name string) string {
	switch {
	case r == Naming{}:
		return ""
	case name == "":
		return "is empty"
	case r.MaxLength > 0 && len(name) > r.MaxLength:
		return "has " + strconv.Itoa(len(name)) + " bytes; at most " + strconv.Itoa(r.MaxLength) + " are allowed"
	case r.LetterFirst && !letter(name[0]) && name[0] != '_':
		return "must begin with a letter or '_'"
	}
	for _, c := range name {
		if !(c < 0x80 && (letter(byte(c)) || '0' <= c && c <= '9')) && !contains(r.Marks, c) {
			return "has the character " + strconv.QuoteRune(c) + "; allowed are ASCII letters, digits and " + strconv.Quote(r.Marks)
		}
	}
	return ""
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func contains(marks string, c rune) bool {
	for _, m := range marks {
		if m == c {
			return true
		}
	}
	return false
}

func set(list []string) map[string]bool {
	if list == nil {
		return nil
	}
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

// raw returns the text of n for a description, cut when it is long.
func raw(n *node) string {
	if n.isString() {
		return cut(n.text)
	}
	w := jsonscan.NewWriter(nil)
	n.write(&w)
	text, err := w.Finish()
	if err != nil {
		return "..."
	}
	return cut(string(text))
}

// maxWords bounds what one keyword adds to a description.
const maxWords = 400

func cut(s string) string {
	if len(s) <= maxWords {
		return s
	}
	end := maxWords
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end] + "..."
}
