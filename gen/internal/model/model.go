// Package model is what the generator knows about a package once its source
// has been read: plain data, built once by resolve, then only read by schema
// and emit. It holds no syntax trees and no go/types values, so that the
// stages behind it can be understood, tested and dumped by themselves.
//
// From a Go function to its model:
//
//	//dsh:tool readonly                      Tool{Name: "search", ReadOnly: true,
//	func Search(                               Args: Object{Fields:
//	    ctx context.Context,                     (Params[0] is ParamContext)
//	    query string,                            Field{JSON: "query", Required: true, Type: String{}}
//	    limit *int,                              Field{JSON: "limit", Type: Pointer{Int{}}}
//	    tags ...string,                          Field{JSON: "tags", Type: Slice{String{}}}
//	) ([]Hit, error)                         }, Result: Result{Kind: ResultValue, Type: Slice{Object}}}
//
// Everything is in source order. Names of the output (functions, constants,
// import aliases) are chosen by emit and never stored here.
package model

import (
	"go/token"
	"time"
)

// Package is the input of one generated file.
type Package struct {
	Name       string // package clause
	Path       string // import path
	Dir        string // folder of the sources
	Constraint string // the //go:build expression that all tool sources share, or ""
	Tools      []*Tool

	// Declared holds every identifier at package level, those of tests and of
	// files behind build constraints included. Generated names must avoid it.
	Declared map[string]token.Position

	// Imported holds the names of imports in the package's files. They may be
	// used for imports again, but not at package level.
	Imported map[string]token.Position
}

// Tool is one annotated function or method.
type Tool struct {
	Pos         token.Position // of the function's name
	Func        string         // Go name of the function
	Receiver    *Receiver      // nil for a function
	Name        string         // what the model calls
	Description string

	ReadOnly, Destructive, Idempotent, OpenWorld, Parallel bool

	// Functions of the author that belong to the tool by their names, "" for
	// none: they make its cards, and say which calls may overlap others.
	PresentCall, PresentResult, Classifier string

	Timeout time.Duration // 0 is none
	Params  []Param       // in the order of the signature
	Args    *Object       // the arguments, as one object
	Result  Result
}

// OwnArgs reports whether the author's struct is the argument object: then no
// argument type is generated.
func (t *Tool) OwnArgs() bool {
	for _, p := range t.Params {
		if p.Kind == ParamArgs {
			return true
		}
	}
	return false
}

// Receiver is the type that a tool's method belongs to.
type Receiver struct {
	Type    string // name of the type, which is in the package itself
	Pointer bool   // declared on *Type
}

// ParamKind says where the value of a parameter comes from.
type ParamKind int

const (
	ParamField     ParamKind = iota // a property of the arguments
	ParamArgs                       // all arguments, in the author's struct
	ParamContext                    // the context of the call
	ParamExecution                  // the *runtime.Execution of the call
)

// Param is one parameter of the author's function.
type Param struct {
	Kind     ParamKind
	Field    int  // ParamField: index into Tool.Args.Fields
	Variadic bool // ParamField: passed on with "..."
	Pointer  bool // ParamArgs: the function takes a pointer to the struct
}

// ResultKind says how the first result reaches the model.
type ResultKind int

const (
	ResultNone     ResultKind = iota // no result, or only an error
	ResultText                       // a string: plain text
	ResultContent                    // runtime.Content
	ResultContents                   // []runtime.Content
	ResultReturn                     // runtime.Return
	ResultValue                      // anything else: its JSON
)

// Result describes what the author's function returns.
type Result struct {
	Kind  ResultKind
	Error bool // the last result is an error
	Type  Type // ResultValue: the type that is encoded; ResultText: its spelling
}
