package realtools

import (
	"context"
	"fmt"
	"net/url"
	"strings"
)

// WebFetch reads a web page as Markdown.
//
//dsh:tool web_fetch open readonly openworld parallel timeout=30s "Read a web page as Markdown."
//dsh:param address name=url "Address of the page, with http or https"
func WebFetch(ctx context.Context, address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("cannot fetch %q: give an http or https address", address)
	}
	return "page at " + u.Host + u.Path, ctx.Err()
}

// WebSearch searches the web for each of the queries.
//
//   - queries: What to search for
//
//dsh:tool open readonly openworld parallel timeout=30s
func WebSearch(ctx context.Context, queries []string) (string, error) {
	return "results for " + strings.Join(queries, "; "), ctx.Err()
}
