package jsonscan

import (
	"hash/maphash"
	"slices"
	"strconv"
)

// Values as uniqueItems compares them. Both functions work on valid text, so
// their recursion is no deeper than MaxDepth.

// hashValue returns a hash of the value at i that is the same for all ways to
// write it, and the index behind it.
func (k *scratch) hashValue(text string, i int) (h uint64, end int) {
	i = spaceEnd(text, i)
	switch c := text[i]; c {
	case '"':
		end, _ := scanString(text, i+1)
		return k.hashString(text[i+1 : end]), end + 1
	case '{', '[':
		h, i = uint64(c), i+1
		for n := uint64(1); ; n++ {
			i = spaceEnd(text, i)
			if text[i] == ',' {
				i = spaceEnd(text, i+1)
			}
			if text[i] == c+2 {
				return mix(h + n), i + 1
			}
			member := n // an element's place counts
			if c == '{' {
				end, _ := scanString(text, i+1)
				member = k.hashString(text[i+1 : end]) // a member's does not
				i = spaceEnd(text, end+1) + 1
			}
			var v uint64
			v, i = k.hashValue(text, i)
			h += mix(member + mix(v))
		}
	case 't', 'n':
		return uint64(c), i + 4
	case 'f':
		return uint64(c), i + 5
	}
	end = numberEnd(text, i)
	k.buf = appendDecimal(k.buf[:0], text[i:end])
	return mix(maphash.Bytes(k.seed, k.buf)), end
}

// mix spreads the bits of h. See Vigna, splitmix64.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// appendDecimal appends a number in the one form that all ways to write it share.
func appendDecimal(dst []byte, literal string) []byte {
	d := parseDecimal(literal)
	if d.zero() {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	dst = append(dst, d.left...)
	dst = append(dst, d.right...)
	dst = append(dst, 'e')
	return strconv.AppendInt(dst, d.point, 10)
}

// sameValue reports whether the values at i and j are equal. It is asked for
// values with equal hashes, so nearly always they are, and the text is refused:
// this need not be fast, nor free of allocations.
func sameValue(text string, i, j int) bool {
	a, _ := appendCanonical(nil, text, i)
	b, _ := appendCanonical(nil, text, j)
	return string(a) == string(b)
}

// appendCanonical appends the value at i in a form that equal values share: the
// members of objects in order, numbers by appendDecimal, strings unescaped
// behind their length. It also returns the index behind the value.
func appendCanonical(dst []byte, text string, i int) ([]byte, int) {
	i = spaceEnd(text, i)
	switch c := text[i]; c {
	case '"':
		end, longer := scanString(text, i+1)
		dst = strconv.AppendInt(dst, int64(end-i-1-longer), 10)
		dst = append(dst, '"')
		return appendUnescaped(dst, text[i+1:end]), end + 1
	case '[':
		dst = append(dst, c)
		for i++; ; {
			i = spaceEnd(text, i)
			if text[i] == ',' {
				i = spaceEnd(text, i+1)
			}
			if text[i] == ']' {
				return append(dst, ']'), i + 1
			}
			dst, i = appendCanonical(dst, text, i)
			dst = append(dst, ',')
		}
	case '{':
		var members []string
		for i++; ; {
			i = spaceEnd(text, i)
			if text[i] == ',' {
				i = spaceEnd(text, i+1)
			}
			if text[i] == '}' {
				break
			}
			var m []byte
			m, i = appendCanonical(nil, text, i)
			m, i = appendCanonical(append(m, ':'), text, spaceEnd(text, i)+1)
			members = append(members, string(m))
		}
		slices.Sort(members)
		dst = append(dst, c)
		for _, m := range members {
			dst = append(append(dst, m...), ',')
		}
		return append(dst, '}'), i + 1
	case 't', 'n':
		return append(dst, c), i + 4
	case 'f':
		return append(dst, c), i + 5
	}
	end := numberEnd(text, i)
	return appendDecimal(dst, text[i:end]), end
}
