// Package names gives the generator every reason to trip over an identifier.
package names

import (
	"context"
	str "strconv"
	"strings"
	"time"
)

// Names that generated code would like to use itself.
var (
	runtime  = "mine"
	jsonscan = 1
	s        = "package level"
)

func scanClash() string { return runtime + s + strings.Repeat("x", jsonscan) + str.Itoa(1) }

// clashSchema is what the schema of Clash would be called.
const clashSchema = ""

// Clash finds names of the generated file taken.
//
//dsh:tool
func Clash(q string) string { return q + clashSchema + scanClash() }

type o struct {
	A int
}

// Own has a parameter that is called as its type.
//
//dsh:tool
func Own(o o, v int) int { return o.A + v }

// Shadow has parameters called as packages, locals and predeclared names.
//
//dsh:tool
func Shadow(ctx context.Context, time string, json string, context string, data string, index int, err string, ok bool, len int, nil_ string, error int, any bool, true_ int, r, d, i, n, v, out, in int) string {
	return time + json + context
}

// Initialisms shows the names of fields.
//
//dsh:tool
func Initialisms(ms, user_id, id, url, http_port, maxURL, type_ string) string {
	return ms + user_id + id + url + http_port + maxURL + type_
}

// HTTPGet shows the names of tools.
//
//dsh:tool
func HTTPGet(path string) string { return path }

// Keyword has a property that no Go name spells.
//
//dsh:tool
//dsh:param kind name=type
//dsh:param start name=from.date
func Keyword(kind string, start string) string { return kind + start }

// Deadline keeps the import of time in use.
func Deadline() time.Duration { return time.Second }
