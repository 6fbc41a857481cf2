package runtime

import "strings"

// nearest returns the name that name most likely stands for, or "" when none is
// near: equal but for case and separators, or within a third of its length, or
// two, in changes of single bytes. Of equally near ones it is the first.
func nearest(name string, names []string) string {
	if len(name) > maxName {
		return ""
	}
	best, bestDistance := "", max(len(name)/3, min(len(name)/2, 2))+1
	for _, n := range names {
		if fold(n) == fold(name) {
			return n
		}
		if d := distance(name, n, bestDistance); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	return best
}

// fold takes out what models mix up most: case, and the separator of words.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// distance returns the Levenshtein distance of a and b, or limit if it is not
// below.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal, least := row[0], i+1
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
			least = min(least, cost)
		}
		if least >= limit {
			return limit
		}
	}
	return min(row[len(b)], limit)
}
