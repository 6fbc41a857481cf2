package fixture

// Any is generic.
//
//dsh:tool
func Any[T any](v T) {} // want "Any is generic: write a function for one instance that calls it" "not-a-tool"

//dsh:tool
func init() {} // want "func init cannot be called, so it cannot be a tool" "not-a-tool"

//dsh:tool
func _(a int) {} // want "a function without a name cannot be a tool" "not-a-tool"

// Box is generic.
type Box[T any] struct{ V T }

// Open belongs to a generic type.
//
//dsh:tool
func (b *Box[T]) Open() {} // want "Open belongs to a generic type" "not-a-tool"
