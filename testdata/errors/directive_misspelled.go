package fixture

// Space has a space behind the slashes.
//
// want+1 "no space may follow the slashes: write //dsh:tool" "misspelled-directive"
// dsh:tool readonly
func Space(q string) {}

// Letter lacks one.
//
// want+2 "did you mean //dsh:tool\\?" "misspelled-directive"
//
//dsh:tol
func Letter(q string) {}

// Case has a capital.
//
// want+1 "did you mean //dsh:tool\\?" "misspelled-directive"
// Dsh:tool
func Case(q string) {}

// want+1 "a directive must be a line comment" "misspelled-directive"
/*dsh:tool*/
func Block(q string) {}

// Unknown has a directive that does not exist.
//
// want+2 "the directives are //dsh:tool, //dsh:param" "misspelled-directive"
//
//dsh:banana
func Unknown(q string) {}
