package benchmarks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	_ "github.com/dsh-tools/dshgen/benchmarks/generated"
	_ "github.com/dsh-tools/dshgen/benchmarks/limit"
	_ "github.com/dsh-tools/dshgen/benchmarks/peers"
	_ "github.com/dsh-tools/dshgen/benchmarks/schemas"
	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

var ids = []byte{tools.GetWeather, tools.CreateIssue, tools.EditFiles, tools.WriteFile}

func supports(d tools.Decoder, t byte) bool {
	return d.Tools == "" || strings.IndexByte(d.Tools, t) >= 0
}

// TestValid: every decoder accepts the valid payloads and yields what encoding/json yields.
func TestValid(t *testing.T) {
	std := tools.Typed(func(_ byte, b []byte, v any) error { return json.Unmarshal(b, v) })
	for _, d := range tools.All {
		for _, id := range ids {
			if !supports(d, id) {
				continue
			}
			in := bytes.Clone(tools.Valid[id])
			if err := d.Decode(id, in); err != nil {
				t.Errorf("%s %c: %v", d.Name, id, err)
				continue
			}
			if d.Value == nil {
				continue
			}
			got, err := d.Value(id, in)
			if err != nil {
				t.Errorf("%s %c: %v", d.Name, id, err)
				continue
			}
			want, _ := std(id, tools.Valid[id])
			gj, wj := must(json.Marshal(got)), must(json.Marshal(want))
			if !bytes.Equal(gj, wj) {
				t.Errorf("%s %c differs:\n got %.300s\nwant %.300s", d.Name, id, gj, wj)
			}
			if reflect.TypeOf(got) == reflect.TypeOf(want) && !reflect.DeepEqual(got, want) {
				t.Errorf("%s %c not DeepEqual", d.Name, id)
			}
			if !bytes.Equal(in, tools.Valid[id]) {
				t.Errorf("%s %c changed its input", d.Name, id)
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestInvalid: decoders of kind "validate" reject the invalid payloads; the others' misses are logged.
func TestInvalid(t *testing.T) {
	for _, d := range tools.All {
		var missed []string
		for _, n := range tools.InvalidNames {
			if !supports(d, n[0]) {
				continue
			}
			if d.Decode(n[0], bytes.Clone(tools.Invalid[n])) == nil {
				missed = append(missed, n)
			}
		}
		if len(missed) > 0 {
			f := t.Logf
			if d.Kind == "validate" && d.Name != "kaptinlin-struct" { // known: its struct view has no unknown properties
				f = t.Errorf
			}
			f("%-22s %s accepts: %s", d.Name, d.Kind, strings.Join(missed, " "))
		}
	}
}

// filter: BENCH_ONLY=a,b limits contestants.
func chosen() []tools.Decoder {
	only := os.Getenv("BENCH_ONLY")
	if only == "" {
		return tools.All
	}
	var out []tools.Decoder
	for _, d := range tools.All {
		if slices.Contains(strings.Split(only, ","), d.Name) {
			out = append(out, d)
		}
	}
	return out
}

func BenchmarkDecode(b *testing.B) {
	for _, id := range ids {
		for _, d := range chosen() {
			if !supports(d, id) {
				continue
			}
			b.Run(fmt.Sprintf("%c/%s", id, d.Name), func(b *testing.B) {
				in := bytes.Clone(tools.Valid[id])
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					if err := d.Decode(id, in); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkReject(b *testing.B) {
	for _, n := range tools.InvalidNames {
		for _, d := range chosen() {
			if d.Kind != "validate" || !supports(d, n[0]) || d.Decode(n[0], tools.Invalid[n]) == nil {
				continue
			}
			b.Run(strings.ReplaceAll(n, "/", "-")+"/"+d.Name, func(b *testing.B) {
				in := bytes.Clone(tools.Invalid[n])
				b.ReportAllocs()
				for b.Loop() {
					if err := d.Decode(n[0], in); err == nil {
						b.Fatal("accepted")
					}
				}
			})
		}
	}
}

var sink int
var sinkBuf = make([]byte, 1<<20)

// BenchmarkRef: what the memory and the cheapest scans cost on the same bytes.
func BenchmarkRef(b *testing.B) {
	refs := []struct {
		name string
		f    func([]byte) int
	}{
		{"bytesum", func(p []byte) int {
			s := 0
			for _, c := range p {
				s += int(c)
			}
			return s
		}},
		{"sum-8", func(p []byte) int {
			s := uint64(0)
			for ; len(p) >= 8; p = p[8:] {
				s += uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 | uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
			}
			return int(s)
		}},
		{"IndexByte-absent", func(p []byte) int { return bytes.IndexByte(p, 0) }},
		{"memcpy", func(p []byte) int { return copy(sinkBuf, p) }},
		{"clone", func(p []byte) int { return len(bytes.Clone(p)) }},
		{"utf8.Valid", func(p []byte) int {
			if utf8.Valid(p) {
				return 1
			}
			return 0
		}},
		{"json.Valid", func(p []byte) int {
			if json.Valid(p) {
				return 1
			}
			return 0
		}},
	}
	for _, id := range ids {
		for _, r := range refs {
			b.Run(fmt.Sprintf("%c/%s", id, r.name), func(b *testing.B) {
				in := bytes.Clone(tools.Valid[id])
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					sink += r.f(in)
				}
			})
		}
	}
}
