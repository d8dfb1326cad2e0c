package games

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/bench"
)

func newBenchSearch(t *shell.Terminal) *cobra.Command {
	var (
		game    string
		seconds float64
		seed    uint64
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "search [AGENT…]",
		Short: "Measure how fast agents search",
		Long: `Let every agent decide for --seconds, on one goroutine, at the first decision of
one game after another, and count its simulations. A simulation is one episode from
there, as far as the search plays it.
Without agents, mcts, ismcts and a bot that searches are measured on a few games;
with agents, --game names the game.

A network that evaluates many positions at once may use more than one core. The
figures include allocations and the drawing of worlds. The memory is the most that
the Go runtime held at any time.

` + lookup.AgentHelp,
		Annotations: shell.Keys(`--json prints {"searches": [{"agent", "game", "simulations", "decisions",
"seconds", "simulations_per_second", "seconds_per_decision",
"allocs_per_simulation", "peak_memory_bytes"}]}.`),
		Example: "  ringer bench search\n  ringer bench search 'ismcts(sims=50)' 'bot(kuhn,search=100)' --game kuhn --seconds 5",
		Args:    shell.Takes("[AGENT…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := shell.AtLeast("seconds", seconds, 0.01); err != nil {
				return err
			}
			list := bench.UsualSearches
			switch {
			case len(args) == 0 && game != "":
				return input.Badf("--game %s: name the agents to measure there: ringer bench search AGENT… --game %s", game, input.ShellWord(game))
			case len(args) > 0:
				if _, err := lookup.GameFlag(game); err != nil {
					return err
				}
				list = nil
				for _, agent := range args {
					list = append(list, bench.Search{Agent: agent, Game: game})
				}
			}
			result, err := bench.MeasureSearches(cmd.Context(), t.Opener, list, seconds, seed, measuring(t))
			t.Clear()
			return t.Measured(asJSON, result, len(result.Searches), err, func() error { return printSearchSpeed(t, result) })
		},
	}
	lookup.AddGameFlag(cmd, &game)
	shell.AddFlag(cmd, &seconds, "seconds", 2, shell.ANumber, "seconds to measure each agent for")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of the games and decisions")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func printSearchSpeed(t *shell.Terminal, result bench.Searches) error {
	rows := [][]string{{"AGENT", "GAME", "SIMULATIONS/S", "MS/DECISION", "ALLOCATIONS/SIMULATION", "PEAK MEMORY"}}
	for _, s := range result.Searches {
		rows = append(rows, []string{
			s.Agent, s.Game, shell.Count(s.SimulationsPerSecond), fmt.Sprintf("%.3g", 1000*s.SecondsPerDecision),
			fmt.Sprintf("%.3g", s.AllocsPerSimulation), megabytes(s.PeakMemoryBytes),
		})
	}
	return cmp.Or(t.Table(rows), t.Printf("\nA simulation is one episode from the first decision of a game, as far as the search plays it; on one goroutine.\n"))
}
