package jsonscan

import (
	"math"
	"strconv"
)

// Patterns that schemas show for values whose field has the tag option string
// of encoding/json: their JSON text stands in a string.
const (
	QuotedIntPattern   = `^-?(0|[1-9][0-9]*)$`
	QuotedUintPattern  = `^(0|[1-9][0-9]*)$`
	QuotedFloatPattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`
)

// QuotedBool reads "true" or "false", quotes included.
func (s *Scanner) QuotedBool() bool {
	return s.Enum(quotedBools) == "true"
}

var quotedBools = []string{"true", "false"}

// QuotedInt reads a string that holds an integer of the given number of bits,
// 0 for those of an int.
func (s *Scanner) QuotedInt(bits int) int64 {
	text := s.Text()
	if s.failed {
		return 0
	}
	if end := numberEnd(text, 0); end != len(text) || digitsOnly(text) < 0 {
		s.badText(rulePattern, QuotedIntPattern)
		return 0
	}
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		s.badText(ruleFormat, "quoted-int"+size(bits))
	}
	return n
}

// QuotedUint is [Scanner.QuotedInt] for integers without a sign.
func (s *Scanner) QuotedUint(bits int) uint64 {
	text := s.Text()
	if s.failed {
		return 0
	}
	if end := numberEnd(text, 0); end != len(text) || digitsOnly(text) != 0 {
		s.badText(rulePattern, QuotedUintPattern)
		return 0
	}
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		s.badText(ruleFormat, "quoted-uint"+size(bits))
	}
	return n
}

// QuotedFloat reads a string that holds a finite number of 32 or 64 bits.
func (s *Scanner) QuotedFloat(bits int) float64 {
	text := s.Text()
	if s.failed {
		return 0
	}
	if numberEnd(text, 0) != len(text) {
		s.badText(rulePattern, QuotedFloatPattern)
		return 0
	}
	n, err := strconv.ParseFloat(text, bits)
	if err != nil || math.IsInf(n, 0) {
		s.badText(ruleFormat, "quoted-float"+size(bits))
	}
	return n
}

// digitsOnly returns the length of the sign before digits, -1 when there is
// more than those.
func digitsOnly(text string) int {
	sign := 0
	if text[0] == '-' {
		sign = 1
	}
	for i := sign; i < len(text); i++ {
		if !isDigit(text[i]) {
			return -1
		}
	}
	return sign
}

func size(bits int) string {
	if bits == 0 {
		bits = strconv.IntSize
	}
	return strconv.Itoa(bits)
}

// QuotedBool writes a boolean as a string.
func (w *Writer) QuotedBool(v bool) { w.String(strconv.FormatBool(v)) }

// QuotedInt writes an integer as a string.
func (w *Writer) QuotedInt(v int64) { w.String(strconv.FormatInt(v, 10)) }

// QuotedUint writes an integer as a string.
func (w *Writer) QuotedUint(v uint64) { w.String(strconv.FormatUint(v, 10)) }

// QuotedFloat writes a number as a string; NaN and infinities are errors.
func (w *Writer) QuotedFloat(v float64) { w.quotedFloat(v, 64) }

// QuotedFloat32 writes a number as a string with the digits that a float32 needs.
func (w *Writer) QuotedFloat32(v float32) { w.quotedFloat(float64(v), 32) }

func (w *Writer) quotedFloat(v float64, size int) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.Fail(strconv.FormatFloat(v, 'g', -1, size) + " has no JSON form")
		return
	}
	var room [32]byte
	w.String(string(appendFloat(room[:0], v, size)))
}
