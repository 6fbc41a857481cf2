// Package dshgen is the root of a toolkit that turns plain Go functions into
// tools for language models.
//
// Command dshgen (./cmd/dshgen) reads functions annotated with //dsh:tool and
// writes one dsh_gen.go per package. Package runtime is what that file and an
// agent program link: it runs tool calls through a policy pipeline. Package gen
// is the generator as a library.
//
// The package itself holds no code, only the lines that generate the examples
// and the golden packages of this repository.
package dshgen

//go:generate go tool dshgen -strict -tests ./examples/...
//go:generate go tool dshgen -warn=false ./testdata/golden/...
