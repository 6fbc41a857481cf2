package realtools

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// SpawnTeammate starts an agent that works beside you and shares the task list.
//
//   - name: Name to call it by
//   - description: Its role, in a few words
//   - prompt: Its first task
//   - start: Whether it starts with nothing, or with a copy of this conversation
//
//dsh:tool open
//dsh:param start name=context enum=fresh|fork
func SpawnTeammate(ctx context.Context, name, description, prompt string, start *string) (string, error) {
	return fmt.Sprintf("%s (%s, %s): %s", name, description, or(start, "fresh"), prompt), ctx.Err()
}

// Subagent hands a task to an agent that answers once.
//
//   - description: The task, in three to five words
//   - prompt: The whole task; the agent knows nothing else
//   - background: Return at once and leave the agent working
//
//dsh:tool open
//dsh:param background name=run_in_background optional
func Subagent(ctx context.Context, description, prompt string, background bool) (string, error) {
	return fmt.Sprintf("%s: %s, background: %t", description, prompt, background), ctx.Err()
}

// InterruptAgent makes an agent stop what it is doing.
//
//dsh:tool open idempotent
//dsh:param agentID name=agent_id "ID of the agent"
func InterruptAgent(agentID string) error {
	if strings.TrimSpace(agentID) == "" {
		return errors.New("agent_id is blank")
	}
	return nil
}

// WaitAgent waits until an agent reports.
//
//dsh:tool open readonly
//dsh:param timeoutMs name=timeout_ms optional "Milliseconds to wait at most; no limit when absent"
func WaitAgent(timeoutMs int) string {
	if timeoutMs == 0 {
		return "waiting"
	}
	return fmt.Sprintf("waiting for %d ms", timeoutMs)
}

// Report hands the result of your task to whoever gave it to you.
//
//dsh:tool open
//dsh:param output "The result; nothing else of your work is seen"
func Report(output string) string { return "reported: " + output }

// Task is what a tool answers about an entry of the shared list.
type Task struct {
	ID          string   `json:"id"`
	Revision    int      `json:"revision"`
	Change      string   `json:"change"`
	Subject     string   `json:"subject"`
	Description string   `json:"description"`
	BlockedBy   []string `json:"blocked_by"`
	WriteScopes []string `json:"write_scopes"`
	Owner       string   `json:"owner,omitempty"`
}

// TeamTaskCreate adds a task to the shared list.
//
//   - subject: The task, in a line
//   - description: What is to be done, and how one sees that it is done
//   - blockedBy: IDs of the tasks that must be done before
//   - writeScopes: Files and folders that the task changes
//
//dsh:tool open
//dsh:param blockedBy name=blocked_by optional
//dsh:param writeScopes name=write_scopes
func TeamTaskCreate(subject, description string, blockedBy []string, writeScopes ...string) Task {
	return Task{
		ID: "task-1", Revision: 1, Change: "create", Subject: subject, Description: description,
		BlockedBy: blockedBy, WriteScopes: writeScopes,
	}
}

// TaskAction is a change to a task.
type TaskAction string

// The changes.
const (
	ClaimTask    TaskAction = "claim"
	ReleaseTask  TaskAction = "release"
	EditTask     TaskAction = "edit"
	SetBlockers  TaskAction = "set_dependencies"
	CompleteTask TaskAction = "complete"
	ReopenTask   TaskAction = "reopen"
	ReassignTask TaskAction = "reassign"
	TaskDeletion TaskAction = "delete"
)

// TaskChange is a change to one task of the shared list.
type TaskChange struct {
	// ID of the task.
	ID string `json:"task_id"`
	// Revision that you saw; the change fails if it is not the current one.
	Revision int `json:"expected_revision"`
	// What to do.
	Action TaskAction `json:"action"`
	// New subject, for edit.
	Subject *string `json:"subject,omitempty"`
	// New description, for edit.
	Description *string `json:"description,omitempty"`
	// IDs of the tasks that must be done before, for set_dependencies.
	BlockedBy []string `json:"blocked_by,omitempty"`
	// Files and folders that the task changes, for edit.
	WriteScopes []string `json:"write_scopes,omitempty"`
	// New owner, for reassign.
	Owner *string `json:"owner,omitempty"`
}

// TeamTaskUpdate changes a task of the shared list.
//
//dsh:tool open destructive
func TeamTaskUpdate(c TaskChange) (Task, error) {
	if c.Action == ReassignTask && c.Owner == nil {
		return Task{}, errors.New("reassign needs owner")
	}
	return Task{
		ID: c.ID, Revision: c.Revision + 1, Change: string(c.Action),
		Subject: or(c.Subject, ""), Description: or(c.Description, ""),
		BlockedBy: c.BlockedBy, WriteScopes: c.WriteScopes, Owner: or(c.Owner, ""),
	}, nil
}
