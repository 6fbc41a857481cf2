package load

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/diag"
	"golang.org/x/tools/go/packages"
)

// packageErrors reports what go/packages says about a package as a whole: the
// go command's complaints and syntax errors. Type errors are for Undefined,
// which knows which of them matter.
//
// Packages without directives are reported only if they cannot be found at
// all, or import each other in a circle: the rest is for the compiler to say.
func (s *session) packageErrors(p *Package, mentions bool, diags *diag.List) {
	lp := p.loaded
	p.listErrors = map[place]packages.Error{}
	var vague []packages.Error // without a position
	positioned := false
	syntax := map[string]bool{} // files whose syntax errors are known
	for _, e := range lp.Errors {
		if e.Kind == packages.ParseError && !s.isOutput(s.position(e.Pos).Filename) {
			syntax[s.position(e.Pos).Filename] = true
		}
	}
	for _, e := range lp.Errors {
		pos := s.position(e.Pos)
		switch {
		case e.Kind == packages.TypeError:
			positioned = true
		case s.isOutput(pos.Filename):
		case strings.HasPrefix(e.Msg, "# "): // output of the compiler: we have checked ourselves
		case strings.HasPrefix(e.Msg, "import cycle not allowed"):
			diags.Errorf(token.Position{}, token.Position{}, diag.ImportCycle, "%s", cycle(e.Msg))
			positioned = true
		case strings.Contains(e.Msg, "version go1.") && strings.Contains(e.Msg, "This application uses"):
			diags.Errorf(token.Position{}, token.Position{}, diag.PackageError, "%s", newerGo(e.Msg))
			positioned = true
		case strings.HasPrefix(e.Msg, "found packages "):
			if mentions {
				diags.Errorf(token.Position{Filename: lp.Dir}, token.Position{}, diag.PackageError, "%s", e.Msg)
			}
		case noFiles(e.Msg):
			if !mentions && !s.wildcard() {
				diags.Errorf(token.Position{}, token.Position{}, diag.PackageNotFound, "%s", e.Msg)
			}
		case len(lp.GoFiles) == 0 && len(syntax) == 0:
			diags.Errorf(pos, token.Position{}, diag.PackageNotFound, "%s", e.Msg)
			positioned = true
		case e.Kind == packages.ParseError:
			if mentions {
				diags.Errorf(pos, token.Position{}, diag.SyntaxError, "%s", e.Msg)
			}
			positioned = true
		case pos.IsValid():
			if !syntax[pos.Filename] {
				p.listErrors[place{pos.Filename, pos.Line}] = e
			}
			positioned = true
		default:
			vague = append(vague, e)
		}
	}
	if !mentions || positioned {
		return // what is vague repeats what is not
	}
	for _, e := range vague {
		diags.Errorf(token.Position{Filename: lp.Dir}, token.Position{}, diag.PackageError, "%s", e.Msg)
	}
}

// noFiles recognises the go command's words for a folder that has no files for
// this build. A wildcard may well match one.
func noFiles(msg string) bool {
	return strings.HasPrefix(msg, "no Go files in") || strings.HasPrefix(msg, "no non-test Go files in") ||
		strings.HasPrefix(msg, "build constraints exclude all Go files in")
}

func (s *session) wildcard() bool {
	return slices.ContainsFunc(s.patterns, func(p string) bool { return strings.Contains(p, "...") || p == "all" || p == "work" })
}

// position reads what the go command prints in front of a message.
func (s *session) position(text string) (pos token.Position) {
	if text == "" || text == "-" {
		return pos
	}
	rest := text
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(rest, ':')
		n, err := strconv.Atoi(rest[i+1:])
		if i <= 0 || err != nil {
			break
		}
		numbers = append(numbers, n)
		rest = rest[:i]
	}
	if len(numbers) == 0 || rest[0] == ':' {
		return pos
	}
	pos.Filename, pos.Line = rest, numbers[len(numbers)-1]
	if len(numbers) == 2 {
		pos.Column = numbers[0]
	}
	if !filepath.IsAbs(pos.Filename) {
		if abs, err := filepath.Abs(filepath.Join(s.cfg.Dir, pos.Filename)); err == nil {
			pos.Filename = abs
		}
	}
	return pos
}

// cycle words an import cycle the same way from wherever it was entered, so
// that it is reported once.
func cycle(msg string) string {
	_, stack, ok := strings.Cut(msg, "import stack: [")
	if !ok {
		return msg
	}
	path := strings.Fields(strings.TrimRight(strings.TrimSpace(stack), "]"))
	if len(path) == 0 {
		return msg
	}
	// Only the part from the first repetition on is the circle.
	last := path[len(path)-1]
	if i := slices.Index(path, last); i < len(path)-1 {
		path = path[i : len(path)-1]
	}
	first := slices.Index(path, slices.Min(path))
	path = slices.Concat(path[first:], path[:first])
	return "packages import each other: " + strings.Join(append(path, path[0]), " -> ")
}

// newerGo words the mismatch between the go command and the packages that this
// program was built with.
func newerGo(msg string) string {
	var built, used int
	if _, after, ok := strings.Cut(msg, "uses version go1."); ok {
		fmt.Sscanf(after, "%d", &built)
	}
	if _, after, ok := strings.Cut(msg, "runs version go1."); ok {
		fmt.Sscanf(after, "%d", &used)
	}
	return fmt.Sprintf("dshgen was built with go1.%d, which may not understand what the go command, go1.%d, selects: build dshgen again with go1.%d", built, used, used)
}
