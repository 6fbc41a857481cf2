// Compare measures the contestants and prints a table for each workload, as
// Markdown: medians over rounds, and ratios within this one run.
//
//	GOWORK=off go run ./cmd/compare
//	GOWORK=off go run ./cmd/compare -only generated,limit-own,encoding-json,sonic -rounds 6
//
// Each workload is many documents in rotation, so that no contestant learns one
// by heart; GOMAXPROCS is 1.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// workloads are the benchmarks that count, in the order of the tables.
var workloads = []struct{ title, benchmark string }{
	{"small: get_weather, about 60 bytes", "Vary/A-rotate"},
	{"small, escapes in most texts", "Sets/A-mixed-rotate"},
	{"issue, ASCII: create_issue, about 1.7 KB", "Sets/B-ascii-rotate"},
	{"issue, mixed", "Sets/B-mixed-rotate"},
	{"edits: edit_files, nested, about 6 KB", "Vary/C-rotate"},
	{"file, ASCII: write_file, about 200 KB", "Sets/D-ascii-rotate"},
	{"file, mixed", "Sets/D-mixed-rotate"},
	{"refused: small and invalid, message included", "Reject"},
}

func main() {
	only := flag.String("only", "", "contestants, separated by commas; all of them unless given")
	rounds := flag.Int("rounds", 5, "how often each benchmark runs; the rounds go over all of them in turn")
	each := flag.String("time", "100ms", "how long one run takes")
	flag.Parse()
	if err := run(*only, *rounds, *each); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(only string, rounds int, each string) error {
	dir, err := os.MkdirTemp("", "compare-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "bench.test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	results := map[string]map[string]*measure{}
	for range rounds {
		cmd := exec.Command(binary, "-test.run", "xxx", "-test.bench", "^Benchmark(Sets|Vary|Reject)$/^([A-D]-.*rotate|A.*)", "-test.benchtime", each, "-test.benchmem")
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "BENCH_ONLY="+only)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		collect(results, out)
	}
	fmt.Printf("%s, %s/%s, %d rounds of %s, medians. x is against encoding/json, which does not validate; L is against limit-own.\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, rounds, each)
	for _, w := range workloads {
		table(w.title, results[w.benchmark])
	}
	return nil
}

// measure is what several rounds say about one contestant.
type measure struct {
	times         []float64 // ns per document
	bytes, allocs float64
}

func (m *measure) median() float64 {
	s := slices.Sorted(slices.Values(m.times))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// collect reads lines such as BenchmarkSets/A-mixed-rotate/sonic 100 12 ns/op 3 B/op 1 allocs/op.
func collect(results map[string]map[string]*measure, out []byte) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) < 4 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		path := strings.Split(strings.TrimPrefix(f[0], "Benchmark"), "/")
		workload := strings.Join(path[:len(path)-1], "/")
		if path[0] == "Reject" {
			workload = "Reject"
		}
		name := path[len(path)-1]
		if results[workload] == nil {
			results[workload] = map[string]*measure{}
		}
		m := results[workload][name]
		if m == nil {
			m = &measure{}
			results[workload][name] = m
		}
		for i := 2; i+1 < len(f); i += 2 {
			v, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				continue
			}
			switch f[i+1] {
			case "ns/op":
				m.times = append(m.times, v)
			case "B/op":
				m.bytes = v
			case "allocs/op":
				m.allocs = v
			}
		}
	}
}

func table(title string, rows map[string]*measure) {
	if len(rows) == 0 {
		return
	}
	fmt.Printf("\n**%s**\n\n| contestant | time | x | L | bytes | allocs |\n|---|---:|---:|---:|---:|---:|\n", title)
	names := make([]string, 0, len(rows))
	for n := range rows {
		if !strings.HasPrefix(n, "ref-") {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(rows[a].median(), rows[b].median()) })
	ratio := func(base string, v float64) string {
		m := rows[base]
		if m == nil {
			return ""
		}
		return fmt.Sprintf("%.1f", m.median()/v)
	}
	for _, n := range names {
		v := rows[n].median()
		limit := ""
		if m := rows["limit-own"]; m != nil {
			limit = fmt.Sprintf("%.2f", v/m.median())
		}
		fmt.Printf("| %s | %s | %s | %s | %.0f | %.0f |\n", n, duration(v), ratio("encoding-json", v), limit, rows[n].bytes, rows[n].allocs)
	}
}

func duration(ns float64) string {
	switch {
	case ns < 1e4:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.1f us", ns/1e3)
	}
	return fmt.Sprintf("%.2f ms", ns/1e6)
}
