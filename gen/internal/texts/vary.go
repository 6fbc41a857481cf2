package texts

import (
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/gen/internal/model"
)

// sample is a valid value of a type, where one can be made up.
func (d *deriver) sample(t model.Type) (string, bool) {
	switch t := t.(type) {
	case *model.Bool:
		return "true", true
	case *model.String:
		s, ok := sampleString(t)
		return quote(s), ok
	case *model.Int:
		return firstValid(intCandidates(t))
	case *model.Float:
		return firstValid(floatCandidates(t))
	case *model.Pointer:
		return d.sample(t.Elem)
	case *model.Slice:
		n := 1
		if t.MinItems != nil {
			n = *t.MinItems
		}
		if t.MaxItems != nil {
			n = min(n, *t.MaxItems)
		}
		return d.sampleList(t.Elem, n, t.Unique)
	case *model.Array:
		return d.sampleList(t.Elem, t.Len, false)
	case *model.Map:
		key, keyOK := sampleKey(t.Key)
		if o, ok := t.Elem.(*model.Object); ok && d.open[o] || !keyOK {
			return "{}", true
		}
		elem, ok := d.sample(t.Elem)
		return `{` + quote(key) + `:` + elem + `}`, ok
	case *model.Object:
		if d.open[t] {
			return "", false // it contains itself
		}
		m, ok := d.members(t)
		return m.text(), ok
	case *model.Union:
		return d.sample(t.Variants[0].Object)
	case *model.Special:
		return sampleSpecial(t)
	}
	return "", false
}

func (d *deriver) sampleList(elem model.Type, n int, unique bool) (string, bool) {
	if n == 0 {
		return "[]", true
	}
	if unique && n > 1 {
		return "", false
	}
	if o, ok := elem.(*model.Object); ok && d.open[o] {
		return "[]", true
	}
	json, ok := d.sample(elem)
	return list(json, n), ok
}

func sampleKey(t model.Type) (string, bool) {
	switch t.(type) {
	case *model.String:
		return "key", true
	case *model.Int:
		return "1", true
	}
	return "", false
}

func sampleSpecial(t *model.Special) (string, bool) {
	switch t.Kind {
	case model.Any, model.Raw:
		return `{"any":[1.50,null]}`, true
	case model.Bytes:
		return `"AQID"`, true
	case model.Time:
		return `"2025-01-31T09:30:00Z"`, true
	case model.Duration:
		return `"1m30s"`, true
	case model.Quoted:
		if t.Basic == "bool" {
			return `"true"`, true
		}
		return `"1"`, true
	}
	return "", false
}

// vary lists values of a type, valid and not.
func (d *deriver) vary(t model.Type) []Text {
	switch t := t.(type) {
	case *model.Bool:
		return []Text{{"false", "false", true}, {"a string", `"true"`, false}, {"a number", "1", false}}
	case *model.String:
		return append(varyString(t), Text{"a number", "1", false}, Text{"an object", "{}", false})
	case *model.Int:
		return append(intCandidates(t), Text{"a fraction", "0.5", false}, Text{"a string", `"1"`, false}, Text{"an array", "[1]", false})
	case *model.Float:
		return append(floatCandidates(t), Text{"a string", `"1"`, false}, Text{"beyond all numbers", "1e999", false})
	case *model.Pointer:
		return d.vary(t.Elem)
	case *model.Slice:
		return d.varySlice(t)
	case *model.Array:
		return d.varyArray(t)
	case *model.Map:
		return d.varyMap(t)
	case *model.Object:
		return append([]Text{{"a string", `"x"`, false}, {"an array", "[]", false}}, d.object(t)...)
	case *model.Union:
		out := []Text{{"a string", `"x"`, false}, {"no variant", "{}", false}}
		for _, v := range t.Variants {
			for _, x := range d.object(v.Object) {
				out = append(out, Text{v.Value + ": " + x.Name, x.JSON, x.Valid})
			}
		}
		return out
	case *model.Special:
		return varySpecial(t)
	}
	return nil
}

func (d *deriver) varySlice(t *model.Slice) []Text {
	out := []Text{{"an object", "{}", false}}
	elem, ok := d.sample(t.Elem)
	if o, is := t.Elem.(*model.Object); is && d.open[o] || !ok {
		return out
	}
	low, high := 0, 1<<20
	if t.MinItems != nil {
		low = *t.MinItems
	}
	if t.MaxItems != nil {
		high = *t.MaxItems
	}
	for _, n := range []int{0, low - 1, low, low + 1, high - 1, high, high + 1} {
		if n < 0 || n > 64 {
			continue
		}
		out = append(out, Text{strconv.Itoa(n) + " items", list(elem, n), low <= n && n <= high && !(t.Unique && n > 1)})
	}
	if low <= 1 && high >= 1 {
		out = append(out, Text{"an item that is null", "[null]", admitsNull(t.Elem)})
		for _, v := range d.vary(t.Elem) {
			out = append(out, Text{"item: " + v.Name, "[" + v.JSON + "]", v.Valid})
		}
	}
	return out
}

func (d *deriver) varyArray(t *model.Array) []Text {
	out := []Text{{"an object", "{}", false}}
	elem, ok := d.sample(t.Elem)
	if !ok || t.Len > 64 {
		return out
	}
	for _, n := range []int{t.Len - 1, t.Len, t.Len + 1} {
		if n >= 0 {
			out = append(out, Text{strconv.Itoa(n) + " items", list(elem, n), n == t.Len})
		}
	}
	if t.Len == 1 {
		for _, v := range d.vary(t.Elem) {
			out = append(out, Text{"item: " + v.Name, "[" + v.JSON + "]", v.Valid})
		}
	}
	return out
}

func (d *deriver) varyMap(t *model.Map) []Text {
	out := []Text{{"an array", "[]", false}, {"no keys", "{}", true}}
	key, ok := sampleKey(t.Key)
	if o, is := t.Elem.(*model.Object); is && d.open[o] || !ok {
		return out
	}
	if _, integer := t.Key.(*model.Int); integer {
		if elem, ok := d.sample(t.Elem); ok {
			out = append(out, Text{"a key that is no integer", `{"x":` + elem + `}`, false})
		}
	}
	for _, v := range d.vary(t.Elem) {
		out = append(out, Text{"value: " + v.Name, `{` + quote(key) + `:` + v.JSON + `}`, v.Valid})
	}
	return append(out, Text{"a value that is null", `{` + quote(key) + `:null}`, admitsNull(t.Elem)})
}

func varySpecial(t *model.Special) []Text {
	number := Text{"a number", "1", false}
	switch t.Kind {
	case model.Any, model.Raw:
		return []Text{{"a number", "1", true}, {"a nested key twice", `{"a":1,"a":2}`, false}}
	case model.Bytes:
		return []Text{{"no bytes", `""`, true}, {"no base64", `"!"`, false}, number}
	case model.Time:
		return []Text{{"no date-time", `"yesterday"`, false}, {"no offset", `"2025-01-31T09:30:00"`, false}, number}
	case model.Duration:
		return []Text{{"no duration", `"soon"`, false}, number}
	case model.Quoted:
		return []Text{{"no quotes", "1", false}, {"words", `"x"`, false}, {"empty", `""`, false}}
	case model.Text:
		return []Text{number}
	}
	return nil
}

// sampleString is a string that keeps all rules of its type.
func sampleString(t *model.String) (string, bool) {
	for _, v := range stringCandidates(t) {
		if stringValid(t, v) {
			return v, true
		}
	}
	return "", false
}

func varyString(t *model.String) (out []Text) {
	for _, v := range stringCandidates(t) {
		name := "the text " + strconv.QuoteToASCII(v)
		if len(v) > 40 {
			name = strconv.Itoa(len([]rune(v))) + " characters"
		}
		out = append(out, Text{name, quote(v), stringValid(t, v)})
	}
	if t.Enum != nil {
		out = append(out, Text{"a value that is not listed", quote(strings.Join(t.Enum, "") + "?"), false})
	}
	return out
}
