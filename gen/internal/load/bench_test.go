package load_test

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/gen/internal/load"
	"golang.org/x/tools/go/packages"
)

// BenchmarkLoad compares Load with go/packages alone, which checks function
// bodies, over a package of 1,000 tools and over 90 packages of 10.
func BenchmarkLoad(b *testing.B) {
	for _, size := range []struct{ packages, tools int }{{1, 1000}, {90, 10}} {
		dir := b.TempDir()
		files := map[string]string{"go.mod": "module ex.test/m\n\ngo 1.24\n"}
		for p := range size.packages {
			var src strings.Builder
			fmt.Fprintf(&src, "package p%d\n\nimport (\n\t\"net/http\"\n\t\"strings\"\n)\n", p)
			for i := range size.tools {
				fmt.Fprintf(&src, "\n// T%[1]d asks for a page.\n//\n//dsh:tool t%[1]d readonly\n//dsh:param b minimum=1 default=2\nfunc T%[1]d(a string, b int, c []string, d *bool) (string, error) {\n"+
					"\treq, err := http.NewRequest(\"GET\", a, strings.NewReader(a))\n\tif err != nil {\n\t\treturn \"\", err\n\t}\n\treturn req.URL.String() + strings.Repeat(a, b), nil\n}\n", i)
			}
			files[fmt.Sprintf("p%d/p.go", p)] = src.String()
		}
		for name, text := range files {
			write(b, filepath.Join(dir, name), text)
		}
		// The go command compiles what it has not seen: that is not of interest.
		if _, _, err := load.Load(b.Context(), load.Config{Dir: dir, Env: offline()}, "./..."); err != nil {
			b.Fatal(err)
		}
		name := fmt.Sprintf("%dx%d", size.packages, size.tools)
		b.Run(name+"/Load", func(b *testing.B) {
			for b.Loop() {
				ps, diags, err := load.Load(b.Context(), load.Config{Dir: dir, Env: offline()}, "./...")
				if err != nil || len(diags) > 0 || len(ps) != size.packages {
					b.Fatal(len(ps), diags, err)
				}
			}
		})
		b.Run(name+"/packages", func(b *testing.B) {
			for b.Loop() {
				ps, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir, Env: offline(), Fset: token.NewFileSet()}, "./...")
				if err != nil || len(ps) != size.packages {
					b.Fatal(len(ps), err)
				}
			}
		})
	}
}
