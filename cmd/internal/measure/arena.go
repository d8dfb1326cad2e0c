package measure

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open/match"
)

type arenaFlags struct {
	remote.PlayFlags
	game, payoff, keep string
	games              int
	csv                bool
}

// NewArena makes the command that rates agents.
func NewArena(t *shell.Terminal) *cobra.Command {
	var f arenaFlags
	cmd := &cobra.Command{
		Use:   "arena A B…",
		Short: "Rate many agents against each other",
		Long: `Play every pair of agents on the same shared deals with seats rotated, and rate
them all: win rates and payoffs of all pairs, Elo, α-rank and Nash averaging,
each with a 95% interval over deals. The agent random always takes part; its Elo is
1000.

In a game of teams an agent plays a whole team. With n > 2 seats or teams, half of a
pair's games are one A against n−1 B, the other half one B against n−1 A, on the same
deals. A win counts 1/k for a k-way tie. Elo is the rating of maximum likelihood of all
wins (Bradley and Terry; with more seats, Luce), with a weak prior: half a deal won by
each side of every pair. α-rank and Nash averaging are computed from --payoff: the
difference between the two agents of a pair in their shares of the wins, or half the
difference in their returns.

--keep FILE saves every finished block of deals in a file, and reuses the blocks that
are there: the same command, run again after an interrupt, plays only the missing
blocks, and a larger --games adds to them.

` + lookup.AgentHelp,
		Annotations: shell.Keys(`--json prints {"game", "games", "deals", "seed", "payoff", "anchor", "agents":
[{"name", "elo", "elo_low", "elo_high", "win_rate", "low", "high"}], "pairs":
[{"a", "b", "games", "win_rate", "low", "high", "b_win_rate", "b_low", "b_high",
"payoff", "payoff_low", "payoff_high", "elo_difference", "elo_difference_low",
"elo_difference_high", "seatings": [{"a_seats", "b_seats", "games", "win_rate",
"low", "high", "equal_share"}]}], "alpha_rank": [{"name", "mass", "low",
"high"}], "alpha", "alpha_sweep": [{"alpha", "masses"}], "nash_average":
[{"name", "weight", "low", "high", "rating", "rating_low", "rating_high"}]}, and
"interrupted": true when Ctrl-C ended it: then it holds the deals that all pairs have
played.
--csv prints the same figures, one a line: figure,a,b,games,estimate,low,high.`),
		Example: "  ringer arena greedy random --game kuhn --games 1000\n  ringer arena greedy expert 'bot(my.bot)' -g 'heat(players=4)' -n 2400 --keep heat.arena.jsonl",
		Args:    shell.Takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runArena(cmd.Context(), t, &f, args) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.games, "games", 1000, shell.ACount, "games of every pair, rounded up to whole deals")
	shell.AddFlag(cmd, &f.payoff, "payoff", eval.PayoffWins, shell.Choice(shell.These(eval.PayoffWins, eval.PayoffReturns)), "payoff of α-rank and Nash averaging: wins or returns")
	shell.AddFlag(cmd, &f.keep, "keep", "", shell.AFile, "file that holds the finished blocks, and is continued")
	shell.AddFlag(cmd, &f.csv, "csv", false, shell.ASwitch, "print one figure a line, separated by commas")
	f.Add(t, cmd, remote.SeedOfDeals)
	return cmd
}

func runArena(ctx context.Context, t *shell.Terminal, f *arenaFlags, names []string) error {
	if f.JSON && f.csv {
		return input.Badf("--json and --csv: want one of them")
	}
	g, err := lookup.GameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	if err := shell.OneOf("payoff", f.payoff, eval.PayoffWins, eval.PayoffReturns); err != nil {
		return err
	}
	bar := t.Progress("playing", 1)
	result, stopped := match.Rate(ctx, t.Opener, match.Options{
		Game: g, Agents: names, Games: f.games, Seed: f.Seed, Workers: f.Workers, Place: f.Elsewhere.At.Games(), Keep: f.keep, Payoff: f.payoff, Progress: bar.Continued(),
	})
	bar.Finish()
	kept := keptIn(f.keep, "the finished blocks")
	if result == nil && ctx.Err() != nil && kept != "" {
		return shell.Interrupted("%s", kept[len("; "):])
	}
	return shell.Show(t, f.JSON, result, stopped, func() error {
		if f.csv {
			return t.CSV(result.Figures())
		}
		return printArena(t, result)
	}, func() string {
		return fmt.Sprintf("these are the first %s of %s games of each pair%s", shell.Count(float64(result.Pairs[0].Games)), shell.Count(float64(f.games)), kept)
	})
}
