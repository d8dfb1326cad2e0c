package measure

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/ladder"
)

// A scoring says how the bots of a game are measured.
type scoring struct {
	deals  int
	ismcts []int // simulations of the tree searches among the opponents
}

// scorings holds those of games that are quick to play; standardScoring is that of all
// others. A change of either raises ladder.Protocol.
var (
	scorings = map[string]scoring{
		"kuhn": {4000, []int{50, 500}}, "leduc": {4000, []int{50, 500}}, "liarsdice": {4000, []int{50, 500}}, "goofspiel": {4000, []int{50, 500}},
		"heat": {1000, []int{50, 500}}, "fourdowns": {1000, []int{50, 500}}, "fivepossessions": {1000, []int{50, 500}},
	}
	standardScoring = scoring{1000, []int{50}}
)

// scoreExploit is the share of a bot's own decisions that its exploiters learn from.
const scoreExploit = 0.5

type scoreFlags struct {
	elsewhere      remote.WorkersFlags
	out            string
	deals, workers int
	exploit        float64
	json, latex    bool
}

func NewScore(t *shell.Terminal) *cobra.Command {
	var f scoreFlags
	cmd := &cobra.Command{
		Use:   "score BOT",
		Short: "Measure a bot by the standard protocol, as a table to quote",
		Long: `Measure a bot, a shipped one by name or your own by the path of a .bot file, by the
standard protocol of its game, and print one table that a paper can quote, with what is
needed to repeat it.

The protocol (` + ladder.Protocol + `) is a ladder of fixed length: random, greedy, expert and
tree searches, one bot against n-1 of each and, with more than two seats, n-1 bots
against one (in a game of teams, teams of them); 1,000 deals a row (4,000 in the small
games), each in all rotations of the seats; and the exact exploitability where the game
is small enough to walk, else three exploiters that learn on half the decisions that the
bot was trained on. The seed of the deals follows from the bot's file, so nobody can
choose a bot on them.

It may take hours. The games are kept in --out (runs/score), so that the same
command goes on after an interrupt, and prints at once what has been measured. --deals
and --exploit shorten it; the table then says that it is not the standard one.

--latex prints a LaTeX table (booktabs) instead.

--json prints {"protocol", "departs", "bot", "sha256", "game", "spec_hash", "seats",
"teams": true where seats are teams, "seed", "deals", "rows": [{"opponent", "bots",
"games", "win_rate", "low", "high", "equal_share", "mean_return", "return_low",
"return_high"}], "exploitability": {"exact", "found", "value", "low", "high", "budget"},
"builds", "date", "command"}. bots is the number of seats that the bot has; departs says
where it is not the standard protocol.`,
		Example: "  ringer score kuhn\n  ringer score my.bot --latex\n  ringer score heat-4p --deals 100 --exploit 0",
		Args:    shell.Takes("BOT"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runScore(cmd.Context(), t, &f, args[0]) },
	}
	shell.AddFlag(cmd, &f.out, "out", filepath.Join("runs", "score"), shell.AFolder, "folder of the records")
	shell.AddFlag(cmd, &f.deals, "deals", 0, shell.UpTo(1_000_000), "deals of each row (0: as many as the protocol says)")
	shell.AddFlag(cmd, &f.exploit, "exploit", scoreExploit, shell.AShare, "train exploiters on this share of the bot's decisions (0: none)")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.latex, "latex", false, shell.ASwitch, "print a LaTeX table")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runScore(ctx context.Context, t *shell.Terminal, f *scoreFlags, name string) error {
	for _, err := range []error{shell.AtLeast("deals", f.deals, 0), shell.AtLeast("workers", f.workers, 0), shell.AtLeast("exploit", f.exploit, 0)} {
		if err != nil {
			return err
		}
	}
	if f.json && f.latex {
		return input.Badf("--json and --latex both say what to print: leave one out")
	}
	bot, err := open.Bot(name)
	if err != nil {
		return input.Bad(err)
	}
	g, err := open.GameOf(name, bot)
	if err != nil {
		return err
	}
	p, ok := scorings[g.Spec().Name]
	if !ok {
		p = standardScoring
	}
	words := []string{"ringer", "score", input.ShellWord(name)}
	var departs []string
	if f.deals != 0 && f.deals != p.deals {
		departs = append(departs, fmt.Sprintf("%s deals a row instead of %s", shell.Count(float64(f.deals)), shell.Count(float64(p.deals))))
		words, p.deals = append(words, "--deals", fmt.Sprint(f.deals)), f.deals
	}
	if f.exploit != scoreExploit {
		departs = append(departs, fmt.Sprintf("exploiters on %g of its decisions instead of %g", f.exploit, scoreExploit))
		words = append(words, "--exploit", fmt.Sprint(f.exploit))
	}
	out := filepath.Join(f.out, fmt.Sprintf("%d-deals", p.deals)) // records of more deals are of another score
	climb := LadderFlags{elsewhere: f.elsewhere, out: out, Ismcts: p.ismcts, deals: p.deals, workers: f.workers, exploit: f.exploit, seed: 1, bare: true}
	field, err := NewLadderField(ctx, t.Opener, &climb, name)
	if err != nil {
		return err
	}
	measured, err := climb.climb(ctx, t, field)
	if err != nil {
		return err
	}
	measured = slices.DeleteFunc(measured, func(r ladder.Record) bool { return r.Kind == ladder.Exploiter && f.exploit == 0 })
	arranged := ladder.NewBot(measured)
	score := ladder.NewScore(&arranged)
	score.Departs, score.Command = departs, strings.Join(words, " ")
	switch {
	case f.json:
		return t.JSON(score)
	case f.latex:
		return t.Printf("%s", score.LaTeX())
	}
	return printScore(t, &score)
}

func printScore(t *shell.Terminal, s *ladder.Score) error {
	if err := t.Printf("%s at %s\n\n", s.Bot, s.Game); err != nil {
		return err
	}
	rows := s.Table()
	for i := range rows[0] {
		rows[0][i] = strings.ToUpper(rows[0][i])
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	return t.Printf("\n%s\nIntervals are 95%%, over deals; a k-way tie counts 1/k.\n%s\n", s.Exploited(), strings.Join(s.Origin(), "\n"))
}
