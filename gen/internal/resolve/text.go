package resolve

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// docText is what a doc comment says, taken apart: the prose for the model
// and the items of a parameter list.
type docText struct {
	prose  string
	params map[string]string // "- name: text" items whose name is known
}

// readDoc renders the doc comment of a function. The leading name goes (the
// model knows the tool by another one), list items named after a parameter
// become that parameter's description, soft line breaks become spaces, doc
// links plain text. Directives are no part of the text, by ast.CommentGroup.
func readDoc(group *ast.CommentGroup, name string, isParam func(string) bool) docText {
	d := docText{params: map[string]string{}}
	parser := comment.Parser{LookupSym: func(_, _ string) bool { return true }} // doc links are links to anything
	parsed := parser.Parse(cleanText(group))
	var out []string
	for _, block := range parsed.Content {
		switch b := block.(type) {
		case *comment.Paragraph:
			out = append(out, inline(b.Text))
		case *comment.Heading:
			out = append(out, inline(b.Text))
		case *comment.Code:
			out = append(out, strings.TrimRight(b.Text, "\n"))
		case *comment.List:
			if text := d.list(b, isParam); text != "" {
				out = append(out, text)
			}
		}
	}
	d.prose = withoutName(strings.Join(out, "\n\n"), name)
	return d
}

// list files the items that describe parameters and returns the others as text.
func (d *docText) list(l *comment.List, isParam func(string) bool) string {
	var rest []string
	for _, item := range l.Items {
		var parts []string
		for _, c := range item.Content {
			if p, ok := c.(*comment.Paragraph); ok {
				parts = append(parts, inline(p.Text))
			}
		}
		text := strings.Join(parts, " ")
		name, about, found := strings.Cut(text, ":")
		if name = strings.TrimSpace(name); found && isParam(name) {
			d.params[name] = strings.TrimSpace(about)
			continue
		}
		mark := "- "
		if item.Number != "" {
			mark = item.Number + ". "
		}
		rest = append(rest, mark+text)
	}
	return strings.Join(rest, "\n")
}

// plainDoc renders the doc or line comment of a field or type as one text.
func plainDoc(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if d := readDoc(g, "", func(string) bool { return false }); d.prose != "" {
			return d.prose
		}
	}
	return ""
}

func cleanText(group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	return strings.ReplaceAll(group.Text(), "\r", "")
}

// inline joins the words of a paragraph into one line.
func inline(text []comment.Text) string {
	var b strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(inline(t.Text))
		case *comment.DocLink:
			b.WriteString(inline(t.Text))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// withoutName turns "GetWeather reports the sky." into "Reports the sky.".
func withoutName(text, name string) string {
	rest, ok := strings.CutPrefix(text, name)
	if name == "" || !ok || !strings.HasPrefix(rest, " ") {
		return text
	}
	return model.UpperFirst(strings.TrimLeft(rest, " "))
}

// besideParam returns the comment that stands on the line of a parameter,
// behind it. The parser leaves such comments out of the parameter list.
func besideParam(fset *token.FileSet, file *ast.File, list *ast.FieldList, field *ast.Field) string {
	line := fset.Position(field.End()).Line
	first, _ := slices.BinarySearchFunc(file.Comments, field.End(), func(g *ast.CommentGroup, end token.Pos) int { return int(g.Pos() - end) })
	for _, g := range file.Comments[first:] {
		if g.Pos() > list.Closing {
			break
		}
		if fset.Position(g.Pos()).Line == line && !sharesLine(fset, list, field, line) {
			return plainDoc(g)
		}
	}
	return ""
}

// sharesLine reports whether another parameter follows on the same line: then
// the comment cannot be told to belong to one of them.
func sharesLine(fset *token.FileSet, list *ast.FieldList, field *ast.Field, line int) bool {
	for _, f := range list.List {
		if f != field && f.Pos() > field.Pos() && fset.Position(f.Pos()).Line == line {
			return true
		}
	}
	return false
}

// snakeCase writes a Go name the way tools are named: GetHTTPPage becomes
// get_http_page.
func snakeCase(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' {
			lowerBefore := !unicode.IsUpper(runes[i-1])
			lowerAfter := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if lowerBefore || lowerAfter {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// initialisms are the words that Go writes in capitals throughout.
// Source: https://go.dev/wiki/CodeReviewComments#initialisms, as staticcheck
// (ST1003) lists them.
var initialisms = map[string]bool{
	"acl": true, "api": true, "ascii": true, "cpu": true, "css": true, "dns": true, "eof": true, "guid": true,
	"html": true, "http": true, "https": true, "id": true, "ip": true, "json": true, "qps": true, "ram": true,
	"rpc": true, "sla": true, "smtp": true, "sql": true, "ssh": true, "tcp": true, "tls": true, "ttl": true,
	"udp": true, "ui": true, "gid": true, "uid": true, "uuid": true, "uri": true, "url": true, "utf8": true,
	"vm": true, "xml": true, "xmpp": true, "xsrf": true, "xss": true,
}

// fieldName is the exported Go name of a parameter: ms becomes Ms, user_id
// UserID. It is "" when no letter is left to begin with.
func fieldName(param string) string {
	var b strings.Builder
	for _, word := range strings.Split(param, "_") {
		if initialisms[word] {
			b.WriteString(strings.ToUpper(word))
		} else if word != "" {
			b.WriteString(model.UpperFirst(word))
		}
	}
	name := b.String()
	if !token.IsExported(name) {
		if r, _ := utf8.DecodeRuneInString(name); !unicode.IsLetter(r) && name != "" {
			return "X" + name
		}
	}
	return name
}
