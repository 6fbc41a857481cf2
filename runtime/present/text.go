package present

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/dsh-tools/dshgen/runtime"
)

// Style says how cards look as text. The zero Style is 80 columns without colour.
type Style struct {
	Width    int  // columns; wide characters count as two. Zero means 80
	Color    bool // use colours and bold type
	MaxLines int  // lines of output and text that are shown of one card. Zero means 40

	bare bool // no bar before longer text
}

// Detect is the style for a writer: colours and the width of the window when it
// is a terminal that has them and the environment does not forbid it.
func Detect(w io.Writer) Style {
	s := Style{Color: colorprofile.Detect(w, os.Environ()) >= colorprofile.ANSI}
	if f, ok := w.(term.File); ok {
		if width, _, err := term.GetSize(f.Fd()); err == nil {
			s.Width = width
		}
	}
	return s
}

// Call renders the card of a pending call. The text ends in a line break.
func (s Style) Call(card runtime.CallView) string {
	p := s.printer()
	switch c := card.(type) {
	case runtime.TerminalCall:
		p.title(c.Title, "run")
		p.line(bold, "$ "+c.Command)
		if c.Directory != "" {
			p.line(dim, "in "+c.Directory)
		}
	case runtime.DiffCall:
		p.title(c.Title, "edit")
		p.diffs(c.Diffs)
	case runtime.GenericCall:
		p.title(c.Title, string(c.Kind))
		p.block(c.Text)
		p.locations(c.Locations)
	}
	return p.b.String()
}

// Result renders the card of an outcome. The text ends in a line break.
func (s Style) Result(card runtime.ResultView) string {
	p := s.printer()
	switch c := card.(type) {
	case runtime.TerminalResult:
		p.title(c.Title, "run")
		if c.Command != "" {
			p.line(bold, "$ "+c.Command)
		}
		p.block(c.Output)
		if c.Truncated {
			p.line(dim, "(only a part of the output is shown)")
		}
		p.pill(c)
	case runtime.DiffResult:
		p.status(c.Title, "edit", c.Error)
		p.diffs(c.Diffs)
	case runtime.SearchResult:
		p.status(c.Title, "search", c.Error)
		for _, m := range c.Matches {
			p.line(plain, place(runtime.FileLocation{Path: m.Path, Line: m.Line})+": "+m.Text)
		}
		for _, path := range c.Paths {
			p.line(plain, path)
		}
		p.more(c.More)
	case runtime.ReadResult:
		p.status(c.Title, "read", c.Error)
		p.line(dim, place(runtime.FileLocation{Path: c.Path, Line: c.Line}))
		p.block(c.Text)
	case runtime.WebResult:
		p.status(c.Title, "web", c.Error)
		if c.URL != "" {
			p.line(dim, address(c))
		}
		for _, page := range c.Pages {
			p.line(bold, page.Title)
			p.line(dim, page.URL)
			p.block(page.Text)
		}
		p.block(c.Text)
	case runtime.GenericResult:
		p.status(c.Title, "", c.Error)
		p.block(c.Text)
		p.locations(c.Locations)
	}
	return p.b.String()
}

func address(c runtime.WebResult) string {
	if c.Status != 0 {
		return fmt.Sprintf("%s (%d)", c.URL, c.Status)
	}
	return c.URL
}

func place(l runtime.FileLocation) string {
	if l.Line > 0 {
		return fmt.Sprintf("%s:%d", l.Path, l.Line)
	}
	return l.Path
}

// look is how a piece of text is set off.
type look string

const (
	plain  look = ""
	bold   look = "\x1b[1m"
	dim    look = "\x1b[2m"
	red    look = "\x1b[31m"
	green  look = "\x1b[32m"
	cyan   look = "\x1b[36m"
	onRed  look = "\x1b[41;97m"
	onGood look = "\x1b[42;30m"
)

// printer writes one card.
type printer struct {
	Style
	b strings.Builder
}

func (s Style) printer() *printer {
	if s.Width <= 0 {
		s.Width = 80
	}
	if s.MaxLines <= 0 {
		s.MaxLines = 40
	}
	return &printer{Style: s}
}

// line writes text of one line, cut to the width.
func (p *printer) line(l look, text string) {
	p.raw(l, ansi.Truncate(strings.ReplaceAll(clean(text), "\n", " "), p.Width, "…"))
}

func (p *printer) raw(l look, text string) {
	if p.Color && l != plain && text != "" {
		text = string(l) + text + "\x1b[0m"
	}
	p.b.WriteString(text + "\n")
}

func (p *printer) title(title, kind string) {
	switch {
	case title == "" && kind == "":
	case title == "":
		p.line(bold, kind)
	default:
		p.line(bold, title)
	}
}

func (p *printer) status(title, kind string, failed bool) {
	if !failed {
		p.title(title, kind)
		return
	}
	if title == "" {
		title = kind
	}
	p.line(red, strings.TrimSpace("failed: "+title))
}

// block writes text of any length, wrapped behind a bar.
func (p *printer) block(text string) {
	text = strings.TrimRight(clean(text), "\n")
	if text == "" {
		return
	}
	lines := strings.Split(ansi.Hardwrap(text, max(8, p.Width-2), true), "\n")
	rest := len(lines) - p.MaxLines
	if rest > 0 {
		lines = lines[:p.MaxLines]
	}
	bar := "│ "
	if p.bare {
		bar = ""
	}
	for _, l := range lines {
		p.raw(plain, bar+l)
	}
	p.more(max(0, rest))
}

func (p *printer) more(n int) {
	if n > 0 {
		p.line(dim, fmt.Sprintf("and %d more", n))
	}
}

func (p *printer) locations(all []runtime.FileLocation) {
	for _, l := range all {
		p.line(dim, place(l))
	}
}

// pill says how a command ended.
func (p *printer) pill(c runtime.TerminalResult) {
	l, text := ended(c)
	if text == "" {
		return
	}
	if p.Color {
		text = " " + text + " "
	} else {
		text = "[" + text + "]"
	}
	p.raw(l, text)
}

func ended(c runtime.TerminalResult) (look, string) {
	switch {
	case c.Signal != "":
		return onRed, ansi.Strip(clean(c.Signal))
	case c.ExitCode == nil:
		return plain, ""
	case *c.ExitCode == 0:
		return onGood, "exit 0"
	}
	return onRed, fmt.Sprintf("exit %d", *c.ExitCode)
}

// clean takes escape sequences and control characters out of text, and makes
// tabs spaces.
func clean(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\t", "    ")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r < 0x20, 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029', '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
			return -1
		}
		return r
	}, ansi.Strip(s))
}
