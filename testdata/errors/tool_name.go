package fixture

// Dotted has a name that one provider takes and another refuses.
//
// want+2 "tool name \"get.weather\": providers accept 1 to 64 letters" "tool-name"
//
//dsh:tool get.weather
func Dotted() {}

// Long has 65 characters.
//
// want+2 "providers accept 1 to 64" "tool-name"
//
//dsh:tool aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
func Long() {}

// Größe has a letter outside of ASCII.
//
//dsh:tool
func Größe() {} // want "tool name \"größe\"" "tool-name"
