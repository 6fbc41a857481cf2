package jsonscan

import (
	"strings"
	"time"
)

// Time reads a date-time of RFC 3339, with an offset. A leap second is refused
// although the format admits it: time.Time has none.
func (s *Scanner) Time() time.Time {
	text := s.Text()
	if s.failed {
		return time.Time{}
	}
	if !IsDateTime(text) {
		s.badText(ruleFormat, "date-time")
		return time.Time{}
	}
	if text[17:19] == "60" {
		s.badText(ruleFormat, "leap-second")
		return time.Time{}
	}
	if s.mode != fill {
		return time.Time{}
	}
	// RFC 3339 section 5.6 admits t and z, package time does not.
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	if err != nil {
		s.badText(ruleFormat, "date-time")
	}
	return t
}

// Duration reads a duration as package time writes it, such as 1m30s.
func (s *Scanner) Duration() time.Duration {
	d, err := time.ParseDuration(s.Text())
	if err != nil && !s.failed {
		s.badText(ruleFormat, "go-duration")
	}
	return d
}

// Time writes t in the form of RFC 3339, as time.Time.MarshalJSON does.
func (w *Writer) Time(t time.Time) {
	if !w.next() {
		return
	}
	if y := t.Year(); y < 0 || y > 9999 {
		w.Fail("a year outside of 0 to 9999 has no date-time of RFC 3339")
		return
	}
	if _, offset := t.Zone(); offset <= -24*3600 || offset >= 24*3600 {
		w.Fail("an offset of a day or more has no date-time of RFC 3339")
		return
	}
	w.buf = append(w.buf, '"')
	w.buf = t.AppendFormat(w.buf, time.RFC3339Nano)
	w.buf = append(w.buf, '"')
}
