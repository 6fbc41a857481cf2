package present

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
)

// part is a piece of a card in HTML.
type part struct {
	Class string // command, output, diff, place, pill, text, title
	Good  bool   // of a pill
	Text  string
	Lines []htmlLine
}

type htmlLine struct{ Class, Text string }

type htmlCard struct {
	Card  string
	Error bool
	Parts []part
}

var page = template.Must(template.New("page").Parse(`{{define "card"}}<article class="card {{.Card}}{{if .Error}} error{{end}}">
{{- range .Parts}}{{if .Lines}}<pre class="{{.Class}}">{{range .Lines}}<span class="{{.Class}}">{{.Text}}
</span>{{end}}</pre>{{else if or (eq .Class "output") (eq .Class "command")}}<pre class="{{.Class}}">{{.Text}}</pre>{{else}}<div class="{{.Class}}{{if eq .Class "pill"}}{{if .Good}} good{{else}} bad{{end}}{{end}}">{{.Text}}</div>{{end}}{{end}}</article>
{{end}}{{define "page"}}<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>{{.Title}}</title><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
.card{border:1px solid #8886;border-radius:.6rem;padding:.7rem 1rem;margin:1rem 0}.card.error{border-color:#c33}
.title{font-weight:600}.place{opacity:.7;font-size:.9em}pre{margin:.4rem 0;padding:.5rem .7rem;border-radius:.4rem;background:#8881;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.command{font-weight:600}.diff span{display:block}.add{background:#2a71}.del{background:#c331}.hunk{opacity:.6}.text{white-space:pre-wrap;overflow-wrap:anywhere}
.pill{display:inline-block;border-radius:1rem;padding:0 .6rem;font-size:.85em}.good{background:#2a73}.bad{background:#c333}
</style></head><body>
{{range .Cards}}{{template "card" .}}{{end}}</body></html>
{{end}}`))

// Page is a self-contained HTML page of cards, [runtime.CallView] or
// [runtime.ResultView], in their order. It loads nothing and runs nothing.
func Page(title string, cards ...any) (string, error) {
	data := struct {
		Title string
		Cards []htmlCard
	}{Title: title}
	for _, c := range cards {
		card, err := toHTML(c)
		if err != nil {
			return "", err
		}
		data.Cards = append(data.Cards, card)
	}
	var b strings.Builder
	err := page.ExecuteTemplate(&b, "page", data)
	return b.String(), err
}

// HTML is the fragment of one card, for a page that has styles of its own: an
// article with the class card.
func HTML(card any) (template.HTML, error) {
	c, err := toHTML(card)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = page.ExecuteTemplate(&b, "card", c)
	return template.HTML(b.String()), err
}

// toHTML takes a card apart.
func toHTML(card any) (htmlCard, error) {
	h := &htmlCard{}
	switch c := card.(type) {
	case runtime.GenericCall:
		h.head(c.Card(), c.Title, false)
		h.add("text", c.Text)
		h.places(c.Locations)
	case runtime.TerminalCall:
		h.head(c.Card(), c.Title, false)
		h.add("command", "$ "+c.Command)
		h.add("place", c.Directory)
	case runtime.DiffCall:
		h.head(c.Card(), c.Title, false)
		h.diffs(c.Diffs)
	case runtime.GenericResult:
		h.head(c.Card(), c.Title, c.Error)
		h.add("text", c.Text)
		h.places(c.Locations)
	case runtime.TerminalResult:
		h.head(c.Card(), c.Title, c.Error)
		if c.Command != "" {
			h.add("command", "$ "+c.Command)
		}
		h.add("output", c.Output)
		if _, text := ended(c); text != "" {
			h.Parts = append(h.Parts, part{Class: "pill", Text: text, Good: c.Signal == "" && *c.ExitCode == 0})
		}
	case runtime.DiffResult:
		h.head(c.Card(), c.Title, c.Error)
		h.diffs(c.Diffs)
	case runtime.SearchResult:
		h.head(c.Card(), c.Title, c.Error)
		var b strings.Builder
		for _, m := range c.Matches {
			b.WriteString(place(runtime.FileLocation{Path: m.Path, Line: m.Line}) + ": " + m.Text + "\n")
		}
		h.add("output", b.String()+strings.Join(c.Paths, "\n"))
		if c.More > 0 {
			h.add("place", fmt.Sprintf("and %d more", c.More))
		}
	case runtime.ReadResult:
		h.head(c.Card(), c.Title, c.Error)
		h.places([]runtime.FileLocation{{Path: c.Path, Line: c.Line}})
		h.add("output", c.Text)
	case runtime.WebResult:
		h.head(c.Card(), c.Title, c.Error)
		if c.URL != "" {
			h.add("place", address(c))
		}
		for _, p := range c.Pages {
			h.add("title", p.Title)
			h.add("place", p.URL)
			h.add("text", p.Text)
		}
		h.add("text", c.Text)
	default:
		return *h, fmt.Errorf("present: %T is no card", card)
	}
	return *h, nil
}

func (h *htmlCard) head(card, title string, failed bool) {
	h.Card, h.Error = card, failed
	h.add("title", title)
}

func (h *htmlCard) add(class, text string) {
	if text = strings.TrimRight(clean(text), "\n"); text != "" {
		h.Parts = append(h.Parts, part{Class: class, Text: text})
	}
}

func (h *htmlCard) places(all []runtime.FileLocation) {
	for _, l := range all {
		h.add("place", place(l))
	}
}

func (h *htmlCard) diffs(all []runtime.FileDiff) {
	for _, d := range all {
		h.add("place", diffHead(d))
		p := part{Class: "diff"}
		for _, c := range changes(d) {
			class := map[byte]string{'+': "add", '-': "del", '@': "hunk", ' ': "same"}[c.mark]
			text := clean(c.text)
			if c.mark != '@' {
				text = string(c.mark) + text
			}
			p.Lines = append(p.Lines, htmlLine{class, text})
		}
		if len(p.Lines) > 0 {
			h.Parts = append(h.Parts, p)
		}
	}
}
