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
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flag.StringVar(&o.root, "root", "..", "folder of the repository")
	flag.StringVar(&o.command, "go", "go", "the go command")
	flag.StringVar(&o.each, "time", "10s", "how long each fuzz test runs: a duration, or a number of inputs such as 1000x")
	flag.StringVar(&o.match, "match", "", "fuzz tests whose PACKAGE.NAME matches this regular expression only")
	flag.IntVar(&o.workers, "parallel", runtime.NumCPU(), "processes that try inputs at the same time")
	flag.Parse()
	findings, err := run(ctx, o, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "stopped: the table lacks fuzz tests")
		os.Exit(130)
	case findings > 0:
		os.Exit(1)
	}
}

type options struct {
	root    string
	command string
	each    string
	match   string
	workers int
}

// A target is one fuzz test.
type target struct{ pkg, name string }

func (t target) String() string { return t.pkg + "." + t.name }

// A result says how one fuzz test went.
type result struct {
	target
	found   bool
	file    string // that holds the input of a finding, where the go command names one
	tried   int    // inputs
	news    int    // inputs that reached new code
	seconds float64
}

// run runs the fuzz tests, writes to out and returns how many have findings. A
// cancelled context ends it with those that it has.
func run(ctx context.Context, o options, out io.Writer) (findings int, err error) {
	match, err := regexp.Compile(o.match)
	if err != nil {
		return 0, fmt.Errorf("-match %q: %w", o.match, err)
	}
	all, err := list(ctx, o)
	if err != nil {
		return 0, err
	}
	all = slices.DeleteFunc(all, func(t target) bool { return !match.MatchString(t.String()) })
	if len(all) == 0 {
		return 0, fmt.Errorf("-match %q: no fuzz test of that name", o.match)
	}
	var results []result
	for _, t := range all {
		r, output, err := fuzz(ctx, o, t)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return 0, err
		}
		fmt.Fprintf(out, "%s: %s, %d inputs tried in %.0f s, %d new\n", t, r.verdict(), r.tried, r.seconds, r.news)
		if r.found {
			findings++
			fmt.Fprintln(out, output)
		}
		results = append(results, r)
	}
	return findings, write(out, results)
}

var declaration = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(\w+ \*testing\.F\)`)

// list returns the fuzz tests of all packages, in the order of their packages and
// files. It reads the files, because asking each test would build it.
func list(ctx context.Context, o options) ([]target, error) {
	const form = `{{$p := .}}{{range .TestGoFiles}}{{$p.ImportPath}}	{{$p.Dir}}	{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$p.ImportPath}}	{{$p.Dir}}	{{.}}{{"\n"}}{{end}}`
	cmd := exec.CommandContext(ctx, o.command, "list", "-f", form, "./...")
	cmd.Dir = o.root
	var faults bytes.Buffer
	cmd.Stderr = &faults
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, faults.String())
	}
	var all []target
	for line := range strings.Lines(string(text)) {
		parts := strings.Split(strings.TrimSpace(line), "\t")
		if len(parts) != 3 {
			continue
		}
		source, err := os.ReadFile(filepath.Join(parts[1], parts[2]))
		if err != nil {
			return nil, err
		}
		for _, m := range declaration.FindAllSubmatch(source, -1) {
			all = append(all, target{parts[0], string(m[1])})
		}
	}
	return all, nil
}

// fuzz runs one fuzz test. An input is made smaller in 20 tries: with a limit of seconds
// some tests do hardly anything else. The error is that nothing could be run.
func fuzz(ctx context.Context, o options, t target) (result, string, error) {
	cmd := exec.CommandContext(ctx, o.command, "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", o.each,
		"-fuzzminimizetime", "20x", "-parallel", strconv.Itoa(o.workers), "-timeout", "0", t.pkg)
	cmd.Dir = o.root
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	begin := time.Now()
	output, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return result{}, "", err
	}
	r := result{target: t, seconds: time.Since(begin).Seconds()}
	r.read(string(output), err != nil)
	return r, string(output), nil
}

var (
	progress = regexp.MustCompile(`(?m)^fuzz: elapsed: .*execs: (\d+).*?(?:new interesting: (\d+))?(?: \(total: \d+\))?$`)
	written  = regexp.MustCompile(`Failing input written to (\S+)`)
	deadline = regexp.MustCompile(`(?m)^\s+context deadline exceeded\s*$`)
)

// read takes the result from what the go command printed.
func (r *result) read(output string, failed bool) {
	for _, m := range progress.FindAllStringSubmatch(output, -1) {
		r.tried, _ = strconv.Atoi(m[1])
		r.news, _ = strconv.Atoi(m[2])
	}
	if m := written.FindStringSubmatch(output); m != nil {
		r.file = m[1]
	}
	// The go command may fail when the time is up in the middle of an input:
	// no finding, as no input failed.
	late := r.file == "" && r.tried > 0 && deadline.MatchString(output) && !strings.Contains(output, "panic:")
	r.found = failed && !late
}

func (r result) verdict() string {
	if r.found {
		return "FOUND"
	}
	return "ok"
}

// write writes the table and the sums.
func write(out io.Writer, results []result) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nFUZZ TEST\tVERDICT\tTRIED\tNEW\tSECONDS\tINPUT")
	tried, findings := 0, 0
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%.0f\t%s\n", r.target, r.verdict(), r.tried, r.news, r.seconds, r.file)
		tried += r.tried
		if r.found {
			findings++
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%d fuzz tests tried %d inputs: %d findings\n", len(results), tried, findings)
	return err
}
