package runtime

import (
	"slices"
	"strings"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// RepairKind says what was wrong with a value that was repaired.
type RepairKind string

// What [Options.Repair] repairs.
const (
	// RepairFence: the arguments stood in a Markdown fence.
	RepairFence RepairKind = "fence"
	// RepairEncoded: an object or array came as its text in a string.
	RepairEncoded RepairKind = "encoded"
	// RepairQuoted: a number or boolean came as its text in a string.
	RepairQuoted RepairKind = "quoted"
	// RepairUnquoted: a number or boolean came where a string is wanted.
	RepairUnquoted RepairKind = "unquoted"
	// RepairScalar: one scalar came where an array of them is wanted.
	RepairScalar RepairKind = "scalar"
)

// Repair is one thing that was repaired in the arguments of a call.
type Repair struct {
	// Path leads to the value, as in a [Violation]. It is empty for the
	// arguments as a whole.
	Path string
	// Kind is what was wrong.
	Kind RepairKind
}

// maxRepairRounds bounds how often arguments are repaired and looked at again.
// What came encoded may itself need repair, and an error lists no more than 16
// violations.
const maxRepairRounds = 6

// misfit is a value in refused arguments that may be mended.
type misfit struct {
	path       string
	want       string // a kind of JSON Schema
	start, end int
}

// misfits finds the values among the notes that are JSON of another kind than
// wanted.
func misfits(notes []jsonscan.Note) (out []misfit) {
	for i := range notes {
		if n := &notes[i]; n.Rule == "type" && n.End > n.Start && n.Got != jsonscan.KindNull {
			out = append(out, misfit{n.Path, n.Want, n.Start, n.End})
		}
	}
	return out
}

// repaired returns arguments that validate accepts, made from text, which it
// refuses with err, and what was changed. Either all that is wrong is repaired
// or nothing is changed.
//
// The schema directs it: only values are touched that have another kind than it
// wants, so a string stays as it is where a string is wanted. Text that is not
// JSON is only taken out of a fence, never completed or cut.
func repaired(text string, err error, validate func(string) error) (string, []Repair, bool) {
	var repairs []Repair
	for range maxRepairRounds {
		args, ok := as[*ArgsError](err)
		if !ok || args == nil {
			return "", nil, false
		}
		if args.Malformed() {
			inner, ok := unfenced(text)
			if !ok || len(repairs) > 0 {
				return "", nil, false
			}
			text = inner
			repairs = append(repairs, Repair{Kind: RepairFence})
		} else {
			mended, more := mend(text, args.misfits)
			if len(more) == 0 {
				return "", nil, false
			}
			text = mended
			repairs = append(repairs, more...)
		}
		if err = validate(text); err == nil {
			return text, repairs, true
		}
	}
	return "", nil, false
}

// unfenced returns what stands in a Markdown fence that is all of text. The
// first line may name a language.
func unfenced(text string) (string, bool) {
	const fence = "```"
	inner, ok := strings.CutPrefix(strings.Trim(text, " \t\r\n"), fence)
	if !ok {
		return "", false
	}
	if inner, ok = strings.CutSuffix(inner, fence); !ok {
		return "", false
	}
	if line, rest, ok := strings.Cut(inner, "\n"); ok && isWord(strings.Trim(line, " \t\r")) {
		inner = rest
	}
	inner = strings.Trim(inner, " \t\r\n")
	return inner, inner != "" && jsonscan.Syntax(inner, jsonscan.Limits{}) == nil
}

func isWord(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// mend replaces the values of text that can be mended.
func mend(text string, values []misfit) (string, []Repair) {
	values = slices.Clone(values)
	slices.SortFunc(values, func(a, b misfit) int { return a.start - b.start })
	var repairs []Repair
	var out []byte
	done := 0
	for _, v := range values {
		if v.start < done || v.end > len(text) {
			continue
		}
		value, kind := mendValue(text[v.start:v.end], v.want)
		if kind == "" {
			continue
		}
		out = append(append(out, text[done:v.start]...), value...)
		done = v.end
		repairs = append(repairs, Repair{v.path, kind})
	}
	return string(append(out, text[done:]...)), repairs
}

// mendValue returns the JSON text of the value that was meant by value, which
// is not of the kind want. The kind of repair is empty if there is none.
func mendValue(value, want string) (string, RepairKind) {
	first := value[0]
	switch {
	case first == '"':
		s := jsonscan.New(value)
		return mendString(value, s.String(), want)
	case first == '[' || first == '{' || first == 'n':
	case want == "string":
		return `"` + value + `"`, RepairUnquoted
	case want == "array":
		return "[" + value + "]", RepairScalar
	}
	return "", ""
}

// mendString is mendValue for a string with the given content.
func mendString(value, content, want string) (string, RepairKind) {
	trimmed := strings.Trim(content, " \t\r\n")
	opens := byte(0)
	if trimmed != "" {
		opens = trimmed[0]
	}
	valid := func(text string) bool { return jsonscan.Syntax(text, jsonscan.Limits{}) == nil }
	switch want {
	case "object":
		if opens == '{' && valid(trimmed) {
			return trimmed, RepairEncoded
		}
	case "array":
		switch {
		case opens == '[' && valid(trimmed):
			return trimmed, RepairEncoded
		case opens != 0 && opens != '[' && opens != '{' && !looksLikeList(content):
			return "[" + value + "]", RepairScalar
		}
	case "number", "integer":
		if content != "" && (content[0] == '-' || content[0]-'0' <= 9) && content == trimmed && valid(content) {
			return content, RepairQuoted
		}
	case "boolean":
		if content == "true" || content == "false" {
			return content, RepairQuoted
		}
	}
	return "", ""
}

// looksLikeList reports whether a string may hold several elements: then it is
// not one, and where to split it is a guess. Commas are at home in a URI.
func looksLikeList(content string) bool {
	return strings.ContainsAny(content, ",;\n") && !jsonscan.IsURI(content)
}
