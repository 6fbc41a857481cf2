package main

import (
	"bytes"
	"fmt"
	"sync"
	"unicode/utf8"
)

// maxOutput is how much of the output a model sees at once, in bytes: the first
// and the last half of that.
const maxOutput = 30_000

// output collects what a command puts out until somebody takes it. It holds the
// first and the last bytes and counts those between, so that no command can fill
// the memory. The zero output is empty and ready to use, by several goroutines.
type output struct {
	mu     sync.Mutex
	head   []byte
	tail   []byte // a ring when it is full
	next   int    // where the oldest byte of a full tail is
	lost   int64  // bytes between head and tail
	closed bool
	more   chan struct{} // closed at the next Write
}

// Write takes all it is given.
func (o *output) Write(p []byte) (int, error) {
	const half = maxOutput / 2
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wake()
	n := len(p)
	k := min(n, half-len(o.head))
	o.head, p = append(o.head, p[:k]...), p[k:]
	k = min(len(p), half-len(o.tail))
	o.tail, p = append(o.tail, p[:k]...), p[k:]
	o.lost += int64(len(p))
	if len(p) > half { // only the end of it can stay
		p = p[len(p)-half:]
	}
	for len(p) > 0 {
		k := copy(o.tail[o.next:], p)
		o.next, p = (o.next+k)%half, p[k:]
	}
	return n, nil
}

// close says that nothing will come any more.
func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
}

func (o *output) wake() {
	if o.more != nil {
		close(o.more)
		o.more = nil
	}
}

// wait returns a channel that is closed as soon as there is something to take.
func (o *output) wait() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.more == nil {
		o.more = make(chan struct{})
		if len(o.head) > 0 {
			defer o.wake()
		}
	}
	return o.more
}

// take returns what has come since it was called last, and how many bytes were
// left out of it. As long as there may be more, a character of which only the
// beginning has come is left for the next time.
func (o *output) take() (text string, lost int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	head, tail := o.head, bytes.Join([][]byte{o.tail[o.next:], o.tail[:o.next]}, nil)
	var rest []byte
	switch {
	case o.closed:
	case len(tail) > 0:
		tail, rest = split(tail, len(tail)-unfinished(tail))
	default:
		head, rest = split(head, len(head)-unfinished(head))
	}
	text = string(head) + string(tail)
	if o.lost > 0 {
		lost = o.lost + int64(len(text))
		head, tail = wholeLines(head, tail)
		lost -= int64(len(head) + len(tail))
		text = fmt.Sprintf("%s\n[%d bytes are left out here]\n%s", bytes.TrimSuffix(head, []byte("\n")), lost, tail)
	}
	o.head, o.tail, o.next, o.lost = rest, nil, 0, 0
	return text, lost
}

// wholeLines takes a broken line from the end of head and from the beginning of
// tail, unless it is a long one, and broken characters in any case.
func wholeLines(head, tail []byte) ([]byte, []byte) {
	const long = 1000
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 && len(head)-i <= long {
		head = head[:i+1]
	} else {
		head = head[:len(head)-unfinished(head)]
	}
	if i := bytes.IndexByte(tail, '\n'); i >= 0 && i < long {
		return head, tail[i+1:]
	}
	for i := 0; i < utf8.UTFMax && len(tail) > 0 && !utf8.RuneStart(tail[0]); i++ {
		tail = tail[1:]
	}
	return head, tail
}

// split cuts b in two that do not share memory.
func split(b []byte, at int) (left, right []byte) { return b[:at], bytes.Clone(b[at:]) }

// unfinished returns how many bytes at the end of b are the beginning of a
// character.
func unfinished(b []byte) int {
	for n := 1; n <= min(len(b), utf8.UTFMax-1); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
