package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/env/duel"
	"ringer/report/duel/warbands"
)

func newDuelDrafts(t *terminal) *cobra.Command {
	var f countingFlags
	cmd := &cobra.Command{
		Use:   "drafts A [B]…",
		Short: "Count the feats that agents draft, and how often they win",
		Long: `Let agents draft warbands of DUEL and play them against each other, and count their
choices: how many of the Heroes have each feat, trait and kind of followers, and how
often the seats that have it win; and the same for whole Heroes. Agents take the
seats in turn, on shared deals, as in "ringer match".

` + agentHelp + `

Shares come with 95% intervals over deals. A feat whose Heroes win more does not have
to be the cause: agents choose it together with others, and for a reason.

--json prints {"game", "games", "seed", "agents": [{"name", "wins", "skills":
[{"name", "heroes", "level", "wins"}], "builds": [the same]}]}, where "heroes" and
"wins" are {"name", "value", "low", "high", "of", "games", "share"}.`,
		Example: "  ringer duel drafts 'bot(duel-draft)' expert\n  ringer duel drafts expert --game 'duel(file=gang,resource_points=3)' --top 5",
		Args:    takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runDrafts(cmd.Context(), t, &f, args)
		},
	}
	addFlag(cmd, &f.game, "game", "duel(file=draft)", aGame, "the game: duel with Heroes that are drafted, in quotes")
	f.add(t, cmd, 1000, 12, "lines of each table; --json has all")
	return cmd
}

func runDrafts(ctx context.Context, t *terminal, f *countingFlags, names []string) error {
	g, err := gameFlag(f.game)
	if err != nil {
		return err
	}
	table, ok := g.(*duel.Game)
	if !ok {
		return badf("--game %s: want duel, the game whose warbands are drafted", g.Spec())
	}
	entries, err := f.enter(g, names)
	if err != nil {
		return err
	}
	config := warbands.PicksConfig{Game: table, Entries: entries, Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.at.games()}
	return playCounting(ctx, t, f, func(progress func(done, total int)) (*warbands.Study, error) {
		config.Progress = progress
		return warbands.Picks(ctx, config)
	}, func(s *warbands.Study) int { return s.Games }, func(s *warbands.Study) error { return printDrafts(t, f, s) })
}

func printDrafts(t *terminal, f *countingFlags, s *warbands.Study) error {
	if err := t.printf("%s: %s games, seed %d%s\n", s.Game, count(float64(s.Games)), s.Seed, ifInterrupted(s.Interrupted)); err != nil {
		return err
	}
	for _, a := range s.Agents {
		if err := t.printf("\n%s wins %s\n\n", a.Name, a.Wins.String()); err != nil {
			return err
		}
		if err := t.table(pickTable("FEAT, TRAIT, FOLLOWERS", a.Skills, f.top)); err != nil {
			return err
		}
		if err := t.printf("\n"); err != nil {
			return err
		}
		if err := t.table(pickTable("HERO", a.Builds, f.top)); err != nil {
			return err
		}
	}
	return nil
}

func pickTable(head string, picks []warbands.Pick, top int) [][]string {
	rows := [][]string{{head, "OF THE HEROES", "WINS"}}
	for _, p := range picks[:min(top, len(picks))] {
		name := p.Name
		if p.Level > 1 {
			name = fmt.Sprintf("%s (%.1f)", name, p.Level)
		}
		rows = append(rows, []string{name, p.Heroes.String(), p.Wins.String()})
	}
	return rows
}
