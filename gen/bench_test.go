package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
)

// writeModule makes a module of packages with tools, as people write them.
func writeModule(tb testing.TB, packages, tools int) string {
	tb.Helper()
	dir := tb.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		tb.Fatal(err)
	}
	files := map[string]string{
		"go.mod": "module example.com/bench\n\ngo 1.26\n\nrequire github.com/dsh-tools/dshgen v0.0.0\n\nreplace github.com/dsh-tools/dshgen => " + root + "\n",
	}
	for p := range packages {
		var src bytes.Buffer
		fmt.Fprintf(&src, "package p%d\n\nimport \"context\"\n\n// Unit is a scale.\ntype Unit string\n\n// The units.\nconst (\n\tCelsius Unit = \"celsius\"\n\tKelvin  Unit = \"kelvin\"\n)\n", p)
		for i := range tools {
			fmt.Fprintf(&src, `
// Forecast%[1]d reports the weather of a city.
//
//   - city: City name, such as Paris
//   - unit: Temperature scale of the answer
//   - days: How many days
//
//dsh:tool readonly timeout=10s
//dsh:param days minimum=1 maximum=7 default=1
func Forecast%[1]d(ctx context.Context, city string, unit *Unit, days int, tags ...string) (string, error) {
	return city, ctx.Err()
}
`, i)
		}
		files[fmt.Sprintf("p%d/tools.go", p)] = src.String()
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// BenchmarkGenerate reports how long a run takes, its ratio to the least that it
// could take, loading the sources and formatting the files, its ratio to loading
// alone, and the size of the code per tool. The files are on disk and current,
// so this is a run with nothing to do.
func BenchmarkGenerate(b *testing.B) {
	b.Setenv("GOFLAGS", "-mod=mod")
	for _, size := range []struct{ packages, tools int }{{1, 1}, {1, 100}, {1, 1000}, {90, 10}} {
		dir := writeModule(b, size.packages, size.tools)
		sources := writeModule(b, size.packages, size.tools) // without generated files
		run := func(b *testing.B) *Result {
			res, err := Generate(b.Context(), Config{Dir: dir}, "./...")
			if err != nil {
				b.Fatal(err)
			}
			if len(res.Files) != size.packages || res.Diagnostics.HasErrors() {
				b.Fatal(len(res.Files), res.Diagnostics)
			}
			for _, f := range res.Files {
				if _, err := f.Write(); err != nil {
					b.Fatal(err)
				}
			}
			return res
		}
		load := func(b *testing.B) {
			ps, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: sources, Fset: token.NewFileSet()}, "./...")
			if err != nil || len(ps) != size.packages {
				b.Fatal(len(ps), err)
			}
		}
		b.Run(fmt.Sprintf("%dx%d", size.packages, size.tools), func(b *testing.B) {
			run(b) // also compiles what is imported, once
			load(b)
			var whole, loading, formatting time.Duration
			bytes := 0
			for b.Loop() {
				start := time.Now()
				res := run(b)
				whole += time.Since(start)
				b.StopTimer()
				start = time.Now()
				load(b)
				loading += time.Since(start)
				start = time.Now()
				bytes = 0
				for _, f := range res.Files {
					if _, err := format.Source(f.Content); err != nil {
						b.Fatal(err)
					}
					bytes += len(f.Content)
				}
				formatting += time.Since(start)
				b.StartTimer()
			}
			b.ReportMetric(float64(whole)/float64(loading+formatting), "x-limit")
			b.ReportMetric(float64(whole)/float64(loading), "x-load")
			b.ReportMetric(float64(bytes)/float64(size.packages*size.tools), "bytes/tool")
		})
	}
}
