package jsonscan

import "math/bits"

// Eight bytes at a time: a word holds its first byte in the lowest bits. A mark
// is the high bit of a byte of a word.

const (
	ones  = 0x0101010101010101
	lows  = 0x7f7f7f7f7f7f7f7f
	highs = 0x8080808080808080
)

// load returns the first eight bytes of t. The compiler makes one load of it
// where the machine has unaligned little-endian loads.
func load(t string) uint64 {
	_ = t[7]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// store writes w to the first eight bytes of b.
func store(b []byte, w uint64) {
	_ = b[7]
	b[0], b[1], b[2], b[3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
	b[4], b[5], b[6], b[7] = byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56)
}

// special marks those bytes of w that end a run of plain ones in a string: the
// quote, the backslash, control characters and whatever is not ASCII. Borrows
// may also mark plain bytes behind the first marked one, so only the lowest
// mark counts.
func special(w uint64) uint64 {
	return (((w ^ words[0]) - words[1]) | ((w ^ words[2]) - words[3]) | w) & words[4]
}

// words are the constants of special. In memory they are operands; the compiler
// would load constants that wide anew for each word.
var words = [...]uint64{0x02 * ones, 0x21 * ones, '\\' * ones, ones, highs}

// first returns the number of the byte with the lowest mark.
func first(marks uint64) int { return bits.TrailingZeros64(marks) >> 3 }

// within marks, exactly, all bytes of w but those that cannot stand in a string
// as they are: the quote, the backslash and control characters. No byte of a sum
// exceeds 255, so none carries into the next one.
func within(w uint64) uint64 {
	l := w & lows
	return (((l^'\\'*ones)+0x7f*ones)&((l^0x02*ones)+0x5f*ones) | w) & highs
}

// gather returns the marks m as eight bits, the first byte's lowest: the bit of
// byte j goes from 8j+7 to 56+j, and no two products meet.
func gather(m uint64) uint64 { return m * 0x0002040810204081 >> 56 }

// blockSize is the number of bytes whose marks fit into one word.
const blockSize = 64

// block returns a bit for each of the first 64 bytes of t that cannot stand in
// a string as it is, for each that is not ASCII, and for each that begins a
// sequence.
func block(t string) (stops, other, leads uint64) {
	_ = t[blockSize-1]
	w0, w1, w2, w3 := load(t), load(t[8:]), load(t[16:]), load(t[24:])
	in := gather(within(w0)) | gather(within(w1))<<8 | gather(within(w2))<<16 | gather(within(w3))<<24
	w4, w5, w6, w7 := load(t[32:]), load(t[40:]), load(t[48:]), load(t[56:])
	in |= gather(within(w4))<<32 | gather(within(w5))<<40 | gather(within(w6))<<48 | gather(within(w7))<<56
	if (w0|w1|w2|w3|w4|w5|w6|w7)&highs != 0 {
		other = gather(w0&highs) | gather(w1&highs)<<8 | gather(w2&highs)<<16 | gather(w3&highs)<<24 |
			gather(w4&highs)<<32 | gather(w5&highs)<<40 | gather(w6&highs)<<48 | gather(w7&highs)<<56
		leads = gather(w0&(w0<<1)&highs) | gather(w1&(w1<<1)&highs)<<8 | gather(w2&(w2<<1)&highs)<<16 | gather(w3&(w3<<1)&highs)<<24 |
			gather(w4&(w4<<1)&highs)<<32 | gather(w5&(w5<<1)&highs)<<40 | gather(w6&(w6<<1)&highs)<<48 | gather(w7&(w7<<1)&highs)<<56
	}
	return ^in, other, leads
}

// lastBlock is block for the fewer than 64 bytes of text from i on. What is
// behind them counts as zeros.
func lastBlock(text string, i int) (stops, other, leads uint64) {
	var in uint64
	for n := 0; n < blockSize && i+n < len(text); n += 8 {
		w := partialWord(text, i+n)
		in |= gather(within(w)) << n
		other |= gather(w&highs) << n
		leads |= gather(w&(w<<1)&highs) << n
	}
	return ^in, other, leads
}

// partialWord returns the word at i, with zeros for what is behind the text.
func partialWord(text string, i int) uint64 {
	if len(text) >= 8 {
		return endWord(text, i)
	}
	var w uint64
	for n := len(text) - 1; n >= i; n-- {
		w = w<<8 | uint64(text[n])
	}
	return w
}

// endWord is partialWord for a text of at least eight bytes.
func endWord(text string, i int) uint64 {
	if i <= len(text)-8 {
		return load(text[i : i+8])
	}
	return load(text[len(text)-8:]) >> (8 * (i + 8 - len(text)))
}

// plainEnd returns the index of the first byte from i on that is not plain.
func plainEnd(text string, i int) int {
	for i >= 0 && i <= len(text)-8 {
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
