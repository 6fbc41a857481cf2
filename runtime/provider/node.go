package provider

import (
	"errors"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// node is one JSON value, with the keys of objects in their order.
type node struct {
	kind    jsonscan.Kind
	text    string // what a string says, or the literal of a number or boolean
	members []member
	items   []*node
}

type member struct {
	name  string
	value *node
}

// maxSchema bounds the text of one schema. It is far above what a provider
// would take.
const maxSchema = 4 << 20

// parseSchema reads the text of a schema whose root must be an object.
func parseSchema(text string) (*node, error) {
	if err := jsonscan.Syntax(text, jsonscan.Limits{Bytes: maxSchema}); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return nil, errors.New("is not a JSON object")
	}
	s := jsonscan.New(text)
	n := read(&s)
	if !s.End() {
		return nil, errors.New("has a key twice")
	}
	return n, nil
}

// read reads one value. The scanner bounds how deep values nest, so the
// recursion is bounded.
func read(s *jsonscan.Scanner) *node {
	n := &node{kind: s.Kind()}
	switch n.kind {
	case jsonscan.KindObject:
		m := s.Map()
		for m.Next() {
			name := m.Key()
			n.members = append(n.members, member{name, read(s)})
		}
	case jsonscan.KindArray:
		a := s.Array()
		for a.Next() {
			n.items = append(n.items, read(s))
		}
	case jsonscan.KindString:
		n.text = s.String()
	default:
		n.text = s.Raw()
	}
	return n
}

func object(members ...member) *node { return &node{kind: jsonscan.KindObject, members: members} }
func array(items ...*node) *node     { return &node{kind: jsonscan.KindArray, items: items} }
func str(text string) *node          { return &node{kind: jsonscan.KindString, text: text} }
func number(literal string) *node    { return &node{kind: jsonscan.KindNumber, text: literal} }
func null() *node                    { return &node{kind: jsonscan.KindNull, text: "null"} }

func boolean(v bool) *node {
	if v {
		return &node{kind: jsonscan.KindBool, text: "true"}
	}
	return &node{kind: jsonscan.KindBool, text: "false"}
}

func stringList(list []string) *node {
	n := array()
	for _, s := range list {
		n.items = append(n.items, str(s))
	}
	return n
}

// get returns the member of an object, nil if there is none.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// set replaces a member or appends it.
func (n *node) set(name string, value *node) {
	for i := range n.members {
		if n.members[i].name == name {
			n.members[i].value = value
			return
		}
	}
	n.members = append(n.members, member{name, value})
}

// remove drops a member.
func (n *node) remove(name string) {
	for i := range n.members {
		if n.members[i].name == name {
			n.members = append(n.members[:i:i], n.members[i+1:]...)
			return
		}
	}
}

func (n *node) isString() bool { return n != nil && n.kind == jsonscan.KindString }
func (n *node) isFalse() bool  { return n != nil && n.kind == jsonscan.KindBool && n.text == "false" }
func (n *node) isTrue() bool   { return n != nil && n.kind == jsonscan.KindBool && n.text == "true" }

// says reports whether n is this string.
func (n *node) says(text string) bool { return n.isString() && n.text == text }

// strings returns the strings of an array, or the one string that n is.
func (n *node) strings() []string {
	if n.isString() {
		return []string{n.text}
	}
	if n == nil {
		return nil
	}
	var list []string
	for _, v := range n.items {
		if v.isString() {
			list = append(list, v.text)
		}
	}
	return list
}

// write writes n without white space.
func (n *node) write(w *jsonscan.Writer) {
	switch n.kind {
	case jsonscan.KindObject:
		if w.BeginObject() {
			for _, m := range n.members {
				w.Name(m.name)
				m.value.write(w)
			}
			w.EndObject()
		}
	case jsonscan.KindArray:
		if w.BeginArray() {
			for _, v := range n.items {
				v.write(w)
			}
			w.EndArray()
		}
	case jsonscan.KindString:
		w.String(n.text)
	default:
		w.Raw(n.text)
	}
}

// json returns the text of n.
func (n *node) json() ([]byte, error) {
	w := jsonscan.NewWriter(nil)
	n.write(&w)
	return w.Finish()
}
