package realtools

import (
	"context"
	"fmt"
)

// Bash runs a command in a shell. Output beyond a limit is cut.
//
// A command in the background answers at once with a job ID: read its output
// with job_output and end it with job_kill.
//
//   - command: Command to run
//   - description: What the command does, in five to ten words
//   - timeoutMs: Milliseconds after which the command is killed
//   - workdir: Folder to run in; the working folder when absent
//   - background: Return at once and leave the command running
//
//dsh:tool open destructive openworld
//dsh:param background name=run_in_background
func Bash(ctx context.Context, command, description string, timeoutMs *float64, workdir *string, background *bool) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %s (in %s, %s ms, background: %t)",
		description, command, or(workdir, "."), number(or(timeoutMs, 120_000)), or(background, false)), nil
}

// JobOutput reads what a job has written since the last look.
//
//   - jobID: ID of the job
//   - wait: Wait for the job to end
//   - timeoutMs: Milliseconds to wait at most
//
//dsh:tool open readonly
//dsh:param jobID name=job_id
//dsh:param wait optional
//dsh:param timeoutMs name=timeout_ms
func JobOutput(jobID string, wait bool, timeoutMs *float64) string {
	if !wait {
		return jobID + " so far"
	}
	return fmt.Sprintf("%s within %s ms", jobID, number(or(timeoutMs, 30_000)))
}

// JobKill ends a job.
//
//   - jobID: ID of the job
//   - reason: Why it is ended, for the log
//
//dsh:tool open destructive idempotent
//dsh:param jobID name=job_id
func JobKill(jobID string, reason *string) string {
	return fmt.Sprintf("%s ended: %s", jobID, or(reason, "no reason given"))
}

// JobList lists the jobs of this session.
//
//dsh:tool open readonly parallel
func JobList() string { return "no jobs" }
