package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := flag.String("root", "..", "folder of the repository")
	game := flag.String("game", "", "clauses of this game only")
	match := flag.String("match", "", "clauses whose names match this regular expression only")
	flag.Parse()
	survived, err := run(ctx, *root, *game, *match, os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "stopped")
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case survived > 0:
		os.Exit(1)
	}
}

// The verdicts on a clause that is switched off.
const (
	killed    = "killed"
	survives  = "SURVIVES"
	explained = "explained"
	outdated  = "KILLED, THOUGH EXPLAINED"
)

// run switches off the chosen clauses one at a time, writes a table to out and
// returns how many verdicts are faults.
func run(ctx context.Context, root, game, match string, out, progress io.Writer) (faults int, err error) {
	wanted, err := regexp.Compile(match)
	if err != nil {
		return 0, fmt.Errorf("-match %q: %w", match, err)
	}
	all, err := readClauses(root, game)
	if err != nil {
		return 0, err
	}
	var list []Clause
	var wrong []error
	for _, c := range all {
		if wanted.MatchString(c.Name) {
			_, err := c.read(root)
			wrong, list = append(wrong, err), append(list, c)
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, fmt.Errorf("-match %q: no clause of that name", match)
	}
	packages := map[string]bool{}
	for _, c := range list {
		for _, p := range c.Tests {
			packages[p] = true
		}
	}
	fmt.Fprintf(progress, "%d clauses; first the tests of %d packages as they are\n", len(list), len(packages))
	limit := patience // of the tests of one clause
	for p := range packages {
		begin := time.Now()
		if result, err := test(ctx, root, nil, 0, p); err != nil {
			return 0, err
		} else if result.failed {
			return 0, fmt.Errorf("%s fails with every clause in force:\n%s", p, result.output)
		}
		limit = max(limit, 3*time.Since(begin)) // a build may be in it
	}
	begin := time.Now()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "GAME\tCLAUSE\tVERDICT\tBY")
	counts := map[string]int{}
	for i, c := range list {
		text, err := c.read(root)
		if err != nil {
			return faults, err
		}
		result, err := test(ctx, root, map[string]string{c.File: text}, limit, c.Tests...)
		if err != nil {
			return faults, err
		}
		if result.broken {
			return faults, fmt.Errorf("without %q the packages do not build:\n%s", c.Name, result.output)
		}
		verdict, by := survives, ""
		switch {
		case result.failed && c.Explained != "":
			verdict, by = outdated, result.by
		case result.failed:
			verdict, by = killed, result.by
		case c.Explained != "":
			verdict, by = explained, c.Explained
		}
		if verdict == survives || verdict == outdated {
			faults++
		}
		counts[verdict]++
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", c.Game, c.Name, verdict, by)
		left := time.Duration(float64(time.Since(begin)) / float64(i+1) * float64(len(list)-i-1))
		fmt.Fprintf(progress, "%d of %d, about %s left: %s: %s\n", i+1, len(list), left.Round(time.Second), c.Name, verdict)
	}
	fmt.Fprintf(table, "\n%d clauses: %d killed, %d explained, %d faults\n", len(list), counts[killed], counts[explained], faults)
	return faults, nil
}

// A result says how tests went.
type result struct {
	failed bool
	broken bool   // the packages do not build
	by     string // the first test that failed
	output string
}

var (
	failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	panics  = regexp.MustCompile(`(?m)^panic: (.*)$`)
)

// patience is how long tests may take at least before a changed game counts as
// one that does not end.
const patience = time.Minute

// test runs the tests of packages with some files replaced. Tests that take longer
// than limit fail; 0 means no limit of ours.
func test(ctx context.Context, root string, files map[string]string, limit time.Duration, packages ...string) (result, error) {
	folder, err := os.MkdirTemp("", "ringer-mutate")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(folder)
	overlay, err := writeOverlay(root, folder, files)
	if err != nil {
		return result{}, err
	}
	args := []string{"test", "-count=1", "-failfast", "-vet=off", "-overlay", overlay}
	if limit > 0 {
		args = append(args, "-timeout", limit.String())
	}
	args = append(args, packages...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.WaitDelay = 5 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	if ctx.Err() != nil {
		return result{}, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return result{}, err
	}
	r := result{failed: err != nil, output: output.String()}
	r.broken = strings.Contains(r.output, "[build failed]") || strings.Contains(r.output, "[setup failed]")
	if found := failure.FindAllStringSubmatch(r.output, -1); found != nil {
		r.by = found[len(found)-1][1] // the innermost
	} else if found := panics.FindStringSubmatch(r.output); found != nil {
		r.by = "panic: " + found[1]
	}
	return r, nil
}

// writeOverlay writes the replaced files and the JSON that tells the go command
// of them, and returns the path of the JSON.
func writeOverlay(root, folder string, files map[string]string) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for file, text := range files {
		changed := filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(root, filepath.FromSlash(file))] = changed
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, data, 0o600)
}
