package jsonscan

import "unicode/utf8"

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
