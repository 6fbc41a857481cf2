package fixture

// Get gets.
//
//dsh:tool
func Get(key string) {} // want "the tool get needs the name GetArgs, which the package declares already: rename one" "name-collision"

// GetArgs is the author's.
type GetArgs struct{}

// HTTPGet and another tool lead to one name.
//
//dsh:tool first
func (s *Store) Get(key string) {}

// Store has a tool.
type Store struct{}

// StoreGet needs the names of Store.Get.
//
//dsh:tool second
func StoreGet(key string) {} // want "the tools first and second both need the name StoreGetTool: rename a function" "name-collision" "both need the name DecodeStoreGet" "name-collision" "both need the name ValidateStoreGet" "name-collision" "both need the name StoreGetArgs" "name-collision"

// Len gives a word of Go another meaning.
func len(x string) int { return 0 } // want "gives the predeclared len another meaning" "name-collision"
