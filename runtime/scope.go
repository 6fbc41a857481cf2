package runtime

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Restriction narrows what a scope inherits. It is plain data, copied on use,
// and live: it goes on acting on what the parents register later.
type Restriction struct {
	// Allow admits these tools only; none that is registered later under
	// another name. Empty means all.
	Allow []string
	// Deny takes these tools away.
	Deny []string
	// Future permits Deny to name tools that do not exist yet. Without it an
	// unknown name is an error, since it is most likely a slip.
	Future bool
}

// Child returns a registry that inherits the tools, policies, guards, wrappers
// and observers of r, now and later. What is registered on the child is seen by
// the child and its own children alone: a tool of its own hides an inherited one
// of the same name, and policies of its own run inside inherited ones. Name fills
// in [Call.Agent] where it is empty. A child needs no closing.
func (r *Registry) Child(name string) *Registry {
	c := &Registry{tree: r.tree, parent: r, name: name}
	c.own.Store(&own{})
	return c
}

// Restrict narrows what r inherits; tools of its own are exempt. Restrictions,
// those of parents included, add up: none gives back what another took. It
// returns a function that lifts this very restriction.
//
// It is an error, a [*RestrictError], to restrict a registry that is nobody's
// child, to restrict nothing, and to name a tool that r does not inherit.
func (r *Registry) Restrict(n Restriction) (lift func(), err error) {
	n = Restriction{Allow: slices.Clone(n.Allow), Deny: slices.Clone(n.Deny), Future: n.Future}
	if r.parent == nil {
		return nil, &RestrictError{"a root registry inherits nothing: restrict a Child of it"}
	}
	if len(n.Allow) == 0 && len(n.Deny) == 0 {
		return nil, &RestrictError{"Allow and Deny are both empty: deny names, or do not restrict"}
	}
	named := n.Allow
	if !n.Future {
		named = append(slices.Clip(named), n.Deny...)
	}
	if err := r.unknownNames(named); err != nil {
		return nil, err
	}
	return add(r, func(o *own) *[]*slot[Restriction] { return &o.restrictions }, n, false), nil
}

// unknownNames says which names r does not inherit.
func (r *Registry) unknownNames(names []string) error {
	inherited := r.parent.load()
	var unknown []string
	for _, name := range names {
		if inherited.tools[name] == nil {
			unknown = append(unknown, strconv.Quote(name))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	known := make([]string, 0, len(inherited.tools))
	for _, e := range inherited.sorted() {
		known = append(known, e.tool.Name)
	}
	return &RestrictError{"not inherited here: " + strings.Join(unknown, ", ") + "; inherited are: " + strings.Join(known, ", ")}
}

// RestrictError is the error of [Registry.Restrict].
type RestrictError struct {
	// Fault says what is wrong.
	Fault string
}

// Error says what is wrong.
func (e *RestrictError) Error() string { return "runtime: restrict: " + e.Fault }

// admits reports whether n lets an inherited tool of this name through.
func (n *Restriction) admits(name string) bool {
	return !slices.Contains(n.Deny, name) && (len(n.Allow) == 0 || slices.Contains(n.Allow, name))
}

// view is all that a call needs of a registry and its parents. It is never
// changed once it is stored.
type view struct {
	own    *own  // made of these two,
	parent *view // stale when they are not the latest

	tools     map[string]*entry
	pres      []PrePolicy
	guards    []Guard
	wraps     []Wrapper
	posts     []PostPolicy
	observers []Observer

	sort   sync.Once
	byName []*entry // tools sorted by name, once somebody asks
}

// load returns a view that is at least as new as any change that had returned
// when load was called.
func (r *Registry) load() *view {
	o := r.own.Load()
	var parent *view
	if r.parent != nil {
		parent = r.parent.load()
	}
	if v := r.cached.Load(); v != nil && v.own == o && v.parent == parent {
		return v
	}
	v := newView(o, parent)
	r.cached.Store(v)
	return v
}

func newView(o *own, parent *view) *view {
	inherited := parent
	if inherited == nil {
		inherited = &view{}
	}
	v := &view{
		own: o, parent: parent,
		tools:     make(map[string]*entry, len(inherited.tools)+len(o.tools)),
		pres:      flatten(inherited.pres, o.pres),
		guards:    flatten(inherited.guards, o.guards),
		wraps:     flatten(inherited.wraps, o.wraps),
		posts:     flatten(inherited.posts, o.posts),
		observers: flatten(inherited.observers, o.observers),
	}
	for name, e := range inherited.tools {
		if !slices.ContainsFunc(o.restrictions, func(s *slot[Restriction]) bool { return !s.f.admits(name) }) {
			v.tools[name] = e
		}
	}
	for _, e := range o.tools {
		v.tools[e.tool.Name] = e
	}
	return v
}

// flatten appends to what the parent has.
func flatten[F any](parent []F, slots []*slot[F]) []F {
	all := slices.Clip(parent)
	for _, s := range slots {
		all = append(all, s.f)
	}
	return all
}

// sorted returns the tools by name. The slice is shared: nobody may change it.
func (v *view) sorted() []*entry {
	v.sort.Do(func() {
		v.byName = make([]*entry, 0, len(v.tools))
		for _, e := range v.tools {
			v.byName = append(v.byName, e)
		}
		slices.SortFunc(v.byName, func(a, b *entry) int { return strings.Compare(a.tool.Name, b.tool.Name) })
	})
	return v.byName
}

// removed reports whether a tool of this name was there lately.
func (v *view) removed(name string) bool {
	for ; v != nil; v = v.parent {
		if slices.Contains(v.own.gone, name) {
			return true
		}
	}
	return false
}
