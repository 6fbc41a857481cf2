package load_test

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/directive"
	"github.com/dsh-tools/dshgen/gen/internal/load"
)

// param returns the named type of a parameter.
func param(p *load.Package, fn string, i int) *types.Named {
	sig := p.Types.Scope().Lookup(fn).Type().(*types.Signature)
	return types.Unalias(sig.Params().At(i).Type()).(*types.Named)
}

const decls = `
-- p/p.go --
package p

import (
	"time"

	"ex.test/m/q"
)

// Own is here.
type Own string

//dsh:tool
func T(a Own, b q.Alone, c q.Grouped, d q.Box[int], e time.Month, f q.Box[string]) {}

const Z Own = "z"
-- p/a.go --
package p

const A Own = "a"

const (
	C, B Own = "c", "b"
	hidden Own = "h"
	Same = Own("a")
	Plain = "plain"
)
-- q/q.go --
package q

// Alone is alone.
//
//dsh:enum off
type Alone struct {
	// X is x.
	X int //dsh:field minimum=1
	Y int // beside
}

// Group of types.
type (
	// Grouped is one of them.
	Grouped int // line

	Box[T any] string
)

const (
	Two, One Grouped = 2, 1
	unexported Grouped = 3
)

const (
	On Box[int] = "on"
	Off Box[int] = "off"
	X Box[string] = "x"
)
-- q/a.go --
package q

const Last Grouped = 9
`

func TestTypeSpec(t *testing.T) {
	for name, test := range map[string]struct {
		patterns []string
		env      string
	}{
		"export data": {[]string{"./p"}, "GOFLAGS="},
		"trimmed":     {[]string{"./p"}, "GOFLAGS=-trimpath"},
		"source":      {[]string{"./..."}, "GOFLAGS="},
	} {
		t.Run(name, func(t *testing.T) {
			dir := module(t, decls)
			r := run(t, dir, load.Config{Env: offline(test.env)}, test.patterns...)
			p := r.packages[0]
			var got strings.Builder
			for i := range 5 {
				obj := param(p, "T", i).Origin().Obj()
				spec := p.TypeSpec(obj)
				if spec == nil {
					fmt.Fprintf(&got, "%s: none\n", obj.Name())
					continue
				}
				group, _, _ := strings.Cut(p.GroupDoc(obj).Text(), "\n")
				fmt.Fprintf(&got, "%s: spec %q, line %q, group %q, %d directives, %s\n", spec.Name.Name,
					strings.TrimSpace(spec.Doc.Text()), strings.TrimSpace(spec.Comment.Text()), group,
					len(directive.In(p.GroupDoc(obj))), filepath.Base(p.Fset.Position(spec.Pos()).Filename))
			}
			const want = `Own: spec "", line "", group "Own is here.", 0 directives, p.go
Alone: spec "", line "", group "Alone is alone.", 1 directives, q.go
Grouped: spec "Grouped is one of them.", line "line", group "Group of types.", 0 directives, q.go
Box: spec "", line "", group "Group of types.", 0 directives, q.go
Month: spec "", line "", group "A Month specifies a month of the year (January = 1, ...).", 0 directives, time.go
`
			if got.String() != want {
				t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		r := run(t, module(t, decls), load.Config{}, "./p")
		if spec := r.packages[0].TypeSpec(types.Universe.Lookup("error").(*types.TypeName)); spec != nil {
			t.Errorf("error is declared in %v", spec)
		}
		if spec := r.packages[0].TypeSpec(nil); spec != nil {
			t.Errorf("nothing is declared in %v", spec)
		}
	})
}

// TestTypeSpecConcurrently is for the race detector.
func TestTypeSpecConcurrently(t *testing.T) {
	r := run(t, module(t, decls), load.Config{}, "./p")
	p := r.packages[0]
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if p.TypeSpec(param(p, "T", i%5).Origin().Obj()) == nil {
				t.Error("no declaration")
			}
			p.Declared()
			p.ConstantsOf(param(p, "T", i%5))
			p.Undefined(nil)
		})
	}
	wg.Wait()
}

func TestConstantsOf(t *testing.T) {
	for name, patterns := range map[string][]string{"export data": {"./p"}, "source": {"./..."}} {
		t.Run(name, func(t *testing.T) {
			dir := module(t, decls)
			p := run(t, dir, load.Config{}, patterns...).packages[0]
			for i, want := range []string{"A C B hidden Same Z", "", "Last Two One", "On Off", "January February March April May June July August September October November December", "X"} {
				var names []string
				for _, c := range p.ConstantsOf(param(p, "T", i)) {
					names = append(names, c.Name())
				}
				if got := strings.Join(names, " "); got != want {
					t.Errorf("%d: %s, want %s", i, got, want)
				}
			}
			if got := p.ConstantsOf(types.Typ[types.String]); got != nil {
				t.Errorf("string has constants: %v", got)
			}
		})
	}
}

// TestExportData checks that only the packages asked for are checked from
// source: everything else would make each run several times as slow.
func TestExportData(t *testing.T) {
	dir := module(t, `
-- a/a.go --
package a

import "net/http"

type A struct{ H http.Header }

//dsh:tool
func TA(a A) {}
-- b/b.go --
package b

import "ex.test/m/a"

//dsh:tool
func TB(a a.A) {}
-- c/c.go --
package c

import _ "encoding/json"
`)
	r := run(t, dir, load.Config{}, "./...")
	r.want(t, "ex.test/m/a: TA\nex.test/m/b: TB\n")
	got := load.FromSource(r.packages[0])
	slices.Sort(got)
	if want := []string{"ex.test/m/a", "ex.test/m/b", "ex.test/m/c"}; !slices.Equal(got, want) {
		t.Errorf("from source: %v, want %v", got, want)
	}
	r = run(t, dir, load.Config{}, "./b")
	if got := load.FromSource(r.packages[0]); !slices.Equal(got, []string{"ex.test/m/b"}) {
		t.Errorf("from source: %v", got)
	}
}
