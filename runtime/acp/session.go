package acp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	sdk "github.com/coder/acp-go-sdk"
	"github.com/dsh-tools/dshgen/runtime"
)

// Connection is what the bridge needs of an sdk.AgentSideConnection.
type Connection interface {
	SessionUpdate(context.Context, sdk.SessionNotification) error
	RequestPermission(context.Context, sdk.RequestPermissionRequest) (sdk.RequestPermissionResponse, error)
}

// Session is one session of a client. Its fields must be set before it is used;
// then it is safe for concurrent use.
type Session struct {
	Conn Connection
	ID   sdk.SessionId
	// Directory is the session's working folder, absolute. Titles show paths
	// relative to it, and relative paths of cards are taken to be below it.
	Directory string
	// Terminals says that the client shows terminals by the _meta convention
	// terminal_info, terminal_output and terminal_exit; see [ShowsTerminals]. Other
	// clients get the output as text in a fence.
	Terminals bool
	// Logger is told of updates that could not be sent. Nil means silence.
	Logger runtime.Logger
}

// ShowsTerminals reports whether a client says that it shows terminals by the
// _meta convention.
func ShowsTerminals(c sdk.ClientCapabilities) bool {
	yes, _ := c.Meta["terminal_output"].(bool)
	return yes
}

// Attach shows the calls of reg and its children to the client from now on. It
// returns a function that ends this for calls to come.
func (s *Session) Attach(reg *runtime.Registry) (remove func()) {
	shown := &shown{}
	removePre := reg.PreFirst(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		shown.begin(s, x)
		return next(ctx)
	})
	removeObserver := reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
		if !shown.end(x) {
			s.send(s.Start(x)) // text that was not JSON never came to a policy
		}
		s.send(s.Update(x, r))
	})
	return func() {
		removePre()
		removeObserver()
	}
}

// shown remembers which calls the client knows.
type shown struct{ calls sync.Map }

func (k *shown) begin(s *Session, x *runtime.Execution) {
	k.calls.Store(x.Token(), true)
	s.send(s.Start(x))
}

func (k *shown) end(x *runtime.Execution) bool {
	_, ok := k.calls.LoadAndDelete(x.Token())
	return ok
}

// send sends an update. It is not bound to the context of a call: that a call was
// cancelled is what the client most wants to know.
func (s *Session) send(u sdk.SessionUpdate) {
	if err := s.Conn.SessionUpdate(context.Background(), sdk.SessionNotification{SessionId: s.ID, Update: u}); err != nil && s.Logger != nil {
		s.Logger.Error("the client was not told of a tool call", "error", err.Error())
	}
}

// callID is unique in a session; the IDs of a model need not be.
func callID(t runtime.Token) sdk.ToolCallId { return sdk.ToolCallId(t.String()) }

// Start is the tool_call of a call that begins.
func (s *Session) Start(x *runtime.Execution) sdk.SessionUpdate {
	v := s.call(callID(x.Token()), x.CallView())
	return sdk.SessionUpdate{ToolCall: &sdk.SessionUpdateToolCall{
		SessionUpdate: "tool_call", ToolCallId: callID(x.Token()), Status: sdk.ToolCallStatusPending,
		Title: v.title, Kind: v.kind, Content: v.content, Locations: v.locations, Meta: v.meta, RawInput: raw(x.Arguments()),
	}}
}

// Update is the tool_call_update of a call that has ended. Its content replaces
// that of the pending call.
func (s *Session) Update(x *runtime.Execution, r *runtime.Result) sdk.SessionUpdate {
	status := sdk.ToolCallStatusCompleted
	if r.IsError() {
		status = sdk.ToolCallStatusFailed
	}
	v := s.result(callID(x.Token()), x.CallView(), x.ResultView(r), r)
	u := &sdk.SessionToolCallUpdate{
		SessionUpdate: "tool_call_update", ToolCallId: callID(x.Token()), Status: &status,
		Content: v.content, Locations: v.locations, Meta: v.meta,
	}
	if v.title != "" {
		u.Title = &v.title
	}
	if value := r.Value(); value != "" {
		u.RawOutput = raw(value)
	}
	return sdk.SessionUpdate{ToolCallUpdate: u}
}

// raw is JSON text as it stands, a string for text that is no JSON.
func raw(text string) any {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return text
}

// The options of a permission request.
const (
	allowOnce  sdk.PermissionOptionId = "allow_once"
	rejectOnce sdk.PermissionOptionId = "reject_once"
)

// Approver asks the client for permission, for [runtime.Options]. Only the answer
// to allow once lets a call run; a prompt that was cancelled is Cancelled, and a
// client that does not answer is Unavailable.
func (s *Session) Approver() runtime.Approver {
	return runtime.ApproverFunc(func(ctx context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
		v := s.call(callID(q.Token), q.Card)
		pending := sdk.ToolCallStatusPending
		response, err := s.Conn.RequestPermission(ctx, sdk.RequestPermissionRequest{
			SessionId: s.ID,
			Options: []sdk.PermissionOption{
				{Kind: sdk.PermissionOptionKindAllowOnce, Name: "Allow", OptionId: allowOnce},
				{Kind: sdk.PermissionOptionKindRejectOnce, Name: "Reject", OptionId: rejectOnce},
			},
			ToolCall: sdk.ToolCallUpdate{
				ToolCallId: callID(q.Token), Status: &pending, Title: &v.title, Kind: &v.kind, Content: v.content, Locations: v.locations, Meta: v.meta, RawInput: raw(q.Arguments),
			},
		})
		switch o := response.Outcome; {
		case err != nil:
			return runtime.Unavailable, fmt.Errorf("acp: request permission: %w", err)
		case o.Cancelled != nil:
			return runtime.Cancelled, nil
		case o.Selected != nil && o.Selected.OptionId == allowOnce:
			return runtime.AllowedOnce, nil
		}
		return runtime.Rejected, nil
	})
}
