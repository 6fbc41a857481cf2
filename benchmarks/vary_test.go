package benchmarks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

// Varied documents: same schemas and styles as tools.Valid, different content, key order, escape positions.
var vary = map[byte][][]byte{}

var lines = []string{"\tif err != nil {\n\t\treturn nil, err\n\t}\n", "// decode the arguments\n", "\tfmt.Printf(\"%q is %d\\n\", name, n)\n", "for i := range xs {\n\txs[i]++\n}\n", "see C:\\work\\gen\\x.go\n",
	"The loop stops at the first rune above 0x7F.\n", "naïve café — résumé\n", "| a | b |\n|---|---|\n", "日本語のメモ\n", "`go generate ./...` fails with \"exit status 1\"\n", "x := m[\"key\"]\n", "return s.next.Call(ctx, in.Name, in.Values)\n", "- item one\n- item two\n\n", "🚀 shipped\n", "plain prose without anything special in it, long enough to run for a while before the newline\n", "}\n\n"}

func text(r *rand.Rand, min, max int) string {
	var b strings.Builder
	n := min + r.IntN(max-min+1)
	for b.Len() < n {
		b.WriteString(lines[r.IntN(len(lines))])
	}
	return b.String()
}

// obj writes members in random order.
func obj(r *rand.Rand, kv ...string) []byte {
	r.Shuffle(len(kv)/2, func(i, j int) { kv[2*i], kv[2*j] = kv[2*j], kv[2*i]; kv[2*i+1], kv[2*j+1] = kv[2*j+1], kv[2*i+1] })
	var b bytes.Buffer
	b.WriteByte('{')
	for i := 0; i < len(kv); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", kv[i], kv[i+1])
	}
	b.WriteByte('}')
	return b.Bytes()
}

func q(s string) string { return string(enc(s)) }
func enc(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return bytes.TrimSpace(b.Bytes())
}
func sp(in []byte) []byte { // ", " and ": "
	var out []byte
	str, esc := false, false
	for _, c := range in {
		out = append(out, c)
		switch {
		case esc:
			esc = false
		case str && c == '\\':
			esc = true
		case c == '"':
			str = !str
		case !str && (c == ',' || c == ':'):
			out = append(out, ' ')
		}
	}
	return out
}

func init() {
	r := rand.New(rand.NewPCG(42, 1))
	cities := []string{"Rome", "San Francisco, CA", "Zürich", "Tokyo", "São Paulo, Brazil", "Llanfairpwllgwyngyll", "Oslo", "New York City, NY, USA", "Lyon", "Kuala Lumpur"}
	for range 256 {
		kv := []string{"city", q(cities[r.IntN(len(cities))])}
		if r.IntN(3) > 0 {
			kv = append(kv, "unit", q([]string{"celsius", "fahrenheit"}[r.IntN(2)]))
		}
		if r.IntN(3) > 0 {
			kv = append(kv, "days", fmt.Sprint(1+r.IntN(14)))
		}
		vary['A'] = append(vary['A'], sp(obj(r, kv...)))
	}
	for range 64 {
		labels := []string{"bug", "area/schema", "needs-triage", "good first issue", "p1", "docs"}[:r.IntN(7)]
		vary['B'] = append(vary['B'], obj(r, "owner", q("modelcontextprotocol"), "repo", q([]string{"go-sdk", "servers", "x"}[r.IntN(3)]), "title", q(text(r, 20, 80)), "body", q(text(r, 800, 1800)),
			"labels", string(enc(labels)), "assignees", string(enc([]string{"octocat", "hubot"}[:r.IntN(3)])), "milestone", fmt.Sprint(r.IntN(5000)), "type", q([]string{"bug", "feature", "task"}[r.IntN(3)])))
		var es []string
		for range 10 + r.IntN(21) {
			es = append(es, string(obj(r, "old_text", q(text(r, 20, 180)), "new_text", q(text(r, 20, 220)), "line", fmt.Sprint(r.IntN(3000)))))
		}
		vary['C'] = append(vary['C'], sp(obj(r, "path", q("internal/x.go"), "edits", "["+strings.Join(es, ",")+"]", "options", string(obj(r, "dry_run", fmt.Sprint(r.IntN(2) == 0), "mode", q([]string{"strict", "fuzzy", "regex"}[r.IntN(3)]), "context", "3")))))
	}
	for range 8 {
		vary['D'] = append(vary['D'], obj(r, "path", q("internal/x.go"), "content", q(text(r, 180000, 190000))))
	}
	for _, d := range []string{"limit-own", "limit-alias"} {
		for _, x := range tools.All {
			if x.Name == d {
				tools.Register(tools.Decoder{Name: d + "-heap", Kind: "validate", Value: x.Value}) // struct on the heap, like every peer
			}
		}
	}
}

func TestVary(t *testing.T) {
	for id, ds := range vary {
		n := 0
		for _, b := range ds {
			n += len(b)
			for _, d := range tools.All {
				if !supports(d, id) {
					continue
				}
				if err := d.Decode(id, bytes.Clone(b)); err != nil {
					t.Fatalf("%s %c: %v\n%.200s", d.Name, id, err, b)
				}
			}
		}
		t.Logf("%c: %d docs, avg %d bytes, avg escapes %d", id, len(ds), n/len(ds), bytes.Count(bytes.Join(ds, nil), []byte(`\`))/len(ds))
	}
}

// BenchmarkVary: "rotate" decodes a different document every time; "block" decodes each 64 times in a row
// (predictors learn it). Same documents, same total; one op is one document.
func BenchmarkVary(b *testing.B) {
	for _, id := range ids {
		ds := vary[id]
		for _, mode := range []string{"block", "rotate"} {
			for _, d := range chosen() {
				if !supports(d, id) {
					continue
				}
				b.Run(fmt.Sprintf("%c-%s/%s", id, mode, d.Name), func(b *testing.B) {
					shift := 0
					if mode == "block" {
						shift = 6
					}
					i, n := 0, len(ds)
					b.ReportAllocs()
					for b.Loop() {
						if err := d.Decode(id, ds[(i>>shift)%n]); err != nil {
							b.Fatal(err)
						}
						i++
					}
				})
			}
		}
	}
}
