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
