// Size builds the programs below size/ without symbols and prints how large they
// are, how many packages they link, and how long they take to start and answer.
//
//	GOWORK=off go run ./cmd/size
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}

func run() error {
	dirs, err := filepath.Glob("size/*")
	if err != nil || len(dirs) == 0 {
		return fmt.Errorf("run it in the folder of the benchmarks: %v", err)
	}
	temp, err := os.MkdirTemp("", "size-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	fmt.Println("| program | stripped | packages | start and answer |\n|---|---:|---:|---:|")
	for _, dir := range dirs {
		binary := filepath.Join(temp, filepath.Base(dir))
		if out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./"+dir).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", dir, err, out)
		}
		info, err := os.Stat(binary)
		if err != nil {
			return err
		}
		deps, err := exec.Command("go", "list", "-deps", "./"+dir).Output()
		if err != nil {
			return err
		}
		took, err := start(binary)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %.2f MB | %d | %.2f ms |\n", filepath.Base(dir), float64(info.Size())/1e6, strings.Count(string(deps), "\n"), float64(took)/1e6)
	}
	return nil
}

// start is the median time from start to exit.
func start(binary string) (time.Duration, error) {
	var all []time.Duration
	for range 51 {
		cmd := exec.Command(binary)
		cmd.Stdin = strings.NewReader(`{"city":"Oslo"}`)
		begin := time.Now()
		if err := cmd.Run(); err != nil {
			return 0, err
		}
		all = append(all, time.Since(begin))
	}
	slices.Sort(all)
	return all[len(all)/2], nil
}
