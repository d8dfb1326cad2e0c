package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := flag.String("root", "..", "folder of the repository")
	logs := flag.String("logs", "night", "folder for the logs, below the repository's")
	only := flag.String("only", "", "names of the parts to run, with spaces between them")
	fuzzTime := flag.String("fuzztime", "10m", "how long each fuzz test runs")
	flag.Parse()
	failed, err := night(ctx, *root, *logs, *fuzzTime, strings.Fields(*only), os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case ctx.Err() != nil:
		os.Exit(130)
	case failed > 0:
		os.Exit(1)
	}
}

// night runs the named parts of the table and returns how many failed.
func night(ctx context.Context, root, logs, fuzzTime string, names []string, out io.Writer) (failed int, err error) {
	builds, err := os.MkdirTemp("", "ringer-night")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(builds)
	chosen, err := choose(parts(builds, fuzzTime), names)
	if err != nil {
		return 0, err
	}
	return run(ctx, root, filepath.Join(root, logs), chosen, out)
}

// The verdicts on a part.
const (
	ok      = "ok"
	fails   = "FAILS"
	skipped = "skipped"
	stopped = "stopped"
)

// A result says how one part went.
type result struct {
	name    string
	verdict string
	seconds float64
	count   string
	remark  string // the log, or why the part was skipped
}

// run runs the parts one after the other, writes a line about each and a table of
// all, and returns how many failed. A cancelled context stops the part that runs and leaves
// out the rest.
func run(ctx context.Context, root, logs string, chosen []part, out io.Writer) (failed int, err error) {
	if err := os.MkdirAll(logs, 0o755); err != nil {
		return 0, err
	}
	var results []result
	for _, p := range chosen {
		if ctx.Err() != nil {
			results = append(results, result{name: p.name, verdict: stopped, remark: "not begun"})
			continue
		}
		if tool := p.lacks(); tool != "" {
			results = append(results, result{name: p.name, verdict: skipped, remark: tool + " is not installed"})
			fmt.Fprintf(out, "%s: skipped: %s is not installed\n", p.name, tool)
			continue
		}
		log := filepath.Join(logs, p.name+".log")
		fmt.Fprintf(out, "%s: %s; log: %s\n", p.name, p.doc, log)
		r, err := p.run(ctx, root, log)
		if err != nil {
			return failed, errors.Join(err, write(out, results))
		}
		if r.verdict == fails {
			failed++
		}
		fmt.Fprintf(out, "%s: %s after %.0f s\n", p.name, r.verdict, r.seconds)
		results = append(results, r)
	}
	return failed, write(out, results)
}

// run runs the part with its output in the file log. The error is the file's.
func (p part) run(ctx context.Context, root, log string) (result, error) {
	file, err := os.Create(log)
	if err != nil {
		return result{}, err
	}
	defer file.Close()
	cmd := exec.CommandContext(ctx, "make", p.args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, file, file
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // which make hands on
	cmd.WaitDelay = 10 * time.Second
	begin := time.Now()
	err = cmd.Run()
	r := result{name: p.name, verdict: ok, seconds: time.Since(begin).Seconds(), remark: log}
	switch {
	case ctx.Err() != nil:
		r.verdict = stopped
	case err != nil:
		r.verdict = fails
		fmt.Fprintln(file, err)
	}
	output, err := os.ReadFile(log)
	r.count = p.counted(string(output))
	return r, err
}

// write writes the table.
func write(out io.Writer, results []result) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nPART\tRESULT\tSECONDS\tCOUNT\tLOG OR REASON")
	verdicts := map[string]int{}
	for _, r := range results {
		verdicts[r.verdict]++
		fmt.Fprintf(table, "%s\t%s\t%.0f\t%s\t%s\n", r.name, r.verdict, r.seconds, r.count, r.remark)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%d parts: %d ok, %d failed, %d skipped, %d stopped\n",
		len(results), verdicts[ok], verdicts[fails], verdicts[skipped], verdicts[stopped])
	return err
}
