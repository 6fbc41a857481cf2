package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"
)

// Shell runs commands with bash and keeps those that run in the background. Each
// command has a process group of its own, which ends as a whole: when the command
// ends, when its time is up, when the call is cancelled, when it is killed, and
// with [Shell.Close]. Only a process that leaves its group, as setsid does, is out
// of reach.
//
// The zero Shell is ready to use. It is safe for concurrent use and must not be
// copied. Set the fields before the first call.
type Shell struct {
	// Dir is where commands start. Empty means the working directory of the
	// program.
	Dir string
	// Grace is how long a process group may go on after SIGTERM, until SIGKILL.
	// Zero means 2 seconds.
	Grace time.Duration

	mu     sync.Mutex
	runs   map[string]*run // in the background, with those that have ended of late
	last   int             // number of the last of them
	active map[*run]bool   // all that have not ended, in the foreground too
	closed bool
	wait   sync.WaitGroup // for those in active
}

// Bounds of the table of background runs.
const (
	maxActive = 16
	maxEnded  = 32
)

// errClosed is what calls get after Close.
var errClosed = errors.New("the shell is closed: no commands can be run any more")

// Close ends all runs and waits for them. Calls fail from then on.
func (s *Shell) Close() error {
	s.mu.Lock()
	s.closed = true
	for r := range s.active {
		r.end(killed)
	}
	s.mu.Unlock()
	s.wait.Wait()
	return nil
}

// start starts a command. With background it gets a place in the table.
func (s *Shell) start(command string, limit time.Duration, background bool) (*run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if background {
		if err := s.makeRoom(); err != nil {
			return nil, err
		}
	}
	grace := s.Grace
	if grace == 0 {
		grace = 2 * time.Second
	}
	r, err := startRun(command, s.Dir, limit, grace, s.leave)
	if err != nil {
		return nil, err
	}
	if s.runs == nil {
		s.runs, s.active = map[string]*run{}, map[*run]bool{}
	}
	if background {
		s.last++
		r.id, r.number = fmt.Sprintf("bash_%d", s.last), s.last
		s.runs[r.id] = r
	}
	s.active[r] = true
	s.wait.Add(1)
	go r.supervise()
	return r, nil
}

// leave is what a run does last.
func (s *Shell) leave(r *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.active, r)
	s.wait.Done()
}

// makeRoom forgets the oldest runs that have ended, and refuses when too many
// have not. The caller holds s.mu.
func (s *Shell) makeRoom() error {
	var active, ended []*run
	for _, r := range s.sorted() {
		if r.ended() {
			ended = append(ended, r)
		} else {
			active = append(active, r)
		}
	}
	if len(active) >= maxActive {
		return fmt.Errorf("%d commands are running in the background, which is the most: end one with bash_kill (%s)", len(active), ids(active))
	}
	for len(ended) >= maxEnded {
		delete(s.runs, ended[0].id)
		ended = ended[1:]
	}
	return nil
}

// find returns the background run with an ID.
func (s *Shell) find(id string) (*run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[id]; r != nil {
		return r, nil
	}
	if len(s.runs) == 0 {
		return nil, fmt.Errorf("there is no background command %q, nor any other: start one with bash and background set", id)
	}
	return nil, fmt.Errorf("there is no background command %q: there are %s", id, ids(s.sorted()))
}

// sorted returns the background runs, the oldest first. The caller holds s.mu.
func (s *Shell) sorted() (runs []*run) {
	for _, r := range s.runs {
		runs = append(runs, r)
	}
	sort.Slice(runs, func(i, j int) bool { return runs[i].number < runs[j].number })
	return runs
}

func ids(runs []*run) string {
	var list []string
	for _, r := range runs {
		state := "running"
		if r.ended() {
			state = "ended"
		}
		list = append(list, r.id+" "+state)
	}
	return strings.Join(list, ", ")
}
