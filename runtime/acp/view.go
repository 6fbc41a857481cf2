package acp

import (
	"encoding/base64"
	"fmt"
	"path/filepath"
	"strings"

	sdk "github.com/coder/acp-go-sdk"
	"github.com/dsh-tools/dshgen/runtime"
)

// view is a card in the protocol's terms.
type view struct {
	title     string
	kind      sdk.ToolKind
	content   []sdk.ToolCallContent
	locations []sdk.ToolCallLocation
	meta      map[string]any
}

// call turns the card of a pending call into a view.
func (s *Session) call(id sdk.ToolCallId, card runtime.CallView) view {
	switch c := card.(type) {
	case runtime.TerminalCall:
		v := view{title: orElse(c.Title, c.Command), kind: sdk.ToolKindExecute}
		if !s.Terminals {
			v.content = text(fence("console", "$ "+c.Command))
			return v
		}
		info := map[string]any{"terminal_id": string(id)}
		if c.Directory != "" {
			info["cwd"] = s.absolute(c.Directory)
		}
		v.meta = map[string]any{"terminal_info": info}
		v.content = []sdk.ToolCallContent{sdk.ToolTerminalRef(string(id))}
		return v
	case runtime.DiffCall:
		return s.diffs(c.Title, c.Diffs)
	case runtime.GenericCall:
		v := view{title: s.short(orElse(c.Title, "Tool call")), kind: kind(c.Kind), locations: s.places(c.Locations)}
		if c.Text != "" {
			v.content = text(c.Text)
		}
		return v
	}
	return view{title: "Tool call", kind: sdk.ToolKindOther}
}

// result turns the card of an outcome into a view.
func (s *Session) result(id sdk.ToolCallId, call runtime.CallView, card runtime.ResultView, r *runtime.Result) view {
	var v view
	switch c := card.(type) {
	case runtime.TerminalResult:
		v = s.terminal(id, call, c)
	case runtime.DiffResult:
		v = s.diffs(c.Title, c.Diffs)
		if c.Error {
			v.content = append(v.content, text(r.Text())...)
		}
	case runtime.SearchResult:
		v = view{title: c.Title, content: text(found(c))}
		for _, m := range c.Matches {
			v.locations = append(v.locations, s.place(runtime.FileLocation{Path: m.Path, Line: m.Line}))
		}
	case runtime.ReadResult:
		v = view{title: c.Title, content: text(fence("", c.Text)), locations: s.places([]runtime.FileLocation{{Path: c.Path, Line: c.Line}})}
	case runtime.WebResult:
		v = view{title: c.Title, content: text(web(c))}
	case runtime.GenericResult:
		v = view{title: c.Title, locations: s.places(c.Locations)}
		if c.Text != "" {
			v.content = text(c.Text)
		}
	}
	v.title = s.short(v.title)
	v.content = append(v.content, media(r)...)
	return v
}

// terminal shows the end of a command: in the terminal that the client made of
// the pending call, or as text.
func (s *Session) terminal(id sdk.ToolCallId, call runtime.CallView, c runtime.TerminalResult) view {
	v := view{title: c.Title}
	if _, pending := call.(runtime.TerminalCall); !s.Terminals || !pending {
		v.content = text(fence("console", console(c)))
		return v
	}
	exit := map[string]any{"terminal_id": string(id)}
	if c.ExitCode != nil {
		exit["exit_code"] = *c.ExitCode
	}
	if c.Signal != "" {
		exit["signal"] = c.Signal
	}
	v.content = []sdk.ToolCallContent{sdk.ToolTerminalRef(string(id))}
	v.meta = map[string]any{"terminal_output": map[string]any{"terminal_id": string(id), "data": c.Output}, "terminal_exit": exit}
	return v
}

func console(c runtime.TerminalResult) string {
	var b strings.Builder
	if c.Command != "" {
		b.WriteString("$ " + c.Command + "\n")
	}
	b.WriteString(c.Output)
	if c.Output != "" && !strings.HasSuffix(c.Output, "\n") {
		b.WriteByte('\n')
	}
	switch {
	case c.Signal != "":
		b.WriteString("[" + c.Signal + "]")
	case c.ExitCode != nil && *c.ExitCode != 0:
		fmt.Fprintf(&b, "[exit %d]", *c.ExitCode)
	}
	return b.String()
}

// diffs shows changes to files.
func (s *Session) diffs(title string, all []runtime.FileDiff) view {
	v := view{title: s.short(title), kind: sdk.ToolKindEdit}
	for _, d := range all {
		path := s.absolute(d.Path)
		v.content = append(v.content, sdk.ToolCallContent{Diff: &sdk.ToolCallContentDiff{Type: "diff", Path: path, OldText: d.OldText, NewText: d.NewText}})
		v.locations = append(v.locations, sdk.ToolCallLocation{Path: path})
	}
	if v.title == "" && len(all) > 0 {
		v.title = "Edit " + s.short(s.absolute(all[0].Path))
		if len(all) > 1 {
			v.title += fmt.Sprintf(" and %d more", len(all)-1)
		}
	}
	return v
}

func found(c runtime.SearchResult) string {
	var b strings.Builder
	for _, m := range c.Matches {
		if m.Line > 0 {
			fmt.Fprintf(&b, "%s:%d: %s\n", m.Path, m.Line, m.Text)
		} else {
			fmt.Fprintf(&b, "%s: %s\n", m.Path, m.Text)
		}
	}
	for _, p := range c.Paths {
		b.WriteString(p + "\n")
	}
	if c.More > 0 {
		fmt.Fprintf(&b, "and %d more\n", c.More)
	}
	if b.Len() == 0 {
		return "Nothing was found."
	}
	return fence("", b.String())
}

func web(c runtime.WebResult) string {
	var b strings.Builder
	for _, p := range c.Pages {
		fmt.Fprintf(&b, "%s\n%s\n%s\n\n", p.Title, p.URL, p.Text)
	}
	if c.URL != "" {
		b.WriteString(c.URL)
		if c.Status != 0 {
			fmt.Fprintf(&b, " (%d)", c.Status)
		}
		b.WriteString("\n\n")
	}
	b.WriteString(c.Text)
	return strings.TrimSpace(b.String())
}

// media are the contents of a result that are no text.
func media(r *runtime.Result) (out []sdk.ToolCallContent) {
	for _, c := range r.Contents() {
		data := base64.StdEncoding.EncodeToString([]byte(c.Data()))
		switch c.Kind() {
		case runtime.ImageContent:
			out = append(out, sdk.ToolContent(sdk.ImageBlock(data, c.MIMEType())))
		case runtime.AudioContent:
			out = append(out, sdk.ToolContent(sdk.AudioBlock(data, c.MIMEType())))
		case runtime.ResourceLink:
			out = append(out, sdk.ToolContent(sdk.ResourceLinkBlock(c.Name(), c.URI())))
		}
	}
	return out
}

func text(s string) []sdk.ToolCallContent {
	return []sdk.ToolCallContent{sdk.ToolContent(sdk.TextBlock(s))}
}

// fence puts text into a Markdown fence that nothing in it can end.
func fence(language, s string) string {
	ticks := "```"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	return ticks + language + "\n" + strings.TrimSuffix(s, "\n") + "\n" + ticks
}

func (s *Session) places(all []runtime.FileLocation) (out []sdk.ToolCallLocation) {
	for _, l := range all {
		out = append(out, s.place(l))
	}
	return out
}

func (s *Session) place(l runtime.FileLocation) sdk.ToolCallLocation {
	place := sdk.ToolCallLocation{Path: s.absolute(l.Path)}
	if l.Line > 0 {
		place.Line = &l.Line
	}
	return place
}

// absolute is a path as the protocol wants it.
func (s *Session) absolute(path string) string {
	if s.Directory == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.Directory, path)
}

// short shows paths below the session's folder relative to it.
func (s *Session) short(title string) string {
	if s.Directory == "" {
		return title
	}
	return strings.ReplaceAll(title, strings.TrimSuffix(s.Directory, string(filepath.Separator))+string(filepath.Separator), "")
}

func kind(k runtime.ToolCallKind) sdk.ToolKind {
	if k == "" {
		return sdk.ToolKindOther
	}
	return sdk.ToolKind(k)
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
