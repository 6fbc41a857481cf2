package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/dsh-tools/dshgen/gen"
)

// checkout writes the files of a git revision below a folder of its own and
// returns what corresponds to dir there. It uses an index of its own, so
// neither the author's files nor their index are touched.
func checkout(ctx context.Context, dir, revision, to string) (string, error) {
	g := git{ctx: ctx, dir: dir}
	commit := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if g.err != nil {
		return "", fmt.Errorf("%s is no revision of the git repository here", revision)
	}
	// The folder within the repository, "" at its top.
	prefix := g.run("rev-parse", "--show-prefix")
	g.dir = g.run("rev-parse", "--show-toplevel")
	g.env = []string{"GIT_INDEX_FILE=" + filepath.Join(to, "index")}
	files := filepath.Join(to, "files")
	g.run("read-tree", commit)
	g.run("checkout-index", "--all", "--prefix="+files+string(filepath.Separator))
	if g.err != nil {
		return "", g.err
	}
	return filepath.Join(files, filepath.FromSlash(prefix)), nil
}

// git runs commands until one fails.
type git struct {
	ctx context.Context
	dir string
	env []string
	err error
}

func (g *git) run(args ...string) string {
	if g.err != nil {
		return ""
	}
	cmd := exec.CommandContext(g.ctx, "git", args...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), g.env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		g.err = fmt.Errorf("git %s: %w", args[0], errors.Join(err, errors.New(strings.TrimSpace(stderr.String()))))
	}
	return strings.TrimSpace(string(out))
}

// compat compares the tools with those of a git revision.
func (c *command) compat(ctx context.Context, args []string) int {
	var against string
	patterns, code, done := c.subcommand("compat", args, func(f *flag.FlagSet) {
		f.StringVar(&against, "against", "", "git `revision` to compare with")
	})
	if done {
		return code
	}
	if against == "" {
		return c.usage("compat needs -against and a git revision, such as -against origin/main")
	}
	now, code, ok := c.catalog(ctx, patterns)
	if !ok {
		return code
	}
	temp, err := os.MkdirTemp("", "dshgen-compat-")
	if err != nil {
		return c.trouble(err)
	}
	defer os.RemoveAll(temp)
	before, err := c.toolsAt(ctx, against, temp, patterns)
	if err != nil {
		return c.trouble(err)
	}
	changes, err := gen.Compare(before, now.Tools)
	if err != nil {
		return c.trouble(err)
	}
	code = exitClean
	for _, change := range changes {
		if c.json {
			c.line(change)
		} else {
			fmt.Fprintln(c.stdout, change)
		}
		if change.Class == gen.Breaking {
			code = exitFaults
		}
	}
	return code
}

// toolsAt is the catalog at a git revision. There may have been nothing yet.
func (c *command) toolsAt(ctx context.Context, revision, temp string, patterns []string) ([]gen.Tool, error) {
	dir, err := checkout(ctx, c.base(), revision, temp)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		return nil, nil
	}
	cfg := c.config()
	cfg.Dir, cfg.Strict = dir, false
	res, err := gen.Generate(ctx, cfg, patterns...)
	if err != nil {
		return nil, fmt.Errorf("tools at %s: %w", revision, err)
	}
	var lines []string
	for _, d := range res.Diagnostics {
		if !d.Warning && d.Code != gen.PackageNotFound { // packages may be new
			lines = append(lines, d.Text(dir))
		}
	}
	if len(lines) > 0 {
		return nil, fmt.Errorf("tools at %s cannot be read:\n%s", revision, strings.Join(lines, "\n"))
	}
	return res.Tools, nil
}
