// Package gen turns annotated Go functions into the source of tools.
//
// The stages, each a package under internal with data flowing one way:
//
//	author's .go ─load→ syntax and types ─resolve→ model ─schema→ JSON text ┐
//	                        (directive)              └──────────────────────┴─emit→ File
//
// load asks the go command for the packages, once for all patterns. resolve
// reads the annotated functions into a model, which is plain data. schema
// writes JSON Schema documents from it, emit the Go source. Each stage returns
// values and a list of diagnostics (diag); nothing prints, exits or writes.
//
// [Generate] runs them all. Its result is data, too: what to write where, the
// catalog of tools and every diagnostic. [File.Write] puts one file in place,
// [File.Stale] and [File.Diff] only compare.
package gen
