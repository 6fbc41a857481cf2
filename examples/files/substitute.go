package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// substitute replaces old in text and returns the lines on which it stood. Ends
// of lines match whatever they are, LF or CRLF; those that are put in are like
// that of the line where the match begins, so that also a file with both kinds
// changes nowhere else.
func substitute(text, old, replacement string, all bool) (changed string, where []int, err error) {
	old, replacement = toLF(old), toLF(replacement)
	plain := toLF(text)
	if old == replacement {
		return "", nil, errors.New("old_string and new_string are the same")
	}
	found := occurrences(plain, old, 1)
	where = lineNumbers(plain, found)
	switch {
	case len(found) == 0:
		return "", nil, errors.New("old_string does not occur in it: " + hint(plain, old))
	case len(found) > 1 && !all:
		return "", nil, fmt.Errorf("old_string occurs %d times, %s: add what stands around the one you mean, or set replace_all",
			len(found), onLines(where))
	}
	found = occurrences(plain, old, len(old)) // those that overlap cannot all be replaced
	where = lineNumbers(plain, found)
	var b strings.Builder
	done, p, r := 0, 0, 0 // copied of text; the same place in plain and in text
	for _, at := range found {
		r += rawLen(text[r:], at-p)
		p = at
		b.WriteString(text[done:r])
		b.WriteString(strings.ReplaceAll(replacement, "\n", lineEnd(text, r)))
		r += rawLen(text[r:], len(old))
		p += len(old)
		done = r
	}
	b.WriteString(text[done:])
	return b.String(), where, nil
}

func toLF(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// rawLen returns how many bytes of text become n bytes by toLF.
func rawLen(text string, n int) int {
	raw := 0
	for ; n > 0; n-- {
		if strings.HasPrefix(text[raw:], "\r\n") {
			raw++
		}
		raw++
	}
	return raw
}

// lineEnd returns the end of the line that text[at] is on. The last line may
// have none; then the one before decides.
func lineEnd(text string, at int) string {
	i := strings.IndexByte(text[at:], '\n')
	if i >= 0 {
		i += at
	} else {
		i = strings.LastIndexByte(text, '\n')
	}
	if i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// occurrences returns where old begins in text; step is how far behind the
// beginning of one the next may begin.
func occurrences(text, old string, step int) (at []int) {
	for i := 0; ; {
		n := strings.Index(text[i:], old)
		if n < 0 {
			return at
		}
		at = append(at, i+n)
		i += n + step
	}
}

// lineNumbers returns the lines, counted from 1, that offsets are on. Offsets
// are in order; a line is returned once.
func lineNumbers(text string, offsets []int) (numbers []int) {
	number, from := 1, 0
	for _, at := range offsets {
		number += strings.Count(text[from:at], "\n")
		from = at
		numbers = append(numbers, number)
	}
	return slices.Compact(numbers)
}

// onLines lists line numbers, the first of them.
func onLines(numbers []int) string {
	const most = 10
	if len(numbers) == 1 {
		return "on line " + strconv.Itoa(numbers[0])
	}
	var list []string
	for _, n := range numbers[:min(most, len(numbers))] {
		list = append(list, strconv.Itoa(n))
	}
	s := "on lines " + strings.Join(list, ", ")
	if more := len(numbers) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// lineNumber is what read puts in front of lines.
var lineNumber = regexp.MustCompile(`(?m)^ *\d+\t`)

// hint says why old may not have been found, and what to do.
func hint(text, old string) string {
	bare := lineNumber.ReplaceAllString(old, "")
	if bare != old && bare != "" && strings.Contains(text, bare) {
		return "leave out the line numbers of read, then it does"
	}
	if first, last := looseMatch(text, old); first > 0 {
		return fmt.Sprintf("lines %d to %d differ from it in white space only: copy them exactly", first, last)
	}
	return "read the file again and copy the text exactly"
}

// looseMatch finds the lines of text that are old but for the white space around
// each line. It returns zeros when there are none.
func looseMatch(text, old string) (first, last int) {
	want := trimmedLines(strings.TrimSpace(old))
	have := trimmedLines(text)
	if len(want) == 0 {
		return 0, 0
	}
	for i := 0; i+len(want) <= len(have); i++ {
		if slices.Equal(have[i:i+len(want)], want) {
			return i + 1, i + len(want)
		}
	}
	return 0, 0
}

func trimmedLines(s string) []string {
	l := lines(s)
	for i := range l {
		l[i] = strings.TrimSpace(l[i])
	}
	return l
}
