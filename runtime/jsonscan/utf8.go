package jsonscan

import (
	"math/bits"
	"unicode/utf8"
)

// UTF-8 by RFC 3629, section 4.

// sequence returns the length of the UTF-8 sequence of two or more bytes at i,
// 0 if there is none.
func sequence(text string, i int) int {
	t := text[i:]
	c := t[0]
	switch {
	case c < 0xc2:
		return 0
	case c < 0xe0:
		if len(t) >= 2 && t[1]&0xc0 == 0x80 {
			return 2
		}
	case c < 0xf0:
		if len(t) >= 3 && t[1]&0xc0 == 0x80 && t[2]&0xc0 == 0x80 &&
			(c != 0xe0 || t[1] >= 0xa0) && (c != 0xed || t[1] < 0xa0) {
			return 3
		}
	case c < 0xf5:
		if len(t) >= 4 && t[1]&0xc0 == 0x80 && t[2]&0xc0 == 0x80 && t[3]&0xc0 == 0x80 &&
			(c != 0xf0 || t[1] >= 0x90) && (c != 0xf4 || t[1] < 0x90) {
			return 4
		}
	}
	return 0
}

// sequencesIn checks the sequences of the block at i: other has a bit for each
// byte that is not ASCII, leads for each that begins a sequence. Of both only
// those count that mask has a bit for. Open
// has bits for the bytes of a sequence that began before the block; it returns
// those for the next block, and whether this one is valid.
func sequencesIn(text string, i int, other, leads, mask, open uint64) (uint64, bool) {
	if i+blockSize+utf8.UTFMax > len(text) {
		return lastSequences(text, i, mask, open)
	}
	t := text[i : i+blockSize+utf8.UTFMax]
	covered, last, at := open, uint64(0), 0
	// Each lead byte is compared with what must follow it as one word and without
	// branches, since texts mix lengths. The next sequence is found by its lead
	// byte, not by going on from this one.
	for leads &= mask; leads != 0; leads &= leads - 1 {
		k := bits.TrailingZeros64(leads) & (blockSize - 1)
		w := uint32(t[k]) | uint32(t[k+1])<<8 | uint32(t[k+2])<<16 | uint32(t[k+3])<<24
		s := &shapes[shapeOf[w&0x3f]&7]
		if w&s.mask != s.bytes || (w>>8-s.low)&0xff > s.more {
			return 0, false
		}
		covered |= s.cover << k
		last, at = s.cover, k
	}
	return last >> 1 >> (blockSize - 1 - at), other&mask&^covered == 0 // else a byte follows nothing
}

// lastSequences is sequencesIn near to the end of the text.
func lastSequences(text string, i int, mask, open uint64) (uint64, bool) {
	k := bits.Len64(open)
	for k < bits.Len64(mask) && i+k < len(text) {
		if text[i+k] < utf8.RuneSelf {
			k++
			continue
		}
		n := sequence(text, i+k)
		if n == 0 {
			return 0, false
		}
		k += n
	}
	return 1<<max(0, k-blockSize) - 1, true
}

// shape is what a lead byte demands.
type shape struct {
	mask, bytes uint32 // the bits that tell sequences of this length, and what they are
	low, more   uint32 // the least second byte, and how many more there are
	cover       uint64 // a bit for each byte of the sequence
}

var shapes = [...]shape{
	{0, 1, 0, 0, 0}, // no lead byte: nothing equals this
	{0xc0e0, 0x80c0, 0x80, 0x3f, 0b11},
	{0xc0c0f0, 0x8080e0, 0x80, 0x3f, 0b111},
	{0xc0c0f0, 0x8080e0, 0xa0, 0x1f, 0b111}, // e0: no overlong forms
	{0xc0c0f0, 0x8080e0, 0x80, 0x1f, 0b111}, // ed: no surrogates
	{0xc0c0c0f8, 0x808080f0, 0x80, 0x3f, 0b1111},
	{0xc0c0c0f8, 0x808080f0, 0x90, 0x2f, 0b1111}, // f0: no overlong forms
	{0xc0c0c0f8, 0x808080f0, 0x80, 0x0f, 0b1111}, // f4: nothing beyond U+10FFFF
}

// shapeOf is the index in shapes for each of the bytes 0xc0 to 0xff.
const shapeOf = "\x00\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01" +
	"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01" +
	"\x03\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x04\x02\x02" +
	"\x06\x05\x05\x05\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
