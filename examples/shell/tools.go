package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

// defaultLimit is how long a command in the foreground may take, unless told.
const defaultLimit = 2 * time.Minute

// Bash runs a command with bash and returns what it prints, stdout and stderr
// together, with its exit code unless that is 0. Each command begins in the same
// folder with the same environment: cd and export do not last. There is no input to
// read. Of long output only the beginning and the end are shown.
//
// Processes that the command leaves behind are ended with it. For servers and
// watchers set background: the answer then is an ID for bash_output and bash_kill.
//
//   - command: Command line, or a whole script
//   - limit: Milliseconds until the command is killed: 2 minutes unless given, in the background no limit
//   - background: Return at once and let the command run
//
//dsh:tool bash destructive openworld timeout=10m30s
//dsh:param command minLength=1 maxLength=100000 "example=go test ./..."
//dsh:param limit name=timeout_ms minimum=1 maximum=600000
//dsh:param background default=false
func (s *Shell) Bash(ctx context.Context, command string, limit *int, background bool) (runtime.Return, error) {
	if strings.ContainsRune(command, 0) {
		return runtime.Return{}, errors.New(`the command contains a NUL character, which no command can: use printf '\0'`)
	}
	if err := ctx.Err(); err != nil {
		return runtime.Return{}, err
	}
	most := defaultLimit
	if limit != nil {
		most = time.Duration(*limit) * time.Millisecond
	} else if background {
		most = 0
	}
	r, err := s.start(command, most, background)
	if err != nil {
		return runtime.Return{}, err
	}
	if background {
		text := fmt.Sprintf("[%s runs in the background: read its output with bash_output, end it with bash_kill]\n", r.id)
		return runtime.Return{Content: []runtime.Content{runtime.Text(text)}, Meta: map[string]any{"id": r.id}}, nil
	}
	select {
	case <-r.done:
	case <-ctx.Done():
		r.end(cancelled)
		<-r.done // nothing goes on behind the back of the caller
		return runtime.Return{}, context.Cause(ctx)
	}
	if r.why != byItself {
		return runtime.Return{}, &stoppedError{r.why, fmt.Sprintf("the command was %s; what it has done stays done. "+
			"Give it more time with timeout_ms, or run it in the background. %s", r.status(), lastOutput(r))}
	}
	return report(r, r.state.ExitCode() != 0), nil
}

// Output returns what a command in the background has printed since it was last
// asked, and how it is: running, or ended with which exit code.
//
//   - id: ID that bash gave
//   - wait: Milliseconds to wait for something new, if there is nothing yet
//
//dsh:tool bash_output readonly parallel timeout=70s
//dsh:param id minLength=1 maxLength=100 example=bash_1
//dsh:param wait name=wait_ms minimum=0 maximum=60000 default=0
func (s *Shell) Output(ctx context.Context, id string, wait int) (runtime.Return, error) {
	r, err := s.find(id)
	if err != nil {
		return runtime.Return{}, err
	}
	if wait > 0 {
		t := time.NewTimer(time.Duration(wait) * time.Millisecond)
		defer t.Stop()
		select {
		case <-r.output.wait():
		case <-r.done:
		case <-t.C:
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		return runtime.Return{}, err // before the output is taken, and lost
	}
	return report(r, true), nil
}

// Kill ends a command in the background with all the processes that it has
// started: it asks them to end (SIGTERM) and soon after makes them (SIGKILL). It
// returns the rest of the output. To kill what has ended already is no error.
//
//   - id: ID that bash gave
//
//dsh:tool bash_kill destructive idempotent timeout=30s
//dsh:param id minLength=1 maxLength=100 example=bash_1
func (s *Shell) Kill(ctx context.Context, id string) (runtime.Return, error) {
	r, err := s.find(id)
	if err != nil {
		return runtime.Return{}, err
	}
	r.end(killed)
	select {
	case <-r.done:
	case <-ctx.Done(): // it is being killed all the same
		return runtime.Return{}, context.Cause(ctx)
	}
	return report(r, true), nil
}

// report takes the output of r for the model, with a line about its state where
// that is wanted or there is nothing else to say.
func report(r *run, state bool) runtime.Return {
	ended := r.ended() // before the output is taken: what it then says is complete
	text, lost := r.output.take()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if text == "" {
		text = "[no output]\n"
		if ended {
			state = true
		}
	}
	meta := map[string]any{"left_out_bytes": lost}
	if r.id != "" {
		meta["id"] = r.id
		meta["running"] = !ended
	}
	status := "running for " + short(time.Since(r.began))
	if ended {
		status = r.status()
		meta["exit_code"] = r.state.ExitCode() // -1 for a signal
		meta["duration_ms"] = r.took.Milliseconds()
		if r.detached {
			text += "[a process has left the process group and may still be running]\n"
		}
	}
	if state {
		text += "[" + status + "]\n"
	}
	return runtime.Return{Content: []runtime.Content{runtime.Text(text)}, Meta: meta}
}

// stoppedError is the error about a command that was made to end.
type stoppedError struct {
	why  ending
	text string
}

func (e *stoppedError) Error() string { return e.text }

// Code tells a time that was over apart from other errors of the tool.
func (e *stoppedError) Code() string {
	if e.why == timedOut {
		return "COMMAND_TIMEOUT"
	}
	return "COMMAND_KILLED"
}

// lastOutput quotes the end of the output: an error has not much room.
func lastOutput(r *run) string {
	const most = 6000
	text, _ := r.output.take()
	switch {
	case text == "":
		return "It has printed nothing."
	case len(text) <= most:
		return "It has printed:\n" + text
	}
	_, tail := wholeLines(nil, []byte(text[len(text)-most:]))
	return "The end of what it has printed:\n" + string(tail)
}
