package runtimetest

import (
	"context"
	"sync"

	"github.com/dsh-tools/dshgen/runtime"
)

// Approver is a [runtime.Approver] that does as it is told and remembers what it
// was asked. Its zero value gives no answer, which denies. It is safe for
// concurrent use once its fields are set, and must not be copied.
type Approver struct {
	Answer runtime.Approval
	Err    error
	// Panic, if not nil, is what Approve panics with.
	Panic any
	// Wait makes Approve wait for Release, or else for the end of its context.
	Wait bool
	// Deaf makes Approve wait for Release only.
	Deaf bool

	mu       sync.Mutex
	asked    []runtime.ApprovalRequest
	released chan struct{}
}

// Approve implements [runtime.Approver].
func (a *Approver) Approve(ctx context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
	a.mu.Lock()
	a.asked = append(a.asked, q)
	released := a.release()
	a.mu.Unlock()
	switch {
	case a.Deaf:
		<-released
	case a.Wait:
		select {
		case <-released:
		case <-ctx.Done():
			return runtime.Unavailable, context.Cause(ctx)
		}
	}
	if a.Panic != nil {
		panic(a.Panic)
	}
	return a.Answer, a.Err
}

// Release lets all calls of Approve go on, those to come included. It may be
// called once.
func (a *Approver) Release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.release())
}

// release returns the channel that Release closes; under mu.
func (a *Approver) release() chan struct{} {
	if a.released == nil {
		a.released = make(chan struct{})
	}
	return a.released
}

// Asked returns the questions so far, in order.
func (a *Approver) Asked() []runtime.ApprovalRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]runtime.ApprovalRequest(nil), a.asked...)
}
