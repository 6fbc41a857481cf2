package benchmarks

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

var sets = map[string][][]byte{}

func init() {
	for _, ascii := range []bool{true, false} {
		r := rand.New(rand.NewPCG(7, 7))
		all := lines
		name := "mixed"
		if ascii {
			name = "ascii"
			lines = nil
			for _, l := range all {
				ok := true
				for i := range len(l) {
					ok = ok && l[i] < 0x80
				}
				if ok {
					lines = append(lines, l)
				}
			}
		}
		for range 512 {
			sets["B-"+name] = append(sets["B-"+name], obj(r, "owner", q("modelcontextprotocol"), "repo", q([]string{"go-sdk", "servers", "x"}[r.IntN(3)]), "title", q(text(r, 20, 80)), "body", q(text(r, 800, 1800)),
				"labels", string(enc([]string{"bug", "area/schema", "needs-triage", "good first issue"}[:r.IntN(5)])), "milestone", fmt.Sprint(r.IntN(5000)), "type", q([]string{"bug", "feature", "task"}[r.IntN(3)])))
		}
		for range 4 { // 4 x 190 KB = 760 KB: inside the 1 MiB L2
			sets["D-"+name] = append(sets["D-"+name], obj(r, "path", q("internal/x.go"), "content", q(text(r, 180000, 190000))))
		}
		lines = all
	}
	r := rand.New(rand.NewPCG(8, 8))
	for range 4096 {
		kv := []string{"city", q(text(r, 3, 12))}
		if r.IntN(3) > 0 {
			kv = append(kv, "unit", q([]string{"celsius", "fahrenheit"}[r.IntN(2)]))
		}
		if r.IntN(3) > 0 {
			kv = append(kv, "days", fmt.Sprint(1+r.IntN(14)))
		}
		b := sp(obj(r, kv...))
		sets["A-mixed"] = append(sets["A-mixed"], b)
	}
}

func BenchmarkSets(b *testing.B) {
	for _, s := range []string{"A-mixed", "B-ascii", "B-mixed", "D-ascii", "D-mixed"} {
		ds := sets[s]
		for _, mode := range []string{"block", "rotate"} {
			run := func(name string, f func(p []byte) error) {
				b.Run(s+"-"+mode+"/"+name, func(b *testing.B) {
					shift, i, n := 0, 0, len(ds)
					if mode == "block" {
						shift = 6
					}
					for b.Loop() {
						if err := f(ds[(i>>shift)%n]); err != nil {
							b.Fatal(err)
						}
						i++
					}
				})
			}
			run("ref-sum8", func(p []byte) error { // branch-free: shows the cache cost alone
				x := uint64(0)
				for ; len(p) >= 8; p = p[8:] {
					x += uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 | uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
				}
				sink += int(x)
				return nil
			})
			for _, d := range chosen() {
				if !supports(d, s[0]) {
					continue
				}
				run(d.Name, func(p []byte) error { return d.Decode(s[0], p) })
			}
		}
	}
}
