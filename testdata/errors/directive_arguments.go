package fixture

// Quotes has a quote that is never closed.
//
// want+2 "not closed" "directive-syntax"
//
//dsh:tool "Counts things
func Quotes(n int) {}

// Part quotes half an argument.
//
// want+3 "quote the argument as a whole: \"default=New York\"" "directive-syntax"
//
//dsh:tool
//dsh:param city default="New York"
func Part(city string) {}

// Keys misspells.
//
// want+3 "did you mean readonly\\?" "unknown-key"
// want+3 "did you mean minimum=N\\?" "unknown-key"
//
//dsh:tool keys readony
//dsh:param n minimun=1
func Keys(n int) {}

// Missing leaves values out.
//
// want+3 "timeout needs a value: timeout=10s" "missing-value"
// want+3 "needs the name of a parameter first" "missing-value"
//
//dsh:tool timeout
//dsh:param minimum=1
func Missing(n int) {}

// Values has values of the wrong kind.
//
// want+3 "readonly takes no value" "invalid-value"
// want+3 "minimum needs a number, not \"low\"" "invalid-value" "whole number of at least 0" "invalid-value"
//
//dsh:tool readonly=true
//dsh:param n minimum=low minItems=-1
func Values(n int) {}

// Timeout has a number without a unit.
//
// want+2 "such as 10s" "invalid-timeout"
//
//dsh:tool timeout=10
func Timeout(n int) {}

// Twice repeats.
//
// want+2 "minimum is given twice" "duplicate-key" "required contradicts optional" "contradictory-keys"
//
//dsh:param n minimum=1 minimum=2 optional required
//dsh:tool
func Twice(n int) {}

// Again has two of them.
//
// want+3 "a second //dsh:tool" "duplicate-key"
//
//dsh:tool
//dsh:tool readonly
func Again(n int) {}

// Fields has its faults in a struct.
//
//dsh:tool
func Fields(in struct {
	// want+1 "no key \"readonly\"" "unknown-key"
	A int //dsh:field readonly
}) {
}
