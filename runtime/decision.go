package runtime

// PreDecision is what a [PrePolicy] decides: [Allow], [Deny] or [Ask]. The zero
// PreDecision denies, so that a policy that forgot to decide allows nothing.
type PreDecision struct {
	verdict verdict
	reason  string
}

type verdict uint8

const (
	deny verdict = iota // the zero value
	allow
	ask
)

// Allow lets the call go on to the guards.
func Allow() PreDecision { return PreDecision{verdict: allow} }

// Deny ends the call. The model is told the reason.
func Deny(reason string) PreDecision { return PreDecision{verdict: deny, reason: reason} }

// Ask lets the call go on if [Options.Approver] allows it. The reason is for
// whoever is asked; the model does not see it.
func Ask(reason string) PreDecision { return PreDecision{verdict: ask, reason: reason} }

// Allowed reports whether d is an [Allow].
func (d PreDecision) Allowed() bool { return d.verdict == allow }

// Denied reports whether d is a [Deny], as the zero PreDecision is.
func (d PreDecision) Denied() bool { return d.verdict == deny }

// Asks reports whether d is an [Ask].
func (d PreDecision) Asks() bool { return d.verdict == ask }

// Reason returns the reason given, or "".
func (d PreDecision) Reason() string { return d.reason }

// PostDecision is what a [PostPolicy] decides about a result: [Accept] or
// [Block]. It is an immutable value; the With methods return changed copies. The
// zero PostDecision blocks without saying why.
type PostDecision struct {
	accept      bool
	replace     bool // contents replace the result's
	revalue     bool // value replaces the result's
	contents    []Content
	contexts    []Content
	replacement any
}

// Accept lets the result go on as it is, unless told more by a With method.
func Accept() PostDecision { return PostDecision{accept: true} }

// Block turns the result into an error with the feedback as its contents. Value,
// meta and context of the tool are dropped. The tool did run, and the feedback
// should say what the model is to make of that.
func Block(feedback ...Content) PostDecision {
	return PostDecision{contents: append([]Content(nil), feedback...)}
}

// WithContent replaces the contents of the result, or the feedback of a block.
// An error stays one. Value and meta are dropped: a redaction must not leak
// through them. See WithValue for giving another value.
func (d PostDecision) WithContent(contents ...Content) PostDecision {
	d.replace = true
	d.contents = append([]Content(nil), contents...)
	return d
}

// WithValue replaces the value of a successful result, and its contents by the
// JSON text of value unless WithContent says otherwise. The value is encoded and
// checked like one that the tool returned; if it does not pass, the call fails
// with [CodeInvalidToolOutput]. Meta is dropped. Giving a value to a failed call
// is [CodePolicyFailed]: no policy turns a failure into a success.
func (d PostDecision) WithValue(value any) PostDecision {
	d.revalue = true
	d.replacement = value
	return d
}

// WithContext adds to what the model is told beside the result.
func (d PostDecision) WithContext(contents ...Content) PostDecision {
	d.contexts = append(append([]Content(nil), d.contexts...), contents...)
	return d
}

// Accepted reports whether d is an [Accept].
func (d PostDecision) Accepted() bool { return d.accept }

// Content returns the contents that d replaces the result's by, or the feedback
// of a block.
func (d PostDecision) Content() []Content { return append([]Content(nil), d.contents...) }

// Context returns what d adds beside the result.
func (d PostDecision) Context() []Content { return append([]Content(nil), d.contexts...) }
