// Package docs shows where descriptions come from.
package docs

import "net/http"

// Search finds documents.
// It ranks by date,
// newest first.
//
// The second paragraph stays a paragraph, with
// "quotes", `ticks` and a <tag>.
//
//   - query: What to look for,
//     over two lines
//   - limit: Most hits
//
// See also:
//
//   - not a parameter
//
//   - another remark: with a colon
//
//     code stays
//     as it is
//
// Deprecated: use [Find] or [net/http.Client] instead.
//
//go:noinline
//nolint:all
//dsh:tool
func Search(query string, limit int) string { return query }

// Find finds.
//
//   - a: from the list
//
//dsh:tool "The quoted text wins."
//dsh:param b "from the directive"
func Find(
	a string,
	b string, // beside b
	c string, // beside c
	d, e string, // beside neither
) string {
	return a
}

// Doc is a document.
type Doc struct {
	// Title has a doc
	// comment of two lines.
	Title string `json:"title"`
	Body  string `json:"body"` // a line comment
	//dsh:field "from a directive"
	Author string `json:"author"`
	// description=The number. mode=fast looks like an option.
	N    int  `json:"n"`
	Bare bool `json:"bare"`
}

// Store stores.
//
//dsh:tool
func Store(doc Doc, client *string) string { return http.MethodPut }

//dsh:tool
func Undocumented(q string) string { return q }
