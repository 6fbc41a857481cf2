package runtime

// Base64 as in RFC 4648 section 4, with padding. The standard library's
// encoding/base64 imports encoding/binary and with it reflect, which this
// package keeps out of the programs that link it.

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func base64Encode(data string) string {
	out := make([]byte, 0, (len(data)+2)/3*4)
	for ; len(data) >= 3; data = data[3:] {
		n := uint(data[0])<<16 | uint(data[1])<<8 | uint(data[2])
		out = append(out, base64Digits[n>>18], base64Digits[n>>12&63], base64Digits[n>>6&63], base64Digits[n&63])
	}
	switch len(data) {
	case 1:
		n := uint(data[0]) << 16
		out = append(out, base64Digits[n>>18], base64Digits[n>>12&63], '=', '=')
	case 2:
		n := uint(data[0])<<16 | uint(data[1])<<8
		out = append(out, base64Digits[n>>18], base64Digits[n>>12&63], base64Digits[n>>6&63], '=')
	}
	return string(out)
}

func base64Decode(text string) (data string, ok bool) {
	if len(text)%4 != 0 {
		return "", false
	}
	out := make([]byte, 0, len(text)/4*3)
	for ; text != ""; text = text[4:] {
		pad := 0
		var n uint
		for i := range 4 {
			d, digit := base64Value(text[i])
			switch {
			case digit && pad == 0:
			case text[i] == '=' && i >= 2 && len(text) == 4:
				pad++
			default:
				return "", false
			}
			n = n<<6 | d
		}
		out = append(out, byte(n>>16), byte(n>>8), byte(n))
		out = out[:len(out)-pad]
	}
	return string(out), true
}

func base64Value(c byte) (value uint, ok bool) {
	switch {
	case 'A' <= c && c <= 'Z':
		return uint(c - 'A'), true
	case 'a' <= c && c <= 'z':
		return uint(c-'a') + 26, true
	case '0' <= c && c <= '9':
		return uint(c-'0') + 52, true
	case c == '+':
		return 62, true
	case c == '/':
		return 63, true
	}
	return 0, false
}
