package runtime

import "context"

// Approver answers for a person, or for whoever else may allow what a policy
// only dared to [Ask]. Only AllowedOnce lets the call go on: any other answer,
// an error beside AllowedOnce, a panic, no answer in time, and an answer after
// the call was cancelled are denials, each with a reason of its own.
//
// Approve is called on a goroutine of its own and must return soon after ctx is
// done: the call does not wait for it then, and what it returns has no effect.
// One call asks at most once. It is not asked about calls that cannot run,
// because the tool is unknown or the arguments are invalid.
//
// Package runtime/approval has an Approver whose questions are answered from
// elsewhere, such as by a user interface.
type Approver interface {
	Approve(ctx context.Context, q ApprovalRequest) (Approval, error)
}

// ApproverFunc is a function that is an [Approver].
type ApproverFunc func(ctx context.Context, q ApprovalRequest) (Approval, error)

// Approve calls f.
func (f ApproverFunc) Approve(ctx context.Context, q ApprovalRequest) (Approval, error) {
	return f(ctx, q)
}

// ApprovalRequest is a question to an [Approver]. It is a value made of
// immutable parts: what the approver reads is what runs. To name exactly what
// was approved in a log, use approval.Digest of package runtime/approval, the
// SHA-256 of the arguments; this package links no cryptography.
type ApprovalRequest struct {
	// Token identifies the execution that waits for the answer. Unlike CallID
	// it is unique.
	Token  Token
	CallID string
	RootID string
	// Agent on whose behalf the call is made. Never empty.
	Agent string
	// Tool is the name of the tool, Title its name for people.
	Tool  string
	Title string
	// Arguments is the JSON text that runs if the answer is AllowedOnce.
	Arguments string
	// Card is what the tool has to show about the pending call.
	Card CallView
	// Reason is why the policy asks.
	Reason string
	// ReadOnly, Destructive, Idempotent and OpenWorld are the hints of the tool.
	ReadOnly, Destructive, Idempotent, OpenWorld bool
}

// Approval is the answer of an [Approver]. The zero Approval is no answer, and
// denies.
type Approval uint8

// The answers.
const (
	AllowedOnce Approval = iota + 1 // this call may run, this once
	Rejected                        // somebody said no
	Cancelled                       // somebody dismissed the question
	Unavailable                     // nobody is there to ask
)

// String returns the name of the answer.
func (a Approval) String() string {
	switch a {
	case AllowedOnce:
		return "allowed once"
	case Rejected:
		return "rejected"
	case Cancelled:
		return "cancelled"
	case Unavailable:
		return "unavailable"
	}
	return "no answer"
}

// Denial says who or what denied a call.
type Denial string

// The ways for a call to be denied.
const (
	ByPolicy         Denial = "policy"          // a pre policy denied
	ByGuard          Denial = "guard"           // a guard denied, or failed
	ByRejection      Denial = "rejected"        // the approver rejected
	ByCancellation   Denial = "cancelled"       // the approver dismissed the question
	ByAbsence        Denial = "unavailable"     // the approver has nobody to ask
	ByNoApprover     Denial = "no approver"     // there is no approver
	ByNoAgent        Denial = "no agent"        // the call names no agent to ask for
	ByNoAnswer       Denial = "no answer"       // not answered in time, or with nothing
	ByFailedApprover Denial = "approver failed" // the approver returned an error or panicked
	ByDepth          Denial = "depth"           // calls are nested too deep
)

// DeniedError is the cause of a [CodeDenied] failure.
type DeniedError struct {
	By Denial
	// Reason is what the model is told.
	Reason string
	// Err is the error of a guard or an approver, if there was one.
	Err error
}

// Error says who denied and why.
func (e *DeniedError) Error() string { return "denied by " + string(e.By) + ": " + e.Reason }

// Unwrap returns Err.
func (e *DeniedError) Unwrap() error { return e.Err }

// denial returns what an answer denies by, and the reason told to the model.
// It is called for anything but AllowedOnce.
func (a Approval) denial() (by Denial, reason string) {
	switch a {
	case Rejected:
		return ByRejection, "the user rejected this call"
	case Cancelled:
		return ByCancellation, "the user dismissed the request for approval"
	case Unavailable:
		return ByAbsence, "it needs approval, and nobody is available to give it"
	}
	return ByNoAnswer, "it needs approval, and got no answer"
}

// answer is how an approver ended.
type answer struct {
	approval Approval
	err      error
}

// askApprover puts the question and waits for the answer, the deadline, or the
// end of the call. It returns nil when the call may go on. If the call was
// cancelled the answer does not matter; the caller looks at that first.
func (d *dispatch) askApprover(reason string) *DeniedError {
	o := &d.registry.tree.Options
	if o.Approver == nil {
		return &DeniedError{By: ByNoApprover, Reason: "it needs approval, and this program has no way to ask for it"}
	}
	if d.agent == "" {
		return &DeniedError{By: ByNoAgent, Reason: "it needs approval, and the call names no agent on whose behalf to ask"}
	}
	ctx, cancel := context.WithCancel(&d.ctx)
	defer cancel()
	if o.ApprovalTimeout > 0 {
		var late context.CancelFunc
		ctx, late = context.WithTimeout(ctx, o.ApprovalTimeout)
		defer late()
	}
	answers := make(chan answer, 1) // a late answer is dropped, and blocks nobody
	go d.callApprover(ctx, d.question(reason), answers)
	select {
	case a := <-answers:
		if ctx.Err() == nil {
			return a.judge()
		}
	case <-ctx.Done():
	}
	return &DeniedError{By: ByNoAnswer, Reason: "it needs approval, and was not answered in time (" + o.ApprovalTimeout.String() + ")", Err: ctx.Err()}
}

func (a answer) judge() *DeniedError {
	if a.err != nil {
		return &DeniedError{By: ByFailedApprover, Reason: "it needs approval, and asking for it failed", Err: a.err}
	}
	if a.approval == AllowedOnce {
		return nil
	}
	by, reason := a.approval.denial()
	return &DeniedError{By: by, Reason: reason}
}

// callApprover sends exactly one answer, however the approver ends.
func (d *dispatch) callApprover(ctx context.Context, q ApprovalRequest, answers chan<- answer) {
	var a answer
	returned := false
	defer func() {
		if !returned {
			a = answer{err: d.caught(recover())}
		}
		answers <- a
	}()
	a.approval, a.err = d.registry.tree.Approver.Approve(ctx, q)
	returned = true
}

// question is what the approver gets to see.
func (d *dispatch) question(reason string) ApprovalRequest {
	t := &d.entry.tool
	return ApprovalRequest{
		Token: d.token, CallID: d.callID, RootID: d.RootID(), Agent: d.agent,
		Tool: d.name, Title: t.title(), Arguments: d.text, Card: d.CallView(), Reason: reason,
		ReadOnly: t.ReadOnly, Destructive: t.Destructive, Idempotent: t.Idempotent, OpenWorld: t.OpenWorld,
	}
}
