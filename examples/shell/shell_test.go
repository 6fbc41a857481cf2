//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

// newShell makes a shell that is impatient. The test fails if a process or a
// goroutine is left of it.
func newShell(t *testing.T) *Shell {
	t.Helper()
	before := goroutines()
	s := &Shell{Dir: t.TempDir(), Grace: 300 * time.Millisecond}
	t.Cleanup(func() {
		s.Close()
		if pids := running(s.Dir); len(pids) > 0 {
			t.Errorf("processes are left: %v", pids)
		}
		for deadline := time.Now().Add(time.Second); goroutines() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stack := make([]byte, 1<<16)
				t.Errorf("goroutines are left:\n%s", stack[:goruntime.Stack(stack, true)])
				return
			}
		}
	})
	return s
}

// goroutines counts those of this package. Those of package testing come and go.
func goroutines() int {
	stack := make([]byte, 1<<20)
	return bytes.Count(stack[:goruntime.Stack(stack, true)], []byte("created by github.com/dsh-tools/dshgen/examples/shell."))
}

// running finds the processes that work in a folder.
func running(dir string) (pids []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, l := range links {
		if cwd, err := os.Readlink(l); err == nil && cwd == dir {
			pid, _ := strconv.Atoi(strings.Split(l, "/")[2])
			pids = append(pids, pid)
		}
	}
	return pids
}

// eventually waits for something that is about to be so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Second); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in vain waited for: %s", what)
		}
	}
}

func exists(path string) func() bool {
	return func() bool { _, err := os.Stat(path); return err == nil }
}

func text(r runtime.Return) string {
	s := ""
	for _, c := range r.Content {
		s += c.Text()
	}
	return s
}

func ms(n int) *int { return &n }

func TestForeground(t *testing.T) {
	s := newShell(t)
	tests := []struct{ command, want string }{
		{"echo out; echo err >&2; echo out", "out\nerr\nout\n"},
		{"printf open", "open\n"},
		{"true", "[no output]\n[exit code 0 after N]\n"},
		{"echo no; exit 3", "no\n[exit code 3 after N]\n"},
		{"nonsense-command 2>/dev/null", "[no output]\n[exit code 127 after N]\n"},
		{"kill -KILL $$", "[no output]\n[ended by signal: killed after N]\n"},
		{"cat; echo end", "end\n"},
		{"cd /; export X=1; pwd", "/\n"},
		{"echo \"$PWD${X-}\"", s.Dir + "\n"},
		{"a=1\nif [ $a = 1 ]; then\n  echo 'a script'\nfi", "a script\n"},
		{"echo kept > >(sleep 0.05; cat)", "kept\n"},
		{"printf 'caf\\351\\n'", "caf\ufffd\n"},
		{"ps -o pgid= -p $$ | tr -d ' ' | grep -qx $$ && echo own group", "own group\n"},
	}
	for _, tt := range tests {
		r, err := s.Bash(t.Context(), tt.command, nil, false)
		got := text(r)
		if i := strings.Index(got, " after "); i >= 0 {
			got = got[:i] + " after N]\n"
		}
		if err != nil || got != tt.want {
			t.Errorf("%s:\ngot  %q, %v\nwant %q", tt.command, got, err, tt.want)
		}
	}
	r, err := s.Bash(t.Context(), "exit 7", nil, false)
	if err != nil || r.Meta["exit_code"] != 7 || r.Meta["left_out_bytes"] != int64(0) {
		t.Errorf("meta is %v, %v", r.Meta, err)
	}
}

func TestNotStarted(t *testing.T) {
	s := newShell(t)
	if _, err := s.Bash(t.Context(), "a\x00b", nil, false); err == nil || !strings.Contains(err.Error(), "NUL") {
		t.Errorf("NUL: %v", err)
	}
	if _, err := s.Bash(t.Context(), ": "+strings.Repeat("x", 3<<20), nil, true); err == nil || !strings.Contains(err.Error(), "could not be started") {
		t.Errorf("too long: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Bash(ctx, "touch made", nil, false); !errors.Is(err, context.Canceled) || exists(filepath.Join(s.Dir, "made"))() {
		t.Errorf("cancelled before: %v", err)
	}
	lost := &Shell{Dir: filepath.Join(s.Dir, "none")}
	defer lost.Close()
	if _, err := lost.Bash(t.Context(), "true", nil, false); err == nil || !strings.Contains(err.Error(), "could not be started") {
		t.Errorf("no folder: %v", err)
	}
}

func TestTimeout(t *testing.T) {
	s := newShell(t)
	began := time.Now()
	_, err := s.Bash(t.Context(), "echo begun; sleep 100 & sleep 100", ms(100), false)
	const want = "the command was killed because it did not end within 100ms; what it has done stays done. " +
		"Give it more time with timeout_ms, or run it in the background. It has printed:\nbegun\n"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	var coded interface{ Code() string }
	if !errors.As(err, &coded) || coded.Code() != "COMMAND_TIMEOUT" {
		t.Errorf("code of %#v", err)
	}
	if pids := running(s.Dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
	_, err = s.Bash(t.Context(), "seq 100000; sleep 100", ms(200), false)
	if err == nil || len(err.Error()) > 7000 || !strings.HasSuffix(err.Error(), "\n99999\n100000\n") {
		t.Errorf("got %v", err)
	}
}

// TestEscalation: who ignores SIGTERM gets SIGKILL, who handles it gets time.
func TestEscalation(t *testing.T) {
	s := newShell(t)
	began := time.Now()
	_, err := s.Bash(t.Context(), `trap "" TERM; while :; do sleep 1; done`, ms(50), false)
	if took := time.Since(began); err == nil || took < s.Grace || took > 2*time.Second {
		t.Errorf("stubborn: %v, after %v", err, took)
	}
	// The command dies of SIGTERM at once, its child has to clean up.
	_, err = s.Bash(t.Context(), `bash -c 'trap "sleep 0.1; echo clean; exit" TERM; touch ready; while :; do sleep 0.01; done'; echo never`, ms(200), false)
	if err == nil || !strings.HasSuffix(err.Error(), "\nclean\n") {
		t.Errorf("child with a trap: %v", err)
	}
}

func TestCancellation(t *testing.T) {
	s := newShell(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("stop it")
	ready := filepath.Join(s.Dir, "ready")
	failed := make(chan error)
	go func() {
		// Children of children, one of them deaf, one in the background.
		_, err := s.Bash(ctx, `bash -c 'bash -c "trap \"\" TERM; touch ready; sleep 100; sleep 100" & sleep 100 & wait' | cat; sleep 100`, nil, false)
		failed <- err
	}()
	eventually(t, "the children", exists(ready))
	if len(running(s.Dir)) < 4 {
		t.Errorf("only %d processes are running", len(running(s.Dir)))
	}
	cancel(cause)
	select {
	case err := <-failed:
		if err != cause {
			t.Errorf("got %v, want the cause", err)
		}
	case <-time.After(3 * time.Second):
		t.Fatal("the call goes on")
	}
	if pids := running(s.Dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}

// TestLeftBehind: a command is over when bash is, and so is all it started.
func TestLeftBehind(t *testing.T) {
	s := newShell(t)
	began := time.Now()
	r, err := s.Bash(t.Context(), "sleep 100 & sleep 100 > /dev/null 2>&1 & echo started", nil, false)
	if err != nil || text(r) != "started\n" {
		t.Errorf("got %q, %v", text(r), err)
	}
	if pids := running(s.Dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %v", took)
	}
}

// TestDetached: a process that leaves the group is out of reach, but does not
// keep the call from ending, and is told of.
func TestDetached(t *testing.T) {
	s := newShell(t)
	r, err := s.Bash(t.Context(), "setsid sleep 100 & echo $!", nil, false)
	pid, mark, _ := strings.Cut(text(r), "\n")
	if err != nil || mark != "[a process has left the process group and may still be running]\n" {
		t.Errorf("got %q, %v", text(r), err)
	}
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(n, syscall.SIGKILL); err != nil {
		t.Errorf("it is not running any more: %v", err)
	}
	eventually(t, "the end of it", func() bool { return len(running(s.Dir)) == 0 })
}

func TestLongOutput(t *testing.T) {
	s := newShell(t)
	r, err := s.Bash(t.Context(), "seq 1000000", nil, false)
	got := text(r)
	if err != nil || len(got) > maxOutput+100 || !strings.HasPrefix(got, "1\n2\n3\n") || !strings.HasSuffix(got, "\n999999\n1000000\n") {
		t.Fatalf("%d bytes, %v: %.60q", len(got), err, got)
	}
	head, tail, _ := strings.Cut(got, "\n[")
	mark, tail, _ := strings.Cut(tail, "]\n")
	if want := fmt.Sprintf("%d bytes are left out here", 6888896-len(head)-1-len(tail)); mark != want {
		t.Errorf("mark is %q, want %q", mark, want)
	}
	if r.Meta["left_out_bytes"] != int64(6888896-len(head)-1-len(tail)) {
		t.Errorf("meta is %v", r.Meta)
	}
	last := strings.LastIndexByte(head, '\n')
	if n, err := strconv.Atoi(head[last+1:]); err != nil || n < 2000 {
		t.Errorf("the head ends in %q", head[last+1:])
	}
}
