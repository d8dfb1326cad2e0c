package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/report/decisions"
	"ringer/report/ratio"
)

type decisionsFlags struct {
	studyFlags
	kind string
}

func newDecisions(t *terminal) *cobra.Command {
	var f decisionsFlags
	cmd := &cobra.Command{
		Use:   "decisions A [B]…",
		Short: "Count what agents decide, by kind of decision: bids, drafts, moves",
		Long: `Play agents against each other as "ringer match" does, and count their decisions by
kind (bid, draft, aim, …; "ringer games GAME" lists those of a game). For each kind: how
many decisions a seat makes in a game, the share of them that are forced, and, where
there is a choice, the entropy of the policy as a share of the largest possible (0% plays
one action, 100% any), the number of different actions chosen, and the most frequent.

--kind lists the actions of one kind by their words: how often each was chosen, its share
of the decisions, its share of the times it was legal, and that of an agent without
preferences (AT RANDOM).

` + agentHelp + `

Intervals are 95%, over deals.

--json prints {"game", "games", "seed", "kind", "agents": [{"name", "kinds": [{"kind",
"decisions", "forced", "entropy", "top", "different", "actions"}]}]}; "top" and the
elements of "actions" (of --kind, all of them) are {"name", "count", "share", "offered",
"taken", "random"}; figures are {"name", "value", "low", "high", "of", "games", "share"}.
"interrupted" is true when Ctrl-C ended it before its last game.`,
		Example: "  ringer decisions 'bot(duel)' --game duel --kind score\n  ringer decisions 'bot(heat-4p)' expert --game 'heat(players=4)' --kind draft --top 10",
		Args:    takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runDecisions(cmd.Context(), t, &f, args)
		},
	}
	addGameFlag(cmd, &f.game)
	cmd.Flags().StringVar(&f.kind, "kind", "", "the kind of decision whose actions are listed")
	f.add(cmd, 400, 20, "lines of the list of actions; --json has all")
	return cmd
}

func runDecisions(ctx context.Context, t *terminal, f *decisionsFlags, names []string) error {
	g, err := gameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	entries, err := f.enter(g, names)
	if err != nil {
		return err
	}
	config := decisions.Config{Game: g, Entries: entries, Games: f.games, Seed: f.seed, Workers: f.workers, Kind: f.kind}
	return playStudy(ctx, t, &f.studyFlags, func(progress func(done, total int)) (*decisions.Study, error) {
		config.Progress = progress
		return decisions.Play(ctx, config)
	}, func(s *decisions.Study) int { return s.Games }, func(s *decisions.Study) error { return printDecisions(t, f, s) })
}

func printDecisions(t *terminal, f *decisionsFlags, s *decisions.Study) error {
	if err := t.printf("%s: %s games, seed %d%s\n", s.Game, count(float64(s.Games)), s.Seed, ifInterrupted(s.Interrupted)); err != nil {
		return err
	}
	for _, a := range s.Agents {
		rows := [][]string{{"KIND", "A GAME", "FORCED", "CHOICES", "ENTROPY", "DIFFERENT", "MOST FREQUENT"}}
		var listed []decisions.Action
		for _, k := range a.Kinds {
			top := ""
			if k.Top != nil {
				top = k.Top.Name + ": " + share(k.Top.Share)
			}
			rows = append(rows, []string{
				k.Kind, fmt.Sprintf("%.1f", k.Decisions.Value), percent(k.Forced.Value), fmt.Sprint(k.Entropy.Of),
				shareOf(k.Entropy), fmt.Sprint(k.Different), top,
			})
			listed = append(listed, k.Actions...)
		}
		if err := t.printf("\n%s\n\n", a.Name); err != nil {
			return err
		}
		if err := t.table(rows); err != nil {
			return err
		}
		if f.kind == "" {
			continue
		}
		rows = [][]string{{"ACTION", "CHOSEN", "SHARE", "WHEN LEGAL", "AT RANDOM"}}
		for _, c := range listed[:min(f.top, len(listed))] {
			rows = append(rows, []string{c.Name, fmt.Sprint(c.Count), share(c.Share), share(c.Taken), percent(c.Random)})
		}
		if err := t.printf("\n%s: %d actions\n\n", f.kind, len(listed)); err != nil {
			return err
		}
		if err := t.table(rows); err != nil {
			return err
		}
	}
	return nil
}

// shareOf returns a share with its interval, and nothing where there was no case.
func shareOf(f ratio.Figure) string {
	if f.Of == 0 {
		return ""
	}
	return share(f)
}
