package runtime

// Result is the outcome of one call: contents for the model, and for the
// program a value, meta and a failure. It is frozen: there is no way to change
// one, accessors return copies, and it may be shared by goroutines. Its JSON
// form keeps everything but the cause of a failure; see [ParseResult].
type Result struct {
	callID   string
	token    Token // of the execution that made it; zero when parsed
	contents []Content
	contexts []Content
	value    string
	meta     map[string]any
	failure  *Failure

	one [1]Content // backs contents in the usual case of one
}

// CallID returns the ID of the call, byte for byte.
func (r *Result) CallID() string { return r.callID }

// IsError reports whether the call failed.
func (r *Result) IsError() bool { return r.failure != nil }

// Error returns why the call failed, or nil. The Failure is a copy.
func (r *Result) Error() *Failure {
	if r.failure == nil {
		return nil
	}
	f := *r.failure
	return &f
}

// Text returns the texts among the contents, one per line. For an error it is
// what the model is told about it.
func (r *Result) Text() string { return joinTexts(r.contents) }

// Contents returns what the model sees, an error's message included.
func (r *Result) Contents() []Content { return append([]Content(nil), r.contents...) }

// AdditionalContext returns what the tool and the policies want the model to
// know beside the result. It is not part of the result: see [Step.AdditionalContext].
func (r *Result) AdditionalContext() []Content { return append([]Content(nil), r.contexts...) }

// Value returns the JSON text of the value that the tool returned, or "" when
// it returned none: plain text and contents are no values, nor is a nil pointer.
func (r *Result) Value() string { return r.value }

// Meta returns a copy of what the tool returned as [Return.Meta], or nil.
func (r *Result) Meta() map[string]any {
	if r.meta == nil {
		return nil
	}
	return cloneMap(r.meta)
}

// newResult makes a successful result with the contents given, which it owns.
func (x *Execution) newResult(contents []Content) *Result {
	r := &Result{callID: x.callID, token: x.token}
	r.setContents(contents)
	return r
}

// newTextResult is newResult for one text.
func (x *Execution) newTextResult(text string) *Result {
	r := &Result{callID: x.callID, token: x.token}
	r.one[0] = Text(text)
	r.contents = r.one[:]
	return r
}

// newFailure makes an error result that tells the model f.Message.
func (x *Execution) newFailure(f *Failure) *Result {
	r := x.newTextResult(f.Message)
	r.failure = f
	return r
}

func (r *Result) setContents(contents []Content) {
	if len(contents) == 1 {
		r.one[0] = contents[0]
		r.contents = r.one[:]
		return
	}
	r.contents = contents
}

// edit returns a copy of r to change before anybody else sees it.
func (r *Result) edit() *Result {
	c := *r
	c.setContents(r.contents)
	return &c
}

// withContents returns a copy of r with other contents. Value and meta go:
// whoever replaces contents to hide something must not leave it in there. So
// does the message of a failure, which says the same as the contents did.
func (r *Result) withContents(contents []Content) *Result {
	c := r.edit()
	c.setContents(append([]Content(nil), contents...))
	c.value, c.meta = "", nil
	if r.failure != nil {
		f := *r.failure
		f.Message = joinTexts(contents)
		c.failure = &f
	}
	return c
}

// withContexts returns a copy of r with more context.
func (r *Result) withContexts(more []Content) *Result {
	if len(more) == 0 {
		return r
	}
	c := r.edit()
	c.contexts = append(append([]Content(nil), r.contexts...), more...)
	return c
}

// capped returns r with its texts cut to limit bytes together, a mark included.
// What is not text is left alone, and so is the value.
func (r *Result) capped(limit int) *Result {
	total := 0
	for _, c := range r.contents {
		total += len(c.text)
	}
	if limit <= 0 || total <= limit {
		return r
	}
	mark := outputMark(limit, total)
	left := max(limit-len(mark), 0)
	c := r.edit()
	c.setContents(append([]Content(nil), r.contents...))
	marked := false
	for i := range c.contents {
		t := &c.contents[i]
		if len(t.text) <= left {
			left -= len(t.text)
			continue
		}
		t.text, left = cut(t.text, left), 0
		if !marked {
			t.text += mark
			marked = true
		}
	}
	if r.failure != nil {
		f := *r.failure
		f.Message = joinTexts(c.contents)
		c.failure = &f
	}
	return c
}
