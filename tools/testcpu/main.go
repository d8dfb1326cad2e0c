package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := flag.String("root", "..", "folder of the repository")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	failed, err := run(ctx, *root, patterns, os.Stdout, os.Stderr)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "stopped: the table lacks packages")
		os.Exit(130)
	case failed > 0:
		os.Exit(1)
	}
}

// A cost holds the times of one package's tests.
type cost struct {
	name   string
	link   time.Duration // CPU time of building the test
	run    time.Duration // CPU time of running it
	clock  time.Duration // of running it
	failed bool
}

// run measures the packages one after the other, writes the table to out and
// returns how many packages failed. A cancelled context ends it with the
// packages that it has.
func run(ctx context.Context, root string, patterns []string, out, progress io.Writer) (failed int, err error) {
	packages, err := list(ctx, root, patterns)
	if err != nil {
		return 0, err
	}
	folder, err := os.MkdirTemp("", "ringer-testcpu")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	var costs []cost
	for i, p := range packages {
		c, output, err := measure(ctx, root, p, filepath.Join(folder, "p.test"))
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return 0, err
		}
		if c.failed {
			failed++
			fmt.Fprintf(progress, "%s fails:\n%s\n", p.name, output)
		}
		fmt.Fprintf(progress, "%d of %d: %s: %.1f s\n", i+1, len(packages), p.name, c.run.Seconds())
		costs = append(costs, c)
	}
	return failed, write(out, costs)
}

// A target is a package that has tests.
type target struct{ name, folder string }

// list returns the packages with tests that the patterns name.
func list(ctx context.Context, root string, patterns []string) ([]target, error) {
	const form = "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-f", form}, patterns...)...)
	cmd.Dir = root
	var faults bytes.Buffer
	cmd.Stderr = &faults
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", strings.Join(patterns, " "), err, faults.String())
	}
	var all []target
	for line := range strings.Lines(string(text)) {
		name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok {
			all = append(all, target{name, folder})
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no package of %s has tests", strings.Join(patterns, " "))
	}
	return all, nil
}

// measure builds the test of a package as the file binary and runs it.
func measure(ctx context.Context, root string, p target, binary string) (cost, string, error) {
	build := exec.CommandContext(ctx, "go", "test", "-c", "-o", binary, p.name)
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return cost{}, "", fmt.Errorf("%s does not build: %w\n%s", p.name, err, output)
	}
	test := exec.CommandContext(ctx, binary, "-test.timeout=0")
	test.Dir = p.folder
	begin := time.Now()
	output, err := test.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return cost{}, "", fmt.Errorf("%s: %w", p.name, err)
	}
	return cost{
		name: p.name, link: used(build.ProcessState), run: used(test.ProcessState), clock: time.Since(begin), failed: err != nil,
	}, string(output), nil
}

// used returns the CPU time of a process and of those that it started.
func used(p *os.ProcessState) time.Duration { return p.UserTime() + p.SystemTime() }

// write writes the table, the heaviest package first, and the sums.
func write(out io.Writer, costs []cost) error {
	slices.SortStableFunc(costs, func(a, b cost) int { return int(b.run - a.run) })
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PACKAGE\tCPU S\tLINK CPU S\tCLOCK S\t")
	sum := cost{name: fmt.Sprintf("%d packages", len(costs))}
	row := func(c cost) {
		remark := ""
		if c.failed {
			remark = "FAILS"
		}
		fmt.Fprintf(table, "%s\t%.1f\t%.1f\t%.1f\t%s\n", c.name, c.run.Seconds(), c.link.Seconds(), c.clock.Seconds(), remark)
	}
	for _, c := range costs {
		row(c)
		sum.run, sum.link, sum.clock = sum.run+c.run, sum.link+c.link, sum.clock+c.clock
	}
	row(sum)
	return table.Flush()
}
