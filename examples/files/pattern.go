package main

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// pattern is a glob pattern. It is matched folder by folder while walking down,
// so that folders in which nothing can match are not even looked into. A set of
// states says how much of an alternative has matched so far; it takes time in
// proportion to the length of the pattern, however many ** there are.
type pattern struct{ alternatives [][]string }

// maxAlternatives bounds what braces expand to.
const maxAlternatives = 256

// parsePattern reads a pattern as glob documents it.
func parsePattern(text string) (*pattern, error) {
	texts, err := expandBraces(text)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", text, err)
	}
	p := &pattern{}
	for _, t := range texts {
		if strings.HasPrefix(t, "/") {
			return nil, fmt.Errorf("pattern %q is absolute: write it relative to the folder that is searched, such as **/*.go", text)
		}
		segments := strings.Split(strings.Trim(strings.TrimPrefix(t, "./"), "/"), "/")
		for _, s := range segments {
			if s == ".." || s == "." || s == "" {
				return nil, fmt.Errorf("pattern %q: %q between slashes matches nothing: name the folder to search in with path", text, s)
			}
			if _, err := path.Match(s, ""); err != nil {
				return nil, fmt.Errorf("pattern %q: %q is not closed or ends in a backslash: put a backslash in front of characters that are meant as they are", text, s)
			}
		}
		p.alternatives = append(p.alternatives, segments)
	}
	return p, nil
}

// states are the positions in each alternative that a path has led to.
type states [][]bool

// start is where every path begins.
func (p *pattern) start() states {
	st := make(states, len(p.alternatives))
	for i, segments := range p.alternatives {
		st[i] = make([]bool, len(segments)+1)
		st[i][0] = true
		skipStars(segments, st[i])
	}
	return st
}

// step goes on by one name of a path. It reports whether the path up to there
// matches, and whether a longer one could.
func (p *pattern) step(st states, name string) (next states, matches, goOn bool) {
	next = make(states, len(p.alternatives))
	for i, segments := range p.alternatives {
		next[i] = make([]bool, len(segments)+1)
		for k, s := range segments {
			if !st[i][k] {
				continue
			}
			if s == "**" {
				next[i][k] = true
				next[i][k+1] = next[i][k+1] || k == len(segments)-1
			} else if ok, _ := path.Match(s, name); ok {
				next[i][k+1] = true
			}
		}
		skipStars(segments, next[i])
		matches = matches || next[i][len(segments)]
		for _, on := range next[i][:len(segments)] {
			goOn = goOn || on
		}
	}
	return next, matches, goOn
}

// skipStars lets each ** stand for no folder at all. The one at the end stands
// for something: a/** is what is in a, not a itself.
func skipStars(segments []string, on []bool) {
	for k, s := range segments {
		if on[k] && s == "**" && k < len(segments)-1 {
			on[k+1] = true
		}
	}
}

// names reports whether some alternative asks for name by writing it out.
func (p *pattern) names(name string) bool {
	for _, segments := range p.alternatives {
		for _, s := range segments {
			if s == name {
				return true
			}
		}
	}
	return false
}

// expandBraces writes out {a,b}, also nested.
func expandBraces(s string) ([]string, error) {
	open := indexUnescaped(s, "{")
	if open < 0 {
		return []string{s}, nil
	}
	depth, from := 0, open+1
	var parts []string
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			if depth == 1 {
				parts = append(parts, s[from:i])
				from = i + 1
			}
		case '}':
			if depth--; depth > 0 {
				continue
			}
			parts = append(parts, s[from:i])
			var all []string
			for _, part := range parts {
				more, err := expandBraces(s[:open] + part + s[i+1:])
				if err != nil {
					return nil, err
				}
				if all = append(all, more...); len(all) > maxAlternatives {
					return nil, fmt.Errorf("braces stand for more than %d patterns: write fewer alternatives", maxAlternatives)
				}
			}
			return all, nil
		}
	}
	return nil, errors.New("a { is not closed: write {a,b}, or \\{ for the character")
}

// indexUnescaped returns where chars occur without a backslash in front, or -1.
func indexUnescaped(s, chars string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.IndexByte(chars, s[i]) >= 0 {
			return i
		}
	}
	return -1
}
