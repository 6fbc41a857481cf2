package directive

import (
	"go/ast"
	"testing"
)

// FuzzSplit holds split against ast.Directive.ParseArgs, whose convention it
// follows: the same words at the same places, or a fault on both sides.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{`a b=c "d e"`, "`x` \"y\"z", `"open`, "\u00a0a\u2003b", `"\u00e9" "\xff"`, "a\"b\" c", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, args string) {
		const pos = 7
		d := ast.Directive{Tool: "dsh", Name: "x", Args: args, ArgsPos: pos}
		want, err := d.ParseArgs()
		got := split(args, pos)
		open := len(got) > 0 && got[len(got)-1].open
		if (err != nil) != open {
			t.Fatalf("ParseArgs: %v, split: %+v", err, got)
		}
		if err != nil {
			return
		}
		if len(got) != len(want) {
			t.Fatalf("%d words, want %d", len(got), len(want))
		}
		for i, w := range got {
			if w.text != want[i].Arg || w.pos != want[i].Pos {
				t.Errorf("word %d: %+v, want %+v", i, w, want[i])
			}
			first := args[w.pos-pos]
			if w.quoted != (first == '"' || first == '`') {
				t.Errorf("word %d: quoted is %v", i, w.quoted)
			}
		}
	})
}
