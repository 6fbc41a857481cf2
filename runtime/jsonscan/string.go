package jsonscan

// String reads a string whose content is only stored: what a checking scanner
// returns may be empty.
func (s *Scanner) String() string { return s.str(s.mode == fill) }

// Text reads a string whose content a rule looks at. From a checking scanner
// it is valid until the next read.
func (s *Scanner) Text() string { return s.str(true) }

// str reads a string. If nobody looks at the content, it need not be that.
func (s *Scanner) str(look bool) string {
	if s.peek() != '"' && s.token() != '"' {
		s.mismatch("string")
		return ""
	}
	start := s.pos + 1
	if end := shortContent(s.text, start); end >= 0 {
		s.mark, s.pos = s.pos, end+1
		return s.text[start:end]
	}
	return s.longString(start, look)
}

// longString reads the string whose content begins at start.
//
//go:noinline
func (s *Scanner) longString(start int, look bool) string {
	if len(s.buf) >= len(s.text)-start {
		// There is a buffer: to copy while looking for escapes costs nothing.
		size, end, done := unescapeWords(s.buf, 0, s.text, start)
		if !done {
			if size, end = unescapeBlocks(s.buf, size, s.text, end); end < 0 {
				s.fail()
				return ""
			}
		}
		s.mark, s.pos = start-1, end+1
		if size == end-start {
			return s.text[start:end]
		}
		return s.take(s.buf, size)
	}
	if !look {
		// Only the verdict counts.
		size, end, done := countWords(0, s.text, start)
		if !done {
			if _, end = unescapeBlocks(nil, size, s.text, end); end < 0 {
				s.fail()
				return ""
			}
		}
		s.mark, s.pos = start-1, end+1
		return ""
	}
	end := plainContent(s.text, start)
	if end >= 0 && s.text[end] == '\\' {
		return s.escapedString(start, end)
	}
	if end < 0 {
		s.fail()
		return ""
	}
	s.mark, s.pos = start-1, end+1
	return s.text[start:end]
}

// escapedString reads the string whose content begins at start and has its
// first escape at i.
func (s *Scanner) escapedString(start, i int) string {
	room := s.room(start, i)
	size, end := unescape(room, s.text, start, i)
	if end < 0 {
		s.fail()
		return ""
	}
	s.mark, s.pos = start-1, end+1
	return s.take(room, size)
}

// room returns a buffer for what the string content at start says, which is
// plain up to i. A filling scanner makes one for the rest of the text, which
// serves all strings in it: escapes are longer than what they stand for. It is
// nil if the string is not valid, as far as that is known.
func (s *Scanner) room(start, i int) []byte {
	rest := len(s.text) - start
	if s.mode != fill {
		return s.scratchRoom(start, i, rest)
	}
	if len(s.buf) >= rest {
		return s.buf
	}
	if rest >= longText && s.text[i:min(i+2, len(s.text))] == `\u` {
		// The rest of the text may be six times as long as what it says.
		size, end := unescape(nil, s.text, start, i)
		if end-start > rest/2 {
			return uncleared(size)
		}
	}
	return uncleared(rest)
}

// scratchRoom is room for a string that is only looked at.
func (s *Scanner) scratchRoom(start, i, rest int) []byte {
	k := s.borrow()
	if cap(k.buf) >= rest {
		return k.buf[:cap(k.buf)]
	}
	size, end := unescape(nil, s.text, start, i)
	if end < 0 {
		return nil
	}
	if cap(k.buf) < size {
		k.buf = make([]byte, max(256, size+size/4))
	}
	return k.buf[:cap(k.buf)]
}

// longText is how long a text must be for the size of a string to be measured
// where it may be far less than that of the text.
const longText = 64 << 10

// take returns the first size bytes of room as a string and keeps the rest for
// the next one.
func (s *Scanner) take(room []byte, size int) string {
	if s.mode == fill {
		s.buf = room[size:]
	}
	return view(room[:size])
}

// Enum reads a string that must be one of values, and returns that one.
func (s *Scanner) Enum(values []string) string {
	if s.peek() != '"' && s.token() != '"' {
		s.mismatch("string")
		return ""
	}
	start, longer := s.pos+1, 0
	end := shortContent(s.text, start)
	if end < 0 {
		if end, longer = scanString(s.text, start); end < 0 {
			s.fail()
			return ""
		}
	}
	s.mark, s.pos = s.pos, end+1
	raw := s.text[start:end]
	for _, v := range values {
		if longer == 0 && raw == v || longer != 0 && says(raw, v) {
			return v
		}
	}
	s.notAllowed(values)
	return ""
}
