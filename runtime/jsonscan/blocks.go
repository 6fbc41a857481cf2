package jsonscan

import (
	"math/bits"
	"unicode/utf8"
)

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
		var stops, other, leads uint64
		if dst != nil {
			size, i, open = copyBlocks(dst, size, text, i, open)
		} else {
			size, i, open = countBlocks(size, text, i, open)
		}
		if i+blockSize <= len(text) {
			stops, other, leads = block(text[i : i+blockSize])
		} else {
			stops, other, leads = lastBlock(text, i)
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
		if other != 0 {
			var ok bool
			if open, ok = sequencesIn(text, i, other, leads, inside, open); !ok {
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
		stops, other, leads := block(text[i : i+blockSize])
		n, run, rest := copyEscapes((*[reach]byte)(dst[size:]), text[i:i+reach], 0, stops)
		if rest != 0 {
			break
		}
		if other != 0 {
			next, ok := sequencesIn(text, i, other, leads, ^uint64(0), open)
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
		stops, other, leads := block(t)
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
		if other != 0 {
			next, ok := sequencesIn(text, i, other, leads, ^uint64(0), open)
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
