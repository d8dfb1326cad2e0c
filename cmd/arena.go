package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"ringer/eval"
	"ringer/open"
)

type arenaFlags struct {
	elsewhere          workersFlags
	game, payoff, keep string
	games, workers     int
	seed               uint64
	json, csv          bool
}

// arenaAnchor is the agent that is rated eval.EloAnchor, and always takes part.
const arenaAnchor = "random"

func newArena(t *terminal) *cobra.Command {
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

` + agentHelp + `

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
		Args:    takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runArena(cmd.Context(), t, &f, args) },
	}
	addGameFlag(cmd, &f.game)
	addFlag(cmd, &f.games, "games", 1000, aCount, "games of every pair, rounded up to whole deals")
	addFlag(cmd, &f.payoff, "payoff", eval.PayoffWins, choice(these(eval.PayoffWins, eval.PayoffReturns)), "payoff of α-rank and Nash averaging: wins or returns")
	addFlag(cmd, &f.keep, "keep", "", aFile, "file that holds the finished blocks, and is continued")
	addFlag(cmd, &f.workers, "workers", 0, aWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	addFlag(cmd, &f.seed, "seed", 1, aSeed, "seed of the deals and of everything random in the agents")
	addJSON(cmd, &f.json)
	addFlag(cmd, &f.csv, "csv", false, aSwitch, "print one figure a line, separated by commas")
	f.elsewhere.add(t, cmd)
	return cmd
}

func runArena(ctx context.Context, t *terminal, f *arenaFlags, names []string) error {
	if f.json && f.csv {
		return badf("--json and --csv: want one of them")
	}
	g, err := gameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	for _, err := range []error{
		atLeast("games", f.games, 1), atLeast("workers", f.workers, 0),
		oneOf("payoff", f.payoff, eval.PayoffWins, eval.PayoffReturns),
	} {
		if err != nil {
			return err
		}
	}
	config := eval.ArenaConfig{Game: g, Teams: eval.WholeTeams(g.Spec(), 2), Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.at.games(), Payoff: f.payoff}
	known, err := enterArena(&config, names)
	if err != nil {
		return err
	}
	if f.keep != "" {
		if pairs := len(config.Entries) * (len(config.Entries) - 1) / 2; f.games > mostKeptGames/pairs {
			return badf("--keep holds every deal: --games %d of each of %d pairs: want at most %s with it", f.games, pairs, count(float64(mostKeptGames/pairs)))
		}
		kept, err := openArenaLog(&config, known, f)
		if err != nil {
			return err
		}
		defer kept.Close()
	}
	bar := t.progress("playing", 1)
	config.Progress = bar.continued()
	result, err := eval.PlayArena(ctx, config)
	bar.finish()
	return showArena(ctx, t, f, result, err)
}

// showArena prints an arena, or as much of it as an interrupt has left.
func showArena(ctx context.Context, t *terminal, f *arenaFlags, result *eval.Arena, stopped error) error {
	if result == nil {
		if ctx.Err() != nil && f.keep != "" {
			return interrupted("the finished blocks are in %s: the same command continues", f.keep)
		}
		return stopped
	}
	var err error
	switch {
	case f.json:
		err = t.json(result)
	case f.csv:
		err = t.csv(arenaFigures(result))
	default:
		err = printArena(t, result)
	}
	if err != nil || stopped == nil {
		return err
	}
	what := fmt.Sprintf("these are the first %s of %s games of each pair", count(float64(result.Pairs[0].Games)), count(float64(f.games)))
	if f.keep != "" {
		what += fmt.Sprintf("; the finished blocks are in %s: the same command continues", f.keep)
	}
	return interrupted("%s", what)
}

// enterArena builds the agents, with the anchor at the end unless it was named, and names them
// as enterKnown does.
func enterArena(config *eval.ArenaConfig, names []string) (known []eval.ArenaAgent, err error) {
	names = slices.Clone(names)
	for i := range names {
		if names[i], err = open.Level(config.Game, names[i]); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(names, arenaAnchor) {
		names = append(names, arenaAnchor)
	}
	if len(names) < 2 {
		return nil, badf("only %s: an arena needs another agent", arenaAnchor)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, badf("%s is named twice", name)
		}
		if name == arenaAnchor {
			config.Anchor = i
		}
		agent, files, err := opener.AgentWithFiles(config.Game, name)
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
	file, err := openKept(f.keep, func(r io.Reader) (size int64, err error) {
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
