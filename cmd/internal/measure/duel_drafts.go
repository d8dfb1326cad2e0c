package measure

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env/duel"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/report/duel/warbands"
)

func newDuelDrafts(t *shell.Terminal) *cobra.Command {
	var f countingFlags
	cmd := &cobra.Command{
		Use:   "drafts A [B]…",
		Short: "Count the feats that agents draft, and how often they win",
		Long: `Let agents draft warbands of DUEL and play them against each other, and count their
choices: how many of the Heroes have each feat, trait and kind of followers, and how
often the seats that have it win; and the same for whole Heroes. First comes what is
worth most: what the seats that have it win beyond those that have it not. Agents take
the seats in turn, on shared deals, as in "ringer match".

` + lookup.AgentHelp + `

Shares come with 95% intervals over deals. A feat whose Heroes win more does not have
to be the cause: agents choose it together with others, and for a reason.`,
		Annotations: shell.Keys(`--json prints {"game", "games", "seed", "agents": [{"name", "wins", "skills":
[{"name", "heroes", "level", "wins", "worth"}], "builds": [the same]}]}, where "heroes",
"wins" and "worth" are {"name", "value", "low", "high", "of", "games", "share"}.`),
		Example: "  ringer duel drafts 'bot(duel-draft)' expert\n  ringer duel drafts expert --game 'duel(file=gang,resource_points=3)' --top 5",
		Args:    shell.Takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runDrafts(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.game, "game", "duel(file=draft)", shell.AGame, "the game: duel with Heroes that are drafted, in quotes")
	f.add(t, cmd, 1000, 12, "lines of each table; --json has all")
	return cmd
}

func runDrafts(ctx context.Context, t *shell.Terminal, f *countingFlags, names []string) error {
	g, err := lookup.GameFlag(f.game)
	if err != nil {
		return err
	}
	table, ok := g.(*duel.Game)
	if !ok {
		return input.Badf("--game %s: want duel, the game whose warbands are drafted", g.Spec())
	}
	if err := f.check(); err != nil {
		return err
	}
	config := warbands.PicksConfig{Game: table, Games: f.games, Seed: f.Seed, Workers: f.Workers, Place: f.Elsewhere.At.Games()}
	if config.Entries, err = t.Opener.Entries(g, names); err != nil {
		return err
	}
	bar := t.Progress("playing", f.games)
	config.Progress = bar.Set
	study, stopped := warbands.Picks(ctx, config)
	bar.Finish()
	if study == nil && ctx.Err() == nil {
		return input.Bad(stopped)
	}
	return shell.Show(t, f.JSON, study, stopped, func() error { return printDrafts(t, f, study) }, func() string { return finished(study.Games, f.games) })
}

func printDrafts(t *shell.Terminal, f *countingFlags, s *warbands.Study) error {
	err := t.Printf("%s: %s games, seed %d%s\n", s.Game, shell.Count(float64(s.Games)), s.Seed, shell.IfInterrupted(s.Interrupted))
	for _, a := range s.Agents {
		err = cmp.Or(err, t.Printf("\n%s wins %s\n\n", a.Name, a.Wins.String()), t.Table(pickTable("FEAT, TRAIT, FOLLOWERS", a.Skills, f.top)),
			t.Printf("\n"), t.Table(pickTable("HERO", a.Builds, f.top)))
	}
	return err
}

// worth writes what the Heroes that have something win beyond those that have it not.
func worth(p *warbands.Pick) string {
	if p.Worth.Of == 0 {
		return numbers.None
	}
	return numbers.Points(p.Worth.Value, p.Worth.Low, p.Worth.High)
}

func pickTable(head string, picks []warbands.Pick, top int) [][]string {
	rows := [][]string{{head, "WORTH, POINTS", "OF THE HEROES", "WINS"}}
	for _, p := range picks[:min(top, len(picks))] {
		name := p.Name
		if p.Level > 1 {
			name = fmt.Sprintf("%s (%.1f)", name, p.Level)
		}
		rows = append(rows, []string{name, worth(&p), p.Heroes.String(), p.Wins.String()})
	}
	return rows
}
