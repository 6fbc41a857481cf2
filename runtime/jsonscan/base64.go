package jsonscan

// Base64 as in RFC 4648 section 4, with padding. The standard library's
// encoding/base64 imports encoding/binary and with it reflect, which this
// package keeps out of the programs that link it.

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// Base64 reads a string in base64 and returns the bytes that it stands for, nil
// when values are dropped. Line breaks inside are passed over, as encoding/json
// does.
func Base64[B ~[]byte](s *Scanner) B {
	text := s.Text()
	if s.failed {
		return nil
	}
	var out []byte
	if s.mode == fill {
		out = make([]byte, 0, len(text)/4*3)
	}
	out, ok := appendDecoded(out, text, s.mode == fill)
	if !ok {
		s.badText(ruleFormat, "base64")
		return nil
	}
	return B(out)
}

// appendDecoded decodes text, or only checks it.
func appendDecoded(dst []byte, text string, keep bool) ([]byte, bool) {
	var n uint32
	digits, pad := 0, 0
	for i := range len(text) {
		c := text[i]
		d := base64Value(c)
		switch {
		case c == '\n' || c == '\r':
			continue
		case c == '=' && digits >= 2:
			pad++
			d = 0
		case d < 0 || pad > 0:
			return dst, false
		}
		n = n<<6 | uint32(d)
		if digits++; digits < 4 {
			continue
		}
		if keep {
			dst = append(dst, byte(n>>16), byte(n>>8), byte(n))
			dst = dst[:len(dst)-pad]
		}
		n, digits = 0, 0
		if pad > 0 { // padding ends the text
			for _, rest := range text[i+1:] {
				if rest != '\n' && rest != '\r' {
					return dst, false
				}
			}
			return dst, true
		}
	}
	return dst, digits == 0
}

// base64Value is what a digit stands for, -1 for any other byte.
func base64Value(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// appendBase64 encodes data.
func appendBase64(dst, data []byte) []byte {
	for ; len(data) >= 3; data = data[3:] {
		n := uint(data[0])<<16 | uint(data[1])<<8 | uint(data[2])
		dst = append(dst, base64Digits[n>>18], base64Digits[n>>12&63], base64Digits[n>>6&63], base64Digits[n&63])
	}
	switch len(data) {
	case 1:
		n := uint(data[0]) << 16
		dst = append(dst, base64Digits[n>>18], base64Digits[n>>12&63], '=', '=')
	case 2:
		n := uint(data[0])<<16 | uint(data[1])<<8
		dst = append(dst, base64Digits[n>>18], base64Digits[n>>12&63], base64Digits[n>>6&63], '=')
	}
	return dst
}

// IsBase64 reports whether v is text in base64 that [Base64] reads.
func IsBase64(v string) bool {
	_, ok := appendDecoded(nil, v, false)
	return ok
}
