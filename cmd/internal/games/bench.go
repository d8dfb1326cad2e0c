package games

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env/gym"
	"ringer/open"
	"ringer/open/bench"
)

// benchResult is the object of `ringer bench --json`.
type benchResult struct {
	Game  string           `json:"game"`
	Modes []gym.Throughput `json:"modes"`
}

func NewBench(t *shell.Terminal) *cobra.Command {
	var (
		seconds float64
		workers int
		tables  int
		seed    uint64
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "bench GAME",
		Short: "Measure how fast a game runs",
		Long: `Play uniformly random games in three ways, each for --seconds, and measure the
speed:

    bare      through the State interface, choosing among the legal actions
    observed  the same, writing observation and mask at every decision
    vector    many tables in lockstep, every step writing all buffers

A step is one applied action, chance included. A decision is a step of a seat.
Allocations are counted after a warm-up.

ringer bench solve, search and train measure solvers, agents that search, and training;
ringer bench learn compares learning algorithms.`,
		Annotations: shell.Keys(`--json prints {"game", "modes": [{"mode", "workers", "steps_per_second",
"decisions_per_second", "games_per_second", "allocs_per_step"}]}.`),
		Example: "  ringer bench kuhn\n  ringer bench leduc --workers 2 --seconds 5",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := open.Game(args[0])
			if err != nil {
				return err
			}
			if err := shell.AtLeast("seconds", seconds, 0.01); err != nil {
				return err
			}
			result := benchResult{Game: g.Spec().String()}
			var stopped error
			bar := t.Progress("measuring", len(gym.Modes()))
			for i, mode := range gym.Modes() {
				r, err := gym.Bench(cmd.Context(), g, gym.BenchConfig{
					Mode: mode, Workers: workers, Tables: tables, Seed: seed,
					Duration: time.Duration(seconds * float64(time.Second)),
				})
				if err != nil {
					stopped = err
					break
				}
				result.Modes = append(result.Modes, r)
				bar.Set(i+1, len(gym.Modes()))
			}
			bar.Finish()
			return t.Measured(asJSON, result, len(result.Modes), stopped, func() error { return printBench(t, result) })
		},
	}
	shell.AddFlag(cmd, &seconds, "seconds", 2, shell.ANumber, "seconds to measure each way for")
	shell.AddFlag(cmd, &workers, "workers", 1, shell.AWorkers.From(1), "goroutines that play")
	shell.AddFlag(cmd, &tables, "tables", 64, shell.UpTo(1<<20).From(1), "tables that play in lockstep")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of the games")
	shell.AddJSON(cmd, &asJSON)
	cmd.AddCommand(newBenchSolve(t), newBenchSearch(t), newBenchTrain(t), newBenchStrength(t), newBenchGrowth(t), newBenchLearn(t))
	return cmd
}

func printBench(t *shell.Terminal, result benchResult) error {
	rows := [][]string{{"MODE", "WORKERS", "STEPS/S", "DECISIONS/S", "GAMES/S", "ALLOCATIONS/STEP"}}
	for _, m := range result.Modes {
		rows = append(rows, []string{
			string(m.Mode), fmt.Sprint(m.Workers), shell.Count(m.StepsPerSecond), shell.Count(m.DecisionsPerSecond),
			shell.Count(m.GamesPerSecond), fmt.Sprintf("%.4g", m.AllocsPerStep),
		})
	}
	return cmp.Or(
		t.Printf("%s\n", result.Game),
		t.Table(rows),
		t.Printf("\nA step is one applied action, chance included; a decision is a step of a seat.\n"),
	)
}

// measuring returns the display of measurements, one after the other.
func measuring(t *shell.Terminal) bench.Progress {
	stages := t.Stages()
	return func(what string, done, total int) { stages.Tell("measuring", what, done, total) }
}

// megabytes writes a number of bytes.
func megabytes(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
