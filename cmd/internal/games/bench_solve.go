package games

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval/tree"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/solve"
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

func newBenchSolve(t *shell.Terminal) *cobra.Command {
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
		Args:    shell.Takes("[GAME…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			algorithms := cfr.Algorithms()
			if algorithm != "" {
				config := cfr.Defaults(cfr.Algorithm(algorithm))
				if err := config.Validate(); err != nil {
					return input.Bad(err)
				}
				algorithms = []cfr.Algorithm{config.Algorithm}
			}
			for _, err := range []error{shell.AtLeast("seconds", seconds, 0.01), shell.AtLeast("limit", limit, 1)} {
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
			b := SolveBench{Algorithms: algorithms, Seconds: seconds, seed: seed, Limit: limit}
			result, err := b.run(cmd.Context(), t, list)
			return t.Measured(asJSON, result, len(result.Solvers), err, func() error { return printSolveSpeed(t, result) })
		},
	}
	shell.AddFlag(cmd, &algorithm, "algo", "", shell.Choice(solve.Algorithms), "measure this one only: "+cfr.Names())
	shell.AddFlag(cmd, &seconds, "seconds", 1, shell.ANumber, "seconds to measure each algorithm on each game for")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of the sampling algorithms; the others draw nothing")
	shell.AddFlag(cmd, &limit, "limit", tree.DefaultLimit, shell.Unbounded, "largest number of nodes to walk")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

// SolveBench is one algorithm on one game, to be measured.
type SolveBench struct {
	Algorithms []cfr.Algorithm
	Seconds    float64
	seed       uint64
	Limit      int
}

// run measures everything, or as much as was over at the first error.
func (b *SolveBench) run(ctx context.Context, t *shell.Terminal, list []env.Game) (*solveSpeedResult, error) {
	result := &solveSpeedResult{}
	total := len(list) * len(b.Algorithms)
	bar := t.Progress("measuring", total)
	defer bar.Finish()
	for _, g := range list {
		for _, algorithm := range b.Algorithms {
			bar.Describe(string(algorithm) + " on " + g.Spec().String())
			speed, err := b.Measure(ctx, g, algorithm)
			if err != nil {
				return result, err
			}
			result.Solvers = append(result.Solvers, *speed)
			bar.Set(len(result.Solvers), total)
		}
	}
	return result, nil
}

// Measure solves a game from the beginning. It builds the tree anew, so that
// its memory is counted and nothing of the last measurement is.
func (b *SolveBench) Measure(ctx context.Context, g env.Game, algorithm cfr.Algorithm) (*solveSpeed, error) {
	meter := WatchMemory()
	defer func() {
		if meter != nil {
			meter.End()
		}
	}()
	walked, err := tree.Build(ctx, g, b.Limit)
	if err != nil {
		return nil, solve.CannotWalk(g, err, solve.Instead)
	}
	config := cfr.Defaults(algorithm)
	config.Seed = b.seed
	solver, err := cfr.New(walked, config)
	if err != nil {
		return nil, err
	}
	elapsed := 0.0
	for batch := 1; elapsed < b.Seconds; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		begun := time.Now()
		solver.Iterate(batch)
		took := time.Since(begun)
		elapsed += took.Seconds()
		if took < solve.Breath/10 {
			batch *= 2
		}
	}
	point, _ := solver.Measure(walked.Uniform())
	peak := meter.End()
	meter = nil
	return &solveSpeed{
		Game: g.Spec().String(), Algorithm: string(algorithm), Nodes: walked.Nodes(), InformationStates: walked.Infosets(),
		Iterations: solver.Iterations(), Seconds: elapsed, IterationsPerSecond: float64(solver.Iterations()) / elapsed,
		Exploitability: point.Exploitability, PeakMemoryBytes: peak,
	}, nil
}

func printSolveSpeed(t *shell.Terminal, result *solveSpeedResult) error {
	rows := [][]string{{"GAME", "ALGORITHM", "ITERATIONS/S", "ITERATIONS", "EXPLOITABILITY", "PEAK MEMORY"}}
	for _, s := range result.Solvers {
		rows = append(rows, []string{
			s.Game, s.Algorithm, shell.Count(s.IterationsPerSecond), shell.Count(float64(s.Iterations)), shell.Figure(s.Exploitability), megabytes(s.PeakMemoryBytes),
		})
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	return t.Printf("\nOne iteration updates every seat once, on one core. Exploitability: of the average policy, after these iterations.\n")
}
