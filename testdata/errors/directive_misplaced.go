package fixture

// want+2 "cannot stand on a variable.*declare the variable's value as a function" "misplaced-directive"
//
//dsh:tool
var Variable = func(q string) {}

// want+2 "cannot stand on a type" "misplaced-directive"
//
//dsh:tool
type Type struct{}

// want+1 "a blank line follows" "misplaced-directive"
//dsh:tool

// Apart is separated from its directive.
func Apart(q string) {}

// InList has a directive beside a parameter.
//
//dsh:tool
func InList(
	// want+1 "belongs in the doc comment above the function" "misplaced-directive"
	q string, //dsh:param q minLength=1
) {
	// want+1 "stands inside a function" "misplaced-directive"
	//dsh:tool
}

// want+1 "no declaration follows" "misplaced-directive"
//dsh:tool
