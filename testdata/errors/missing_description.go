package fixture

// Find finds.
//
//   - where: In which folder
//
//dsh:tool
func Find(what string, where string, limit *int, deep bool) {} // want "the tool find says nothing about what it requires: describe what, deep" "missing-description"

// Put puts.
//
//dsh:tool
func Put(a PutArgs) {}

// PutArgs are the arguments of Put.
type PutArgs struct {
	// want+2 "describe key" "missing-description"

	Key   string `json:"key"`
	Value string `json:"value"` // what to put
}
