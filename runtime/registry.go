package runtime

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// How a registry is kept. What was registered on it stands in an immutable own;
// changes replace the whole own under a mutex that calls never take. What a call
// needs stands in an immutable view, flattened over the chain of parents and
// made on first use after a change. A call loads one view and keeps it.
//
//	own ──┐                     own changed, or the parent's view did:
//	      ├─ view (one load)    the view is stale and made anew by whoever
//	view ─┘ of the parent       comes first; nobody waits for anybody
//
// A parent does not know its children, so a child that is dropped is garbage.

// Options configure a tree of registries. The zero Options work.
type Options struct {
	// Approver answers when a policy asks. Nil means that asking denies.
	Approver Approver
	// ApprovalTimeout bounds one question. Zero means that only the context of
	// the call does.
	ApprovalTimeout time.Duration
	// Logger is told what nobody else can be: a panicking observer, a hook that
	// failed, a tool that was disabled. A *slog.Logger is one. Nil means silence.
	Logger Logger
	// MaxParallel bounds how many calls of one step overlap. Zero means 8.
	MaxParallel int
	// MaxDepth bounds how deep calls may nest that tools make. Zero means 16.
	MaxDepth int
	// MaxArgumentBytes bounds the arguments of a call. Zero means 16 MiB.
	MaxArgumentBytes int
	// MaxArgumentDepth bounds how deep objects and arrays nest in the arguments of
	// a call. Zero means 128, beyond which no decoder goes.
	MaxArgumentDepth int
	// MaxArgumentElements bounds the elements of arrays and properties of objects
	// in the arguments of a call, all taken together, and with them the memory
	// that arguments are decoded to. Zero means no bound but that of their bytes.
	MaxArgumentElements int
	// Repair mends arguments that are refused for what models get wrong most, if
	// that makes them valid: an object or array, or a number or boolean, that came
	// as its text in a string; a number or boolean where a string is wanted; one
	// scalar where an array is wanted; a Markdown fence around the whole. The
	// schema of the tool directs it, and it happens before any policy, so what
	// policies, approvers and observers see is what runs. [Execution.Repairs]
	// says what was done. Truncated text and text of several values are never
	// repaired, and a string is never changed where a string is wanted.
	Repair bool
	// MaxOutputBytes bounds the text that a model sees of one result; what is
	// beyond is cut, with a mark. Zero means no bound.
	MaxOutputBytes int
	// CrashOnPanic lets panics of tools and policies end the program instead of
	// the call, with their original value and stack. A panic may have left locks
	// held and data half written; whether it is better to go on is a choice that
	// only the program can make. Goexit is contained all the same.
	CrashOnPanic bool
	// DisableAfterPanics removes a tool once it has panicked that often. Zero
	// means never.
	DisableAfterPanics int
	// Late is told what became of a tool after its caller was let go by
	// [Timeouts.Grace]: exactly once for each. Nobody waits for it.
	Late func(x *Execution, r *Result)
}

// Logger is what the pipeline reports to. It is the part of *slog.Logger it
// needs, so that this package does not link log/slog.
type Logger interface {
	Error(msg string, args ...any)
}

// Registry holds tools and the policies over their calls, and runs calls. The
// scope of a call is the registry that Execute is called on: a child inherits
// from its parent and adds its own, see [Registry.Child].
//
// All methods are safe for concurrent use and may be called by tools, policies
// and observers. Make one with [NewRegistry]; the zero Registry does not work.
type Registry struct {
	tree   *tree
	parent *Registry
	name   string // of a child

	mu     sync.Mutex // held by those who change own; never while foreign code runs
	own    atomic.Pointer[own]
	cached atomic.Pointer[view]
}

// tree is what a registry and all its descendants share.
type tree struct {
	Options
	tokens  atomic.Uint64
	orphans atomic.Int64

	watchMu  sync.Mutex
	watchers []*slot[func()] // never changed in place
}

const (
	defaultMaxParallel      = 8
	defaultMaxDepth         = 16
	defaultMaxArgumentBytes = 16 << 20
)

// NewRegistry returns an empty registry. It panics when an option is negative.
func NewRegistry(o Options) *Registry {
	if o.ApprovalTimeout < 0 || o.MaxParallel < 0 || o.MaxDepth < 0 ||
		o.MaxArgumentBytes < 0 || o.MaxArgumentDepth < 0 || o.MaxArgumentElements < 0 || o.MaxOutputBytes < 0 || o.DisableAfterPanics < 0 {
		panic("runtime: NewRegistry: negative option")
	}
	if o.MaxParallel == 0 {
		o.MaxParallel = defaultMaxParallel
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = defaultMaxDepth
	}
	if o.MaxArgumentBytes == 0 {
		o.MaxArgumentBytes = defaultMaxArgumentBytes
	}
	r := &Registry{tree: &tree{Options: o}}
	r.own.Store(&own{})
	return r
}

// own is what was registered on one registry itself. It is never changed, only
// replaced.
type own struct {
	tools        []*entry
	gone         []string // names removed lately, for a better message
	pres         []*slot[PrePolicy]
	guards       []*slot[Guard]
	wraps        []*slot[Wrapper]
	posts        []*slot[PostPolicy]
	observers    []*slot[Observer]
	restrictions []*slot[Restriction]
}

// entry is one registration of a tool. Its address is its identity: the same
// tool registered again is another entry.
type entry struct {
	tool   Tool // a copy, never changed
	home   *Registry
	panics atomic.Int64
}

// slot is one registration of anything else, with its address as identity.
type slot[F any] struct{ f F }

// change replaces own by what edit makes of a copy, and tells the watchers when
// that is about tools.
func (r *Registry) change(edit func(*own)) {
	if r.swap(edit) {
		r.notify()
	}
}

func (r *Registry) swap(edit func(*own)) (tools bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.own.Load()
	o := *before
	edit(&o)
	r.own.Store(&o)
	return !sameTools(before, &o)
}

// add registers f in the list that of selects, in front or at the end.
func add[F any](r *Registry, of func(*own) *[]*slot[F], f F, first bool) (remove func()) {
	s := &slot[F]{f}
	r.change(func(o *own) {
		list := of(o)
		if first {
			*list = append([]*slot[F]{s}, *list...)
		} else {
			*list = append(slices.Clip(*list), s)
		}
	})
	return func() {
		r.change(func(o *own) {
			list := of(o)
			*list = without(*list, s)
		})
	}
}

// without returns a copy of list that lacks the element given.
func without[E comparable](list []E, gone ...E) []E {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return slices.Contains(gone, e) })
}

// Register adds tools to r, all or none, and returns a function that removes
// exactly these registrations again; calling it more than once is harmless. The
// tools are copied.
//
// Its error, a [*RegisterError], lists everything that is wrong: a nil tool or
// Run, an empty or illegal name, a negative timeout, a schema that is not JSON
// with an object at its root, and names that are taken, with the origins of
// both tools. To have all that are right out of many, register them one by one.
func (r *Registry) Register(tools ...*Tool) (remove func(), err error) {
	return r.register(tools, false)
}

// Replace is [Registry.Register], except that tools of r itself that have the
// same names make room, in one step: no call finds neither. The remove functions
// of those then remove nothing.
func (r *Registry) Replace(tools ...*Tool) (remove func(), err error) {
	return r.register(tools, true)
}

func (r *Registry) register(tools []*Tool, replace bool) (remove func(), err error) {
	entries, faults := r.entries(tools)
	r.change(func(o *own) {
		var taken []*entry
		for _, e := range entries {
			if i := slices.IndexFunc(o.tools, func(have *entry) bool { return have.tool.Name == e.tool.Name }); i >= 0 {
				taken = append(taken, o.tools[i])
				if !replace {
					faults = append(faults, clash(&o.tools[i].tool, &e.tool))
				}
			}
		}
		if len(faults) > 0 {
			return
		}
		o.tools = append(without(o.tools, taken...), entries...)
	})
	if len(faults) > 0 {
		return nil, &RegisterError{Faults: faults}
	}
	return func() { r.remove(entries...) }, nil
}

// entries checks tools by themselves and against each other.
func (r *Registry) entries(tools []*Tool) (entries []*entry, faults []string) {
	byName := make(map[string]*Tool, len(tools))
	for _, t := range tools {
		if t == nil {
			faults = append(faults, "a tool is nil")
			continue
		}
		e := &entry{tool: *t, home: r}
		if why := e.tool.fault(); why != "" {
			faults = append(faults, why)
		} else if other := byName[t.Name]; other != nil {
			faults = append(faults, clash(other, t))
		}
		byName[t.Name] = t
		if e.tool.Parameters == "" {
			e.tool.Parameters = noParameters
		}
		entries = append(entries, e)
	}
	return entries, faults
}

func clash(have, more *Tool) string {
	return "tool " + more.label() + " has the name of tool " + have.label() +
		": register a copy with another Name, such as one with a prefix, or use Replace"
}

// maxGone bounds how many removed names a registry remembers.
const maxGone = 64

// remove takes out these very registrations, as far as they are still there.
func (r *Registry) remove(entries ...*entry) {
	r.change(func(o *own) {
		var gone []string
		for _, e := range entries {
			if slices.Contains(o.tools, e) {
				gone = append(gone, e.tool.Name)
			}
		}
		if len(gone) == 0 {
			return
		}
		o.tools = without(o.tools, entries...)
		o.gone = append(slices.Clone(o.gone), gone...)
		o.gone = o.gone[max(0, len(o.gone)-maxGone):]
	})
}

// RegisterError is the error of [Registry.Register].
type RegisterError struct {
	// Faults holds one line for each thing that is wrong.
	Faults []string
}

// Error lists the faults.
func (e *RegisterError) Error() string { return "runtime: register: " + strings.Join(e.Faults, "\n\t") }

// Lookup returns a copy of the tool that a call of name would run.
func (r *Registry) Lookup(name string) (*Tool, bool) {
	e := r.load().tools[name]
	if e == nil {
		return nil, false
	}
	t := e.tool
	return &t, true
}

// Tools returns copies of all tools of this scope, sorted by name.
func (r *Registry) Tools() []*Tool {
	sorted := r.load().sorted()
	tools := make([]*Tool, len(sorted))
	for i, e := range sorted {
		t := e.tool
		tools[i] = &t
	}
	return tools
}

// Schemas returns what a model may know of the tools of this scope, sorted by
// name: the same tools give the same bytes, in every call and every run. The
// slice is the caller's.
func (r *Registry) Schemas() []ToolSchema {
	sorted := r.load().sorted()
	schemas := make([]ToolSchema, len(sorted))
	for i, e := range sorted {
		schemas[i] = e.tool.ToolSchema
	}
	return schemas
}

// Name returns the name that [Registry.Child] was given; "" at the root.
func (r *Registry) Name() string { return r.name }

// Orphans returns how many tools, in r, its parents and all their children, are
// running although their callers were let go; see [Timeouts.Grace].
func (r *Registry) Orphans() int { return int(r.tree.orphans.Load()) }

// Execute runs a call and returns its one result, whatever happens: it never
// panics, and all failures are results that a model can act on. Package doc
// describes the stages. A nil ctx means context.Background.
func (r *Registry) Execute(ctx context.Context, call Call) *Result {
	if ctx == nil {
		ctx = context.Background()
	}
	return r.execute(ctx, call, FromContext(ctx))
}
