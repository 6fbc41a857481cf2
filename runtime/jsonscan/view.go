package jsonscan

import "unsafe"

// view returns the bytes of b as a string without copying them. It is the only
// use of unsafe in this package. Whoever calls it must not change the bytes as
// long as the string is in use: the buffer of a filling scanner only grows at
// its end, and the strings of a checking scanner live until the next read.
//
// Without it every string with escapes costs one more allocation and copy when
// filling, and checking rules on such strings could not be free of allocations.
func view(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}
