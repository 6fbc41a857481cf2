// Package approval has what approvers need beside package runtime: the digest of
// what is approved, and a desk where questions wait for answers that come from
// elsewhere, such as a user interface or another process.
package approval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sync"

	"github.com/dsh-tools/dshgen/runtime"
)

// Digest returns the SHA-256 of the arguments that q asks about, in hexadecimal.
// A log that keeps it can prove later what exactly was approved.
func Digest(q runtime.ApprovalRequest) string {
	sum := sha256.Sum256([]byte(q.Arguments))
	return hex.EncodeToString(sum[:])
}

// ErrNotPending is the error of [Desk.Answer] for a question that does not wait
// for an answer: there never was one, it was answered, or its call is over.
var ErrNotPending = errors.New("approval: no such question is waiting for an answer")

// Desk is a [runtime.Approver] where each question waits until somebody answers
// it with [Desk.Answer], or its call ends. The zero Desk is ready for use; it is
// safe for concurrent use and must not be copied.
type Desk struct {
	// Notify, if not nil, is called for each new question, before it waits. It
	// should hand the question on and return; it may answer it at once. It must
	// be set before the first question.
	Notify func(q runtime.ApprovalRequest)

	mu      sync.Mutex
	pending []*question // in the order of arrival
}

type question struct {
	runtime.ApprovalRequest
	answer chan runtime.Approval // has room for the one answer
}

// Approve implements [runtime.Approver].
func (d *Desk) Approve(ctx context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
	p := &question{q, make(chan runtime.Approval, 1)}
	d.mu.Lock()
	d.pending = append(d.pending, p)
	d.mu.Unlock()
	defer d.take(q.Token)
	if d.Notify != nil {
		d.Notify(q)
	}
	select {
	case a := <-p.answer:
		return a, nil
	case <-ctx.Done():
		return runtime.Unavailable, context.Cause(ctx)
	}
}

// Pending returns the questions that wait for answers, oldest first.
func (d *Desk) Pending() []runtime.ApprovalRequest {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := make([]runtime.ApprovalRequest, len(d.pending))
	for i, p := range d.pending {
		all[i] = p.ApprovalRequest
	}
	return all
}

// Answer answers the question of one execution. Questions are told apart by token
// and not by call ID, which a model chooses and may use twice. A question can be
// answered once; after that, and after the end of its call, Answer returns
// [ErrNotPending] and changes nothing.
func (d *Desk) Answer(t runtime.Token, a runtime.Approval) error {
	p := d.take(t)
	if p == nil {
		return ErrNotPending
	}
	p.answer <- a
	return nil
}

// take removes the question of t, if it is still there. Whoever removes it is
// the only one to answer it.
func (d *Desk) take(t runtime.Token) *question {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.pending, func(p *question) bool { return p.Token == t })
	if i < 0 {
		return nil
	}
	p := d.pending[i]
	d.pending = slices.Delete(d.pending, i, i+1)
	return p
}
