package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// What a search reads and shows of a line, in bytes.
const (
	maxSearchedLine = 1 << 20
	maxFoundLine    = 500
)

// errBinary is the error about a file that is searched in vain.
var errBinary = errors.New("binary file")

// search is one search for lines through any number of files.
type search struct {
	ctx    context.Context
	re     *regexp.Regexp
	around int // lines to show around each match
	limit  int

	out     strings.Builder
	matches int
	full    bool // there are more matches than are shown
	files   int  // with matches
	binary  int
	failed  int
}

// file searches one file. It reads line by line: a log of some gigabytes is
// nothing special.
func (s *search) file(name string, f io.Reader) error {
	r := bufio.NewReaderSize(f, 64<<10)
	head, err := r.Peek(8000) // as git and grep look for zero bytes
	if bytes.IndexByte(head, 0) >= 0 {
		return errBinary
	}
	if err != nil && err != io.EOF {
		return err
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		r.Discard(len(byteOrderMark))
	}
	g := grouper{search: s, name: name}
	for number := 1; ; number++ {
		if number%1024 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		line, err := readLine(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		g.line(number, line)
		if s.full {
			return nil
		}
	}
}

// grouper shows the matches of one file in groups: lines that follow each other
// stand together, others are separated.
type grouper struct {
	*search
	name   string
	before []string // the last lines that are not shown yet
	after  int      // lines still to show behind a match
	last   int      // number of the last line shown
}

// line takes the next line. It is valid until the next one is read.
func (g *grouper) line(number int, line []byte) {
	loc := g.re.FindIndex(line)
	switch {
	case loc != nil && g.matches == g.limit:
		g.full = true
	case loc != nil:
		if g.matches++; g.last == 0 {
			g.files++
		}
		first := number - len(g.before)
		if g.around > 0 && g.out.Len() > 0 && (g.last == 0 || first > g.last+1) {
			g.out.WriteString("--\n")
		}
		for i, l := range g.before {
			g.show('-', first+i, l)
		}
		g.before = g.before[:0]
		g.show(':', number, excerpt(line, loc))
		g.after = g.around
	case g.after > 0:
		g.after--
		g.show('-', number, excerpt(line, nil))
	case g.around > 0:
		if len(g.before) == g.around {
			g.before = append(g.before[:0], g.before[1:]...)
		}
		g.before = append(g.before, excerpt(line, nil))
	}
}

func (g *grouper) show(mark byte, number int, line string) {
	fmt.Fprintf(&g.out, "%s%c%d%c%s\n", g.name, mark, number, mark, line)
	g.last = number
}

// report is the answer to the model.
func (s *search) report(expression, where string) string {
	skipped := ""
	if s.binary > 0 {
		skipped += fmt.Sprintf("[left out %s]\n", plural(s.binary, "binary file"))
	}
	if s.failed > 0 {
		skipped += fmt.Sprintf("[%s could not be read]\n", plural(s.failed, "file"))
	}
	switch {
	case s.matches == 0:
		return fmt.Sprintf("[nothing matches %q in %s]\n", expression, nameOf(where)) + skipped
	case s.full:
		return s.out.String() + fmt.Sprintf("[the first %d matching lines: there are more, narrow the search]\n", s.limit) + skipped
	}
	return s.out.String() + fmt.Sprintf("[%s in %s]\n", plural(s.matches, "matching line"), plural(s.files, "file")) + skipped
}

// readLine returns the next line without its end, at most maxSearchedLine bytes
// of it. It is valid until the next call.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		long := bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			line, err = r.ReadSlice('\n')
			long = append(long, line[:min(len(line), maxSearchedLine-len(long))]...)
		}
		line = long
	}
	if err == io.EOF && len(line) > 0 {
		err = nil // the last line has no end
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), err
}

// excerpt returns what is shown of a line: the part around the match, if it is a
// long one.
func excerpt(line []byte, match []int) string {
	if len(line) <= maxFoundLine {
		return strings.ToValidUTF8(string(line), "\ufffd")
	}
	from := 0
	if match != nil && match[1] > maxFoundLine {
		from = max(0, match[0]-maxFoundLine/4)
	}
	to := min(len(line), from+maxFoundLine)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && to > from && !utf8.RuneStart(line[to]) {
		to--
	}
	text := strings.ToValidUTF8(string(line[from:to]), "\ufffd")
	if from > 0 {
		text = fmt.Sprintf("[%d bytes] ", from) + text
	}
	if to < len(line) {
		text += fmt.Sprintf(" [%d bytes]", len(line)-to)
	}
	return text
}
