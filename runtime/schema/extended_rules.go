package schema

import "github.com/dsh-tools/dshgen/runtime/jsonscan"

// small reports whether values are short enough to be compared again and again.
func small(values ...*value) bool {
	const most = 4 << 10
	for _, v := range values {
		if v.kind != jsonscan.KindString && len(v.raw) > most {
			return false
		}
	}
	return true
}

func (w *wideSubset) additional(c *compiler, n *node, v *value, at *place) {
	q := n.objectRules()
	switch {
	case v.is("false"):
		q.closed = true
	case v.is("true"):
	default:
		if q.extra = c.schema(v, at); q.extra.op == opAny {
			q.extra = nil
		}
	}
}

// propertyNames takes a schema of a pattern and nothing else.
func (w *wideSubset) propertyNames(c *compiler, n *node, v *value, at *place) {
	pattern := v.member("pattern")
	for _, m := range v.members {
		if m.key == "type" && m.value.kind == jsonscan.KindString && m.value.text == "string" || m.key == "pattern" || w.annotation(c, m, at.at(m.key), false) {
			continue
		}
		c.fail(at.at(m.key), "propertyNames", "propertyNames can only have a pattern")
		return
	}
	if v.kind != jsonscan.KindObject {
		c.fail(at, "propertyNames", "propertyNames must be an object with a pattern")
		return
	}
	if pattern == nil {
		return
	}
	q := n.objectRules()
	switch pattern.text {
	case signedKey:
		q.keyMatches = func(key string) bool { return jsonscan.IsIntegerKey(key, false) }
	case unsignedKey:
		q.keyMatches = func(key string) bool { return jsonscan.IsIntegerKey(key, true) }
	default:
		q.keyPattern = pattern.text
		q.keyMatches = w.matcher(c, pattern, at.at("pattern"))
	}
}

// items compiles items. False behind prefixItems bounds their number.
func (w *wideSubset) items(c *compiler, n *node, v, items *value, at *place) {
	q := n.arrayRules()
	prefix := v.member("prefixItems")
	if items.is("false") && prefix != nil {
		w.atMost(&q.maxItems, len(prefix.elements))
		return
	}
	if q.items = c.schema(items, at); q.items.op == opAny {
		q.items = nil
	}
}

// atMost lowers a maximum, of which -1 is none.
func (w *wideSubset) atMost(most *int, n int) {
	if n >= 0 && (*most < 0 || n < *most) {
		*most = n
	}
}

// count reads a length or number of elements, -1 if it is none.
func (w *wideSubset) count(c *compiler, m member, at *place) int {
	if m.value.kind == jsonscan.KindNumber {
		l := jsonscan.NewLimit(m.value.raw, true)
		if n, ok := l.Whole(); ok {
			return n
		}
	}
	c.fail(at, m.key, m.key+" must be an integer from 0 on")
	return -1
}

func (w *wideSubset) bound(c *compiler, n *node, m member, at *place) {
	if m.value.kind != jsonscan.KindNumber {
		c.fail(at, m.key, m.key+" must be a number")
		return
	}
	l := jsonscan.NewLimit(m.value.raw, n.kinds&kindNumber == 0)
	q := n.numberRules()
	switch m.key {
	case "minimum":
		q.minimum = &l
	case "maximum":
		q.maximum = &l
	case "exclusiveMinimum":
		q.above = &l
	case "exclusiveMaximum":
		q.below = &l
	case "multipleOf":
		if !l.Divisor() {
			c.fail(at, m.key, "multipleOf must be greater than 0 and have at most 17 significant digits")
			return
		}
		q.divisor = &l
	}
}

// The bounds of float32, which generated decoders state as one rule.
const float32Bound = "3.4028234663852886e+38"

// finishNumber makes one rule of both bounds where generated decoders do.
func (w *wideSubset) finishNumber(n *node) {
	q := n.number
	if q == nil || q.minimum == nil || q.maximum == nil || q.maximum.Less(q.minimum) {
		return
	}
	whole := n.kinds&kindNumber == 0
	q.between = whole || q.minimum.String() == "-"+float32Bound && q.maximum.String() == float32Bound
}

// pattern compiles a pattern. That of durations is said in words.
func (w *wideSubset) pattern(c *compiler, n *node, v *value, at *place) {
	matches := w.matcher(c, v, at)
	if matches == nil {
		return
	}
	q := n.textRules()
	if v.text == durationPattern {
		q.formats = append(q.formats, format{"go-duration", matches})
		return
	}
	q.pattern, q.matches = v.text, matches
}

func (w *wideSubset) format(c *compiler, n *node, v *value, at *place) {
	is := formatNamed(v.text)
	if v.kind != jsonscan.KindString || is == nil {
		c.fail(at, "format", "format must be one of date-time, date, time, duration, email, uri, uuid, hostname, ipv4 and ipv6")
		return
	}
	n.textRules().formats = append(n.textRules().formats, format{v.text, is})
}

func formatNamed(name string) func(string) bool {
	switch name {
	case "date-time":
		return jsonscan.IsDateTime
	case "date":
		return jsonscan.IsDate
	case "time":
		return jsonscan.IsTime
	case "duration":
		return jsonscan.IsDuration
	case "email":
		return jsonscan.IsEmail
	case "uri":
		return jsonscan.IsURI
	case "uuid":
		return jsonscan.IsUUID
	case "hostname":
		return jsonscan.IsHostname
	case "ipv4":
		return jsonscan.IsIPv4
	case "ipv6":
		return jsonscan.IsIPv6
	}
	return nil
}
