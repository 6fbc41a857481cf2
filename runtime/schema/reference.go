package schema

import (
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
)

// maxStack bounds how many schemas may apply to one and the same value by way
// of alternatives and references, one inside the other: a walk is that much
// deeper than the text.
const maxStack = 64

// maxRings bounds how many references that lead back to themselves are listed:
// each takes time in proportion to the number of all references.
const maxRings = 16

// end resolves references, and refuses those that lead nowhere.
func (w *wideSubset) end(c *compiler, _ *node) {
	if len(c.violations) > 0 {
		return
	}
	for _, n := range w.references {
		if w.resolve(c, n); len(c.violations) == maxRings {
			break
		}
	}
	if len(c.violations) > 0 {
		return
	}
	for _, n := range w.nodes {
		w.shortcut(n)
	}
	heights := map[*node]int{}
	for _, n := range w.nodes {
		if w.height(n, 0, heights) > maxStack {
			c.fail(nil, "$ref", "alternatives and references lead back to themselves, or are more than "+strconv.Itoa(maxStack)+" deep, without a property or an element in between")
			return
		}
	}
	if len(c.choices) == 0 || len(w.references) == 0 {
		return
	}
	c.recalls = true
	shared := uint32(0)
	for _, n := range w.references {
		if n.ref.shared == 0 {
			shared++
			n.ref.shared = shared
		}
	}
}

// resolve makes a reference point at a schema that is none, however long the
// way there is. All references on the way get the same end.
func (w *wideSubset) resolve(c *compiler, n *node) {
	steps := 0
	target := n.ref
	for target.op == opReference {
		if steps++; steps > len(w.references) {
			c.violations = append(c.violations, runtime.Violation{Path: n.place, Rule: "$ref", Message: "$ref leads back to itself"})
			return
		}
		target = target.ref
	}
	for n.op == opReference && n.ref != target {
		n.ref, n = target, n.ref
	}
}

// shortcut replaces the references that n holds by what they refer to.
func (w *wideSubset) shortcut(n *node) {
	if q := n.object; q != nil {
		for i := range q.properties {
			follow(&q.properties[i])
		}
		follow(&q.extra)
	}
	if q := n.array; q != nil {
		for i := range q.prefix {
			follow(&q.prefix[i])
		}
		follow(&q.items)
	}
	for _, q := range []*choice{n.anyOf, n.oneOf} {
		if q == nil {
			continue
		}
		for i := range q.branches {
			follow(&q.branches[i])
		}
	}
}

func follow(n **node) {
	if *n != nil && (*n).op == opReference {
		*n = (*n).ref
	}
}

// height returns how many schemas deep the alternatives of n go, more than
// maxStack if that has no end. It recurses no deeper than that.
func (w *wideSubset) height(n *node, depth int, known map[*node]int) int {
	if h, ok := known[n]; ok {
		return h
	}
	if n.anyOf == nil && n.oneOf == nil {
		return 0
	}
	if depth > maxStack {
		return maxStack + 1
	}
	most := 0
	for _, q := range []*choice{n.anyOf, n.oneOf} {
		if q == nil {
			continue
		}
		for _, b := range q.branches {
			if most = max(most, w.height(b, depth+1, known)); most > maxStack {
				return most
			}
		}
	}
	known[n] = most + 1
	return most + 1
}
