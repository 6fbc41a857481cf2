package jsonscan

import (
	"math/bits"
	"unicode/utf8"
)

// The content of a string is what stands between its quotes.

// scanString returns the index of the quote that ends the string whose content
// begins at i, and by how many bytes the content is longer than what it says:
// 0 exactly if it has no escapes. The index is -1 if the string is not valid.
func scanString(text string, i int) (end, longer int) {
	end = plainContent(text, i)
	if end >= 0 && text[end] != '"' {
		size, quote := unescape(nil, text, i, end)
		return quote, quote - i - size
	}
	return end, 0
}

// shortContent returns the index of the quote that ends the content at i if that
// is plain ASCII and short, else -1.
func shortContent(text string, i int) int {
	if i < 0 || i > len(text)-16 {
		return lastContent(text, i)
	}
	m := special(load(text[i : i+8]))
	if m == 0 {
		i += 8
		if m = special(load(text[i : i+8])); m == 0 {
			return -1
		}
	}
	if i += first(m); text[i] != '"' {
		return -1
	}
	return i
}

// lastContent is shortContent near to the end of the text.
func lastContent(text string, i int) int {
	if len(text) < 8 {
		return -1
	}
	m := special(endWord(text, i))
	if m == 0 {
		i += 8
		m = special(endWord(text, i)) // zeros behind the text are special
	}
	if i += first(m); i < len(text) && text[i] == '"' {
		return i
	}
	return -1
}

// plainContent returns the index of the first quote or backslash from i on, -1
// if something stands before it that is not valid in a string.
func plainContent(text string, i int) int {
	for {
		if i >= 0 && i <= len(text)-8 {
			m := special(load(text[i : i+8]))
			if m == 0 {
				i += 8
				continue
			}
			i += first(m)
		} else if i = plainEnd(text, i); i >= len(text) {
			return -1
		}
		c := text[i]
		if c == '"' || c == '\\' {
			return i
		}
		if c < ' ' {
			return -1
		}
		for c >= utf8.RuneSelf {
			n := 0
			switch {
			case c < 0xe0 && c >= 0xc2 && i+1 < len(text) && text[i+1]&0xc0 == 0x80:
				n = 2
			case c > 0xe0 && c < 0xed && i+2 < len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80:
				n = 3
			default:
				if n = sequence(text, i); n == 0 {
					return -1
				}
			}
			if i += n; i >= len(text) {
				return -1
			}
			c = text[i]
		}
	}
}

// unescape reads string content in one pass: it finds the quote that ends it,
// checks escapes and UTF-8, and writes what the content says to dst, which must
// have room for that. With no dst it only counts. The content begins at start
// and is plain up to i. It returns the size of what it says and the index of the
// quote, -1 if the string is not valid.
func unescape(dst []byte, text string, start, i int) (size, end int) {
	size = i - start
	var done bool
	if dst != nil {
		copy(dst, text[start:i])
		size, i, done = unescapeWords(dst, size, text, i)
	} else {
		size, i, done = countWords(size, text, i)
	}
	if done {
		return size, i
	}
	return unescapeBlocks(dst, size, text, i)
}

// wordsAhead is how much content unescapeWords reads: what it is better at.
const wordsAhead = 2048

// unescapeWords writes what the content from i on says to dst[size:], up to its
// end, or for some hundred bytes, or as far as it can. It returns how far it
// came, and whether the string ends there.
//
// It copies words before it looks at them: what is wrong of one is written over.
func unescapeWords(dst []byte, size int, text string, i int) (int, int, bool) {
	text = text[:min(len(text), i+wordsAhead)]
	dst = dst[:len(dst):len(dst)]
	for i >= 0 && i <= len(text)-8 && size >= 0 && size <= len(dst)-8 {
		w := load(text[i : i+8])
		store(dst[size:size+8], w)
		m := special(w)
		if m == 0 {
			i += 8
			size += 8
			continue
		}
		i += first(m)
		size += first(m)
		c := text[i]
		for c == '\\' && i+2 < len(text) {
			short := escaped[text[i+1]]
			if short == 0 {
				n, r := escape(text, i)
				if n == 0 || size+utf8.UTFMax > len(dst) {
					return size, i, false
				}
				i += n
				size += utf8.EncodeRune(dst[size:size+utf8.UTFMax], r)
				break
			}
			dst[size] = short
			size++
			i += 2
			c = text[i]
		}
		if c == '"' {
			return size, i, true
		}
		for c >= utf8.RuneSelf {
			if i+4 >= len(text) || size+4 > len(dst) {
				return size, i, false
			}
			t, d := text[i:i+4], dst[size:size+4]
			d[0], d[1], d[2], d[3] = t[0], t[1], t[2], t[3]
			n := 0
			switch {
			case c < 0xe0 && c >= 0xc2 && t[1]&0xc0 == 0x80:
				n = 2
			case c > 0xe0 && c < 0xed && t[1]&0xc0 == 0x80 && t[2]&0xc0 == 0x80:
				n = 3
			default:
				if n = sequence(text, i); n == 0 {
					return size, i, false
				}
			}
			i += n
			size += n
			c = text[i]
		}
		if c < ' ' {
			return size, i, false
		}
	}
	return size, i, false
}

// countWords is unescapeWords without a place to write to.
func countWords(size int, text string, i int) (int, int, bool) {
	text = text[:min(len(text), i+wordsAhead/8)]
	for i >= 0 && i <= len(text)-8 {
		m := special(load(text[i : i+8]))
		if m == 0 {
			i += 8
			size += 8
			continue
		}
		i += first(m)
		size += first(m)
		c := text[i]
		for c == '\\' && i+2 < len(text) && escaped[text[i+1]] != 0 {
			size++
			i += 2
			c = text[i]
		}
		if c == '"' {
			return size, i, true
		}
		if c == '\\' || c < ' ' {
			return size, i, false
		}
		for c >= utf8.RuneSelf {
			n := 0
			switch {
			case i+4 >= len(text):
				return size, i, false
			case c < 0xe0 && c >= 0xc2 && text[i+1]&0xc0 == 0x80:
				n = 2
			case c > 0xe0 && c < 0xed && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80:
				n = 3
			default:
				if n = sequence(text, i); n == 0 {
					return size, i, false
				}
			}
			i += n
			size += n
			c = text[i]
		}
	}
	return size, i, false
}

// unescapeBlocks does what unescape does from i on, where size bytes have been
// written.
//
// It goes from block to block of 64 bytes, finds all bytes in it that matter at
// once, and then goes from one of those to the next. That way no step waits for
// the one before it to be loaded and looked at, as it would in going from word
// to word, and the machine does not guess where runs end. Short strings are not
// worth it.
func unescapeBlocks(dst []byte, size int, text string, i int) (int, int) {
	var open uint64 // bytes of the block that end a sequence from before it
	for i < len(text) {
		var stops uint64
		var other bool
		if dst != nil {
			size, i, open = copyBlocks(dst, size, text, i, open)
		} else {
			size, i, open = countBlocks(size, text, i, open)
		}
		if i+blockSize <= len(text) {
			stops, other = block(text[i : i+blockSize])
		} else {
			stops, other = lastBlock(text, i)
		}
		inside := ^uint64(0) // bytes of the block that belong to the string
		run := 0             // bytes of the block that have been read
		end := -1
		for {
			var n int
			switch {
			case dst == nil:
				n, run, stops = countEscapes(text[i:], run, stops)
			case i+reach <= len(text) && size+reach <= len(dst):
				n, run, stops = copyEscapes((*[reach]byte)(dst[size:]), text[i:i+reach], run, stops)
			default:
				n, run, stops = copyLastEscapes(dst[size:], text[i:], run, stops)
			}
			size += n
			if stops == 0 {
				break
			}
			p := i + run
			if p >= len(text) {
				return 0, -1
			}
			if text[p] == '"' {
				inside, end = 1<<run-1, p
				break
			}
			if text[p] != '\\' {
				return 0, -1
			}
			n, r := escape(text, p)
			if n == 0 {
				return 0, -1
			}
			if dst != nil {
				utf8.EncodeRune(dst[size:min(size+utf8.UTFMax, len(dst))], r)
			}
			size += utf8.RuneLen(r)
			run += n
			stops &= ^uint64(0) << run
		}
		if other {
			var ok bool
			if open, ok = sequencesIn(text, i, inside, open); !ok {
				return 0, -1
			}
		}
		if end >= 0 {
			return size, end
		}
		i += max(run, blockSize)
	}
	return 0, -1
}

// copyBlocks writes what whole blocks of text from i on say, as long as they have
// no other escapes than those of two bytes. It returns how far it came. Open is
// as in sequencesIn.
func copyBlocks(dst []byte, size int, text string, i int, open uint64) (int, int, uint64) {
	for i >= 0 && i <= len(text)-reach && size >= 0 && size <= len(dst)-reach {
		stops, other := block(text[i : i+blockSize])
		n, run, rest := copyEscapes((*[reach]byte)(dst[size:]), text[i:i+reach], 0, stops)
		if rest != 0 {
			break
		}
		if other {
			next, ok := sequencesIn(text, i, ^uint64(0), open)
			if !ok {
				break
			}
			open = next
		}
		size += n
		i += max(run, blockSize)
	}
	return size, i, open
}

// countBlocks is copyBlocks without a place to write to.
func countBlocks(size int, text string, i int, open uint64) (int, int, uint64) {
	for i >= 0 && i <= len(text)-blockSize-1 {
		t := text[i : i+blockSize+1]
		stops, other := block(t)
		escapes, read := 0, blockSize
		for stops != 0 {
			k := bits.TrailingZeros64(stops) & (blockSize - 1)
			if t[k] != '\\' || escaped[t[k+1]] == 0 {
				return size, i, open
			}
			escapes++
			read = max(read, k+2)
			low := stops & -stops
			stops &^= low | low<<1
		}
		if other {
			next, ok := sequencesIn(text, i, ^uint64(0), open)
			if !ok {
				break
			}
			open = next
		}
		size += read - escapes
		i += read
	}
	return size, i, open
}

// reach is how far copyEscapes reads and writes: half a block beyond a block.
const reach = blockSize + blockSize/2

// copyEscapes writes what a block of content says, from byte run of t on, up to
// the first of stops that is no escape of two bytes, or to the end of the block.
// It returns how many bytes it wrote, how many it has read, and what remains of
// stops. Words that it writes may reach beyond a run: what follows is written
// over that. The masks change nothing; they tell the compiler so.
func copyEscapes(dst *[reach]byte, t string, run int, stops uint64) (n, read int, rest uint64) {
	t = t[:reach]
	for stops != 0 {
		k := bits.TrailingZeros64(stops) & (blockSize - 1)
		copyHalf(dst, n, t, run)
		if k-run > blockSize/2 {
			copyHalf(dst, n+blockSize/2, t, run+blockSize/2)
		}
		n += k - run
		run = k
		short := escaped[t[k+1]]
		if t[k] != '\\' || short == 0 {
			return n, run, stops
		}
		dst[n&(blockSize-1)] = short
		n++
		run += 2
		low := stops & -stops
		stops &^= low | low<<1
	}
	if run < blockSize {
		copyHalf(dst, n, t, run)
		if run < blockSize/2 {
			copyHalf(dst, n+blockSize/2, t, run+blockSize/2)
		}
		n += blockSize - run
		run = blockSize
	}
	return n, run, 0
}

// copyLastEscapes is copyEscapes where there is no such room.
func copyLastEscapes(dst []byte, t string, run int, stops uint64) (n, read int, rest uint64) {
	for stops != 0 {
		k := bits.TrailingZeros64(stops)
		if k > len(t) {
			k = len(t)
		}
		n += copy(dst[n:], t[run:k])
		run = k
		if k+1 >= len(t) || t[k] != '\\' || escaped[t[k+1]] == 0 {
			return n, run, stops
		}
		dst[n] = escaped[t[k+1]]
		n++
		run += 2
		low := stops & -stops
		stops &^= low | low<<1
	}
	if run < blockSize {
		n += copy(dst[n:], t[run:min(blockSize, len(t))])
		run = blockSize
	}
	return n, run, 0
}

// countEscapes is copyEscapes without a place to write to.
func countEscapes(t string, run int, stops uint64) (n, read int, rest uint64) {
	for stops != 0 {
		k := bits.TrailingZeros64(stops)
		n += k - run
		run = k
		if k+1 >= len(t) || t[k] != '\\' || escaped[t[k+1]] == 0 {
			return n, run, stops
		}
		n++
		run += 2
		low := stops & -stops
		stops &^= low | low<<1
	}
	if run < blockSize {
		n += blockSize - run
		run = blockSize
	}
	return n, run, 0
}

// copyHalf copies half a block from t[from:] to dst[to:]. The compiler makes two
// moves of it.
func copyHalf(dst *[reach]byte, to int, t string, from int) {
	to &= blockSize - 1
	from &= blockSize - 1
	d, f := dst[to:to+blockSize/2], t[from:from+blockSize/2]
	copy(d[:16], f[:16])
	copy(d[16:], f[16:])
}
