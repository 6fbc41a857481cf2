package present

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/dsh-tools/dshgen/runtime"
)

// change is one line of a diff.
type change struct {
	mark byte // '+', '-', ' ', or '@' for the head of a hunk
	text string
}

// contextLines is how much of what stays is shown around a change.
const contextLines = 3

// changes lists a diff line by line, with context. A new file is all new.
func changes(d runtime.FileDiff) (out []change) {
	old := ""
	if d.OldText != nil {
		old = *d.OldText
	}
	unified, err := udiff.ToUnified("a", "b", old, udiff.Lines(old, d.NewText), contextLines)
	if err != nil {
		return []change{{'@', "the change cannot be shown: " + err.Error()}}
	}
	for i, line := range strings.Split(strings.TrimSuffix(unified, "\n"), "\n") {
		switch {
		case i < 2 || line == "": // the names of the files
		case strings.HasPrefix(line, "@@"):
			out = append(out, change{'@', line})
		case line[0] == '\\': // no newline at the end
		default:
			out = append(out, change{line[0], line[1:]})
		}
	}
	return out
}

// diffHead is the path, with a word about a new file.
func diffHead(d runtime.FileDiff) string {
	if d.OldText == nil {
		return d.Path + " (new file)"
	}
	return d.Path
}

func (p *printer) diffs(all []runtime.FileDiff) {
	for _, d := range all {
		p.line(cyan, diffHead(d))
		lines := changes(d)
		rest := len(lines) - p.MaxLines
		if rest > 0 {
			lines = lines[:p.MaxLines]
		}
		for _, c := range lines {
			l := map[byte]look{'+': green, '-': red, '@': dim}[c.mark]
			text := string(c.mark) + c.text
			if c.mark == '@' {
				text = c.text
			}
			p.line(l, text)
		}
		p.more(max(0, rest))
	}
}
