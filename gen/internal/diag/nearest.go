package diag

import "strings"

// Nearest returns the candidate that s is most likely a misspelling of, "" if
// none is close: one that differs in case only, else the first of those that
// differ least, by at most two letters, or by one where words are short.
func Nearest(s string, candidates []string) string {
	best, least := "", 3
	for _, c := range candidates {
		if strings.EqualFold(s, c) {
			return c
		}
		limit := 2
		if min(len(s), len(c)) < 5 {
			limit = 1
		}
		if d := distance(strings.ToLower(s), strings.ToLower(c)); d <= limit && d < least {
			best, least = c, d
		}
	}
	return best
}

// maxWord bounds the length of words that are compared at all.
const maxWord = 64

// distance counts the bytes that must be inserted, removed, replaced or swapped
// with their neighbour to get from a to b (optimal string alignment).
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	var rows [3][maxWord + 1]int
	two, one, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, one[j]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
