package fixture

// GetPage gets a page.
//
//dsh:tool
func GetPage(url string) {}

// Fetch has the name of the other one.
//
//dsh:tool get_page
func Fetch(url string) {} // want "two tools are named \"get_page\": name one with //dsh:tool NAME" "duplicate-tool"
