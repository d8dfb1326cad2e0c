package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"ringer/env"
	"ringer/eval/tree"
	"ringer/open"
	"ringer/train/cfr"
)

// solveSpeedResult is the object of `ringer bench solve --json`.
type solveSpeedResult struct {
	Solvers []solveSpeed `json:"solvers"`
}

// solveSpeed is one algorithm on one game.
type solveSpeed struct {
	Game                string  `json:"game"`
	Algorithm           string  `json:"algorithm"`
	Nodes               int     `json:"nodes"`
	InformationStates   int     `json:"information_states"`
	Iterations          int     `json:"iterations"`
	Seconds             float64 `json:"seconds"`
	IterationsPerSecond float64 `json:"iterations_per_second"`
	Exploitability      float64 `json:"exploitability"`
	PeakMemoryBytes     uint64  `json:"peak_memory_bytes"`
}

// solveBenchGames are measured when no game is named: those of the published
// figures.
var solveBenchGames = []string{"kuhn", "leduc", "liarsdice"}

func newBenchSolve(t *terminal) *cobra.Command {
	var (
		algorithm string
		seconds   float64
		seed      uint64
		limit     int
		asJSON    bool
	)
	cmd := &cobra.Command{
		Use:   "solve [GAME…]",
		Short: "Measure how fast small games are solved",
		Long: `Run every algorithm of ringer solve on every game for --seconds, on one core, and
measure its iterations a second, the exploitability that it reached in that time,
and its memory. Without games, kuhn, leduc and liarsdice are measured.

One iteration updates every seat once; an iteration of a sampling algorithm is
cheap and does little, so compare algorithms by exploitability. Building the tree
and measuring the exploitability count for the memory, not for the time. The
memory is the most that the Go runtime held at any time.

--json prints {"solvers": [{"game", "algorithm", "nodes", "information_states",
"iterations", "seconds", "iterations_per_second", "exploitability",
"peak_memory_bytes"}]}.`,
		Example: "  ringer bench solve\n  ringer bench solve 'liarsdice(sides=4)' 'heat(file=mini)' --algo cfr+ --seconds 5",
		Args:    takes("[GAME…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			algorithms := cfr.Algorithms()
			if algorithm != "" {
				config := cfr.Defaults(cfr.Algorithm(algorithm))
				if err := config.Validate(); err != nil {
					return bad(err)
				}
				algorithms = []cfr.Algorithm{config.Algorithm}
			}
			for _, err := range []error{atLeast("seconds", seconds, 0.01), atLeast("limit", limit, 1)} {
				if err != nil {
					return err
				}
			}
			if len(args) == 0 {
				args = solveBenchGames
			}
			list := make([]env.Game, len(args))
			for i, name := range args {
				var err error
				if list[i], err = open.Game(name); err != nil {
					return err
				}
			}
			b := solveBench{algorithms: algorithms, seconds: seconds, seed: seed, limit: limit}
			result, err := b.run(cmd.Context(), t, list)
			return t.measured(asJSON, result, len(result.Solvers), err, func() error { return printSolveSpeed(t, result) })
		},
	}
	addFlag(cmd, &algorithm, "algo", "", choice(algorithmNames), "measure this one only: "+cfr.Names())
	addFlag(cmd, &seconds, "seconds", 1, aNumber, "seconds to measure each algorithm on each game for")
	addFlag(cmd, &seed, "seed", 1, aSeed, "seed of the sampling algorithms; the others draw nothing")
	addFlag(cmd, &limit, "limit", tree.DefaultLimit, unbounded, "largest number of nodes to walk")
	addJSON(cmd, &asJSON)
	return cmd
}

// solveBench is one algorithm on one game, to be measured.
type solveBench struct {
	algorithms []cfr.Algorithm
	seconds    float64
	seed       uint64
	limit      int
}

// run measures everything, or as much as was over at the first error.
func (b *solveBench) run(ctx context.Context, t *terminal, list []env.Game) (*solveSpeedResult, error) {
	result := &solveSpeedResult{}
	total := len(list) * len(b.algorithms)
	bar := t.progress("measuring", total)
	defer bar.finish()
	for _, g := range list {
		for _, algorithm := range b.algorithms {
			bar.describe(string(algorithm) + " on " + g.Spec().String())
			speed, err := b.measure(ctx, g, algorithm)
			if err != nil {
				return result, err
			}
			result.Solvers = append(result.Solvers, *speed)
			bar.set(len(result.Solvers), total)
		}
	}
	return result, nil
}

// measure solves a game from the beginning. It builds the tree anew, so that
// its memory is counted and nothing of the last measurement is.
func (b *solveBench) measure(ctx context.Context, g env.Game, algorithm cfr.Algorithm) (*solveSpeed, error) {
	meter := watchMemory()
	defer func() {
		if meter != nil {
			meter.end()
		}
	}()
	walked, err := tree.Build(ctx, g, b.limit)
	if err != nil {
		return nil, cannotWalk(g, err, insteadOfSolving)
	}
	config := cfr.Defaults(algorithm)
	config.Seed = b.seed
	solver, err := cfr.New(walked, config)
	if err != nil {
		return nil, err
	}
	elapsed := 0.0
	for batch := 1; elapsed < b.seconds; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		begun := time.Now()
		solver.Iterate(batch)
		took := time.Since(begun)
		elapsed += took.Seconds()
		if took < breath/10 {
			batch *= 2
		}
	}
	point, _ := solver.Measure(walked.Uniform())
	peak := meter.end()
	meter = nil
	return &solveSpeed{
		Game: g.Spec().String(), Algorithm: string(algorithm), Nodes: walked.Nodes(), InformationStates: walked.Infosets(),
		Iterations: solver.Iterations(), Seconds: elapsed, IterationsPerSecond: float64(solver.Iterations()) / elapsed,
		Exploitability: point.Exploitability, PeakMemoryBytes: peak,
	}, nil
}

func printSolveSpeed(t *terminal, result *solveSpeedResult) error {
	rows := [][]string{{"GAME", "ALGORITHM", "ITERATIONS/S", "ITERATIONS", "EXPLOITABILITY", "PEAK MEMORY"}}
	for _, s := range result.Solvers {
		rows = append(rows, []string{
			s.Game, s.Algorithm, count(s.IterationsPerSecond), count(float64(s.Iterations)), figure(s.Exploitability), megabytes(s.PeakMemoryBytes),
		})
	}
	if err := t.table(rows); err != nil {
		return err
	}
	return t.printf("\nOne iteration updates every seat once, on one core. Exploitability: of the average policy, after these iterations.\n")
}
