package games

import (
	"cmp"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/eval/tree"
	"ringer/open/bench"
	"ringer/open/solve"
	"ringer/train/cfr"
)

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
and measuring the exploitability count towards the memory, not the time. The
memory is the most that the Go runtime held at any time.`,
		Annotations: shell.Keys(`--json prints {"solvers": [{"game", "algorithm", "nodes", "information_states",
"iterations", "seconds", "iterations_per_second", "exploitability",
"peak_memory_bytes"}]}.`),
		Example: "  ringer bench solve\n  ringer bench solve 'liarsdice(sides=4)' 'heat(file=mini)' --algo cfr+ --seconds 5",
		Args:    shell.Takes("[GAME…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := bench.MeasureSolvers(cmd.Context(), args, algorithm, seconds, seed, limit, measuring(t))
			t.Clear()
			return t.Measured(asJSON, result, len(result.Solvers), err, func() error { return printSolveSpeed(t, result) })
		},
	}
	shell.AddFlag(cmd, &algorithm, "algo", "", shell.Choice(solve.Algorithms), "measure this one only: "+cfr.Names())
	shell.AddFlag(cmd, &seconds, "seconds", 1, shell.ANumber, "seconds to measure each algorithm on each game for")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of the sampling algorithms; the others draw nothing")
	shell.AddFlag(cmd, &limit, "limit", tree.DefaultLimit, shell.Unbounded.From(1), "largest number of nodes to walk")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func printSolveSpeed(t *shell.Terminal, result bench.Solvers) error {
	rows := [][]string{{"GAME", "ALGORITHM", "ITERATIONS/S", "ITERATIONS", "EXPLOITABILITY", "PEAK MEMORY"}}
	for _, s := range result.Solvers {
		rows = append(rows, []string{
			s.Game, s.Algorithm, shell.Count(s.IterationsPerSecond), shell.Count(float64(s.Iterations)), shell.Figure(s.Exploitability), megabytes(s.PeakMemoryBytes),
		})
	}
	return cmp.Or(t.Table(rows), t.Printf("\nOne iteration updates every seat once, on one core. Exploitability: of the average policy, after these iterations.\n"))
}
