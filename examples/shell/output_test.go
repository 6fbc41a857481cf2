package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOutput(t *testing.T) {
	const half = maxOutput / 2
	lines := func(n int) string { return strings.Repeat("123456789\n", n) }
	tests := []struct {
		name string
		in   []string
		want string
		lost int64
	}{
		{"nothing", nil, "", 0},
		{"some", []string{"a", "b\n"}, "ab\n", 0},
		{"just as much as fits", []string{lines(maxOutput / 10)}, lines(maxOutput / 10), 0},
		{"in pieces", []string{lines(1400), lines(1400), lines(200)}, lines(maxOutput / 10), 0},
		{"a line more", []string{lines(maxOutput/10 + 1)}, lines(half/10) + "[20 bytes are left out here]\n" + lines(half/10-1), 20},
		{"far more, at once", []string{"a\n" + lines(100_000) + "z\n"}, "a\n" + lines(half/10-1) + "[970020 bytes are left out here]\n" + lines(half/10-1) + "z\n", 970_020},
		{"no lines", []string{strings.Repeat("é", maxOutput)}, strings.Repeat("é", half/2) + "\n[30000 bytes are left out here]\n" + strings.Repeat("é", half/2), 30_000},
		{"broken characters", []string{"x" + strings.Repeat("é", maxOutput) + "y"}, "x" + strings.Repeat("é", half/2-1) + "\n[30004 bytes are left out here]\n" + strings.Repeat("é", half/2-1) + "y", 30_004},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var o output
			for _, s := range tt.in {
				if n, err := o.Write([]byte(s)); n != len(s) || err != nil {
					t.Fatal(n, err)
				}
			}
			got, lost := o.take()
			if lost != tt.lost || got != tt.want {
				t.Errorf("lost %d, want %d; got %d bytes, want %d: %s", lost, tt.lost, len(got), len(tt.want), difference(got, tt.want))
			}
			if again, lost := o.take(); again != "" || lost != 0 {
				t.Errorf("again: %q, %d", again, lost)
			}
		})
	}
}

func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("%.60q instead of %.60q at %d", a[i:], b[i:], i)
}

// TestOutputCharacters: a character that comes in pieces is taken whole.
func TestOutputCharacters(t *testing.T) {
	var o output
	var got strings.Builder
	const text = "aé€😀z"
	for i := range len(text) {
		o.Write([]byte{text[i]})
		part, _ := o.take()
		if !utf8.ValidString(part) {
			t.Errorf("took %q", part)
		}
		got.WriteString(part)
	}
	if got.String() != text {
		t.Errorf("got %q", got.String())
	}
	o.Write([]byte("\xe2\x82")) // never finished
	if part, _ := o.take(); part != "" {
		t.Errorf("took %q", part)
	}
	o.close()
	if part, _ := o.take(); part != "\xe2\x82" {
		t.Errorf("took %q at the end", part)
	}
}

// TestOutputRing writes in pieces of all sizes and compares with a plain buffer.
func TestOutputRing(t *testing.T) {
	const half = maxOutput / 2
	r := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		var o output
		var all []byte
		for len(all) < 5*maxOutput {
			p := make([]byte, r.IntN(1+r.IntN(2*maxOutput)))
			for i := range p {
				p[i] = 'a' + byte(r.IntN(26))
			}
			o.Write(p)
			all = append(all, p...)
		}
		got, lost := o.take()
		head, rest, _ := strings.Cut(got, "\n[")
		_, tail, _ := strings.Cut(rest, "]\n")
		if head != string(all[:half]) || tail != string(all[len(all)-half:]) || lost != int64(len(all)-maxOutput) {
			t.Fatalf("lost %d of %d; head %v, tail %v", lost, len(all), head == string(all[:half]), tail == string(all[len(all)-half:]))
		}
	}
}
