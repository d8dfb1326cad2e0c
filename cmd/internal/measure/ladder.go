package measure

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/console"
	"ringer/open"
	"ringer/open/ladder"
	pages "ringer/report/ladder"
)

type ladderFlags struct {
	remote.PlayFlags
	ladder.Options
}

// NewLadder makes the command that measures bots against whole fields.
func NewLadder(t *shell.Terminal) *cobra.Command {
	var f ladderFlags
	cmd := &cobra.Command{
		Use:   "ladder [BOT…]",
		Short: "Measure bots against a whole field",
		Long: `Measure bots (shipped ones by name, your own by the path of a .bot file; all shipped
ones when none is named) against a whole field: random, greedy, expert, tree searches,
the bot itself with search, and older bots. In a game of n > 2 seats every pair is
played both ways, one against n−1 and n−1 against one; in a game of teams an agent plays
a whole team. The expert plays the same opponents, for comparison, and the bot plays
itself, which shows what each seat is worth.

--out DIR holds one file a bot, NAME.jsonl, one record a line. A pair that has been
played is not played again, as long as neither the rules nor the two agents change (a
bot is known by its checksum, another agent by some games that it plays). An interrupt
loses no deal: unfinished pairs lie in DIR/NAME.partial, best responses in
DIR/NAME.exploiters, and the same command goes on.
The page docs/ladder.md and the tables in other pages are written from these files
(make ladder).

A pair plays --deals deals, each in all rotations of the seats, but no longer than
--seconds, of which it plays at least 4 deals. The deals of a bot follow from its
weights, so that nobody chooses a bot on the deals of its report. --against gives the
time to a few opponents.

--exploit 0.5 also trains best responses with three seeds, together on half the decisions
that the bot, and the bots that it began with, were trained on, as ringer exploit
--method br does; small games are walked through instead. --field adds bots: an older
version, a snapshot, or a folder of them; each plays where its game is the same. --rung
adds any other agent, such as a tree search that plays out by a bot's policy.`,
		Annotations: shell.Keys(`--json prints {"bots": [{"bot", "game", "records": [the lines of its file]}]}.`),
		Example:     "  ringer ladder kuhn --deals 200 --ismcts 50 --out runs/ladder\n  ringer ladder heat-4p --seconds 1200 --exploit 0.5 --field runs/older\n  ringer ladder heat-4p --against 'ismcts(sims=500)' --seconds 600\n  ringer ladder my.bot --seconds 60",
		Args:        shell.Takes("[BOT…]"),
		RunE:        func(cmd *cobra.Command, args []string) error { return runLadder(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFolder, "folder of the records (default docs/ladder; for .bot files runs/ladder)")
	shell.AddFlag(cmd, &f.Others, "field", nil, shell.APath, "a .bot file, or a folder of them, that joins the fields; may be repeated")
	shell.AddFlag(cmd, &f.Against, "against", nil, shell.AText, "measure only this opponent, by its name on the ladder; may be repeated")
	shell.AddFlag(cmd, &f.Rungs, "rung", nil, shell.AnAgent, "an agent by name that joins the fields, such as 'ismcts(sims=100,playout=bot(NAME),depth=1)'; may be repeated")
	shell.AddFlag(cmd, &f.Ismcts, "ismcts", []int{50, 500, 5000}, shell.ANumber, "simulations of the tree searches (0: no such search)")
	shell.AddFlag(cmd, &f.Search, "search", 50, shell.ACount, "simulations of the bot with search (0: without)")
	shell.AddFlag(cmd, &f.Deals, "deals", 4000, shell.UpTo(1_000_000), "deals of each pair")
	shell.AddFlag(cmd, &f.Seconds, "seconds", 1200, shell.ANumber, "most seconds of each pair (0: as many as the deals take)")
	shell.AddFlag(cmd, &f.Exploit, "exploit", 0, shell.AShare, "train best responses on this share of the bot's decisions (0: none)")
	shell.AddFlag(cmd, &f.Habits, "habits", false, shell.ASwitch, "audit the bot's habits, as ringer exploit --habits does")
	shell.AddFlag(cmd, &f.Keep, "keep", "", shell.AFolder, "folder that keeps the best responses, as bots (NAME.seat0.bot): more bots for --field")
	f.Add(t, cmd, seedOfBots)
	return cmd
}

// seedOfBots explains --seed in the commands that keep records of bots.
const seedOfBots = "seed from which the deals are derived, with the bot's weights"

func runLadder(ctx context.Context, t *shell.Terminal, f *ladderFlags, args []string) error {
	l, over := newLadder(t, &f.PlayFlags, f.Options)
	defer over()
	names, err := measuredBots(args, "ladder", &l.Out)
	if err != nil {
		return err
	}
	var results []*ladder.Measured
	var bots []pages.Bot
	for _, name := range names {
		measured, err := l.Measure(ctx, name)
		if err != nil {
			return ladderStopped(err)
		}
		results, bots = append(results, measured), append(bots, measured.Rungs())
	}
	if f.JSON {
		return t.JSON(map[string]any{"bots": results})
	}
	return t.Printf("%s", console.PlainText(pages.Page(bots)))
}

// newLadder returns a ladder, and what ends the display of its progress.
func newLadder(t *shell.Terminal, f *remote.PlayFlags, o ladder.Options) (l *ladder.Ladder, over func()) {
	o.Workers, o.Seed = f.Workers, f.Seed
	stages := t.Stages()
	return &ladder.Ladder{
		Options: o, Opener: t.Opener, Build: buildinfo.ThisVersion().Build(), Elsewhere: f.Elsewhere.At, Warn: t.Warnf, Compute: shell.ComputeHere,
		Progress: stages.Tell,
	}, stages.Finish
}

// ladderStopped returns the error of a ladder: where it was interrupted, how it goes on.
func ladderStopped(err error) error {
	stopped, ok := errors.AsType[*ladder.StoppedError](err)
	switch {
	case !ok:
		return err
	case stopped.Exploiting:
		return shell.Interrupted("the pairs and the best responses so far are in %s: the same command goes on", stopped.Out)
	}
	return shell.Interrupted("what was played is in %s: the same command goes on", stopped.Out)
}

// measuredBots returns the bots that are to be measured, and names the folder of their records where it
// was left out: one of docs, whose pages are of shipped bots, or one of runs where files are named.
func measuredBots(args []string, folder string, out *string) ([]string, error) {
	names, own, err := open.Measured(args)
	if *out == "" {
		*out = filepath.Join("docs", folder)
		if own {
			*out = filepath.Join("runs", folder)
		}
	}
	return names, err
}
