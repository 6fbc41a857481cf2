package fixture

// Search searches.
//
//dsh:tool
func Search(query string) {}

func SearchParallel(query string) bool { return true } // want `SearchParallel belongs to the tool search by its name, so it must be a func\(SearchArgs\) bool` "companion-signature"

func PresentSearchCall(a SearchArgs) string { return "" } // want `must be a func\(SearchArgs\) runtime.CallView` "companion-signature"

// Fetch fetches.
//
//dsh:tool
func Fetch(url string) {}

func FetchParallel(a FetchArgs) bool { return true }
func fetchParallel(a FetchArgs) bool { return true } // want `has both FetchParallel and fetchParallel: keep one` "companion-signature"

// List lists.
//
//dsh:tool
func List(path string) {}

func LstParallel(a ListArgs) bool { return true } // want `LstParallel belongs to no tool: did you mean ListParallel\?` "unmatched-companion"

// Walk walks.
//
//dsh:tool parallel
func Walk(path string) {} // want `WalkParallel says for each call whether it may overlap others, and parallel says always: keep one` "companion-signature"

func WalkParallel(a WalkArgs) bool { return true }
