package jsonscan

import "math/bits"

// Eight bytes at a time: a word holds its first byte in the lowest bits.

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load returns the first eight bytes of t. The compiler makes one load of it
// where the machine has unaligned little-endian loads.
func load(t string) uint64 {
	_ = t[7]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// special marks, in the high bit of each byte, those bytes of w that end a run
// of plain ones in a string: the quote, the backslash, control characters and
// whatever is not ASCII. Borrows may also mark plain bytes behind the first
// marked one, so only the lowest mark counts.
func special(w uint64) uint64 {
	return (((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones) | w) & highs
}

// store writes w to the first eight bytes of b.
func store(b []byte, w uint64) {
	_ = b[7]
	b[0], b[1], b[2], b[3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
	b[4], b[5], b[6], b[7] = byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56)
}

// backslashes marks the backslashes of w, exactly up to the lowest mark.
func backslashes(w uint64) uint64 {
	w ^= '\\' * ones
	return (w - ones) &^ w & highs
}

// first returns the number of the byte with the lowest mark.
func first(marks uint64) int { return bits.TrailingZeros64(marks) >> 3 }

// plainEnd returns the index of the first byte from i on that is not plain.
func plainEnd(text string, i int) int {
	for i <= len(text)-8 {
		if m := special(load(text[i : i+8])); m != 0 {
			return i + first(m)
		}
		i += 8
	}
	for i < len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x80 {
			return i
		}
		i++
	}
	return i
}
