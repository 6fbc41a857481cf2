package jsonscan

// Any reads a value of any kind as encoding/json does: nil, bool, string,
// []any or map[string]any. Numbers become N with the text that they have, so
// that they stay exact; generated code passes json.Number, which this package
// does not link. Values are checked as by [Scanner.Skip], which is all that
// happens when they are dropped.
func Any[N ~string](s *Scanner) any {
	if s.mode != fill {
		s.Skip()
		return nil
	}
	switch s.Kind() {
	case KindNull:
		s.Null()
		return nil
	case KindBool:
		return s.Bool()
	case KindString:
		return s.String()
	case KindNumber:
		return N(s.Raw())
	case KindArray:
		list := []any{}
		for l := s.Array(); l.Next(); {
			list = append(list, Any[N](s))
		}
		return list
	case KindObject:
		object := map[string]any{}
		for m := s.Map(); m.Next(); {
			k := m.Key()
			object[k] = Any[N](s)
		}
		return object
	}
	s.fail()
	return nil
}

// RawBytes reads a value of any kind, checked as by [Scanner.Skip], and returns
// a copy of its text, nil when values are dropped.
func RawBytes[B ~[]byte](s *Scanner) B {
	s.Skip()
	if s.mode != fill || s.failed {
		return nil
	}
	return B(s.text[s.mark:s.pos])
}
