package schema

import (
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// kinds is a set of the kinds of values that a schema admits.
type kinds uint8

const (
	kindNull kinds = 1 << iota
	kindBoolean
	kindInteger // numbers without a fraction
	kindNumber  // all numbers
	kindString
	kindArray
	kindObject

	kindAny = kindNull | kindBoolean | kindInteger | kindNumber | kindString | kindArray | kindObject
)

// names of the kinds, in the order of their bits.
func (k kinds) name() string {
	switch k {
	case kindNull:
		return "null"
	case kindBoolean:
		return "boolean"
	case kindInteger:
		return "integer"
	case kindNumber:
		return "number"
	case kindString:
		return "string"
	case kindArray:
		return "array"
	case kindObject:
		return "object"
	}
	var list []string
	for one := kindNull; one <= kindObject; one <<= 1 {
		if k&one != 0 && (one != kindInteger || k&kindNumber == 0) {
			list = append(list, one.name())
		}
	}
	return strings.Join(list, " or ")
}

// kindNamed returns the kind with the name that JSON Schema gives it, 0 if
// there is none.
func kindNamed(name string) kinds {
	for one := kindNull; one <= kindObject; one <<= 1 {
		if one.name() == name {
			return one
		}
	}
	return 0
}

// admits reports whether a value of kind k can be meant. Whether a number is an
// integer is seen later.
func (k kinds) admits(kind jsonscan.Kind) bool {
	switch kind {
	case jsonscan.KindNull:
		return k&kindNull != 0
	case jsonscan.KindBool:
		return k&kindBoolean != 0
	case jsonscan.KindNumber:
		return k&(kindInteger|kindNumber) != 0
	case jsonscan.KindString:
		return k&kindString != 0
	case jsonscan.KindArray:
		return k&kindArray != 0
	case jsonscan.KindObject:
		return k&kindObject != 0
	}
	return false
}

// op says how a node reads a value: the common cases by themselves, the rest by
// opGeneral.
type op uint8

const (
	opAny op = iota
	opNull
	opBoolean
	opInteger
	opNumber
	opString
	opEnum // a string out of few
	opArray
	opObject
	opGeneral
	opReference // to a definition; not in a finished program
)

// node is one schema of a compiled program. Nodes are immutable once Parse has
// returned, and a recursive schema is a cycle of them.
type node struct {
	op     op
	kinds  kinds
	want   string // the kinds in words
	shared uint32 // numbers nodes that several places refer to; 0 is none
	number *numberRules
	text   *textRules
	array  *arrayRules
	object *objectRules
	values *valueRules
	anyOf  *choice
	oneOf  *choice
	ref    *node
	place  string // of a reference, for messages of the compiler
}

type numberRules struct {
	minimum, maximum, above, below, divisor *jsonscan.Limit
	between                                 bool // both bounds are one rule
}

type textRules struct {
	minLength, maxLength int // -1 is none
	enum                 []string
	sorted               []string // the same, if there are many
	shown                []string // for messages, if not only texts are allowed
	pattern              string
	matches              func(string) bool
	formats              []format
}

type format struct {
	name string
	is   func(string) bool
}

type arrayRules struct {
	prefix             []*node
	items              *node // nil is anything
	minItems, maxItems int   // -1 is none
	unique             bool
}

type objectRules struct {
	names      []string // declared or required
	properties []*node  // nil for one that is only required
	required   [4]uint64
	closed     bool  // other keys are refused
	extra      *node // what other keys must hold; nil is anything
	keyPattern string
	keyMatches func(string) bool
	must       []*value // required, until the compiler has numbered them
	slots      []uint8  // hash table: 1 + index of a name, 0 is empty
}

// manyNames is from how many on names are looked up by their hash.
const manyNames = 8

// index returns the index of a declared name, or -1. Models mostly keep to the
// order of the schema, so the one that comes next is tried first.
func (o *objectRules) index(key string, next int) int {
	if next < len(o.names) && o.names[next] == key {
		return next
	}
	if o.slots == nil {
		return slices.Index(o.names, key)
	}
	mask := uint32(len(o.slots) - 1)
	for h := hashName(key) & mask; o.slots[h] != 0; h = (h + 1) & mask {
		if i := int(o.slots[h]) - 1; o.names[i] == key {
			return i
		}
	}
	return -1
}

// finish builds the hash table. There are at most 256 names, and they are the
// author's: no seed is needed.
func (o *objectRules) finish() {
	if len(o.names) <= manyNames || len(o.names) == jsonscan.MaxProperties {
		return // 256 indices and "none" do not fit into a byte
	}
	size := 32
	for size < 3*len(o.names) {
		size *= 2
	}
	o.slots = make([]uint8, size)
	mask := uint32(size - 1)
	for i, name := range o.names {
		h := hashName(name) & mask
		for o.slots[h] != 0 {
			h = (h + 1) & mask
		}
		o.slots[h] = uint8(i + 1)
	}
}

// hashName looks at a few bytes only: names are short, and keys may be long.
func hashName(name string) uint32 {
	h := uint32(len(name))
	for i := range min(len(name), 12) {
		h = h*31 + uint32(name[i])
	}
	if n := len(name); n > 12 {
		h = h*31 + uint32(name[n-1])
		h = h*31 + uint32(name[n-2])
	}
	return h ^ h>>15
}

// isRequired reports whether the property with index i is.
func (o *objectRules) isRequired(i int) bool { return o.required[i>>6]&(1<<(i&63)) != 0 }

type valueRules struct {
	listed   bool     // the value must be in enum, or, a string, in that of textRules
	enum     []string // JSON, of other values than strings
	shown    []string // all of them, for messages
	constant string   // JSON that the value must equal; "" is none
	only     []string // the same for messages
}

// choice is a list of alternatives.
type choice struct {
	any      bool // one is enough; else exactly one must match
	branches []*node
	labels   []string
	// Where all branches are objects that a property of this name tells apart,
	// only the one that is meant is looked at.
	discriminator string
	tags          []string
}

// fewTexts is up to how many texts are looked through one by one.
const fewTexts = 16

// listed reports whether v is one of the texts that are allowed.
func (q *textRules) listed(v string) bool {
	if q.sorted != nil {
		_, found := slices.BinarySearch(q.sorted, v)
		return found
	}
	return slices.Contains(q.enum, v)
}

// label describes a schema in a few words, in brackets if it takes several.
func (n *node) label() string {
	switch {
	case n.values != nil && n.values.constant != "":
		return n.values.only[0]
	case n.values != nil && len(n.values.shown) == 1:
		return n.values.shown[0]
	case n.kinds == kindAny:
		return "(any value)"
	case n.kinds == kindObject && n.object != nil:
		var required []string
		for i, name := range n.object.names {
			if n.object.isRequired(i) {
				required = append(required, name)
			}
		}
		if len(required) > 0 {
			return "(object with " + shorten(strings.Join(required, ", "), 60) + ")"
		}
	}
	if strings.Contains(n.want, " ") {
		return "(" + n.want + ")"
	}
	return n.want
}
