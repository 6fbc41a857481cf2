package jsonscan

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// maxNear is the length of the longest names that are compared, in bytes.
const maxNear = 64

// nearest returns the name that text was probably meant to be, "" if none is
// near: one that differs in case, or in how its words are joined, or by few
// edits, or that text is a part of. It allocates nothing.
func nearest(text string, names []string) string {
	if text == "" || len(text) > maxNear {
		return ""
	}
	var room, room2 [maxNear]rune
	folded := fold(room[:0], text)
	best, distance := "", len(folded)/3+1
	for _, n := range names {
		if len(n) > maxNear {
			continue
		}
		f := fold(room2[:0], n)
		if slices.Equal(f, folded) {
			return n
		}
		if d := edits(folded, f, distance); d < distance {
			best, distance = n, d
		}
	}
	if best != "" || len(folded) < 3 {
		return best
	}
	for _, n := range names { // such as file for file_path
		if len(n) > maxNear {
			continue
		}
		if f := fold(room2[:0], n); len(f) >= 3 && (contains(f, folded) || contains(folded, f)) {
			return n
		}
	}
	return ""
}

// fold appends the letters and digits of text in one case.
func fold(dst []rune, text string) []rune {
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			c := byte(r)
			if c-'A' < 26 {
				c += 'a' - 'A'
			}
			if c-'a' < 26 || isDigit(c) {
				dst = append(dst, rune(c))
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			dst = append(dst, unicode.ToLower(unicode.ToUpper(r)))
		}
	}
	return dst
}

func contains(text, part []rune) bool {
	for i := 0; i+len(part) <= len(text); i++ {
		if slices.Equal(text[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// edits returns the distance of a and b, which have at most maxNear runes, in
// insertions, deletions, changes and swaps of neighbours, or at least limit if
// it is not less than that.
func edits(a, b []rune, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	// Only cells within limit of the diagonal can count.
	const far = 200
	var rows [3][maxNear + 1]uint8
	before, row, next := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		row[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		next[from-1] = far
		if from == 1 {
			next[0] = uint8(i)
		}
		if i > 1 && to == i+limit {
			row[to] = far
		}
		least := next[from-1]
		for j := from; j <= to; j++ {
			cost := uint8(1)
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if int(least) > limit { // a swap can win one back
			return limit
		}
		before, row, next = row, next, before
	}
	return int(row[len(b)])
}
