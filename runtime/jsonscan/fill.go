package jsonscan

import (
	"slices"
	"strings"
)

// The functions below store what was read. They do so for a filling scanner
// only: a checking or explaining one drops it and allocates nothing. They are
// functions because methods cannot have type parameters.

// Append returns list with v at its end. List is empty at first and then what
// Append returned.
func Append[L ~[]E, E any](s *Scanner, list L, v E) L {
	if s.mode != fill {
		return list
	}
	if len(list) == cap(list) {
		list = more(s, list)
	}
	return append(list, v)
}

// Grow returns where to read the next element of list to: a new element of it,
// or spare, set to zero, when values are dropped. List is empty at first and
// only Grow makes it longer.
func Grow[L ~[]E, E any](s *Scanner, list *L, spare *E) *E {
	if s.mode != fill {
		var zero E
		*spare = zero
		return spare
	}
	n := len(*list)
	if n == cap(*list) {
		*list = more(s, *list)
	}
	*list = (*list)[:n+1] // nothing has been there yet
	return &(*list)[n]
}

// more makes room in list, which is full. An empty one gets what the array
// seems to need.
func more[L ~[]E, E any](s *Scanner, list L) L {
	if len(list) == 0 {
		return make(L, 0, s.elements())
	}
	return slices.Grow(list, 1)
}

// Fit returns list, to which Append or Grow put all elements of an array, in a
// slice without much room left: more than a quarter is given up.
func Fit[L ~[]E, E any](list L) L {
	if spare := cap(list) - len(list); spare > len(list)/4+1 {
		return append(make(L, 0, len(list)), list...)
	}
	return list
}

// How far ahead elements are counted one by one, in bytes: objects are larger
// than other elements, and there is another way to count them.
const (
	countObjectsAhead = 64
	countAhead        = 1024
)

// elements returns how many elements the current array has, as far as that can
// be told in less time than it takes to read it.
func (s *Scanner) elements() int {
	rest := s.text[s.pos:]
	ahead := countAhead
	switch kindOf(s.peek()) {
	case KindNumber, KindBool:
		if end := strings.IndexByte(rest, ']'); end >= 0 {
			return 1 + strings.Count(rest[:end], ",")
		}
	case KindObject:
		ahead = countObjectsAhead
	}
	n, ended := countElements(rest[:min(len(rest), ahead)])
	switch {
	case ended:
		return n
	case ahead == countObjectsAhead && s.counted+len(rest) <= 4*len(s.text):
		s.counted += len(rest)
		size := min(len(rest), 4*countObjectsAhead)
		if end, why := skip(rest[:size], 0, 0, MaxDepth, nil); why == faultNone {
			size = end
		}
		return 1 + countObjects(rest[size:])/max(1, countObjects(rest[:size]))
	}
	return 4 * n
}

// countElements returns how many elements begin up to the end of an array in
// text, and whether it ends there.
func countElements(text string) (n int, ended bool) {
	n = 1
	depth := 0
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
				return n, true
			}
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return n, false
}

// countObjects returns how many objects with members begin in text, if they
// have no space between brace and quote: nothing in a string looks like that,
// where the quote would be escaped.
func countObjects(text string) (n int) {
	for {
		i := strings.IndexByte(text, '{') + 1
		if i == 0 || i == len(text) {
			return n
		}
		if text[i] == '"' {
			n++
		}
		text = text[i:]
	}
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
