package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A calibration is one game of the table.
type calibration struct {
	game string  // also the name of its configuration
	aim  float64 // exploitability that a training is to reach
	seed int     // of the first run; no setting was chosen by these seeds
}

var calibrations = []calibration{{"kuhn", .012, 201}, {"leduc", .20, 701}, {"liarsdice", .06, 201}, {"goofspiel", .04, 101}}

// A solver is an algorithm to compare with.
type solver struct {
	algorithm  string
	iterations int
}

var solvers = []solver{{"es-mccfr", 100_000}, {"cfr+", 1000}}

const begin, end = "<!-- calibration:begin -->", "<!-- calibration:end -->"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := calibrator{}
	flag.StringVar(&c.ringer, "ringer", "../bin/ringer", "program that trains and solves")
	flag.StringVar(&c.runs, "runs", "../runs/calibration", "folder that keeps the runs")
	flag.StringVar(&c.page, "page", "../docs/calibration.md", "page that gets the table")
	flag.IntVar(&c.seeds, "seeds", 3, "runs of each game")
	flag.Parse()
	if err := c.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type calibrator struct {
	ringer, runs, page string
	seeds              int
}

func (c *calibrator) run(ctx context.Context) error {
	if err := os.MkdirAll(c.runs, 0o755); err != nil {
		return err
	}
	var rows []string
	for _, g := range calibrations {
		row, err := c.row(ctx, g)
		if err != nil {
			return fmt.Errorf("%s: %w", g.game, err)
		}
		fmt.Println(row)
		rows = append(rows, row)
	}
	heading := "| game | decisions | seeds | exploitability of each | mean | aim | decisions a second"
	line := "|---|--:|---|---|--:|--:|--:"
	for _, s := range solvers {
		heading += fmt.Sprintf(" | %s, %d iterations", s.algorithm, s.iterations)
		line += "|--:"
	}
	return c.write(heading + " |\n" + line + "|\n" + strings.Join(rows, "\n") + "\n")
}

// row trains and solves one game and returns its line.
func (c *calibrator) row(ctx context.Context, g calibration) (string, error) {
	var each []string
	sum, speed, decisions := 0.0, math.Inf(1), 0
	for i := range c.seeds {
		r, err := c.train(ctx, g.game, g.seed+i)
		if err != nil {
			return "", err
		}
		x, err := r.exploitability()
		if err != nil {
			return "", err
		}
		each = append(each, fmt.Sprintf("%.4f", x))
		sum += x
		decisions, speed = r.Decisions, min(speed, r.DecisionsPerSecond)
	}
	row := fmt.Sprintf("| `%s` | %.1fM | %d–%d | %s | %.4f | %g | %.0f", g.game, float64(decisions)/1e6, g.seed, g.seed+c.seeds-1, strings.Join(each, ", "), sum/float64(c.seeds), g.aim, speed)
	for _, s := range solvers {
		x, err := c.solve(ctx, g.game, s)
		if err != nil {
			return "", err
		}
		row += " | " + fmt.Sprintf("%.4g", x)
	}
	return row + " |", nil
}

// result holds the fields of result.json and of ringer solve --json that the table needs.
type result struct {
	Decisions          int      `json:"decisions"`
	DecisionsPerSecond float64  `json:"decisions_per_second"`
	Exploitability     *float64 `json:"exploitability"`
	Evaluations        []struct {
		Exploitability *float64 `json:"exploitability"`
	} `json:"evaluations"`
}

func (r *result) exploitability() (float64, error) {
	i := slices.IndexFunc(r.Evaluations, func(e struct {
		Exploitability *float64 `json:"exploitability"`
	},
	) bool {
		return e.Exploitability != nil
	})
	if i < 0 {
		return 0, errors.New("result.json: evaluations: none is exact: want evaluation.exact in the configuration")
	}
	return *r.Evaluations[i].Exploitability, nil
}

// train returns the result of a run, which it makes or finishes when there is none.
func (c *calibrator) train(ctx context.Context, game string, seed int) (*result, error) {
	dir := filepath.Join(c.runs, fmt.Sprintf("%s-%d", game, seed))
	r, err := read(filepath.Join(dir, "result.json"))
	if !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	args := []string{"train", "--config", game, "--seed", fmt.Sprint(seed), "--out", dir}
	if _, err := os.Stat(filepath.Join(dir, "config.yaml")); err == nil {
		args = []string{"train", "--resume", dir}
	}
	if _, err := c.call(ctx, args...); err != nil {
		return nil, err
	}
	return read(filepath.Join(dir, "result.json"))
}

// solve returns the exploitability that an algorithm reaches.
func (c *calibrator) solve(ctx context.Context, game string, s solver) (float64, error) {
	file := filepath.Join(c.runs, game+"-"+s.algorithm+".json")
	r, err := read(file)
	if errors.Is(err, fs.ErrNotExist) {
		text, err := c.call(ctx, "solve", game, "--algo", s.algorithm, "--iterations", fmt.Sprint(s.iterations), "--json")
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return 0, err
		}
		r, err = read(file)
		if err != nil {
			return 0, err
		}
	} else if err != nil {
		return 0, err
	}
	if r.Exploitability == nil {
		return 0, fmt.Errorf("%s: exploitability: missing: want a number", file)
	}
	return *r.Exploitability, nil
}

func (c *calibrator) call(ctx context.Context, args ...string) ([]byte, error) {
	fmt.Fprintln(os.Stderr, "ringer", strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, c.ringer, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stderr = os.Stderr
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("ringer %s: %w", strings.Join(args, " "), err)
	}
	return out.Bytes(), ctx.Err()
}

func read(file string) (*result, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// write puts the table between the marks of the page.
func (c *calibrator) write(table string) error {
	text, err := os.ReadFile(c.page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s: want %s and %s", c.page, begin, end)
	}
	return os.WriteFile(c.page, []byte(before+begin+"\n"+table+end+after), 0o644)
}
