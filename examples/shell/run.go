package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// A run is one command from its start until its whole process group is gone.
//
// All of its life is in supervise, on one goroutine: others only ask it to end
// the run (end), read what was put out so far (output), and wait (done).
type run struct {
	id     string // "" in the foreground
	number int
	cmd    *exec.Cmd
	pipe   *os.File // where its output can be read
	limit  time.Duration
	grace  time.Duration
	began  time.Time
	output output
	leave  func(*run) // called at the end

	once   sync.Once
	ending chan struct{} // closed when the run is to end before its time
	reason ending        // why; valid once ending is closed

	done     chan struct{} // closed when all is over; what follows is valid then
	why      ending
	state    *os.ProcessState
	took     time.Duration
	detached bool // somebody outside of the group still holds the output
}

// ending is why a run did not end by itself.
type ending int

const (
	byItself ending = iota
	timedOut
	cancelled
	killed
)

// startRun starts a command in a process group of its own, with stdout and stderr
// in one pipe and nothing to read. Zero limit means none.
func startRun(command, dir string, limit, grace time.Duration, leave func(*run)) (*run, error) {
	pipe, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close() // the command has a copy
	r := &run{
		cmd:    exec.Command("bash", "-c", command),
		pipe:   pipe,
		limit:  limit,
		grace:  grace,
		began:  time.Now(),
		leave:  leave,
		ending: make(chan struct{}),
		done:   make(chan struct{}),
	}
	r.cmd.Dir = dir
	// Files, not other writers: exec would copy on a goroutine of its own and
	// wait for everybody who has inherited the pipe.
	r.cmd.Stdout, r.cmd.Stderr = w, w
	err = newGroup(r.cmd)
	if err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		pipe.Close()
		return nil, fmt.Errorf("the command could not be started: %w", err)
	}
	return r, nil
}

// end asks for the end of the run. The first reason counts. It does not wait.
func (r *run) end(reason ending) {
	r.once.Do(func() {
		r.reason = reason
		close(r.ending)
	})
}

// ended reports whether all is over.
func (r *run) ended() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// How long is waited for what should take no time.
const (
	pollEvery  = 5 * time.Millisecond
	settleWait = 200 * time.Millisecond
	lastWait   = time.Second
)

// supervise sees the run to its end: the command exits or is made to, then the
// rest of its group is, then the output is drained, and nothing is left.
func (r *run) supervise() {
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		io.Copy(&r.output, r.pipe)
	}()
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		awaitExit(r.cmd)
	}()

	var limit <-chan time.Time
	if r.limit > 0 {
		t := time.NewTimer(r.limit)
		defer t.Stop()
		limit = t.C
	}
	select {
	case <-exited:
		// What the command leaves behind, such as tee in >(tee log), may be about
		// to end; it has not while the output is open.
		select {
		case <-copied:
		case <-time.After(settleWait):
			r.terminate(exited)
		}
	case <-limit:
		r.end(timedOut)
		r.terminate(exited)
		r.why = r.reason
	case <-r.ending:
		r.terminate(exited)
		r.why = r.reason
	}

	// Whoever is left now had its chance. Where awaitExit does not reap, the
	// number of the group cannot have become that of another in the meantime.
	signalGroup(r.cmd, sigkill)
	<-exited
	r.cmd.Wait() // its error says no more than the state does
	for deadline := time.Now().Add(lastWait); groupAlive(r.cmd) && time.Now().Before(deadline); {
		time.Sleep(pollEvery)
	}
	select {
	case <-copied:
	case <-time.After(lastWait):
		r.detached = true
	}
	r.pipe.Close() // makes a copy that still waits return
	<-copied
	r.state, r.took = r.cmd.ProcessState, time.Since(r.began)
	r.output.close()
	close(r.done)
	r.leave(r)
}

// terminate asks the group to end and waits until it has, or for the time of
// grace. It waits for the group and not just for the command: bash dies at once
// of SIGTERM, whatever its children still have to clean up.
func (r *run) terminate(exited <-chan struct{}) {
	signalGroup(r.cmd, sigterm)
	deadline := time.NewTimer(r.grace)
	defer deadline.Stop()
	select {
	case <-exited:
	case <-deadline.C:
		return
	}
	for groupAlive(r.cmd) {
		select {
		case <-deadline.C:
			return
		case <-time.After(pollEvery):
		}
	}
}

// status says in a few words how the run is or was.
func (r *run) status() string {
	if !r.ended() {
		return fmt.Sprintf("running for %s", short(time.Since(r.began)))
	}
	switch r.why {
	case timedOut:
		return fmt.Sprintf("killed because it did not end within %s", short(r.limit))
	case killed, cancelled:
		return fmt.Sprintf("killed after %s", short(r.took))
	}
	if code := r.state.ExitCode(); code >= 0 {
		return fmt.Sprintf("exit code %d after %s", code, short(r.took))
	}
	return fmt.Sprintf("ended by %v after %s", r.state, short(r.took)) // "signal: killed"
}

// short writes a duration with no more digits than matter.
func short(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
