package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/ladder"
)

type LadderFlags struct {
	elsewhere      remote.WorkersFlags
	out, keep      string
	field, against []string
	rungs          []string
	Ismcts         []int
	deals, workers int
	Search         int
	limit          float64
	exploit        float64
	seed           uint64
	json           bool

	others []string // files of --field
	bare   bool     // without the pairs that the bot is no single side of
}

// leastDeals are the deals that a pair plays also beyond its time: intervals need some.
const leastDeals = 4

func NewLadder(t *shell.Terminal) *cobra.Command {
	var f LadderFlags
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
loses no deal: unfinished pairs lie in DIR/NAME.partial, exploiters in
DIR/NAME.exploiters, and the same command goes on.
The page docs/ladder.md and the tables in other pages are written from these files
(make ladder).

A pair plays --deals deals, each in all rotations of the seats, but no longer than
--seconds, of which it plays at least 4 deals. The deals of a bot follow from its
file, so that nobody chooses a bot on the deals of its report. --against gives the time to
a few opponents.

--exploit 0.5 also trains three exploiters, together on half the decisions that the bot was
trained on and those bots that it began with, as ringer exploit --method br does; small
games are walked through instead. --field adds bots: an older version, a snapshot, or a
folder of them; each plays where it fits. --rung adds any other agent, as a tree search
that plays out by a bot's policy.

--json prints {"bots": [{"bot", "game", "records": [the lines of its file]}]}.`,
		Example: "  ringer ladder kuhn --deals 200 --ismcts 50 --out runs/ladder\n  ringer ladder heat-4p --seconds 1200 --exploit 0.5 --field runs/older\n  ringer ladder heat-4p --against 'ismcts(sims=500)' --seconds 600\n  ringer ladder my.bot --seconds 60",
		Args:    shell.Takes("[BOT…]"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runLadder(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of the records (default docs/ladder; for .bot files runs/ladder)")
	shell.AddFlag(cmd, &f.field, "field", nil, shell.APath, "a .bot file, or a folder of them, that joins the fields; may be repeated")
	shell.AddFlag(cmd, &f.against, "against", nil, shell.AText, "measure only this opponent, by its name on the ladder; may be repeated")
	shell.AddFlag(cmd, &f.rungs, "rung", nil, shell.AnAgent, "an agent by name that joins the fields, as 'ismcts(sims=100,playout=bot(NAME),depth=1)'; may be repeated")
	shell.AddFlag(cmd, &f.Ismcts, "ismcts", []int{50, 500, 5000}, shell.ANumber, "simulations of the tree searches (0: no such search)")
	shell.AddFlag(cmd, &f.Search, "search", 50, shell.ACount, "simulations of the bot with search (0: without)")
	shell.AddFlag(cmd, &f.deals, "deals", 4000, shell.UpTo(1_000_000), "deals of each pair")
	shell.AddFlag(cmd, &f.limit, "seconds", 1200, shell.ANumber, "most seconds of each pair (0: as many as the deals take)")
	shell.AddFlag(cmd, &f.exploit, "exploit", 0, shell.AShare, "train exploiters on this share of the bot's decisions (0: none)")
	shell.AddFlag(cmd, &f.keep, "keep", "", shell.AFolder, "folder that keeps the exploiters, as bots (NAME.seat0.bot): more bots for --field")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed from which the deals are derived, with the bot")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

// ladderResult is the object that --json prints of a bot.
type ladderResult struct {
	Bot     string          `json:"bot"`
	Game    string          `json:"game"`
	Records []ladder.Record `json:"records"`
}

// check refuses bad flags, and finds the bots of --field.
func (f *LadderFlags) check() error {
	var faults []error
	faults = append(faults,
		shell.AtLeast("deals", f.deals, 1), shell.AtLeast("workers", f.workers, 0), shell.AtLeast("search", f.Search, 0),
		shell.AtLeast("seconds", f.limit, 0), shell.AtLeast("exploit", f.exploit, 0))
	if f.keep != "" && f.exploit == 0 {
		faults = append(faults, input.Badf("--keep %s: only --exploit makes exploiters that can be kept: add --exploit 0.5", f.keep))
	}
	for _, sims := range f.Ismcts {
		faults = append(faults, shell.AtLeast("ismcts", sims, 0))
	}
	for _, rung := range f.rungs {
		if strings.Contains(rung, ".bot") {
			faults = append(faults, input.Badf("--rung %s: want an agent without a file, whose name says what plays; --field takes files", rung))
		}
	}
	for _, path := range f.field {
		files, err := botFiles(path)
		faults = append(faults, err)
		for _, file := range files {
			_, err := open.Bot(file)
			faults = append(faults, err)
		}
		f.others = append(f.others, files...)
	}
	return input.Bad(errors.Join(faults...))
}

func runLadder(ctx context.Context, t *shell.Terminal, f *LadderFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	names, err := MeasuredBots(args, "ladder", &f.out)
	if err != nil {
		return err
	}
	var results []ladderResult
	var bots []ladder.Bot
	for _, name := range names {
		l, err := NewLadderField(ctx, t.Opener, f, name)
		if err != nil {
			return err
		}
		measured, err := f.climb(ctx, t, l)
		if err != nil {
			return err
		}
		results = append(results, ladderResult{l.bot, l.game.Spec().String(), measured})
		bot := ladder.NewBot(measured)
		bot.Field = slices.DeleteFunc(slices.Clone(ladder.Usual), func(name string) bool {
			_, err := t.Opener.Agent(l.game, name)
			return err != nil
		})
		bots = append(bots, bot)
	}
	if f.json {
		return t.JSON(map[string]any{"bots": results})
	}
	return t.Printf("%s", shell.PlainText(ladder.Page(bots)))
}

// climb measures what is missing on the ladder of one bot.
func (f *LadderFlags) climb(ctx context.Context, t *shell.Terminal, l *ladderField) ([]ladder.Record, error) {
	list := l.pairings(f.seed)
	if f.bare {
		list = slices.DeleteFunc(list, func(p pairing) bool {
			return (p.record.One.Role == ladder.Ringer) == (p.record.Others.Role == ladder.Ringer)
		})
	}
	wanted, err := l.against(slices.Clone(list), f.against)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return nil, input.Bad(err)
	}
	kept, err := openLadderFile(filepath.Join(f.out, l.bot))
	if err != nil {
		return nil, err
	}
	defer kept.close()
	kept.drop(func(r *ladder.Record) bool { return f.Outdated(l, list, r) })
	var missing []pairing
	for _, p := range wanted {
		if old, ok := kept.find(p.record.Key()); !ok || !old.Covers(f.deals, f.limit) {
			missing = append(missing, p)
		}
	}
	const parts = 1000 // of one pair
	bar := t.Progress(l.bot, max(1, len(missing)*parts))
	for i, p := range missing {
		bar.Describe(fmt.Sprintf("%s: %s against %s", l.bot, p.one.Name, p.others.Name))
		err := f.playPair(ctx, kept, l, &p, func(done float64) { bar.Set(i*parts+int(done*parts), len(missing)*parts) })
		if err != nil {
			bar.Finish()
			if ctx.Err() != nil {
				return nil, shell.Interrupted("what was played is in %s: the same command continues", f.out)
			}
			return nil, err
		}
	}
	bar.Finish()
	if err := f.exploitLadder(ctx, t, kept, l); err != nil {
		return nil, err
	}
	return kept.records, kept.finish()
}

// Outdated reports whether a record of a bot's file is of another bot or game, or of a
// pair whose agents have changed since.
func (f *LadderFlags) Outdated(l *ladderField, list []pairing, r *ladder.Record) bool {
	if r.SpecHash != l.game.Spec().Hash || r.Ringer != l.bot {
		return true
	}
	for _, a := range []ladder.Agent{r.One, r.Others} {
		if !l.current(a) {
			return true
		}
	}
	if r.Kind != ladder.Pair {
		return false
	}
	return slices.ContainsFunc(list, func(p pairing) bool {
		return p.record.One.Name == r.One.Name && p.record.Others.Name == r.Others.Name && p.record.Key() != r.Key()
	})
}

// config returns the two sides of a pair for package eval.
func (p *pairing) config(f *LadderFlags, l *ladderField) eval.DealsConfig {
	return eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: l.game, Entries: []eval.Entry{p.one, p.others}, Teams: l.teams, Seed: p.record.Seed, Workers: f.workers, Place: f.elsewhere.At.Games(),
	}}
}
