package jsonscan

// The functions below store what was read. They do so for a filling scanner
// only: a checking or explaining one drops it and allocates nothing. They are
// functions because methods cannot have type parameters.

// Append returns list with v at its end.
func Append[L ~[]E, E any](s *Scanner, list L, v E) L {
	if s.mode != fill {
		return list
	}
	if cap(list) == 0 {
		list = make(L, 0, s.elements())
	}
	return append(list, v)
}

// lookAhead is how far ahead elements are counted, in bytes.
const lookAhead = 64

// elements returns how many elements of the current array there are from the
// one that is being read on, if the array ends soon; else it is a start. Short
// arrays, of which a text may have many, are thus allocated once and to size.
// Long ones grow by appending: counting them would be to read them twice.
func (s *Scanner) elements() int {
	text := s.text[s.pos:min(s.pos+lookAhead, len(s.text))]
	n, depth := 1, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ',':
			if depth == 0 {
				n++
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth < 0 {
				return n
			}
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}

// Grow returns where to read the next element of list to: a new element of it,
// or spare, set to zero, when values are dropped.
func Grow[L ~[]E, E any](s *Scanner, list *L, spare *E) *E {
	var zero E
	if s.mode != fill {
		*spare = zero
		return spare
	}
	if cap(*list) == 0 {
		*list = make(L, 0, s.elements())
	}
	*list = append(*list, zero)
	return &(*list)[len(*list)-1]
}

// Ptr returns a pointer to v, nil when values are dropped.
func Ptr[T any](s *Scanner, v T) *T {
	if s.mode != fill {
		return nil
	}
	p := new(T)
	*p = v
	return p
}

// Alloc returns where to read the value behind a pointer to: a new value that p
// is set to, or spare, set to zero, when values are dropped.
func Alloc[T any](s *Scanner, p **T, spare *T) *T {
	if s.mode != fill {
		var zero T
		*spare = zero
		return spare
	}
	*p = new(T)
	return *p
}

// Embed returns where to read the fields promoted through the embedded pointer
// p: the struct that it points to, made on first use, or spare when values are
// dropped.
func Embed[T any](s *Scanner, p **T, spare *T) *T {
	if s.mode != fill {
		return spare
	}
	if *p == nil {
		*p = new(T)
	}
	return *p
}

// MakeMap returns an empty map, nil when values are dropped.
func MakeMap[M ~map[K]V, K comparable, V any](s *Scanner) M {
	if s.mode != fill {
		return nil
	}
	return make(M)
}

// Put stores v in m, which [MakeMap] made.
func Put[M ~map[K]V, K comparable, V any](s *Scanner, m M, k K, v V) {
	if s.mode == fill && !s.failed {
		m[k] = v
	}
}
