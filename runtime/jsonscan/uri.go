package jsonscan

import "strings"

// IsURI reports whether v is a URI with a scheme. What is accepted is what
// package net/url parses, which is somewhat more than RFC 3986: models write
// unescaped spaces and letters of all scripts in paths, and the net takes them.
// The package itself is not used because it brings fmt along.
func IsURI(v string) bool {
	v, fragment, _ := strings.Cut(v, "#")
	if !percents(fragment, nil) {
		return false
	}
	for i := 0; i < len(v); i++ {
		if v[i] < ' ' || v[i] == 0x7f {
			return false
		}
	}
	scheme := schemeEnd(v)
	if scheme <= 0 {
		return false
	}
	rest, _, _ := strings.Cut(v[scheme+1:], "?")
	if rest == "" || rest[0] != '/' {
		return true // opaque, such as mailto:a@b
	}
	if strings.HasPrefix(rest, "//") {
		authority := rest[2:]
		path := ""
		if i := strings.IndexByte(authority, '/'); i >= 0 {
			authority, path = authority[:i], authority[i:]
		}
		return isAuthority(authority) && percents(path, nil)
	}
	return percents(rest, nil)
}

// schemeEnd returns the index of the colon behind a scheme, -1 if v has none.
// See RFC 3986, section 3.1.
func schemeEnd(v string) int {
	for i, c := range []byte(v) {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case c == ':' && i > 0:
			return i
		default:
			return -1
		}
	}
	return -1
}

// percents reports whether each percent sign in v begins a byte in hexadecimal,
// one that allow accepts if it is not nil.
func percents(v string, allow func(byte) bool) bool {
	for i := 0; i < len(v); i++ {
		if v[i] != '%' {
			continue
		}
		if i+2 >= len(v) || !isHex(v[i+1]) || !isHex(v[i+2]) {
			return false
		}
		if allow != nil && !allow(unhex(v[i+1])<<4|unhex(v[i+2])) {
			return false
		}
		i += 2
	}
	return true
}

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// isAuthority checks user, host and port. See RFC 3986, section 3.2.
func isAuthority(v string) bool {
	if at := strings.LastIndexByte(v, '@'); at >= 0 {
		for _, c := range v[:at] {
			if c >= 0x80 || !isWord(byte(c)) && strings.IndexByte("-.:~!&'()*+,;=%@", byte(c)) < 0 {
				return false
			}
		}
		if !percents(v[:at], nil) {
			return false
		}
		v = v[at+1:]
	}
	if strings.HasPrefix(v, "[") {
		end := strings.LastIndexByte(v, ']')
		return end > 0 && isPort(v[end+1:]) && IsIPv6(v[1:end])
	}
	if strings.IndexByte(v, '[') >= 0 {
		return false
	}
	if i := strings.LastIndexByte(v, ':'); i >= 0 {
		if !isPort(v[i:]) {
			return false
		}
		v = v[:i]
	}
	return strings.IndexByte(v, ':') < 0 && isHost(v)
}

// isPort reports whether v is empty or a colon and digits.
func isPort(v string) bool {
	return v == "" || v[0] == ':' && digitRun(v[1:]) == len(v)-1
}

// isHost reports whether v has only characters that can stand in a host name of
// a URI; of ASCII only the percent sign can be percent-encoded there.
func isHost(v string) bool {
	for _, c := range []byte(v) {
		if c < 0x80 && !isWord(c) && strings.IndexByte("-.~!&'()*+,;=:[]<>\"%", c) < 0 {
			return false
		}
	}
	return percents(v, func(b byte) bool { return b >= 0x80 || b == '%' })
}
