package directive

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
	"unicode"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
)

// Mentions reports whether source text may hold a directive or what was meant
// to be one. It is quick and errs on the side of true: it decides which files
// need a closer look.
func Mentions(src []byte) bool {
	for rest := src; ; rest = rest[1:] {
		i := bytes.IndexAny(rest, "dD")
		if i < 0 {
			break
		}
		rest = rest[i:]
		if len(rest) < 3 || !strings.EqualFold(string(rest[:3]), "dsh") {
			continue
		}
		window := rest[3:min(len(rest), 3+16)]
		after := bytes.TrimLeft(window, separators)
		if bytes.IndexByte(window[:len(window)-len(after)], ':') >= 0 || startsWithName(after) {
			return true
		}
	}
	// A misspelled prefix shows by what follows it.
	for rest := src; ; {
		i := bytes.IndexByte(rest, ':')
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
		if startsWithName(bytes.TrimLeft(rest[:min(len(rest), 16)], separators)) {
			return true
		}
	}
}

// separators are what may stand between "dsh" and a name by mistake.
const separators = " \t:._-="

func startsWithName(s []byte) bool {
	for i := range forms {
		n := len(forms[i].Name)
		if len(s) >= n && strings.EqualFold(string(s[:n]), forms[i].Name) && (len(s) == n || !isWordByte(s[n])) {
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// nearMiss looks at a comment that is no directive and says what is wrong if it
// was surely meant to be one. attached tells that the comment documents
// something, so that a line of a block comment counts, too.
func nearMiss(c *ast.Comment, attached bool) *fault {
	if text, ok := strings.CutPrefix(c.Text, "//"); ok {
		return nearLine(text, c.Slash, c.End(), "//")
	}
	text := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
	if !strings.Contains(text, "\n") {
		return nearLine(strings.TrimLeft(text, "*"), c.Slash, c.End(), "/*")
	}
	if !attached {
		return nil
	}
	pos := c.Slash + 2
	for line := range strings.Lines(text) {
		// A line with slashes is code that was commented out.
		if trimmed := strings.TrimLeft(line, " \t*"); !strings.HasPrefix(trimmed, "//") {
			end := pos + token.Pos(len(strings.TrimRight(line, "\r\n")))
			if f := nearLine(trimmed, pos+token.Pos(len(line)-len(trimmed)), end, "/*"); f != nil {
				return f
			}
		}
		pos += token.Pos(len(line))
	}
	return nil
}

// nearLine examines the text of a comment behind its opening.
func nearLine(text string, pos, end token.Pos, opening string) *fault {
	body := strings.TrimLeft(text, " ")
	if indent := len(text) - len(body); strings.HasPrefix(body, "\t") || indent > 3 {
		return nil // code in a doc comment, or the item of a list
	}
	if indent := len(text) - len(body); indent > 0 && strings.HasPrefix(body, "//") {
		return nil // a directive that was commented out
	}
	body = strings.TrimLeft(body, "/+@#! ") // customs of other tools
	prefix, sep, name, args := cut(body)
	form := nearForm(prefix, sep, name)
	if form == nil || args != "" && isProse(form, args) {
		return nil // nothing, or a sentence about directives
	}
	want := "//dsh:" + form.Name
	switch {
	case opening == "/*":
		want = "a directive must be a line comment: write " + want
	case prefix == "dsh" && name == form.Name && strings.HasPrefix(text, " "):
		want = "no space may follow the slashes: write " + want
	case prefix == "dsh" && name == form.Name && strings.TrimSpace(sep) == ":" && sep != ":":
		want = "no space may stand beside the colon: write " + want
	default:
		want = "did you mean " + want + "?"
	}
	return &fault{pos, end, diag.MisspelledDirective, "this is no directive: " + want}
}

// cut takes "dsh:tool readonly" apart. The separator is ":" or what may stand
// in its place by mistake, spaces included.
func cut(s string) (prefix, sep, name, args string) {
	i := strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII || r == '_' || !isWordByte(byte(r)) })
	if i < 0 {
		return s, "", "", ""
	}
	prefix, s = s[:i], s[i:]
	rest := strings.TrimLeft(s, separators)
	sep = s[:len(s)-len(rest)]
	i = 0
	for i < len(rest) && isWordByte(rest[i]) {
		i++
	}
	return prefix, sep, rest[:i], strings.TrimSpace(rest[i:])
}

// nearForm finds the directive that was meant, nil for none.
func nearForm(prefix, sep, name string) *Form {
	colon := strings.Contains(sep, ":")
	switch {
	case strings.EqualFold(prefix, "dsh") && colon:
		return formOf(diag.Nearest(name, names()))
	case strings.EqualFold(prefix, "dsh"):
		return formOf(strings.ToLower(name))
	case sep == "" && len(prefix) > 3 && strings.EqualFold(prefix[:3], "dsh"):
		return formOf(strings.ToLower(prefix[3:]))
	case colon && len(prefix) > 1 && diag.Nearest(prefix, []string{"dsh"}) != "":
		return formOf(strings.ToLower(name))
	}
	return nil
}

func names() (list []string) {
	for i := range forms {
		list = append(list, forms[i].Name)
	}
	return list
}

// isProse reports whether what follows a directive's name reads as a sentence
// and not as arguments: two words or more that no key explains.
func isProse(form *Form, args string) bool {
	loose := 0
	for i, w := range split(args, 0) {
		key, _, hasValue := strings.Cut(w.text, "=")
		switch {
		case w.quoted, hasValue, form.key(key) != nil, diag.Nearest(key, form.keyNames()) != "":
		case i == 0 && (form.Name == "tool" || form.Name == "param"):
		default:
			loose++
		}
	}
	r := []rune(args)
	return loose > 1 || loose == 1 && strings.ContainsRune(".,;:!?", r[len(r)-1]) ||
		unicode.IsPunct(r[0]) && r[0] != '"' && r[0] != '_'
}
