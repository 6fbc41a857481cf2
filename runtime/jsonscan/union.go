package jsonscan

// Filling reports whether values are kept: code around a scanner that only
// checks or explains leaves out what would store them.
func (s *Scanner) Filling() bool { return s.mode == fill && !s.failed }

// Discriminate looks ahead into the next value, an object, for the property
// name, and returns the index of its text in values. Nothing is read by that.
// It returns -1 after refusing the value: because it is no object, or because
// the property is missing or has another value.
func (s *Scanner) Discriminate(name string, values []string) int {
	if s.token() != '{' {
		s.mismatch("object")
		return -1
	}
	before := *s
	s.x = nil
	i := s.lookAhead(name, values)
	s.x = before.x
	if s.failed {
		return -1
	}
	s.pos, s.depth, s.mark = before.pos, before.depth, before.mark
	if i < 0 {
		s.wrongVariant(name, values)
	}
	return i
}

// lookAhead finds the property without noting or storing anything.
func (s *Scanner) lookAhead(name string, values []string) int {
	if !s.open() {
		return -1
	}
	for more := false; ; more = true {
		start, end, longer := s.member(more)
		if start == 0 {
			return -1
		}
		key := s.text[start:end]
		if longer == 0 && key == name || longer != 0 && says(key, name) {
			return s.oneOf(values)
		}
		s.token()
		next, why := skip(s.text, s.pos, s.depth, MaxDepth, nil)
		if why != faultNone {
			s.fail()
			return -1
		}
		s.pos = next
	}
}

// oneOf returns the index of the next value in values, -1 if it is not there.
func (s *Scanner) oneOf(values []string) int {
	if s.token() != '"' {
		return -1
	}
	end, longer := scanString(s.text, s.pos+1)
	if end < 0 {
		s.fail()
		return -1
	}
	raw := s.text[s.pos+1 : end]
	for i, v := range values {
		if longer == 0 && raw == v || longer != 0 && says(raw, v) {
			return i
		}
	}
	return -1
}

// wrongVariant refuses the next value, an object, for its property name.
func (s *Scanner) wrongVariant(name string, values []string) {
	if s.x == nil {
		s.fail()
		return
	}
	o := s.Object([]string{name})
	for o.Next() {
		if o.Key() == name {
			o.Once(0)
			s.Enum(values)
			continue
		}
		o.Ignore()
	}
	o.Require(1)
}
