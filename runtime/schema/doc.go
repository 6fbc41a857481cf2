// Package schema checks JSON against schemas that are known only at run time,
// and makes tools of them: for plugins, tools of other servers, and answers that
// a program demands from a model as data.
//
// # Words
//
// The subset is the part of JSON Schema 2020-12 that is enforced. A schema that
// says anything else is unsupported, and is told so: [Parse] lists every
// violation with its path. [Extended] admits a wider subset. A program is what a
// schema compiles to: a graph of nodes, immutable, compact, and free of the
// schema's annotations. Alternatives are what anyOf and oneOf list.
//
// # How a text is checked
//
// A program walks the text with the scanner of package runtime/jsonscan, which
// generated decoders use, and builds no values. The first walk only wants a
// verdict and allocates nothing. If that is no, a second one notes all
// violations, and package runtime words them: so paths, rules, order and texts
// are those of generated code, and the two walks cannot disagree, being one.
//
// Where the next value must match one of several schemas, the walk reads it by
// one after the other, from the same place and without noting violations. To keep
// that linear, what a reference leads to is judged once for each place in the
// text, as long as an attempt is open. A required property with a constant that
// tells objects apart is looked at first: then only one alternative is read.
//
// # Where to begin
//
// [Parse] and [Schema.ValidateJSON] for values, [Define] and [Props] for tools,
// [Collect] for answers. docs/schema.md of the module has a program and the
// table of what is accepted.
package schema
