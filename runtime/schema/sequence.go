package schema

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// sequence is a pattern that is matched from the first byte of a text to its
// last without ever going back, which most patterns in schemas are: such as
// ^[a-z][a-z0-9_]*$ or ^\d{4}-\d{2}$. It takes a third of the engine's time.
type sequence []item

// item is a literal, or a set of characters that come least to most times; most
// < 0 is no limit.
type item struct {
	literal     string
	set         charset
	least, most int
}

// charset is a set of ASCII characters, and either all others or none of them.
type charset struct {
	ascii  [2]uint64
	others bool
}

func (c *charset) add(low, high rune) {
	for r := low; r <= high; r++ {
		c.ascii[r>>6] |= 1 << (r & 63)
	}
}

func (c *charset) has(b byte) bool { return c.ascii[b>>6&1]&(1<<(b&63)) != 0 }

func (c *charset) meets(d charset) bool {
	return c.ascii[0]&d.ascii[0] != 0 || c.ascii[1]&d.ascii[1] != 0 || c.others && d.others
}

// newSequence returns the sequence that a pattern is, if it is one.
func newSequence(re *syntax.Regexp) (s sequence, ok bool) {
	if re.Op != syntax.OpConcat || len(re.Sub) < 2 || re.Sub[0].Op != syntax.OpBeginText || re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return nil, false
	}
	for _, part := range re.Sub[1 : len(re.Sub)-1] {
		if s, ok = s.append(part); !ok {
			return nil, false
		}
	}
	return s, s.decided()
}

// append appends what a part of a pattern is, if the sequence can have it.
func (s sequence) append(re *syntax.Regexp) (sequence, bool) {
	it := item{least: 1, most: 1}
	switch re.Op {
	case syntax.OpCapture:
		return s.append(re.Sub[0])
	case syntax.OpConcat:
		ok := true
		for _, part := range re.Sub {
			if s, ok = s.append(part); !ok {
				return nil, false
			}
		}
		return s, true
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return nil, false
		}
		it.literal = string(re.Rune)
		return append(s, it), true
	case syntax.OpStar:
		it.least, it.most, re = 0, -1, re.Sub[0]
	case syntax.OpPlus:
		it.least, it.most, re = 1, -1, re.Sub[0]
	case syntax.OpQuest:
		it.least, it.most, re = 0, 1, re.Sub[0]
	case syntax.OpRepeat:
		it.least, it.most, re = re.Min, re.Max, re.Sub[0]
	}
	if re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	var ok bool
	it.set, ok = newCharset(re)
	return append(s, it), ok
}

// newCharset returns the set of characters that one part of a pattern matches.
func newCharset(re *syntax.Regexp) (c charset, ok bool) {
	ranges := re.Rune
	switch re.Op {
	case syntax.OpCharClass:
	case syntax.OpAnyCharNotNL:
		ranges = []rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune}
	case syntax.OpLiteral:
		if len(ranges) != 1 || ranges[0] >= utf8.RuneSelf || re.Flags&syntax.FoldCase != 0 {
			return c, false
		}
		ranges = []rune{ranges[0], ranges[0]}
	default:
		return c, false
	}
	for i := 0; i < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		if high >= utf8.RuneSelf {
			if low > utf8.RuneSelf || high != utf8.MaxRune {
				return c, false // some of the others
			}
			c.others, high = true, utf8.RuneSelf-1
		}
		c.add(low, high)
	}
	return c, true
}

// first returns the characters that an item can begin with.
func (it *item) first() (c charset) {
	switch {
	case it.literal == "":
		return it.set
	case it.literal[0] >= utf8.RuneSelf:
		c.others = true
	default:
		c.add(rune(it.literal[0]), rune(it.literal[0]))
	}
	return c
}

// decided reports whether the next character decides each time whether an item
// goes on: what may come behind it begins with none of its own.
func (s sequence) decided() bool {
	for i := range s {
		if s[i].least == s[i].most {
			continue
		}
		for j := i + 1; j < len(s); j++ {
			if s[i].set.meets(s[j].first()) {
				return false
			}
			if s[j].least > 0 {
				break
			}
		}
	}
	return true
}

// matches reports whether all of text, which is UTF-8, is the sequence.
func (s sequence) matches(text string) bool {
	for i := range s {
		it := &s[i]
		if it.literal != "" {
			if !strings.HasPrefix(text, it.literal) {
				return false
			}
			text = text[len(it.literal):]
			continue
		}
		n, k := 0, 0
		for ; n != it.most && k < len(text); n++ {
			if b := text[k]; b < utf8.RuneSelf {
				if !it.set.has(b) {
					break
				}
				k++
			} else if it.set.others {
				_, size := utf8.DecodeRuneInString(text[k:])
				k += size
			} else {
				break
			}
		}
		if n < it.least {
			return false
		}
		text = text[k:]
	}
	return text == ""
}
