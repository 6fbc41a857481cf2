package runtime

// Guard says no, or nothing. It runs after the pre policies and the approval,
// so it can only reduce what they allowed: a non-nil error denies the call, with
// its text as the reason, and nothing overrules it. A guard that panics denies.
//
// Guards run in the order of registration, those of a registry before those of
// its children, until one denies. Unlike policies they are looked up when their
// stage begins, so a guard registered while an approver was thinking binds.
type Guard func(x *Execution) error

// Guard adds a guard to r and its children. It panics on nil.
func (r *Registry) Guard(g Guard) (remove func()) {
	if g == nil {
		panic("runtime: Guard: nil guard")
	}
	return add(r, func(o *own) *[]*slot[Guard] { return &o.guards }, g, false)
}

// askGuard asks one guard. Ending in any way but by returning is a no.
func (d *dispatch) askGuard(g Guard) (err error) {
	returned := false
	defer func() {
		if !returned {
			err = d.caught(recover())
		}
	}()
	err = g(&d.Execution)
	returned = true
	return err
}
