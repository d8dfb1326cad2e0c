package measure

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/ladder"
	pages "ringer/report/ladder"
)

type scoreFlags struct {
	remote.PlayFlags
	ladder.Options
	latex bool
}

// NewScore makes the command that measures a bot by the standard protocol.
func NewScore(t *shell.Terminal) *cobra.Command {
	var f scoreFlags
	cmd := &cobra.Command{
		Use:   "score BOT",
		Short: "Measure a bot by the standard protocol, as a table to quote",
		Long: `Measure a bot, a shipped one by name or your own by the path of a .bot file, by the
standard protocol of its game, and print one table that a paper can quote, with what is
needed to repeat it.

The protocol (` + pages.Protocol + `) is a ladder of fixed length: random, greedy, expert and
tree searches, one bot against n-1 of each and, with more than two seats, n-1 bots
against one (in a game of teams, teams of them); 1,000 deals a row (4,000 in the small
games), each in all rotations of the seats; and the exact exploitability where the game
is small enough to walk, else best responses with three seeds, trained on half the
decisions that the bot was trained on. The seed of the deals follows from the bot's
weights, so nobody can choose a bot on them.

It may take hours. The games are kept in --out (runs/score), so that the same
command goes on after an interrupt, and prints at once what has been measured. --deals
and --exploit shorten it; the table then says that it is not the standard one.

--latex prints a LaTeX table (booktabs) instead.`,
		Annotations: shell.Keys(`--json prints {"protocol", "departs", "bot", "sha256", "game", "spec_hash", "seats",
"teams": true where seats are teams, "seed", "deals", "rows": [{"opponent", "bots",
"games", "win_rate", "low", "high", "equal_share", "mean_return", "return_low",
"return_high"}], "exploitability": {"exact", "found", "value", "low", "high", "budget",
"fresh": the bound of fresh starts}, "habits": null or as ringer exploit --habits has
them, "builds", "date", "command"}. bots is the number of seats that the bot has; departs says
where it is not the standard protocol.`),
		Example: "  ringer score kuhn\n  ringer score my.bot --latex\n  ringer score heat-4p --deals 100 --exploit 0",
		Args:    shell.Takes("BOT"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runScore(cmd.Context(), t, &f, args[0]) },
	}
	shell.AddFlag(cmd, &f.Out, "out", filepath.Join("runs", "score"), shell.AFolder, "folder of the records")
	shell.AddFlag(cmd, &f.Deals, "deals", 0, shell.UpTo(1_000_000), "deals of each row (0: as many as the protocol says)")
	shell.AddFlag(cmd, &f.Exploit, "exploit", ladder.ScoreExploit, shell.AShare, "train best responses on this share of the bot's decisions (0: none)")
	shell.AddFlag(cmd, &f.Habits, "habits", false, shell.ASwitch, "audit the bot's habits, as ringer exploit --habits does")
	shell.AddFlag(cmd, &f.latex, "latex", false, shell.ASwitch, "print a LaTeX table")
	f.Add(t, cmd, "")
	return cmd
}

func runScore(ctx context.Context, t *shell.Terminal, f *scoreFlags, name string) error {
	if f.JSON && f.latex {
		return input.Badf("--json and --latex both say what to print: leave one out")
	}
	l, over := newLadder(t, &f.PlayFlags, f.Options)
	defer over()
	score, err := l.Score(ctx, name)
	switch {
	case err != nil:
		return ladderStopped(err)
	case f.JSON:
		return t.JSON(score)
	case f.latex:
		return t.Printf("%s", score.LaTeX())
	}
	rows := score.Table()
	for i := range rows[0] {
		rows[0][i] = strings.ToUpper(rows[0][i])
	}
	return cmp.Or(t.Printf("%s at %s\n\n", score.Bot, score.Game), t.Table(rows),
		t.Printf("\n%s\nIntervals are 95%%, over deals; a k-way tie counts 1/k.\n%s\n", score.Exploited(), strings.Join(score.Origin(), "\n")))
}
