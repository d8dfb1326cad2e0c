package measure

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/evidence"
	pages "ringer/report/evidence"
)

type evidenceFlags struct {
	remote.PlayFlags
	out, game string
	games     int
}

// NewEvidence makes the command that counts what bots do.
func NewEvidence(t *shell.Terminal) *cobra.Command {
	var f evidenceFlags
	cmd := &cobra.Command{
		Use:   "evidence [BOT…]",
		Short: "Count what bots bid and draft, and where they stand",
		Long: `Play bots against the experts of their games, and count their choices: bids by the
strength of the hand, cards kept in a draft, targets, scores and places. Name shipped
bots, or give the paths of .bot files; without either, all shipped bots play whose games
have studies.

--out DIR holds one file a bot, NAME.jsonl, one study a line. Studies that are there are
not made again, as long as neither the rules, nor the bot, nor the expert, nor the number
of games changes. The page docs/evidence.md and its charts are written from these files
(make evidence).

A bot sits in one seat and experts in all others. The deals follow from the bot's
weights, so that nobody chooses a bot on the deals of its report. Intervals are 95%, over deals.`,
		Annotations: shell.Keys(`--json prints {"bots": [{"bot", "studies": [the lines of its file]}]}.`),
		Example:     "  ringer evidence fourdowns-2p --games 40 --out runs/evidence\n  ringer evidence --game heat",
		Args:        shell.Takes("[BOT…]"),
		RunE:        func(cmd *cobra.Command, args []string) error { return runEvidence(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of the records (default docs/evidence; for .bot files runs/evidence)")
	shell.AddFlag(cmd, &f.game, "game", "", shell.AGame, "only bots of this game, by its name without parameters")
	shell.AddFlag(cmd, &f.games, "games", 0, shell.AKeptCount, "games of each bot, rounded up to whole deals (0: what its studies want)")
	f.Add(t, cmd, seedOfBots)
	return cmd
}

func runEvidence(ctx context.Context, t *shell.Terminal, f *evidenceFlags, args []string) error {
	stages := t.Stages()
	defer stages.Finish()
	c := evidence.Counter{
		Opener: t.Opener, Build: buildinfo.ThisVersion().Build(), Place: f.Elsewhere.At.Games(),
		Out: f.out, Game: f.game, Games: f.games, Workers: f.Workers, Seed: f.Seed, Progress: stages.Set,
	}
	names, err := measuredBots(args, "evidence", &c.Out)
	if err != nil {
		return err
	}
	var results []*evidence.Counted
	for _, name := range names {
		counted, err := c.Count(ctx, name)
		switch {
		case err != nil && ctx.Err() != nil:
			return shell.Interrupted("the studies of other bots are in %s: the same command goes on", c.Out)
		case err != nil:
			return err
		case counted != nil:
			results = append(results, counted)
		}
	}
	if len(results) == 0 {
		return input.Badf("--game %q: no bot of this game has studies: leave --game out to count all", f.game)
	}
	if f.JSON {
		return t.JSON(map[string]any{"bots": results})
	}
	for _, r := range results {
		for i := range r.Studies {
			err = cmp.Or(err, t.Printf("%s, %s games: %s\n", r.Bot, shell.Count(float64(r.Studies[i].Games)), pages.Finding(&r.Studies[i])))
		}
	}
	return err
}
