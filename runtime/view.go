package runtime

// CallView returns the card of the pending call: what [Tool.PresentCall] makes,
// or a [GenericCall] when there is no such function, when it returns nil or
// panics, and when the tool is unknown or the arguments are invalid.
func (x *Execution) CallView() (card CallView) {
	if x.entry == nil {
		return GenericCall{Title: clean(x.name), Text: clean(x.text)}
	}
	t := &x.entry.tool
	generic := GenericCall{Title: t.title(), Text: clean(x.text)}
	if t.PresentCall == nil {
		return generic
	}
	returned := false
	defer func() {
		if !returned {
			x.report("presenter of a call failed", x.caught(recover()))
			card = generic
		}
	}()
	if t.Validate == nil || t.Validate(x.text) == nil {
		card = t.PresentCall(x.text)
	}
	returned = true
	if card == nil {
		return generic
	}
	return card
}

// ResultView returns the card of an outcome of this execution, by the same rules
// as [Execution.CallView], from [Tool.PresentResult]. A call whose tool did not run
// has the generic card: a presenter may well show what would have been done.
func (x *Execution) ResultView(r *Result) (card ResultView) {
	generic := GenericResult{Title: clean(x.name), Text: r.Text(), Error: r.IsError()}
	if x.entry == nil {
		return generic
	}
	t := &x.entry.tool
	generic.Title = t.title()
	if t.PresentResult == nil || neverRan(r) {
		return generic
	}
	returned := false
	defer func() {
		if !returned {
			x.report("presenter of a result failed", x.caught(recover()))
			card = generic
		}
	}()
	if t.Validate == nil || t.Validate(x.text) == nil {
		card = t.PresentResult(x.text, r)
	}
	returned = true
	if card == nil {
		return generic
	}
	return card
}

// neverRan reports whether r says that the tool did nothing.
func neverRan(r *Result) bool {
	if r.failure == nil {
		return false
	}
	switch Kind(r.failure.Name) {
	case ErrDenied, ErrUnknownTool, ErrInvalidArgs:
		return true
	}
	return r.failure.Code == CodeAbortedBeforeDispatch
}
