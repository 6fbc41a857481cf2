package fixture

import "context"

// Get gets.
//
// want+2 "Get has no parameter \"citty\": did you mean city\\?" "unknown-param"
//
//dsh:param citty minLength=1
//dsh:tool
func Get(city string) {}

// Unnamed has parameters without names.
//
//dsh:tool
func Unnamed(string, int) {} // want "parameter 1 of Unnamed has no name" "unnamed-param" "parameter 2 of Unnamed has no name" "unnamed-param"

// Blank has one too.
//
//dsh:tool
func Blank(_ string) {} // want "parameter 1 of Blank has no name" "unnamed-param"

// Late takes its context last.
//
//dsh:tool
func Late(city string, ctx context.Context) {} // want "context.Context must be the first parameter" "context-position"

// Two returns two values.
//
//dsh:tool
func Two(city string) (string, int) { return "", 0 } // want "Two must return nothing, error, T or \\(T, error\\)" "result-shape"

// First returns its error first.
//
//dsh:tool
func First(city string) (error, string) { return nil, "" } // want "must return nothing, error, T or" "result-shape"

// Chan has types without a JSON form.
//
//dsh:tool
func Chan(c chan int, f func(), z complex128) {} // want "chan int has no JSON form" "unsupported-type" "func\\(\\) has no JSON form" "unsupported-type" "complex128 has no JSON form" "unsupported-type"
