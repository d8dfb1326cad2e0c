package measure

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/report/decisions"
)

// countingFlags holds the flags of a command that lets agents play and counts what they do.
type countingFlags struct {
	remote.PlayFlags
	game       string
	games, top int
}

// add adds the flags but for --game, with games and lines as defaults.
func (f *countingFlags) add(t *shell.Terminal, cmd *cobra.Command, games, lines int, top string) {
	shell.AddFlag(cmd, &f.top, "top", lines, shell.ACount, top)
	shell.AddFlag(cmd, &f.games, "games", games, shell.AKeptCount, "games to play, rounded up to whole deals")
	f.Add(t, cmd, remote.SeedOfDeals)
}

func (f *countingFlags) check() error {
	return cmp.Or(shell.AtLeast("games", f.games, 1), shell.AtLeast("workers", f.Workers, 0), shell.AtLeast("top", f.top, 1))
}

// finished says how much there is of games that were interrupted.
func finished(games, of int) string {
	return fmt.Sprintf("these are the %s of %s games that were finished", numbers.Count(games), numbers.Count(of))
}

type decisionsFlags struct {
	countingFlags
	kind, beside string
}

func NewDecisions(t *shell.Terminal) *cobra.Command {
	var f decisionsFlags
	cmd := &cobra.Command{
		Use:   "decisions A [B]…",
		Short: "Count what agents decide, by kind of decision: bids, drafts, moves",
		Long: `Play agents against each other as "ringer match" does, and count their decisions by
kind (bid, draft, aim, …; "ringer games GAME" lists the kinds). For each kind: how
many decisions a seat makes in a game, the share of them that are forced, and, where
there is a choice, the entropy of the policy as a share of the largest possible (0% plays
one action, 100% any), the number of different actions chosen, and the most frequent.

--kind lists the actions of one kind by their words: how often each was chosen, its share
of the decisions, its share of the times it was legal, and the share that an agent
without preferences would have (AT RANDOM).

--beside AGENT asks another agent about every choice of A, and plays none of its answers:
APART is how far its policy is from A's (total variation: 0% the same, 100% nothing in
common), and BESIDE how often it would choose an action when it is legal. The actions on
which the two differ most come first. With an expert beside a bot they show what the bot
has not learned.

` + lookup.AgentHelp + `

Intervals are 95%, over deals.`,
		Annotations: shell.Keys(`--json prints {"game", "games", "seed", "kind", "agents": [{"name", "kinds": [{"kind",
"decisions", "forced", "entropy", "apart", "top", "different", "actions"}]}]}; "top" and
the elements of "actions" (of --kind, all of them) are {"name", "count", "share",
"offered", "taken", "beside", "random"}; figures are {"name", "value", "low", "high",
"of", "games", "share"}. "interrupted" is true when Ctrl-C ended it before its last game.`),
		Example: "  ringer decisions 'bot(duel)' --game duel --kind score\n  ringer decisions 'bot(heat-4p)' expert --game 'heat(players=4)' --kind draft --top 10\n  ringer decisions 'bot(heist-4p)' greedy --game 'heist(players=4)' --beside expert --kind trade",
		Args:    shell.Takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runDecisions(cmd.Context(), t, &f, args) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.kind, "kind", "", shell.Choice(open.DecisionKinds), "the kind of decision whose actions are listed")
	shell.AddFlag(cmd, &f.beside, "beside", "", shell.AnAgent, "an agent that is asked about the choices of A too")
	f.add(t, cmd, 400, 20, "lines of the list of actions; --json has all")
	return cmd
}

func runDecisions(ctx context.Context, t *shell.Terminal, f *decisionsFlags, names []string) error {
	g, err := lookup.GameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	config := decisions.Config{Game: g, Games: f.games, Seed: f.Seed, Workers: f.Workers, Place: f.Elsewhere.At.Games(), Kind: f.kind}
	if config.Entries, err = t.Opener.Entries(g, names); err != nil {
		return err
	}
	if f.beside != "" {
		if config.Beside, err = t.Opener.Agent(g, f.beside); err != nil {
			return input.Badf("--beside: %w", err)
		}
	}
	bar := t.Progress("playing", f.games)
	config.Progress = bar.Set
	study, stopped := decisions.Play(ctx, config)
	bar.Finish()
	if study == nil && ctx.Err() == nil {
		return input.Bad(stopped)
	}
	return shell.Show(t, f.JSON, study, stopped, func() error { return printDecisions(t, f, study) }, func() string { return finished(study.Games, f.games) })
}

func printDecisions(t *shell.Terminal, f *decisionsFlags, s *decisions.Study) error {
	err := t.Printf("%s: %s games, seed %d%s\n", s.Game, shell.Count(float64(s.Games)), s.Seed, shell.IfInterrupted(s.Interrupted))
	for _, a := range s.Agents {
		beside := slices.ContainsFunc(a.Kinds, func(k decisions.Kind) bool { return k.Apart.Of > 0 })
		with := func(row []string, at int, cell string) []string { // a cell of the agent beside, where there is one
			if beside {
				return slices.Insert(row, at, cell)
			}
			return row
		}
		rows := [][]string{with([]string{"KIND", "A GAME", "FORCED", "CHOICES", "ENTROPY", "DIFFERENT", "MOST FREQUENT"}, 5, "APART")}
		var listed []decisions.Action
		for _, k := range a.Kinds {
			top := ""
			if k.Top != nil {
				top = k.Top.Name + ": " + k.Top.Share.String()
			}
			rows = append(rows, with([]string{
				k.Kind, fmt.Sprintf("%.1f", k.Decisions.Value), shell.Percent(k.Forced.Value), fmt.Sprint(k.Entropy.Of),
				k.Entropy.String(), fmt.Sprint(k.Different), top,
			}, 5, k.Apart.String()))
			listed = append(listed, k.Actions...)
		}
		if err = cmp.Or(err, t.Printf("\n%s\n\n", a.Name), t.Table(rows)); f.kind == "" {
			continue
		}
		rows = [][]string{with([]string{"ACTION", "CHOSEN", "SHARE", "WHEN LEGAL", "AT RANDOM"}, 4, "BESIDE")}
		for _, c := range listed[:min(f.top, len(listed))] {
			rows = append(rows, with([]string{c.Name, fmt.Sprint(c.Count), c.Share.String(), c.Taken.String(), shell.Percent(c.Random)}, 4, c.Beside.String()))
		}
		err = cmp.Or(err, t.Printf("\n%s: %d actions\n\n", f.kind, len(listed)), t.Table(rows))
	}
	return err
}
