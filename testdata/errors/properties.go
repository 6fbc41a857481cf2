package fixture

// Names has properties that providers refuse.
type Names struct {
	A string `json:"a b"`   // want "property name \"a b\": providers accept" "property-name"
	B string `json:"größe"` // want "property name \"größe\"" "property-name"
}

// Take takes them.
//
//dsh:tool
func Take(n Names) {}

// Twice names two parameters alike.
//
//dsh:tool
//dsh:param b name=a
func Twice(a string, b string) {} // want "two parameters are named \"a\"" "duplicate-property"

// Left and Right are embedded side by side.
type Left struct {
	ID string `json:"id"`
}

// Right has the same property.
type Right struct {
	ID string `json:"id"` // want "two fields of the same depth are named \"id\": encoding/json drops both" "duplicate-property"
}

// Both embeds them.
type Both struct {
	Left
	Right
}

// Tie takes them.
//
//dsh:tool
func Tie(b Both) {}

// Tags has tags that mean something else than they seem to.
type Tags struct {
	A string `json: "a"` // want "malformed struct tag" "invalid-tag"
}

// Tagged takes them.
//
//dsh:tool
func Tagged(t Tags) {}

// Loop contains itself without a struct in between.
type Loop []Loop

// Walk takes one.
//
//dsh:tool
func Walk(l Loop) {} // want "contains itself: put a struct in between" "recursive-type"
