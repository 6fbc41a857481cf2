package directive

import (
	"fmt"
	"slices"
	"strings"
)

// Kind says what a key takes as its value.
type Kind int

const (
	Flag     Kind = iota // no value
	Int                  // a whole number of at least 0
	Number               // a JSON number
	String               // any text
	Duration             // a Go duration greater than 0
	List                 // texts separated by '|'
	Value                // a value of the type at hand, in plain writing
)

// placeholder is how the manual writes a value.
func (k Kind) placeholder() string {
	switch k {
	case Int, Number:
		return "N"
	case String:
		return "TEXT"
	case Duration:
		return "10s"
	case List:
		return "A|B|C"
	case Value:
		return "VALUE"
	}
	return ""
}

// Key is a key that a directive knows.
type Key struct {
	Name     string
	Kind     Kind
	Repeat   bool   // may be given more than once
	Excludes string // a key that contradicts this one
	Help     string
}

// Form is a directive that exists.
type Form struct {
	Name        string
	Subject     string // what stands in front of the keys: "" or a placeholder
	Description bool   // takes a description in quotes
	Target      string // what it may stand on
	Help        string
	Keys        []Key
}

// Usage is the directive with its arguments in short.
func (f *Form) Usage() string {
	s := "//dsh:" + f.Name
	if f.Subject != "" {
		s += " " + f.Subject
	}
	if f.Name == "enum" {
		return s + " [off]"
	}
	s += " [key] [key=value]"
	if f.Description {
		s += ` ["description"]`
	}
	return s
}

func (f *Form) key(name string) *Key {
	for i := range f.Keys {
		if f.Keys[i].Name == name {
			return &f.Keys[i]
		}
	}
	return nil
}

func (f *Form) keyNames() (names []string) {
	for _, k := range f.Keys {
		names = append(names, k.Name)
	}
	return names
}

// forms is the table of directives. It is never changed.
var forms = []Form{
	{
		Name:        "tool",
		Subject:     "[NAME]",
		Description: true,
		Target:      "the doc comment of a function or method",
		Help: "Makes a tool of the function. The name defaults to the function's in snake case, the description to its " +
			"doc comment.",
		Keys: []Key{
			{Name: "name", Kind: String, Help: "name of the tool, the same as NAME alone"},
			{Name: "readonly", Excludes: "destructive", Help: "changes nothing"},
			{Name: "destructive", Excludes: "readonly", Help: "may delete or overwrite"},
			{Name: "idempotent", Help: "a second call with the same arguments changes nothing more"},
			{Name: "openworld", Help: "reaches beyond the program, such as the web"},
			{Name: "parallel", Help: "may run while other calls of the same step run"},
			{Name: "open", Help: "unknown arguments are ignored instead of refused"},
			{Name: "timeout", Kind: Duration, Help: "longest time that a call may take"},
		},
	},
	{
		Name:        "param",
		Subject:     "PARAMETER",
		Description: true,
		Target:      "the doc comment of a function or method with //dsh:tool",
		Help:        "Describes a parameter of the tool, named as in the source.",
		Keys:        propertyKeys(),
	},
	{
		Name:        "field",
		Description: true,
		Target:      "the doc or line comment of a struct field",
		Help:        "Describes a field of a struct that is, or is part of, a tool's arguments or result.",
		Keys:        propertyKeys(),
	},
	{
		Name:   "enum",
		Target: "the doc comment of a type",
		Help: "Makes the constants of an integer type the only values that are accepted. Constants of a string type are " +
			"an enumeration without it.",
		Keys: []Key{
			{Name: "off", Help: "constants of the type do not limit its values"},
		},
	},
}

// Forms returns the table of directives. The caller owns the slices of the
// result, but shares the keys: they are not to be changed.
func Forms() []Form { return slices.Clone(forms) }

// propertyKeys are the keys of //dsh:param and //dsh:field, which describe the
// same thing: a property. Keywords are those of JSON Schema 2020-12.
func propertyKeys() []Key {
	return []Key{
		{Name: "name", Kind: String, Help: "name of the property"},
		{Name: "optional", Excludes: "required", Help: "may be left out"},
		{Name: "required", Excludes: "optional", Help: "must be given, even for a pointer"},
		{Name: "open", Help: "unknown keys of the object it holds are ignored"},
		{Name: "minimum", Kind: Number, Help: "smallest number"},
		{Name: "maximum", Kind: Number, Help: "largest number"},
		{Name: "exclusiveMinimum", Kind: Number, Help: "numbers must be greater"},
		{Name: "exclusiveMaximum", Kind: Number, Help: "numbers must be smaller"},
		{Name: "multipleOf", Kind: Number, Help: "numbers must be a multiple"},
		{Name: "minLength", Kind: Int, Help: "shortest text, in Unicode code points"},
		{Name: "maxLength", Kind: Int, Help: "longest text, in Unicode code points"},
		{Name: "pattern", Kind: String, Help: "regular expression that must match somewhere in the text"},
		{Name: "format", Kind: String, Help: "date-time, date, time, duration, email, uri, uuid, hostname, ipv4 or ipv6"},
		{Name: "minItems", Kind: Int, Help: "shortest list"},
		{Name: "maxItems", Kind: Int, Help: "longest list"},
		{Name: "uniqueItems", Help: "no item may be repeated"},
		{Name: "enum", Kind: List, Help: "the only values that are accepted"},
		{Name: "default", Kind: Value, Help: "value when it is left out"},
		{Name: "example", Kind: Value, Repeat: true, Help: "a value to show; may be repeated"},
	}
}

// formOf returns the form with a name, nil if there is none.
func formOf(name string) *Form {
	for i := range forms {
		if forms[i].Name == name {
			return &forms[i]
		}
	}
	return nil
}

// Help is the table as text for the manual.
func Help() string {
	var b strings.Builder
	b.WriteString("Directives are line comments without a space behind the slashes. Arguments are separated\n" +
		"by spaces; one that contains spaces is quoted as a whole: \"default=New York\". Any other\n" +
		"quoted argument is a description.\n")
	for _, f := range forms {
		fmt.Fprintf(&b, "\n%s\n\n", f.Usage())
		wrap(&b, "    ", "In "+f.Target+". "+f.Help)
		b.WriteString("\n")
		width := 0
		for _, k := range f.Keys {
			width = max(width, len(k.usage()))
		}
		for _, k := range f.Keys {
			fmt.Fprintf(&b, "    %-*s  %s\n", width, k.usage(), k.Help)
		}
	}
	return b.String()
}

// usage is the key as it is written.
func (k Key) usage() string {
	if k.Kind == Flag {
		return k.Name
	}
	return k.Name + "=" + k.Kind.placeholder()
}

// wrap writes text in lines of up to 90 columns.
func wrap(b *strings.Builder, indent, text string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > 90 {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}
