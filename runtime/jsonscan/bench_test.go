package jsonscan_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// The workloads: a small text, nested objects, and one long string with an
// escape every dozen bytes. Encoding/json, which does not validate, stands
// beside each as the unit of measure.

type editArgs struct {
	Edits []Edit `json:"edits"`
	Note  string `json:"note"`
}

var editArgsNames = []string{"edits", "note"}

func scanEditArgs(s *jsonscan.Scanner, a *editArgs) {
	var spare Edit
	*a = editArgs{}
	o := s.Object(editArgsNames)
	for o.Next() {
		switch o.Key() {
		case "edits":
			o.Once(0)
			a.Edits = []Edit{}
			l := s.Array()
			for l.Next() {
				scanEdit(s, jsonscan.Grow(s, &a.Edits, &spare))
			}
			a.Edits = jsonscan.Fit(a.Edits)
		case "note":
			o.Once(1)
			a.Note = s.String()
		default:
			o.Unknown()
		}
	}
	o.Require(0b11)
}

func decodeEditArgs(text string) (editArgs, bool) {
	var a editArgs
	s := jsonscan.New(text)
	if scanEditArgs(&s, &a); s.End() {
		return a, true
	}
	return editArgs{}, false
}

func validateEditArgs(text string) bool {
	var a editArgs
	s := jsonscan.NewCheck(text)
	scanEditArgs(&s, &a)
	return s.End()
}

const smallText = `{"city":"Reykjavik, Iceland","unit":"celsius","days":5}   `

func nestedText() string {
	var b strings.Builder
	b.WriteString(`{"edits":[`)
	for i := range 60 {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(`{"path": "internal/pkg/module_` + strconv.Itoa(i) + `/file.go", "line": ` + strconv.Itoa(i*37+1) + `, "replace": true, "spans": [[1, 20], [300, 4000]]}`)
	}
	b.WriteString(`],"note":"done"}`)
	return b.String()
}

func fileText(piece string) string {
	var b strings.Builder
	for b.Len() < 200_000 {
		b.WriteString(piece)
	}
	return `{"edits":[],"note":"` + b.String() + `"}`
}

func workloads() map[string]string {
	return map[string]string{
		"small":       smallText,
		"nested":      nestedText(),
		"file-ascii":  fileText(`func main() {\n\tx := \"y\"\n`),
		"file-mixed":  fileText(`Größe: naïve café — “ok” 日本\n`),
		"file-plain":  fileText(`the quick brown fox jumps over the lazy dog. `),
		"file-ugly":   fileText(`\u00e9\u0061\n\ud83d\ude00\t`),
		"file-spaces": strings.Replace(`{"edits":[],"note":"x"}`, "[", "["+strings.Repeat(" \n", 100_000), 1),
	}
}

func benchmark(b *testing.B, name, text string, small, other func(text string) bool) {
	b.Run(name, func(b *testing.B) {
		f := other
		if text == smallText {
			f = small
		}
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if !f(text) {
				b.Fatal("refused")
			}
		}
	})
}

func BenchmarkScanFill(b *testing.B) {
	for name, text := range workloads() {
		benchmark(b, name, text, func(text string) bool { _, ok := decodeWeather(text); return ok }, func(text string) bool { _, ok := decodeEditArgs(text); return ok })
	}
}

func BenchmarkScanCheck(b *testing.B) {
	for name, text := range workloads() {
		benchmark(b, name, text, validateWeather, validateEditArgs)
	}
}

func BenchmarkScanSyntax(b *testing.B) {
	f := func(text string) bool { return jsonscan.Syntax(text, jsonscan.Limits{}) == nil }
	for name, text := range workloads() {
		benchmark(b, name, text, f, f)
	}
}

func BenchmarkScanEncodingJSON(b *testing.B) {
	for name, text := range workloads() {
		data := []byte(text)
		benchmark(b, name, text,
			func(string) bool { var a Weather; return json.Unmarshal(data, &a) == nil },
			func(string) bool { var a editArgs; return json.Unmarshal(data, &a) == nil })
	}
}

// BenchmarkWorkload reads documents of the workloads in turn.
func BenchmarkWorkload(b *testing.B) {
	for _, w := range workloadTable() {
		datas := make([][]byte, len(w.texts))
		for i, text := range w.texts {
			datas[i] = []byte(text)
		}
		run := func(name string, read func(i int) bool) {
			b.Run(w.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if !read(i % len(w.texts)) {
						b.Fatal("refused")
					}
				}
			})
		}
		run("decode", func(i int) bool { return w.decode(w.texts[i]) })
		run("validate", func(i int) bool { return w.validate(w.texts[i]) })
		run("encoding-json", func(i int) bool { return w.standard(datas[i]) == nil })
	}
}

// BenchmarkScanExplain is the cost of saying what is wrong with a small text.
func BenchmarkScanExplain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		notes, _, err := jsonscan.Explain(`{"city":"Oslo","unit":"kelvin","days":9,"citty":"x"}`, fixtures[0].walk)
		if err != nil || len(notes) != 3 {
			b.Fatal(notes, err)
		}
	}
}
