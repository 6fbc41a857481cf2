package jsonscan

import "strings"

// fault says why text is not JSON.
type fault uint8

const (
	faultNone      fault = iota
	faultValue           // no value where one must be
	faultKey             // no key where one must be
	faultColon           // no colon behind a key
	faultComma           // neither comma nor end behind a value
	faultTrailing        // something behind the text's one value
	faultString          // the string that begins here is not valid
	faultNumber          // the number that begins here is not valid
	faultLiteral         // neither true nor false nor null
	faultDepth           // too deep
	faultDuplicate       // a key comes twice; not a fault of syntax
)

// skip returns the index behind the value at i, or behind white space before
// it, with depth objects and arrays around it and at most limit allowed. It
// does not recurse. With a scanner, keys that come twice in an object are
// faults, and depth is at most MaxDepth. With a fault, the index is where that is.
func skip(text string, i, depth, limit int, s *Scanner) (end int, why fault) {
	var few [2]uint64 // bit d: is the value at depth d around us an object?
	objects := few[:]
	outer := depth
	for {
		// A value begins.
		i = spaceEnd(text, i)
		if i >= len(text) {
			return i, faultValue
		}
		c := text[i]
		switch {
		case c == '"':
			end, _ := scanString(text, i+1)
			if end < 0 {
				return i, faultString
			}
			i = end + 1
		case c == '{' || c == '[':
			if depth >= limit {
				return i, faultDepth
			}
			if depth>>6 >= len(objects) {
				objects = append(objects, 0)
			}
			bit := uint64(1) << (depth & 63)
			objects[depth>>6] &^= bit
			if c == '{' {
				objects[depth>>6] |= bit
				if s != nil {
					s.borrow().levels[depth] = 0
				}
			}
			depth++
			i = spaceEnd(text, i+1)
			if i < len(text) && text[i] == c+2 { // '}' and ']' follow two behind
				depth--
				i++
				break
			}
			if c == '{' {
				if i, why = skipKey(text, i, depth-1, s); why != faultNone {
					return i, why
				}
			}
			continue
		case c == '-' || isDigit(c):
			end := numberEnd(text, i)
			if end < 0 {
				return i, faultNumber
			}
			i = end
		case c == 't' && strings.HasPrefix(text[i:], "true"), c == 'n' && strings.HasPrefix(text[i:], "null"):
			i += 4
		case c == 'f' && strings.HasPrefix(text[i:], "false"):
			i += 5
		case c == 't' || c == 'f' || c == 'n':
			return i, faultLiteral
		default:
			return i, faultValue
		}
		// A value has ended, and maybe those around it.
		for {
			if depth == outer {
				return i, faultNone
			}
			i = spaceEnd(text, i)
			if i >= len(text) {
				return i, faultComma
			}
			object := objects[(depth-1)>>6]&(1<<((depth-1)&63)) != 0
			c := text[i]
			if c == ',' {
				i++
				if object {
					if i, why = skipKey(text, spaceEnd(text, i), depth-1, s); why != faultNone {
						return i, why
					}
				}
				break
			}
			if object && c != '}' || !object && c != ']' {
				return i, faultComma
			}
			depth--
			i++
		}
	}
}

// skipKey returns the index behind the key at i and its colon. The object is
// the one at the given depth.
func skipKey(text string, i, depth int, s *Scanner) (int, fault) {
	if i >= len(text) || text[i] != '"' {
		return i, faultKey
	}
	end, _ := scanString(text, i+1)
	if end < 0 {
		return i, faultString
	}
	if s != nil {
		k := s.borrow()
		if k.levels[depth] == 0 {
			k.levels[depth] = k.newID()
		}
		if !k.addKey(text, k.levels[depth], i+1, end) {
			return i, faultDuplicate
		}
	}
	i = spaceEnd(text, end+1)
	if i >= len(text) || text[i] != ':' {
		return i, faultColon
	}
	return i + 1, faultNone
}
