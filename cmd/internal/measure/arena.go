package measure

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
)

type arenaFlags struct {
	elsewhere          remote.WorkersFlags
	game, payoff, keep string
	games, workers     int
	seed               uint64
	json, csv          bool
}

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

` + lookup.AgentHelp + `

--json prints {"game", "games", "deals", "seed", "payoff", "anchor", "agents":
[{"name", "elo", "elo_low", "elo_high", "win_rate", "low", "high"}], "pairs":
[{"a", "b", "games", "win_rate", "low", "high", "b_win_rate", "b_low", "b_high",
"payoff", "payoff_low", "payoff_high", "elo_difference", "elo_difference_low",
"elo_difference_high", "seatings": [{"a_seats", "b_seats", "games", "win_rate",
"low", "high", "equal_share"}]}], "alpha_rank": [{"name", "mass", "low",
"high"}], "alpha", "alpha_sweep": [{"alpha", "masses"}], "nash_average":
[{"name", "weight", "low", "high", "rating", "rating_low", "rating_high"}]}, and
"interrupted": true when Ctrl-C ended it: then it holds the deals that all pairs have
played.
--csv prints the same figures, one a line: figure,a,b,games,estimate,low,high.`,
		Example: "  ringer arena greedy random --game kuhn --games 1000\n  ringer arena greedy expert 'bot(my.bot)' -g 'heat(players=4)' -n 2400 --keep heat.arena.jsonl",
		Args:    shell.Takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runArena(cmd.Context(), t, &f, args) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.games, "games", 1000, shell.ACount, "games of every pair, rounded up to whole deals")
	shell.AddFlag(cmd, &f.payoff, "payoff", eval.PayoffWins, shell.Choice(shell.These(eval.PayoffWins, eval.PayoffReturns)), "payoff of α-rank and Nash averaging: wins or returns")
	shell.AddFlag(cmd, &f.keep, "keep", "", shell.AFile, "file that holds the finished blocks, and is continued")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddJSON(cmd, &f.json)
	shell.AddFlag(cmd, &f.csv, "csv", false, shell.ASwitch, "print one figure a line, separated by commas")
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runArena(ctx context.Context, t *shell.Terminal, f *arenaFlags, names []string) error {
	if f.json && f.csv {
		return input.Badf("--json and --csv: want one of them")
	}
	g, err := lookup.GameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	for _, err := range []error{
		shell.AtLeast("games", f.games, 1), shell.AtLeast("workers", f.workers, 0),
		shell.OneOf("payoff", f.payoff, eval.PayoffWins, eval.PayoffReturns),
	} {
		if err != nil {
			return err
		}
	}
	config := eval.ArenaConfig{Game: g, Teams: eval.WholeTeams(g.Spec(), 2), Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games(), Payoff: f.payoff}
	known, err := enterArena(t.Opener, &config, names)
	if err != nil {
		return err
	}
	if f.keep != "" {
		if pairs := len(config.Entries) * (len(config.Entries) - 1) / 2; f.games > mostKeptGames/pairs {
			return input.Badf("--keep holds every deal: --games %d of each of %d pairs: want at most %s with it", f.games, pairs, shell.Count(float64(mostKeptGames/pairs)))
		}
		kept, err := openArenaLog(&config, known, f)
		if err != nil {
			return err
		}
		defer kept.Close()
	}
	bar := t.Progress("playing", 1)
	config.Progress = bar.Continued()
	result, err := eval.PlayArena(ctx, config)
	bar.Finish()
	return showArena(ctx, t, f, result, err)
}

// showArena prints an arena, or as much of it as an interrupt has left.
func showArena(ctx context.Context, t *shell.Terminal, f *arenaFlags, result *eval.Arena, stopped error) error {
	if result == nil {
		if ctx.Err() != nil && f.keep != "" {
			return shell.Interrupted("the finished blocks are in %s: the same command continues", f.keep)
		}
		return stopped
	}
	var err error
	switch {
	case f.json:
		err = t.JSON(result)
	case f.csv:
		err = t.CSV(arenaFigures(result))
	default:
		err = printArena(t, result)
	}
	if err != nil || stopped == nil {
		return err
	}
	what := fmt.Sprintf("these are the first %s of %s games of each pair", shell.Count(float64(result.Pairs[0].Games)), shell.Count(float64(f.games)))
	if f.keep != "" {
		what += fmt.Sprintf("; the finished blocks are in %s: the same command continues", f.keep)
	}
	return shell.Interrupted("%s", what)
}

// enterArena builds the agents, with the anchor at the end unless it was named, and names them
// as enterKnown does.
func enterArena(o *open.Opener, config *eval.ArenaConfig, names []string) (known []eval.ArenaAgent, err error) {
	names = slices.Clone(names)
	for i := range names {
		if names[i], err = open.Level(config.Game, names[i]); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(names, lookup.ArenaAnchor) {
		names = append(names, lookup.ArenaAnchor)
	}
	if len(names) < 2 {
		return nil, input.Badf("only %s: an arena needs another agent", lookup.ArenaAnchor)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, input.Badf("%s is named twice", name)
		}
		if name == lookup.ArenaAnchor {
			config.Anchor = i
		}
		agent, files, err := o.AgentWithFiles(config.Game, name)
		if err != nil {
			return nil, err
		}
		config.Entries = append(config.Entries, eval.Entry{Name: name, Agent: agent})
		known = append(known, eval.ArenaAgent{Name: name, Checksum: files.Identity()})
	}
	return known, nil
}

// openArenaLog reads the blocks of a file into config and makes config add to it.
func openArenaLog(config *eval.ArenaConfig, known []eval.ArenaAgent, f *arenaFlags) (*os.File, error) {
	header := eval.NewArenaHeader(config, known)
	file, err := shell.OpenKept(f.keep, func(r io.Reader) (size int64, err error) {
		config.Have, size, err = header.ReadLog(r)
		return size, err
	}, header.WriteHeader)
	if err != nil {
		return nil, err
	}
	config.Done = func(b eval.Block) error { return header.WriteBlock(file, b) }
	return file, nil
}

// ranked returns the agents in the order of their ratings.
func ranked(a *eval.Arena) []int {
	order := make([]int, len(a.Agents))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case a.Agents[i].Elo > a.Agents[j].Elo:
			return -1
		case a.Agents[i].Elo < a.Agents[j].Elo:
			return 1
		}
		return 0
	})
	return order
}
