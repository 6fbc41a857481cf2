package fixture

// Direct has a type that does not exist.
//
//dsh:tool
func Direct(a Nope) {} // want "undefined: Nope" "type-error"

// Behind has one inside a type that it uses.
//
//dsh:tool
func Behind(a Holder) {}

// Holder is used by a tool.
type Holder struct {
	A Gone // want "undefined: Gone" "type-error"
}

// Unused has errors that are nobody's business here.
type Unused struct {
	A Missing
}

func body() { return 1 }
