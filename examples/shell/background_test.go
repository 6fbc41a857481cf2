//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBackground(t *testing.T) {
	s := newShell(t)
	r, err := s.Bash(t.Context(), "echo one; until [ -e go ]; do sleep 0.01; done; echo two; exit 5", nil, true)
	if err != nil || text(r) != "[bash_1 runs in the background: read its output with bash_output, end it with bash_kill]\n" || r.Meta["id"] != "bash_1" {
		t.Fatalf("got %q, %v, %v", text(r), r.Meta, err)
	}
	r, err = s.Output(t.Context(), "bash_1", 3000)
	if err != nil || !strings.HasPrefix(text(r), "one\n[running for ") || r.Meta["running"] != true {
		t.Errorf("first: %q, %v, %v", text(r), r.Meta, err)
	}
	r, err = s.Output(t.Context(), "bash_1", 0)
	if err != nil || !strings.HasPrefix(text(r), "[no output]\n[running for ") {
		t.Errorf("nothing new: %q, %v", text(r), err)
	}
	began := time.Now()
	if r, err = s.Output(t.Context(), "bash_1", 60); err != nil || time.Since(began) < 60*time.Millisecond {
		t.Errorf("waiting in vain: %q, %v, after %v", text(r), err, time.Since(began))
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "go"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	eventually(t, "the end", func() bool {
		r, err = s.Output(t.Context(), "bash_1", 1000)
		all.WriteString(text(r))
		return err != nil || r.Meta["running"] == false
	})
	if err != nil || !strings.Contains(all.String(), "two\n") || strings.Contains(all.String(), "one") || !strings.Contains(all.String(), "[exit code 5 after ") || r.Meta["exit_code"] != 5 {
		t.Errorf("last: %q, %v, %v", all.String(), r.Meta, err)
	}
	// It can be asked for again, and killed in vain.
	for range 2 {
		if r, err = s.Output(t.Context(), "bash_1", 1000); err != nil || !strings.HasPrefix(text(r), "[no output]\n[exit code 5 after ") {
			t.Errorf("afterwards: %q, %v", text(r), err)
		}
		if r, err = s.Kill(t.Context(), "bash_1"); err != nil || !strings.HasPrefix(text(r), "[no output]\n[exit code 5 after ") {
			t.Errorf("kill afterwards: %q, %v", text(r), err)
		}
	}
}

func TestBackgroundOutlivesCall(t *testing.T) {
	s := newShell(t)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := s.Bash(ctx, "sleep 0.1; echo done", nil, true); err != nil {
		t.Fatal(err)
	}
	cancel()
	r, err := s.Output(t.Context(), "bash_1", 3000)
	if err != nil || !strings.HasPrefix(text(r), "done\n") {
		t.Errorf("got %q, %v", text(r), err)
	}
}

func TestBackgroundTimeout(t *testing.T) {
	s := newShell(t)
	if _, err := s.Bash(t.Context(), "sleep 100", ms(50), true); err != nil {
		t.Fatal(err)
	}
	r, err := s.Output(t.Context(), "bash_1", 3000)
	if err != nil || text(r) != "[no output]\n[killed because it did not end within 50ms]\n" {
		t.Errorf("got %q, %v", text(r), err)
	}
}

func TestKill(t *testing.T) {
	s := newShell(t)
	if _, err := s.Bash(t.Context(), `trap 'echo bye; exit' TERM; (trap "" TERM; touch ready; sleep 100; sleep 100) & while :; do sleep 0.01; done`, nil, true); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the child", exists(filepath.Join(s.Dir, "ready")))
	r, err := s.Kill(t.Context(), "bash_1")
	if got := text(r); err != nil || !strings.Contains(got, "bye\n[killed after ") {
		t.Errorf("got %q, %v", got, err)
	}
	if pids := running(s.Dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}

func TestCancelledWait(t *testing.T) {
	s := newShell(t)
	if _, err := s.Bash(t.Context(), "sleep 0.2; echo kept; sleep 100", nil, true); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := s.Output(ctx, "bash_1", 60_000); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if r, err := s.Output(t.Context(), "bash_1", 3000); err != nil || !strings.HasPrefix(text(r), "kept\n") {
		t.Errorf("output was lost: %q, %v", text(r), err)
	}
}

func TestUnknownID(t *testing.T) {
	s := newShell(t)
	_, err := s.Output(t.Context(), "bash_9", 0)
	const none = `there is no background command "bash_9", nor any other: start one with bash and background set`
	if err == nil || err.Error() != none {
		t.Errorf("got %v", err)
	}
	s.Bash(t.Context(), "sleep 100", nil, true)
	s.Bash(t.Context(), "true", nil, true)
	s.Output(t.Context(), "bash_2", 3000)
	_, err = s.Kill(t.Context(), "bash_9")
	const some = `there is no background command "bash_9": there are bash_1 running, bash_2 ended`
	if err == nil || err.Error() != some {
		t.Errorf("got %v", err)
	}
}

// TestTable: it is bounded, whatever a model starts and forgets.
func TestTable(t *testing.T) {
	s := newShell(t)
	for range maxActive {
		if _, err := s.Bash(t.Context(), "sleep 100", nil, true); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Bash(t.Context(), "sleep 100", nil, true)
	if err == nil || !strings.HasPrefix(err.Error(), "16 commands are running in the background, which is the most: end one with bash_kill (bash_1 running, ") {
		t.Errorf("got %v", err)
	}
	if _, err := s.Bash(t.Context(), "true", nil, false); err != nil {
		t.Errorf("in the foreground: %v", err)
	}
	for i := range maxActive {
		if _, err := s.Kill(t.Context(), fmt.Sprintf("bash_%d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	for range maxEnded {
		if _, err := s.Bash(t.Context(), "true", nil, true); err != nil {
			t.Fatal(err)
		}
		r, err := s.find(fmt.Sprintf("bash_%d", s.last))
		if err != nil {
			t.Fatal(err)
		}
		<-r.done
	}
	if len(s.runs) != maxEnded+0 && len(s.runs) != maxEnded+1 {
		t.Errorf("%d runs are kept", len(s.runs))
	}
	if _, err := s.find("bash_1"); err == nil {
		t.Error("the oldest is still there")
	}
}

func TestClose(t *testing.T) {
	s := newShell(t)
	if _, err := s.Bash(t.Context(), "sleep 100", nil, true); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error)
	go func() {
		_, err := s.Bash(t.Context(), "touch ready; sleep 100", nil, false)
		failed <- err
	}()
	eventually(t, "the foreground", exists(filepath.Join(s.Dir, "ready")))
	s.Close()
	if pids := running(s.Dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
	if err := <-failed; err == nil || !strings.HasPrefix(err.Error(), "the command was killed after ") {
		t.Errorf("in the foreground: %v", err)
	}
	for _, background := range []bool{false, true} {
		if _, err := s.Bash(t.Context(), "true", nil, background); err != errClosed {
			t.Errorf("after Close: %v", err)
		}
	}
	if r, err := s.Output(t.Context(), "bash_1", 0); err != nil || !strings.HasPrefix(text(r), "[no output]\n[killed after ") {
		t.Errorf("after Close: %q, %v", text(r), err)
	}
	s.Close()
}

// TestAtOnce does everything at the same time, for the race detector.
func TestAtOnce(t *testing.T) {
	s := newShell(t)
	done := make(chan bool)
	for i := range 8 {
		go func() {
			defer func() { done <- true }()
			for range 4 {
				if i%2 == 0 {
					if r, err := s.Bash(t.Context(), "echo x", nil, false); err != nil || text(r) != "x\n" {
						t.Errorf("%q, %v", text(r), err)
					}
					continue
				}
				r, err := s.Bash(t.Context(), "echo x; sleep 100", nil, true)
				if err != nil {
					t.Error(err)
					return
				}
				id := r.Meta["id"].(string)
				go s.Output(t.Context(), id, 10)
				if _, err := s.Kill(t.Context(), id); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	for range 8 {
		<-done
	}
	time.Sleep(20 * time.Millisecond) // for the last of Output
}
