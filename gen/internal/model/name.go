package model

import (
	"go/token"
	"unicode"
	"unicode/utf8"
)

// GoName is what declarations about the tool are named after: the function,
// with the receiver before it for a method.
func (t *Tool) GoName() string {
	if t.Receiver == nil {
		return t.Func
	}
	if !token.IsExported(t.Receiver.Type) || !token.IsExported(t.Func) {
		return LowerFirst(t.Receiver.Type) + UpperFirst(t.Func)
	}
	return t.Receiver.Type + t.Func
}

// ArgsName is the name of the argument type, where one is generated.
func (t *Tool) ArgsName() string { return t.GoName() + "Args" }

// LowerFirst makes an exported name unexported: HTTPGet becomes httpGet.
func LowerFirst(s string) string {
	runes := []rune(s)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}

// UpperFirst makes a name exported.
func UpperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// Anonymous reports whether an object has no name of its own in Go.
func (o *Object) Anonymous() bool { return len(o.Go) == 0 || o.Go[0].Path == "" }
