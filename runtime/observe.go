package runtime

// Observer is told of the outcome of every call: once, after it was frozen and
// before Execute returns. It gets no way to change anything. Observers run one
// after the other in the order of registration, those of a registry before those
// of its children; one that panics is reported to [Options.Logger], and the
// others are told all the same. A slow observer makes calls slow.
type Observer func(x *Execution, r *Result)

// Observe adds an observer to r and its children. It panics on nil.
func (r *Registry) Observe(o Observer) (remove func()) {
	if o == nil {
		panic("runtime: Observe: nil observer")
	}
	return add(r, func(own *own) *[]*slot[Observer] { return &own.observers }, o, false)
}

// tellObserver tells one observer, and reports it if it fails.
func (d *dispatch) tellObserver(o Observer) {
	returned := false
	defer func() {
		if !returned {
			d.report("observer failed", d.caught(recover()))
		}
	}()
	o(&d.Execution, d.outcome)
	returned = true
}

// report tells the logger of a fault that changes no result.
func (x *Execution) report(msg string, err error) {
	l := x.registry.tree.Logger
	if l == nil {
		return
	}
	defer func() { recover() }() // a logger that fails has nobody to tell
	l.Error("runtime: "+msg, "tool", x.name, "call", x.callID, "error", err)
}
