package games

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/input"
	"ringer/train/speed"
)

// searchSpeedResult is the object of `ringer bench search --json`.
type searchSpeedResult struct {
	Searches []speed.SearchSpeed `json:"searches"`
}

// searchBench is one agent on one game.
type searchBench struct{ agent, game string }

// searchBenches are measured when no agent is named.
var searchBenches = []searchBench{
	{"mcts(sims=1000)", "tictactoe"},
	{"ismcts(sims=500)", "leduc"},
	{"ismcts(sims=500)", "heat(players=4)"},
	{"bot(heat-4p,search=200)", "heat(players=4)"},
	{"bot(heat-4p,search=64,method=gumbel)", "heat(players=4)"},
}

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
			list := searchBenches
			switch {
			case len(args) == 0 && game != "":
				return input.Badf("--game %s: name the agents to measure there: ringer bench search AGENT… --game %s", game, input.ShellWord(game))
			case len(args) > 0:
				list = nil
				for _, agent := range args {
					list = append(list, searchBench{agent, game})
				}
			}
			result, err := runSearchBench(cmd.Context(), t, list, seconds, seed)
			return t.Measured(asJSON, result, len(result.Searches), err, func() error { return printSearchSpeed(t, result) })
		},
	}
	lookup.AddGameFlag(cmd, &game)
	shell.AddFlag(cmd, &seconds, "seconds", 2, shell.ANumber, "seconds to measure each agent for")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of the games and decisions")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

// runSearchBench builds all agents before it measures any. It returns as much as was
// over at the first error.
func runSearchBench(ctx context.Context, t *shell.Terminal, list []searchBench, seconds float64, seed uint64) (*searchSpeedResult, error) {
	result := &searchSpeedResult{}
	table := make([]env.Game, len(list))
	searchers := make([]speed.Searcher, len(list))
	for i, b := range list {
		g, err := lookup.GameFlag(b.game)
		if err != nil {
			return result, err
		}
		agent, err := t.Opener.Agent(g, b.agent)
		if err != nil {
			return result, err
		}
		s, ok := agent.(speed.Searcher)
		if !ok {
			return result, input.Badf("%s does not search: there are no simulations to count", b.agent)
		}
		table[i], searchers[i] = g, s
	}
	bar := t.Progress("measuring", len(list))
	defer bar.Finish()
	for i, b := range list {
		bar.Describe(b.agent)
		one, err := speed.MeasureSearch(ctx, table[i], searchers[i], seconds, seed)
		if err != nil {
			return result, err
		}
		one.Agent = b.agent
		result.Searches = append(result.Searches, *one)
		bar.Set(i+1, len(list))
	}
	return result, nil
}

func printSearchSpeed(t *shell.Terminal, result *searchSpeedResult) error {
	rows := [][]string{{"AGENT", "GAME", "SIMULATIONS/S", "MS/DECISION", "ALLOCATIONS/SIMULATION", "PEAK MEMORY"}}
	for _, s := range result.Searches {
		rows = append(rows, []string{
			s.Agent, s.Game, shell.Count(s.SimulationsPerSecond), fmt.Sprintf("%.3g", 1000*s.SecondsPerDecision),
			fmt.Sprintf("%.3g", s.AllocsPerSimulation), megabytes(s.PeakMemoryBytes),
		})
	}
	return cmp.Or(t.Table(rows), t.Printf("\nA simulation is one episode from the first decision of a game, as far as the search plays it; on one goroutine.\n"))
}
