package jsonscan

import "unicode/utf8"

// Equals reports whether the value of the text that begins at start, which has
// been read, equals the JSON value literal: numbers by value, strings by what
// they say, objects whatever the order of their members. The literal must be
// valid and without duplicate keys.
func (s *Scanner) Equals(start int, literal string) bool {
	if s.failed || start >= len(s.text) {
		return false
	}
	_, _, ok := equalValue(s.text, start, literal, 0)
	return ok
}

// equalValue compares the valid values at a[i] and b[j] and returns the indices
// behind them. The indices mean nothing if the values differ.
func equalValue(a string, i int, b string, j int) (int, int, bool) {
	i, j = spaceEnd(a, i), spaceEnd(b, j)
	kind := kindOf(a[i])
	if kind != kindOf(b[j]) {
		return 0, 0, false
	}
	switch kind {
	case KindString:
		return equalString(a, i, b, j)
	case KindNumber:
		m, n := numberEnd(a, i), numberEnd(b, j)
		d, e := parseDecimal(a[i:m]), parseDecimal(b[j:n])
		return m, n, d.compare(&e) == 0
	case KindArray:
		return equalArray(a, i, b, j)
	case KindObject:
		return equalObject(a, i, b, j)
	case KindBool:
		if a[i] != b[j] {
			return 0, 0, false
		}
		if a[i] == 'f' {
			return i + 5, j + 5, true
		}
	}
	return i + 4, j + 4, true
}

// equalString compares what two strings say.
func equalString(a string, i int, b string, j int) (int, int, bool) {
	m, longer := scanString(a, i+1)
	n, longerB := scanString(b, j+1)
	x, y := a[i+1:m], b[j+1:n]
	switch {
	case longer == 0 && longerB == 0:
		return m + 1, n + 1, x == y
	case len(x)-longer != len(y)-longerB:
		return 0, 0, false
	case longer == 0:
		return m + 1, n + 1, says(y, x)
	case longerB == 0:
		return m + 1, n + 1, says(x, y)
	}
	for x != "" && y != "" { // both have escapes
		var p, q rune
		p, x = character(x)
		q, y = character(y)
		if p != q {
			return 0, 0, false
		}
	}
	return m + 1, n + 1, x == y
}

// character takes the first character off the valid string content raw.
func character(raw string) (r rune, rest string) {
	n := 0
	if raw[0] == '\\' {
		n, r = escape(raw, 0)
	} else {
		r, n = utf8.DecodeRuneInString(raw)
	}
	return r, raw[n:]
}

func equalArray(a string, i int, b string, j int) (int, int, bool) {
	i, j = spaceEnd(a, i+1), spaceEnd(b, j+1)
	for {
		if a[i] == ']' || b[j] == ']' {
			return i + 1, j + 1, a[i] == b[j]
		}
		var ok bool
		if i, j, ok = equalValue(a, i, b, j); !ok {
			return 0, 0, false
		}
		i, j = nextElement(a, i), nextElement(b, j)
	}
}

// nextElement returns the index of the next element or key, or of the bracket
// that ends the array or object.
func nextElement(text string, i int) int {
	i = spaceEnd(text, i)
	if text[i] == ',' {
		i = spaceEnd(text, i+1)
	}
	return i
}

// equalObject looks each member of one object up in the other. Keys that come
// twice have been refused before, so equal counts mean equal sets.
func equalObject(a string, i int, b string, j int) (int, int, bool) {
	end, _ := skip(b, j, 0, MaxDepth+1, nil)
	members := 0
	for k := spaceEnd(b, j+1); b[k] != '}'; members++ {
		k = nextElement(b, memberEnd(b, k))
	}
	for i = spaceEnd(a, i+1); a[i] != '}'; members-- {
		found := false
		for k := spaceEnd(b, j+1); b[k] != '}'; k = nextElement(b, memberEnd(b, k)) {
			m, n, same := equalString(a, i, b, k)
			if !same {
				continue
			}
			m, _, found = equalValue(a, spaceEnd(a, m)+1, b, spaceEnd(b, n)+1)
			i = m
			break
		}
		if !found {
			return 0, 0, false
		}
		i = nextElement(a, i)
	}
	return i + 1, end, members == 0
}

// memberEnd returns the index behind the member whose key is at i.
func memberEnd(text string, i int) int {
	end, _ := scanString(text, i+1)
	end, _ = skip(text, spaceEnd(text, end+1)+1, 0, MaxDepth+1, nil)
	return end
}
