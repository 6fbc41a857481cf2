package diag

// Mistakes in directives.
const (
	// MisspelledDirective: a comment that was surely meant as a directive is
	// none, such as "// dsh:tool" with a space, "//dsh:tol" or a block
	// comment. Write it exactly as //dsh:NAME, at the start of a line comment.
	MisspelledDirective Code = "misspelled-directive"

	// MisplacedDirective: a directive stands on something that it cannot
	// describe, or on nothing. //dsh:tool and //dsh:param belong in the doc
	// comment of a function, //dsh:field in the doc or line comment of a
	// struct field, //dsh:enum in the doc comment of a type. A blank line ends
	// a doc comment.
	MisplacedDirective Code = "misplaced-directive"

	// ParamWithoutTool: a function has //dsh:param but no //dsh:tool, so
	// nothing would be generated. Add //dsh:tool or remove the directive.
	ParamWithoutTool Code = "param-without-tool"

	// DirectiveSyntax: the arguments of a directive cannot be read, as after a
	// quote that is never closed. An argument with spaces is quoted as a
	// whole: "default=New York".
	DirectiveSyntax Code = "directive-syntax"

	// UnknownKey: a directive has an argument that it does not know. The
	// message names the nearest key; a description goes in quotes.
	UnknownKey Code = "unknown-key"

	// MissingValue: a key stands without its value, or //dsh:param without the
	// parameter that it is about.
	MissingValue Code = "missing-value"

	// InvalidValue: a value is not of the kind that its key takes, such as
	// minimum=low, or a flag has a value although it takes none.
	InvalidValue Code = "invalid-value"

	// DuplicateKey: a key or a description is given twice for one thing. Keep
	// one of them; only example may be repeated.
	DuplicateKey Code = "duplicate-key"

	// ContradictoryKeys: two keys exclude each other, such as optional and
	// required. Keep one of them.
	ContradictoryKeys Code = "contradictory-keys"

	// SkippedDirective: a directive stands in a file that is not part of the
	// package under the current build constraints, so nothing is generated for
	// it. Run again with the -tags or the GOOS and GOARCH of that file.
	SkippedDirective Code = "skipped-directive"

	// ToolInTest: a tool is declared in a _test.go file. Generated code is
	// part of the package itself and cannot call it: move the function.
	ToolInTest Code = "tool-in-test"
)

// Mistakes that keep a package from being read.
const (
	// SyntaxError: a Go file of the author does not parse. The text is that of
	// the parser, at the place where it gave up.
	SyntaxError Code = "syntax-error"

	// TypeError: a declaration that tools may depend on does not type-check.
	// Errors inside function bodies do not matter to the generator, and names
	// that the generated file will declare are no errors.
	TypeError Code = "type-error"

	// PackageNotFound: a pattern or import path names no package. The text is
	// the go command's own.
	PackageNotFound Code = "package-not-found"

	// PackageError: the go command cannot make sense of a package, for example
	// because two package clauses meet in one folder. The text is its own.
	PackageError Code = "package-error"

	// ImportCycle: packages import each other in a circle. The message lists
	// them in order.
	ImportCycle Code = "import-cycle"

	// ForeignOutput: the file that would be written exists and does not carry
	// the header of this generator, so it is left alone. Rename or remove it.
	ForeignOutput Code = "foreign-output"
)

// Mistakes in what is annotated.
const (
	// NotATool: a declaration that no generated code could call, such as init
	// or a generic function, is annotated as a tool.
	NotATool Code = "not-a-tool"

	// ToolName: the name of a tool is outside of what every large provider
	// accepts: 1 to 64 letters, digits, '_' and '-'. Choose one with
	// //dsh:tool NAME.
	ToolName Code = "tool-name"

	// DuplicateTool: two tools of a package have one name. Name one of them
	// with //dsh:tool NAME.
	DuplicateTool Code = "duplicate-tool"

	// NameCollision: a name that the generated file declares is declared
	// already, by the author or for another tool. Rename one of the two.
	NameCollision Code = "name-collision"

	// BuildConstraint: tools of one package stand in files with different
	// //go:build lines, and the generated file can have only one.
	BuildConstraint Code = "build-constraint"

	// InvalidTimeout: timeout= is not a Go duration greater than 0.
	InvalidTimeout Code = "invalid-timeout"

	// UnknownParam: //dsh:param names a parameter that the function does not
	// have.
	UnknownParam Code = "unknown-param"

	// UnnamedParam: a parameter has no name, so its property would have none.
	// Only context.Context and *runtime.Execution may be unnamed.
	UnnamedParam Code = "unnamed-param"

	// ContextPosition: context.Context is not the first parameter.
	ContextPosition Code = "context-position"

	// ResultShape: a function returns something other than nothing, error, T
	// or (T, error).
	ResultShape Code = "result-shape"

	// PropertyName: the name of a property is outside of what every large
	// provider accepts: 1 to 64 letters, digits, '_', '.' and '-'.
	PropertyName Code = "property-name"

	// MissingDescription: a model is told nothing about a property that it must
	// send. This is a warning. Write a comment beside the parameter, a
	// "- name: text" item in the function's doc comment, or a doc comment on
	// the struct field.
	MissingDescription Code = "missing-description"

	// DuplicateProperty: two parameters or fields would be one property.
	DuplicateProperty Code = "duplicate-property"

	// InvalidTag: a struct tag does not mean what it seems to mean.
	InvalidTag Code = "invalid-tag"

	// UnsupportedType: a type has no JSON form, or none that the generator can
	// decode yet.
	UnsupportedType Code = "unsupported-type"

	// RecursiveType: a type contains itself in a way that has no JSON form.
	RecursiveType Code = "recursive-type"

	// CompanionSignature: a function that belongs to a tool by its name, such
	// as PresentSearchCall or SearchParallel, has another signature, there are
	// two of it, or the tool is parallel anyway. Change the signature, or the
	// name if it is meant for something else.
	CompanionSignature Code = "companion-signature"

	// UnmatchedCompanion: a function makes a card or classifies calls, and its
	// name is nearly that of a tool's presenter or classifier. Spell it right.
	UnmatchedCompanion Code = "unmatched-companion"

	// InvalidConstraint: a constraint does not fit its type, or no value could
	// meet it.
	InvalidConstraint Code = "invalid-constraint"

	// InvalidPattern: a pattern is no regular expression, or one that
	// ECMA-262, the language of schemas, and RE2, the engine of Go, read
	// differently. The message says what to write instead.
	InvalidPattern Code = "invalid-pattern"

	// InvalidDefault: a default or example is no value of its type, or breaks
	// the constraints beside it.
	InvalidDefault Code = "invalid-default"
)
