package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// notText says why a file is no text, or returns "".
func notText(s string) string {
	switch {
	case strings.IndexByte(s, 0) >= 0:
		return "binary"
	case !utf8.ValidString(s):
		return "not UTF-8"
	}
	return ""
}

// lines cuts text into lines without their ends, LF or CRLF. An end of line at
// the end of text does not begin another line.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	l := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range l {
		l[i] = strings.TrimSuffix(l[i], "\r")
	}
	return l
}

// byteOrderMark begins text files of some Windows programs. It is no part of the
// first line.
const byteOrderMark = "\ufeff"

// cut shortens a line to at most limit bytes and a mark.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return fmt.Sprintf("%s [%d more bytes on this line]", s[:limit], len(s)-limit)
}

// plural counts things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "ch") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
