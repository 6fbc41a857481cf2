// Generators times dshgen beside other generators, each over as many declarations
// of the kind that it is for, in packages that compile:
//
//	GOWORK=off go run ./cmd/generators            # 1,000 of each
//
// It installs the others into a folder that it removes again.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// peer is a generator: how it is got, what it reads, and how it is run.
type peer struct {
	name, module string // module is "" for dshgen, which is built from this repo
	declare      func(i int) string
	args         func(n int) []string
	output       string
}

var peers = []peer{
	{"dshgen", "", func(i int) string {
		return fmt.Sprintf("// Forecast%[1]d reports the weather of a city.\n//\n//   - city: City name\n//   - days: How many days\n//\n//dsh:tool readonly\n//dsh:param days minimum=1 maximum=7 default=1\nfunc Forecast%[1]d(city string, days int, tags ...string) (string, error) { return city, nil }\n", i)
	}, func(int) []string { return nil }, "dsh_gen.go"},
	{"stringer", "golang.org/x/tools/cmd/stringer@v0.52.0", func(i int) string {
		return fmt.Sprintf("type Kind%[1]d int\n\nconst (\n\tA%[1]d Kind%[1]d = iota\n\tB%[1]d\n\tC%[1]d\n)\n", i)
	}, func(n int) []string { return []string{"-type=" + names("Kind", n, ","), "-output=out_string.go"} }, "out_string.go"},
	{"easyjson", "github.com/mailru/easyjson/easyjson@v0.9.2", func(i int) string {
		return fmt.Sprintf("//easyjson:json\ntype Args%d struct {\n\tCity string   `json:\"city\"`\n\tDays int      `json:\"days,omitempty\"`\n\tTags []string `json:\"tags,omitempty\"`\n}\n", i)
	}, func(int) []string { return []string{"-output_filename", "out_easyjson.go", "decls.go"} }, "out_easyjson.go"},
	{"moq", "github.com/matryer/moq@v0.6.0", func(i int) string {
		return fmt.Sprintf("type Forecaster%d interface {\n\tForecast(city string, days int, tags ...string) (string, error)\n}\n", i)
	}, func(n int) []string {
		return append([]string{"-out", "out_moq.go", "."}, strings.Split(names("Forecaster", n, " "), " ")...)
	}, "out_moq.go"},
}

func names(prefix string, n int, separator string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return strings.Join(all, separator)
}

func main() {
	n := flag.Int("n", 1000, "declarations")
	rounds := flag.Int("rounds", 5, "runs of each, in turn; the medians count")
	flag.Parse()
	if err := run(*n, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "generators:", err)
		os.Exit(1)
	}
}

func run(n, rounds int) error {
	temp, err := os.MkdirTemp("", "generators-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	for _, p := range peers {
		if err := p.prepare(temp, root, n); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	times := map[string][]time.Duration{}
	for range rounds {
		for _, p := range peers {
			took, err := p.generate(temp, n)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			times[p.name] = append(times[p.name], took)
		}
	}
	fmt.Printf("| generator, %d declarations | time | x of dshgen | generated |\n|---|---:|---:|---:|\n", n)
	base := median(times["dshgen"])
	for _, p := range peers {
		info, err := os.Stat(filepath.Join(temp, p.name, p.output))
		if err != nil {
			return err
		}
		m := median(times[p.name])
		fmt.Printf("| %s | %.2f s | %.1f | %.2f MB |\n", p.name, m.Seconds(), float64(m)/float64(base), float64(info.Size())/1e6)
	}
	return nil
}

func median(all []time.Duration) time.Duration {
	return slices.SortedFunc(slices.Values(all), cmp.Compare[time.Duration])[len(all)/2]
}

// prepare builds the generator and writes what it reads.
func (p peer) prepare(temp, root string, n int) error {
	what, dir := p.module, temp
	if what == "" {
		what, dir = "./cmd/dshgen", root
	}
	install := exec.Command("go", "install", what)
	install.Dir = dir
	install.Env = append(os.Environ(), "GOBIN="+filepath.Join(temp, "bin"), "GOWORK=off", "GOFLAGS=")
	if out, err := install.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	dir = filepath.Join(temp, p.name)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	src := "package decls\n\n"
	for i := range n {
		src += p.declare(i) + "\n"
	}
	mod := "module example.com/decls\n\ngo 1.26\n\nrequire (\n\tgithub.com/dsh-tools/dshgen v0.0.0\n\tgithub.com/mailru/easyjson v0.9.2\n)\n\nreplace github.com/dsh-tools/dshgen => " + root + "\n"
	for name, text := range map[string]string{"go.mod": mod, "decls.go": src} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	_, err := p.generate(temp, n) // once for the caches
	return err
}

// generate runs the generator as if for the first time.
func (p peer) generate(temp string, n int) (time.Duration, error) {
	dir := filepath.Join(temp, p.name)
	if err := os.Remove(filepath.Join(dir, p.output)); err != nil && !os.IsNotExist(err) {
		return 0, err
	}
	cmd := exec.Command(filepath.Join(temp, "bin", p.name), p.args(n)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	start := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(start)
	if err != nil {
		return 0, fmt.Errorf("%w\n%.2000s", err, out)
	}
	return took, nil
}
