package realtools

import (
	"errors"
	"fmt"
	"strings"
)

// Todo is one step of a plan.
type Todo struct {
	// What to do, as an order.
	Content string `json:"content"`
	// How far it is.
	//
	//dsh:field enum=pending|in_progress|completed
	Status string `json:"status"`
}

// Progress counts the steps of a plan.
type Progress struct {
	Pending    int `json:"pending"`
	InProgress int `json:"in_progress"`
	Completed  int `json:"completed"`
}

// TodoWrite replaces the plan of this session.
//
//   - todos: All steps, in order; steps that are left out are dropped
//
//dsh:tool open idempotent
func TodoWrite(todos []Todo) Progress {
	var p Progress
	for _, todo := range todos {
		switch todo.Status {
		case "pending":
			p.Pending++
		case "in_progress":
			p.InProgress++
		case "completed":
			p.Completed++
		}
	}
	return p
}

// ExitPlanMode asks the person to agree to a plan before you carry it out.
//
//dsh:tool open
//dsh:param plan "The plan, in Markdown"
func ExitPlanMode(plan string) error {
	if strings.TrimSpace(plan) == "" {
		return errors.New("the plan is empty")
	}
	return nil
}

// GetGoal reads the goal of this session.
//
//dsh:tool open readonly parallel
func GetGoal() string { return "no goal is set" }

// ScheduleList lists what this session will do later.
//
//dsh:tool open readonly parallel
func ScheduleList() string { return "nothing is scheduled" }

// SessionTrace gives an overview of what happened in a session.
//
//dsh:tool open readonly parallel
//dsh:param sessionID name=session_id "ID of the session; this one when absent"
func SessionTrace(sessionID *string) string { return "trace of " + or(sessionID, "this session") }

// SessionEventRead reads an event of a session and its neighbours.
//
//   - sessionID: ID of the session; this one when absent
//   - seq: Number of the event
//   - before: Events to read before it
//   - after: Events to read after it
//
//dsh:tool open readonly parallel
//dsh:param sessionID name=session_id
//dsh:param before optional
//dsh:param after optional
func SessionEventRead(sessionID *string, seq, before, after int) string {
	return fmt.Sprintf("events %d to %d of %s", seq-before, seq+after, or(sessionID, "this session"))
}

// SessionEventTrace tells what led to an event.
//
//   - sessionID: ID of the session; this one when absent
//   - seq: Number of the event
//
//dsh:tool open readonly parallel
//dsh:param sessionID name=session_id
func SessionEventTrace(sessionID *string, seq int) string {
	return fmt.Sprintf("causes of event %d of %s", seq, or(sessionID, "this session"))
}
