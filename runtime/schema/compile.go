package schema

import (
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// compiler turns a schema's values into nodes, and notes all that it does not
// enforce. What it makes is used only if there is nothing to note.
type compiler struct {
	wide       *extension // nil for the plain subset
	violations []runtime.Violation
	choices    []*node // those with alternatives
	recalls    bool    // alternatives and references meet
}

// fail notes a violation.
func (c *compiler) fail(at *place, rule, message string) {
	if len(c.violations) < maxViolations {
		c.violations = append(c.violations, runtime.Violation{Path: at.String(), Rule: rule, Message: message})
	}
}

// keywords are the members of one schema that constrain values.
type keywords struct {
	typ, properties, required, additional, items, enum, constant, oneOf *value
}

// schema compiles the schema v. The node is never nil.
func (c *compiler) schema(v *value, at *place) *node {
	if c.wide != nil {
		return c.wide.schema(c, v, at)
	}
	n := &node{}
	if v.kind != jsonscan.KindObject {
		c.fail(at, "schema", "a schema must be an object, got "+v.kind.String())
		return n
	}
	k := keywords{
		typ: v.member("type"), properties: v.member("properties"), required: v.member("required"),
		additional: v.member("additionalProperties"), items: v.member("items"),
		enum: v.member("enum"), constant: v.member("const"), oneOf: v.member("oneOf"),
	}
	if k.typ != nil && k.oneOf == nil {
		if k.typ.kind == jsonscan.KindString {
			n.kinds = kindNamed(k.typ.text)
		}
		if n.kinds == 0 {
			c.fail(at.at("type"), "type", "type must be one of object, array, string, number, integer, boolean and null")
		}
	}
	for _, m := range v.members {
		c.keyword(n, &k, m, at.at(m.key))
	}
	if k.typ == nil {
		n.kinds = kindAny
	}
	if n.object != nil || n.kinds == kindObject {
		c.finishObject(n, at)
	}
	c.settle(n)
	return n
}

// keyword compiles one member of a schema of the plain subset. N.kinds is what
// type says, 0 if it says nothing or nothing valid.
func (c *compiler) keyword(n *node, k *keywords, m member, at *place) {
	switch m.key {
	case "title", "description":
		if m.value.kind != jsonscan.KindString {
			c.fail(at, m.key, m.key+" must be a string")
		}
		return
	case "default", "examples":
		return
	case "type":
		if k.oneOf != nil {
			c.fail(at, m.key, "type cannot stand beside oneOf: say it in each alternative")
		}
		return
	case "oneOf":
		if k.typ == nil {
			n.oneOf = c.choice(m.value, at, m.key)
			c.choices = append(c.choices, n)
		}
		return
	case "properties", "required", "additionalProperties", "items", "enum", "const":
	default:
		c.fail(at, m.key, "keyword "+strconv.Quote(shorten(m.key, 40))+" is not supported"+c.hint(m.key))
		return
	}
	switch {
	case k.typ != nil && (k.oneOf != nil || n.kinds == 0):
		// What is wrong with type has been said; the rest hangs on it.
	case k.oneOf != nil:
		c.fail(at, m.key, m.key+" cannot stand beside oneOf: say it in each alternative")
	case k.typ == nil:
		c.fail(at, m.key, m.key+" needs a type beside it")
	default:
		c.constraint(n, k, m, at)
	}
}

// hint says what accepts a keyword that this subset does not.
func (c *compiler) hint(key string) string {
	if c.wide == nil && isWideKeyword(key) {
		return " without the option Extended"
	}
	return ""
}

// constraint compiles a keyword beside a valid type.
func (c *compiler) constraint(n *node, k *keywords, m member, at *place) {
	switch m.key {
	case "properties", "required", "additionalProperties":
		if n.kinds != kindObject {
			c.fail(at, m.key, m.key+" is for type object")
			return
		}
	case "items":
		if n.kinds != kindArray {
			c.fail(at, m.key, m.key+" is for type array")
			return
		}
	case "enum", "const":
		if n.kinds&(kindObject|kindArray) != 0 {
			c.fail(at, m.key, m.key+" is for scalars, not for type "+n.kinds.name())
			return
		}
	}
	switch m.key {
	case "properties":
		c.properties(n, m.value, at)
	case "required":
		c.requiredNames(n, m.value, at, k.properties)
	case "additionalProperties":
		if m.value.kind != jsonscan.KindBool {
			c.fail(at, m.key, "additionalProperties must be true or false"+c.hint("$ref"))
			return
		}
		n.objectRules().closed = m.value.is("false")
	case "items":
		n.arrayRules().items = c.schema(m.value, at)
	case "enum":
		c.enum(n, m.value, at)
	case "const":
		c.constant(n, k, m.value, at)
	}
}

func (n *node) objectRules() *objectRules {
	if n.object == nil {
		n.object = &objectRules{}
	}
	return n.object
}

func (n *node) arrayRules() *arrayRules {
	if n.array == nil {
		n.array = &arrayRules{minItems: -1, maxItems: -1}
	}
	return n.array
}

func (n *node) textRules() *textRules {
	if n.text == nil {
		n.text = &textRules{minLength: -1, maxLength: -1}
	}
	return n.text
}

func (n *node) numberRules() *numberRules {
	if n.number == nil {
		n.number = &numberRules{}
	}
	return n.number
}

func (n *node) valueRules() *valueRules {
	if n.values == nil {
		n.values = &valueRules{}
	}
	return n.values
}

// properties compiles the declared properties.
func (c *compiler) properties(n *node, v *value, at *place) {
	if v.kind != jsonscan.KindObject {
		c.fail(at, "properties", "properties must be an object")
		return
	}
	if len(v.members) > jsonscan.MaxProperties {
		c.fail(at, "properties", "more than "+strconv.Itoa(jsonscan.MaxProperties)+" properties in one object")
		return
	}
	q := n.objectRules()
	for _, m := range v.members {
		p := c.schema(m.value, at.at(m.key))
		q.names = append(q.names, m.key)
		q.properties = append(q.properties, p)
	}
}

// requiredNames notes names that must come. Declared is the value of
// properties; nil admits names that are not declared.
func (c *compiler) requiredNames(n *node, v *value, at *place, declared *value) {
	if v.kind != jsonscan.KindArray {
		c.fail(at, "required", "required must be a list of names")
		return
	}
	if len(v.elements) > jsonscan.MaxProperties {
		c.fail(at, "required", "more than "+strconv.Itoa(jsonscan.MaxProperties)+" required names")
		return
	}
	seen := map[string]bool{}
	for _, e := range v.elements {
		if e.kind != jsonscan.KindString || seen[e.text] {
			c.fail(at, "required", "required must be a list of different names")
			return
		}
		seen[e.text] = true
	}
	for i, e := range v.elements {
		if c.wide == nil && (declared == nil || declared.member(e.text) == nil) {
			c.fail(at.element(i), "required", strconv.Quote(shorten(e.text, 40))+" is required but not declared in properties")
		}
	}
	n.objectRules().must = v.elements
}

// finishObject numbers the required properties.
func (c *compiler) finishObject(n *node, at *place) {
	q := n.objectRules()
	indices := map[string]int{}
	for i, name := range q.names {
		indices[name] = i
	}
	for _, e := range q.must {
		i, declared := indices[e.text]
		if !declared {
			i = len(q.names)
			q.names = append(q.names, e.text)
			q.properties = append(q.properties, nil)
		}
		if i < jsonscan.MaxProperties {
			q.required[i>>6] |= 1 << (i & 63)
		}
	}
	q.must = nil
	if len(q.names) > jsonscan.MaxProperties {
		c.fail(at, "properties", "more than "+strconv.Itoa(jsonscan.MaxProperties)+" properties, the required ones included, in one object")
		return
	}
	q.finish()
}

// maxBranches bounds lists of alternatives.
const maxBranches = 256

// choice compiles a list of alternatives.
func (c *compiler) choice(v *value, at *place, rule string) *choice {
	out := &choice{any: rule == "anyOf"}
	least := 2
	if c.wide != nil {
		least = 1
	}
	if v.kind != jsonscan.KindArray || len(v.elements) < least {
		c.fail(at, rule, rule+" must be a list of at least "+strconv.Itoa(least)+" schemas")
		return out
	}
	if len(v.elements) > maxBranches {
		c.fail(at, rule, rule+" has more than "+strconv.Itoa(maxBranches)+" alternatives")
		return out
	}
	for i, e := range v.elements {
		out.branches = append(out.branches, c.schema(e, at.element(i)))
	}
	return out
}

// settle chooses how a node reads.
func (c *compiler) settle(n *node) {
	n.want = n.kinds.name()
	n.op = opGeneral
	if n.values != nil || n.anyOf != nil || n.oneOf != nil {
		return
	}
	switch n.kinds {
	case kindAny:
		if n.number == nil && n.text == nil && n.array == nil && n.object == nil {
			n.op = opAny
		}
	case kindNull:
		n.op = opNull
	case kindBoolean:
		n.op = opBoolean
	case kindInteger:
		n.op = opInteger
	case kindNumber:
		n.op = opNumber
	case kindString:
		n.op = opString
		if t := n.text; t != nil && t.enum != nil && t.sorted == nil && t.plain() {
			n.op = opEnum
		}
	case kindArray:
		n.op = opArray
		n.arrayRules()
	case kindObject:
		n.op = opObject
		n.objectRules()
	}
}

// plain reports whether there is no rule but the list of texts.
func (q *textRules) plain() bool {
	return q.minLength < 0 && q.maxLength < 0 && q.matches == nil && q.formats == nil
}
