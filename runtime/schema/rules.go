package schema

import "github.com/dsh-tools/dshgen/runtime/jsonscan"

func (q *objectRules) checkKey(s *jsonscan.Scanner, o *jsonscan.Object) {
	if !q.keyMatches(o.ExtraKey()) {
		s.WrongKey(q.keyPattern)
	}
}

// check applies the rules to the number that was read last.
func (q *numberRules) check(s *jsonscan.Scanner) {
	if q == nil || s.Failed() {
		return
	}
	if q.between {
		s.Between(q.minimum, q.maximum)
	} else {
		if q.minimum != nil {
			s.AtLeast(q.minimum)
		}
		if q.maximum != nil {
			s.AtMost(q.maximum)
		}
	}
	if q.above != nil {
		s.Above(q.above)
	}
	if q.below != nil {
		s.Below(q.below)
	}
	if q.divisor != nil {
		s.Divided(q.divisor)
	}
}

// read reads a string and applies the rules to it.
func (q *textRules) read(s *jsonscan.Scanner) {
	v := s.Text()
	if s.Failed() {
		return
	}
	if q.enum != nil && !q.listed(v) {
		if q.shown != nil {
			s.Refuse(s.Last(), "enum", q.shown)
		} else {
			s.RefuseText(q.enum)
		}
	}
	if q.minLength >= 0 {
		s.MinLength(v, q.minLength)
	}
	if q.maxLength >= 0 {
		s.MaxLength(v, q.maxLength)
	}
	if q.matches != nil {
		s.Match(v, q.pattern, q.matches)
	}
	for i := range q.formats {
		s.Format(v, q.formats[i].name, q.formats[i].is)
	}
}

// check applies the rules to the value that begins at start and has been read.
// Listed says that it is a string which has been looked up already.
func (q *valueRules) check(s *jsonscan.Scanner, start int, listed bool) {
	if s.Failed() {
		return
	}
	if q.listed && !listed {
		found := false
		for _, literal := range q.enum {
			if found = s.Equals(start, literal); found {
				break
			}
		}
		if !found {
			s.Refuse(start, "enum", q.shown)
		}
	}
	if q.constant != "" && !s.Equals(start, q.constant) {
		s.Refuse(start, "const", q.only)
	}
}
