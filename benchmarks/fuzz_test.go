package benchmarks

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/benchmarks/tools"

	exp "github.com/go-json-experiment/json"
	stk "github.com/santhosh-tekuri/jsonschema/v6"
)

// TestDifferential mutates payloads and compares the limit-* decoders (or DIFF=name) with an oracle: strict
// RFC 8259 syntax without duplicates or bad UTF-8 (jsonv2) and the schema (santhosh, exact numbers).
func TestDifferential(t *testing.T) {
	names := "limit-reuse,limit-alias,limit-own"
	if s := os.Getenv("DIFF"); s != "" {
		names = s
	}
	dur := 3 * time.Second
	if s := os.Getenv("DIFFTIME"); s != "" {
		dur = must(time.ParseDuration(s))
	}
	seed := uint64(1)
	if s := os.Getenv("SEED"); s != "" {
		seed = must(strconv.ParseUint(s, 10, 64))
	}
	matched := 0
	for _, d := range tools.All {
		if strings.Contains(","+names+",", ","+d.Name+",") {
			matched++
		}
	}
	if matched == 0 {
		t.Fatalf("DIFF=%s names no registered decoder", names)
	}
	sch := map[byte]*stk.Schema{}
	for id, s := range tools.Schemas {
		c := stk.NewCompiler()
		c.AddResource("x", must(stk.UnmarshalJSON(strings.NewReader(s))))
		sch[id] = must(c.Compile("x"))
	}
	std := tools.Typed(func(_ byte, b []byte, v any) error { return json.Unmarshal(b, v) })
	small := map[byte][]byte{
		'A': tools.Valid['A'],
		'B': []byte(`{"owner":"ö","repo":"go-sdk","title":"t\u00e9\ud83d\ude00\n","body":"a b\\c\"d\te € 🚀 plain text that is longer than sixteen bytes","labels":["bug","x\ny"],"assignees":[],"milestone":42,"type":"bug"}`),
		'C': []byte(`{"path": "a/b.go", "edits": [{"old_text": "if a {\n\t\treturn \"x\"\n}", "new_text": "", "line": 10}, {"line":-3,"old_text": "x", "new_text": "yy"}], "options": {"dry_run": true, "mode": "fuzzy", "context": 3}}`),
		'D': []byte("{ \"path\" :\"p\",\n\"content\":\"package x\\n\\nfunc f() {\\n\\tif x == \\\"a\\\" {\\n\\t\\treturn 12345678901234567890\\n\\t}\\n}\\n// and a comment that is long enough for sixty-four byte blocks \\\\\\\\ \\u0041\\/ é ü\\n\"}"),
	}
	r := rand.New(rand.NewPCG(seed, 2))
	toks := []string{`"`, `\`, `\u00`, `\ud83d`, `\ude00`, `\n`, `,`, `:`, `{`, `}`, `[`, `]`, ` `, `null`, `true`, `false`, `1`, `-1`, `3.0`, `1e2`, `0.5`, `01`, `-`, `-0`, `""`, "\x00", "\x1f", "\x7f", "\x80", "\xff", "\xed\xa0\x80", "é", "€", "😀", `9007199254740993`, `9223372036854775807`, `"city"`, `"days":1,`, `"type":"task",`, `"c\u0069ty"`, `"line":7,`}
	n, acc := 0, 0
	for end := time.Now().Add(dur); time.Now().Before(end); {
		for range 500 {
			id := ids[r.IntN(4)]
			b := bytes.Clone(small[id])
			for range 1 + r.IntN(3) {
				i := r.IntN(len(b) + 1)
				switch r.IntN(4) {
				case 0:
					b = append(b[:i:i], append([]byte(toks[r.IntN(len(toks))]), b[i:]...)...)
				case 1:
					j := min(len(b), i+1+r.IntN(6))
					b = append(b[:i:i], b[j:]...)
				case 2:
					j := min(len(b), i+1+r.IntN(6))
					b = append(b[:i:i], append([]byte(toks[r.IntN(len(toks))]), b[j:]...)...)
				case 3:
					j, k := r.IntN(len(b)+1), 1+r.IntN(20)
					b = append(b[:i:i], append(bytes.Clone(b[j:min(len(b), j+k)]), b[i:]...)...)
				}
				if len(b) == 0 {
					b = []byte("{")
				}
			}
			b = bytes.Clone(b) // exact length
			var a any
			ok := exp.Unmarshal(b, &a) == nil
			if ok {
				v, err := stk.UnmarshalJSON(bytes.NewReader(b))
				ok = err == nil && sch[id].Validate(v) == nil
			}
			n++
			if ok {
				acc++
			}
			for _, d := range tools.All {
				if !strings.Contains(","+names+",", ","+d.Name+",") || !supports(d, id) {
					continue
				}
				in := bytes.Clone(b)
				var got any
				var err error
				if d.Value != nil {
					got, err = d.Value(id, in)
				} else {
					err = d.Decode(id, in)
				}
				if ok && err != nil && strings.Contains(err.Error(), "out of range") {
					continue // a valid integer that does not fit in int64
				}
				if (err == nil) != ok {
					t.Fatalf("%s %c: oracle %v, decoder err %v\n%q", d.Name, id, ok, err, b)
				}
				if !bytes.Equal(in, b) {
					t.Fatalf("%s changed input %q", d.Name, b)
				}
				if ok && d.Value != nil {
					want, err := std(id, b)
					if err != nil {
						continue // 3.0, 1e2
					}
					if gj, wj := must(json.Marshal(got)), must(json.Marshal(want)); !reflect.DeepEqual(got, want) && !bytes.Equal(gj, wj) {
						t.Fatalf("%s %c: %q\n got %s\nwant %s", d.Name, id, b, gj, wj)
					}
				}
			}
		}
	}
	t.Logf("%d documents, %d accepted", n, acc)
}
