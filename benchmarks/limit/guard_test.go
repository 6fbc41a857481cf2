package limit

import (
	"math/rand/v2"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"

	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

const pg = 4096

// region returns size bytes with PROT_NONE pages on both sides; slice is the accessible middle.
func region(pages int) []byte {
	m, err := syscall.Mmap(-1, 0, (pages+2)*pg, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	if err := syscall.Mprotect(m[:pg], syscall.PROT_NONE); err != nil {
		panic(err)
	}
	if err := syscall.Mprotect(m[(pages+1)*pg:], syscall.PROT_NONE); err != nil {
		panic(err)
	}
	return m[pg : (pages+1)*pg : (pages+1)*pg]
}

var in, scr = region(60), region(60)

func once(t *testing.T, tool byte, doc []byte, right, own, reuse bool) {
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("FAULT tool=%c right=%v own=%v reuse=%v: %v\n%q", tool, right, own, reuse, r, doc)
		}
	}()
	var b []byte
	if right {
		b = in[len(in)-len(doc):]
	} else {
		b = in[:len(doc):len(doc)]
	}
	copy(b, doc)
	allocHook = func(n int) unsafe.Pointer { return unsafe.Pointer(&scr[len(scr)-n]) } // exact size, right against the guard
	defer func() { allocHook = nil }()
	var d Dec
	d.Reset(b, own, reuse)
	switch tool {
	case 'A':
		var v tools.GetWeatherArgs
		GetWeather(&d, &v)
	case 'B':
		var v tools.CreateIssueArgs
		CreateIssue(&d, &v)
	case 'C':
		var v tools.EditFilesArgs
		EditFiles(&d, &v)
	case 'D':
		var v tools.WriteFileArgs
		WriteFile(&d, &v)
	}
}

func TestGuard(t *testing.T) {
	debug.SetPanicOnFault(true)
	docs := map[byte][][]byte{}
	for id, v := range tools.Valid {
		if id == 'D' {
			v = append([]byte{}, v[:40000]...)
			v = append(v, `"}`...)
		}
		docs[id] = append(docs[id], v)
	}
	for n, v := range tools.Invalid {
		docs[n[0]] = append(docs[n[0]], v)
	}
	for _, s := range []string{`{"city":"\u0041\u00e9\u20ac\ud83d\ude00"}`, `{"city":"é€😀\n"}`, `{"c\u0069ty":"x\\","unit":"cels\u0069us"}`, `{"city":"x","days":`, `{`, ``, `{"`, `{"city":"a\`, `{"city":"a\u`, `{"city":"a\ud83d\u`, "{\"city\":\"\xf0\x9f\x98"} {
		docs['A'] = append(docs['A'], []byte(s))
	}
	n := 0
	for id, ds := range docs {
		for _, v := range ds {
			step := 1
			if len(v) > 10000 {
				step = 37
			}
			for l := 0; l <= len(v); l += step {
				for m := range 8 {
					once(t, id, v[:l], m&1 != 0, m&2 != 0, m&4 != 0)
					n++
				}
			}
			once(t, id, v, true, true, false)
		}
	}
	r := rand.New(rand.NewPCG(9, 9))
	toks := []string{`"`, `\`, `\u00`, `\ud83d`, `\ude00`, `\n`, `\"`, "é", "€", "😀", "\x80", "\xf0\x9f", `1e400`, `1e2`, `123456789012345678901`, `"c\u0069ty":`, `\\\\\\\\`}
	for range 400000 {
		id := "ABC"[r.IntN(3)]
		v := docs[id][r.IntN(len(docs[id]))]
		// a window cut so that the end falls near interesting bytes
		b := append([]byte{}, v...)
		for range 1 + r.IntN(4) {
			i := r.IntN(len(b) + 1)
			tk := toks[r.IntN(len(toks))]
			b = append(b[:i:i], append([]byte(tk), b[i:]...)...)
		}
		if r.IntN(2) == 0 {
			b = b[:r.IntN(len(b)+1)]
		}
		m := r.IntN(8)
		once(t, id, b, m&1 != 0, m&2 != 0, m&4 != 0)
		n++
	}
	t.Logf("%d decodes against guard pages", n)
}
