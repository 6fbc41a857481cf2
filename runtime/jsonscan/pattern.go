package jsonscan

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled on first use, so that
// declaring one costs nothing at start-up, and a program that declares none
// does not link package regexp. The syntax is that of package regexp, which has
// been checked when Source was written into generated code; a Source that does
// not compile matches nothing. A Pattern is safe for concurrent use and must
// not be copied.
type Pattern struct {
	// Source is the expression. It is not anchored.
	Source string

	once sync.Once
	re   *regexp.Regexp
}

// match reports whether p matches somewhere in v.
func (p *Pattern) match(v string) bool {
	p.once.Do(p.compile)
	return p.re != nil && p.re.MatchString(v)
}

func (p *Pattern) compile() { p.re, _ = regexp.Compile(p.Source) }

// Pattern checks that p matches v.
func (s *Scanner) Pattern(v string, p *Pattern) {
	if !p.match(v) {
		s.badText(rulePattern, p.Source)
	}
}

// Match checks that matches accepts v. It is the code that stands for the
// pattern source.
func (s *Scanner) Match(v, source string, matches func(string) bool) {
	if !matches(v) {
		s.badText(rulePattern, source)
	}
}
