package fixture

// Args has the tag option string where it says nothing, or too much.
type Args struct {
	ID    int64    `json:"id,string"`
	Name  string   `json:"name,string"`  // want "would quote a string twice" "unsupported-type"
	Names []string `json:"names,string"` // want "has an effect on booleans and numbers only" "invalid-tag"
	// want+2 "minimum does not apply to a quoted int" "invalid-constraint"
	//
	//dsh:field minimum=1
	Count int `json:"count,string"`
}

// Take takes them.
//
//dsh:tool
func Take(a Args) {}
