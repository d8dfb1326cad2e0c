package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ringer/env/gym"
	"ringer/open"
)

// benchResult is the object of `ringer bench --json`.
type benchResult struct {
	Game  string           `json:"game"`
	Modes []gym.Throughput `json:"modes"`
}

func newBench(t *terminal) *cobra.Command {
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

ringer bench solve, search and train measure solvers, agents that search, and training.

--json prints {"game", "modes": [{"mode", "workers", "steps_per_second",
"decisions_per_second", "games_per_second", "allocs_per_step"}]}.`,
		Example: "  ringer bench kuhn\n  ringer bench leduc --workers 2 --seconds 5",
		Args:    takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := open.Game(args[0])
			if err != nil {
				return err
			}
			for _, err := range []error{
				atLeast("seconds", seconds, 0.01), atLeast("workers", workers, 1), atLeast("tables", tables, 1),
			} {
				if err != nil {
					return err
				}
			}
			result := benchResult{Game: g.Spec().String()}
			var stopped error
			bar := t.progress("measuring", len(gym.Modes()))
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
				bar.set(i+1, len(gym.Modes()))
			}
			bar.finish()
			return t.measured(asJSON, result, len(result.Modes), stopped, func() error { return printBench(t, result) })
		},
	}
	addFlag(cmd, &seconds, "seconds", 2, aNumber, "seconds to measure each way for")
	addFlag(cmd, &workers, "workers", 1, aWorkers, "goroutines that play")
	addFlag(cmd, &tables, "tables", 64, upTo(1<<20), "tables of the vector")
	addFlag(cmd, &seed, "seed", 1, aSeed, "seed of the games")
	addJSON(cmd, &asJSON)
	cmd.AddCommand(newBenchSolve(t), newBenchSearch(t), newBenchTrain(t))
	return cmd
}

// measured prints the result of measurements, of which stopped has ended the next one
// unless it is nil.
func (t *terminal) measured(asJSON bool, result any, measurements int, stopped error, show func() error) error {
	if measurements == 0 || stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	var err error
	if asJSON {
		err = t.json(result)
	} else {
		err = show()
	}
	if err == nil && stopped != nil {
		err = interrupted("these are the %d measurements that were finished", measurements)
	}
	return err
}

func printBench(t *terminal, result benchResult) error {
	rows := [][]string{{"MODE", "WORKERS", "STEPS/S", "DECISIONS/S", "GAMES/S", "ALLOCATIONS/STEP"}}
	for _, m := range result.Modes {
		rows = append(rows, []string{
			string(m.Mode), fmt.Sprint(m.Workers), count(m.StepsPerSecond), count(m.DecisionsPerSecond),
			count(m.GamesPerSecond), fmt.Sprintf("%.4g", m.AllocsPerStep),
		})
	}
	if err := t.printf("%s\n", result.Game); err != nil {
		return err
	}
	if err := t.table(rows); err != nil {
		return err
	}
	return t.printf("\nA step is one applied action, chance included; a decision is a step of a seat.\n")
}
