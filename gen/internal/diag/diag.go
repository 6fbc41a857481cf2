// Package diag holds what the generator has to say about an author's source:
// positioned diagnostics with a code for each kind of mistake.
//
// Stages collect a [List] and hand it on; nothing here prints. A diagnostic
// stands at the smallest thing at fault, says what is wrong and, behind a
// colon, what to write instead.
package diag

import (
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Code names a kind of mistake, in kebab case. Codes are stable: scripts and
// editors filter by them.
type Code string

// Related is a second place that a diagnostic is about, such as the other end
// of a collision.
type Related struct {
	Pos     token.Position
	Message string
}

// Diagnostic is one fault.
type Diagnostic struct {
	// Pos is where the fault begins. A position with a file alone is about
	// the whole file, the zero position about the run.
	Pos token.Position
	// End is where the fault ends; the zero position when that is unknown.
	End     token.Position
	Code    Code
	Message string
	// Warning marks what does not keep a file from being generated.
	Warning bool
	Related []Related
}

// Text is the diagnostic for people: path:line:col: message [code], with a line
// for each related place, indented by a tab. Paths below dir are relative to
// it; an empty dir leaves paths as they are.
func (d Diagnostic) Text(dir string) string {
	var b strings.Builder
	if at := Place(d.Pos, dir); at != "" {
		b.WriteString(at + ": ")
	}
	if d.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(oneLine(d.Message) + " [" + string(d.Code) + "]")
	for _, r := range d.Related {
		b.WriteString("\n\t")
		if at := Place(r.Pos, dir); at != "" {
			b.WriteString(at + ": ")
		}
		b.WriteString(oneLine(r.Message))
	}
	return b.String()
}

// String is Text with paths as they are.
func (d Diagnostic) String() string { return d.Text("") }

// Strict makes all warnings errors.
func (l List) Strict() {
	for i := range l {
		l[i].Warning = false
	}
}

// oneLine keeps foreign text, such as that of the go command, from looking like
// several diagnostics: lines behind the first are indented.
func oneLine(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "\r\n", "\n")
	return strings.ReplaceAll(s, "\n", "\n\t")
}

// Place writes a position the way diagnostics begin: path:line:col, path:line
// or path, as much as is known.
func Place(p token.Position, dir string) string {
	if p.Filename == "" {
		return ""
	}
	s := Relative(p.Filename, dir)
	if p.Line > 0 {
		s += fmt.Sprintf(":%d", p.Line)
		if p.Column > 0 {
			s += fmt.Sprintf(":%d", p.Column)
		}
	}
	return s
}

// Relative shortens a path below dir, with slashes on every system. Other
// paths stay whole: a chain of "../" helps nobody.
func Relative(path, dir string) string {
	if dir == "" {
		return path
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return filepath.ToSlash(rel)
}

// Record is a diagnostic as a JSON line. Lines and columns count from 1,
// columns in bytes; unknown ones are left out.
type Record struct {
	File      string          `json:"file,omitempty"`
	Line      int             `json:"line,omitempty"`
	Column    int             `json:"column,omitempty"`
	EndLine   int             `json:"endLine,omitempty"`
	EndColumn int             `json:"endColumn,omitempty"`
	Severity  string          `json:"severity"` // "error" or "warning"
	Code      Code            `json:"code"`
	Message   string          `json:"message"`
	Related   []RelatedRecord `json:"related,omitempty"`
}

// RelatedRecord is a related place in a [Record].
type RelatedRecord struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// JSON is the diagnostic as a value to marshal, with paths as in Text.
func (d Diagnostic) JSON(dir string) Record {
	r := Record{
		Line: d.Pos.Line, Column: d.Pos.Column, EndLine: d.End.Line, EndColumn: d.End.Column,
		Severity: "error", Code: d.Code, Message: d.Message,
	}
	if d.Pos.Filename != "" {
		r.File = Relative(d.Pos.Filename, dir)
	}
	if d.Warning {
		r.Severity = "warning"
	}
	for _, o := range d.Related {
		rr := RelatedRecord{Line: o.Pos.Line, Column: o.Pos.Column, Message: o.Message}
		if o.Pos.Filename != "" {
			rr.File = Relative(o.Pos.Filename, dir)
		}
		r.Related = append(r.Related, rr)
	}
	return r
}

// List collects diagnostics. The zero value is an empty list. It is not safe
// for concurrent use.
type List []Diagnostic

// Add appends d.
func (l *List) Add(d Diagnostic) { *l = append(*l, d) }

// Errorf appends an error. End may be the zero position.
func (l *List) Errorf(pos, end token.Position, code Code, format string, args ...any) {
	l.Add(Diagnostic{Pos: pos, End: end, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Warnf appends a warning. End may be the zero position.
func (l *List) Warnf(pos, end token.Position, code Code, format string, args ...any) {
	l.Add(Diagnostic{Pos: pos, End: end, Code: code, Message: fmt.Sprintf(format, args...), Warning: true})
}

// HasErrors reports whether anything but warnings is in the list.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return !d.Warning })
}

// Sort orders by file, line, column, code and message, and keeps one of equal
// diagnostics. Those without a file come first.
func (l *List) Sort() {
	slices.SortStableFunc(*l, compare)
	*l = slices.CompactFunc(*l, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// Text is the list for people, one diagnostic after the other, each with a
// newline.
func (l List) Text(dir string) string {
	var b strings.Builder
	for _, d := range l {
		b.WriteString(d.Text(dir) + "\n")
	}
	return b.String()
}
