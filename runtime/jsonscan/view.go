package jsonscan

import (
	"strings"
	"unsafe"
)

// This file holds the only uses of unsafe in this package. Both are for the one
// buffer that the strings with escapes of a text share.

// view returns the bytes of b as a string without copying them. Whoever calls
// it must not change the bytes as long as the string is in use: the buffer of a
// filling scanner is only written to behind what has been returned, and the
// strings of a checking scanner live until the next read.
//
// Without it every string with escapes costs one more allocation and copy when
// filling, and checking rules on such strings could not be free of allocations.
func view(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// uncleared returns a buffer of n bytes with anything in them: only bytes that
// have been written since may be looked at. A strings.Builder is what makes such
// a buffer in the standard library; nobody else has the string that is made
// here, so writing to its bytes changes nothing for anybody.
//
// Clearing a buffer first that is then filled is a tenth of the time that it
// takes to read a long text with escapes.
func uncleared(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
