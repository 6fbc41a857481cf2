package jsonscan

import "strings"

// The functions below decide the formats of JSON Schema 2020-12 Validation,
// section 7.3, where formats are assertions. They are strict in what RFC 3339,
// RFC 1123, RFC 4122 and the rest say about digits: a sign is never one.

// IsDateTime reports whether v is a date-time by RFC 3339, section 5.6, such as
// 2025-01-02T03:04:05Z. The offset is needed, letters may be in lower case, and
// second 60 is accepted where it can be a leap second: 23:59:60 UTC.
func IsDateTime(v string) bool {
	return len(v) > 11 && (v[10] == 'T' || v[10] == 't') && IsDate(v[:10]) && IsTime(v[11:])
}

// IsDate reports whether v is a full-date by RFC 3339, section 5.6, that is in
// the calendar.
func IsDate(v string) bool {
	if len(v) != 10 || v[4] != '-' || v[7] != '-' {
		return false
	}
	y, m, d := decimals(v[:4]), decimals(v[5:7]), decimals(v[8:])
	return y >= 0 && m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// IsTime reports whether v is a full-time by RFC 3339, section 5.6.
func IsTime(v string) bool {
	if len(v) < 9 || v[2] != ':' || v[5] != ':' {
		return false
	}
	h, m, s := decimals(v[:2]), decimals(v[3:5]), decimals(v[6:8])
	if h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 60 {
		return false
	}
	v = v[8:]
	if v[0] == '.' {
		n := digitRun(v[1:])
		if n == 0 {
			return false
		}
		v = v[1+n:]
	}
	minute := h*60 + m
	if v != "Z" && v != "z" {
		if len(v) != 6 || v[0] != '+' && v[0] != '-' || v[3] != ':' {
			return false
		}
		oh, om := decimals(v[1:3]), decimals(v[4:])
		if oh < 0 || oh > 23 || om < 0 || om > 59 {
			return false
		}
		if v[0] == '+' {
			minute -= oh*60 + om
		} else {
			minute += oh*60 + om
		}
	}
	const day = 24 * 60
	return s < 60 || (minute+day)%day == day-1
}

// decimals returns the number that v spells in digits only, -1 if it does not.
func decimals(v string) int {
	n := 0
	for _, c := range []byte(v) {
		if !isDigit(c) {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// digitRun returns the number of digits that v begins with.
func digitRun(v string) int {
	n := 0
	for n < len(v) && isDigit(v[n]) {
		n++
	}
	return n
}

// IsDuration reports whether v is a duration by RFC 3339, appendix A, such as
// P1DT12H or P2W. Like other validators it lets units in the middle be left
// out: P1Y2D.
func IsDuration(v string) bool {
	v, ok := strings.CutPrefix(v, "P")
	if !ok || v == "" {
		return false
	}
	if weeks, ok := strings.CutSuffix(v, "W"); ok {
		return weeks != "" && digitRun(weeks) == len(weeks)
	}
	date, clock, has := strings.Cut(v, "T")
	return amounts(date, "YMD") && (!has || clock != "" && amounts(clock, "HMS"))
}

// amounts reports whether v is a list of numbers with units, in the order of
// the units, each at most once.
func amounts(v, units string) bool {
	for v != "" {
		n := digitRun(v)
		if n == 0 || n == len(v) {
			return false
		}
		u := strings.IndexByte(units, v[n])
		if u < 0 {
			return false
		}
		v, units = v[n+1:], units[u+1:]
	}
	return true
}

// IsEmail reports whether v is an e-mail address: a local part of atoms or in
// quotes by RFC 5321, section 4.1.2, and a host name or an address in brackets.
func IsEmail(v string) bool {
	at := strings.LastIndexByte(v, '@')
	if len(v) > 254 || at < 0 || at > 64 {
		return false
	}
	local, domain := v[:at], v[at+1:]
	if len(local) > 1 && local[0] == '"' && local[len(local)-1] == '"' {
		if strings.ContainsAny(local[1:len(local)-1], `\"`) {
			return false
		}
	} else if !isDotAtom(local) {
		return false
	}
	if inner, ok := strings.CutPrefix(domain, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); ok {
			if six, ok := strings.CutPrefix(inner, "IPv6:"); ok {
				return IsIPv6(six)
			}
			return IsIPv4(inner)
		}
	}
	return IsHostname(domain)
}

// isDotAtom reports whether v has only characters of atoms and single dots
// between them. Empty is allowed, as by the validators this agrees with.
func isDotAtom(v string) bool {
	for i, c := range []byte(v) {
		switch {
		case isDigit(c), c|0x20 >= 'a' && c|0x20 <= 'z':
		case c == '.':
			if i == 0 || i == len(v)-1 || v[i-1] == '.' {
				return false
			}
		case strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) < 0:
			return false
		}
	}
	return true
}

// IsHostname reports whether v is a host name by RFC 1123, section 2.1: labels
// of 1 to 63 letters, digits and inner hyphens, 253 bytes in all. A dot at the
// end is allowed.
func IsHostname(v string) bool {
	v = strings.TrimSuffix(v, ".")
	if len(v) > 253 {
		return false
	}
	for more := true; more; {
		var label string
		label, v, more = strings.Cut(v, ".")
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, c := range []byte(label) {
			if !isDigit(c) && c != '-' && (c|0x20 < 'a' || c|0x20 > 'z') {
				return false
			}
		}
	}
	return true
}

// IsIPv4 reports whether v is a dotted quad by RFC 2673, section 3.2: four
// numbers up to 255 without leading zeros.
func IsIPv4(v string) bool {
	for n := 1; ; n++ {
		part, rest, more := strings.Cut(v, ".")
		if part == "" || len(part) > 3 || len(part) > 1 && part[0] == '0' {
			return false
		}
		if d := decimals(part); d < 0 || d > 255 {
			return false
		}
		if !more || n == 4 {
			return !more && n == 4
		}
		v = rest
	}
}

// IsIPv6 reports whether v is an IPv6 address by RFC 4291, section 2.2, without
// a zone.
func IsIPv6(v string) bool {
	groups, elided := 0, false
	if strings.HasPrefix(v, "::") {
		v, elided = v[2:], true
		if v == "" {
			return true
		}
	}
	for {
		n := 0
		for n < len(v) && isHex(v[n]) {
			n++
		}
		if n < len(v) && v[n] == '.' { // the last two groups as a dotted quad
			groups += 2
			return IsIPv4(v) && complete(groups, elided)
		}
		if n == 0 || n > 4 {
			return false
		}
		groups++
		if v = v[n:]; v == "" {
			return complete(groups, elided)
		}
		if v[0] != ':' || len(v) == 1 || groups == 8 {
			return false
		}
		if v = v[1:]; v[0] == ':' {
			if elided {
				return false
			}
			elided = true
			if v = v[1:]; v == "" {
				return groups < 8
			}
		}
	}
}

// complete reports whether an address has all its groups; "::" stands for one
// or more.
func complete(groups int, elided bool) bool {
	return groups == 8 && !elided || groups < 8 && elided
}

func isHex(c byte) bool { return isDigit(c) || c|0x20-'a' < 6 }

// IsUUID reports whether v is a UUID by RFC 4122, section 3, in letters of
// either case.
func IsUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i, c := range []byte(v) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if !isHex(c) {
			return false
		}
	}
	return true
}
