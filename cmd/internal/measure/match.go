package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/open/match"
)

type matchFlags struct {
	remote.PlayFlags
	game, sprt, keep string
	games            int
}

// NewMatch makes the command that plays agents against each other.
func NewMatch(t *shell.Terminal) *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match A B…",
		Short: "Measure agents against each other",
		Long: `Play agents against each other on shared deals: every deal is played once in
each rotation of the seats, so that the luck of the deal and of the seat cancels.
With fewer names than seats the last one fills the rest: "match expert random -g
'heat(players=4)'" is one against three. In a game of teams each name plays a whole team,
unless there are more names than teams; figures by seat are by team then. Without --game
the first bot names the game.

` + lookup.AgentHelp + `

A win counts 1/k for a k-way tie. 46% (45 … 47) is 46 wins in a
hundred games, and between 45 and 47 with all the games of these agents: a 95%
interval, over deals. EVEN is the share that equally strong agents would win.

--sprt elo0=0,elo1=20 runs a sequential test: is A stronger than B by elo0 points or
less, or by elo1 or more? It stops as soon as the deals decide, with an error of at
most alpha (0.05) to accept wrongly and beta (0.05) to reject wrongly; --games is
then the most games played, after which the verdict is undecided. Values that are
left out are as above.

--keep FILE saves every finished group of games in a file, and reuses those that are
there: the same command, run again after an interrupt, plays what is missing. A larger
--games adds to them where its groups have the same size, as from 4096 on.`,
		Annotations: shell.Keys(`--json prints {"game", "games", "deals", "seed", "teams": true where agents played whole
teams, "agents": [{"name", "games", "win_rate", "low", "high", "equal_share",
"mean_return", "return_low", "return_high", "seats": [{"seat", "win_rate", "low",
"high"}]}], "seats": [the same by seat, all agents together], "length", "ties"}, and
"interrupted": true when Ctrl-C ended it before its last game; with --sprt also "sprt":
{"elo0", "elo1", "alpha", "beta", "verdict", "llr", "lower", "upper"}.`),
		Example: "  ringer match greedy random --game kuhn --games 2000\n  ringer match 'bot(my.bot)' expert --game 'heat(players=4)'\n  ringer match 'bot(new.bot)' 'bot(old.bot)' --game kuhn --games 100000 --sprt elo0=0,elo1=10",
		Args:    shell.Takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runMatch(cmd.Context(), t, &f, args, shell.IsGiven(cmd, &f.sprt))
		},
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.games, "games", 1000, shell.ACount, "games to play, rounded up to whole deals")
	shell.AddFlag(cmd, &f.sprt, "sprt", "", shell.AText, "stop at a verdict: elo0=0,elo1=20[,alpha=0.05,beta=0.05]")
	shell.AddFlag(cmd, &f.keep, "keep", "", shell.AFile, "file that holds the finished games, and is continued")
	f.Add(t, cmd, remote.SeedOfDeals)
	return cmd
}

func runMatch(ctx context.Context, t *shell.Terminal, f *matchFlags, names []string, test bool) error {
	g, err := lookup.GameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	o := match.Options{Game: g, Agents: names, Games: f.games, Seed: f.Seed, Workers: f.Workers, Place: f.Elsewhere.At.Games(), Keep: f.keep}
	if test {
		if o.SPRT, err = match.ParseSPRT(f.sprt, len(names)); err != nil {
			return err
		}
	}
	bar := t.Progress("playing", f.games)
	o.Progress = bar.Continued()
	result, stopped := match.Play(ctx, t.Opener, o)
	bar.Finish()
	if result == nil && ctx.Err() != nil {
		return shell.Interrupted("no group of games was over yet%s", keptIn(f.keep, "they"))
	}
	return shell.Show(t, f.JSON, result, stopped, func() error { return printMatch(t, result) }, func() string {
		return finished(result.Games, f.games) + keptIn(f.keep, "they")
	})
}

// keptIn says how to go on with what a file keeps.
func keptIn(file, what string) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("; %s are in %s: the same command goes on", what, file)
}

// printSPRT prints the verdict of a sequential test.
func printSPRT(t *shell.Terminal, m *eval.Match, s *eval.SPRTResult) error {
	one, two := m.Agents[0].Name, m.Agents[1].Name
	verdict := map[string]string{
		eval.Accept:    fmt.Sprintf("accepted: %s is stronger than %s by %g Elo or more, rather than by %g or less", one, two, s.Elo1, s.Elo0),
		eval.Reject:    fmt.Sprintf("rejected: %s is stronger than %s by %g Elo or less, rather than by %g or more", one, two, s.Elo0, s.Elo1),
		eval.Undecided: "undecided: more --games may decide",
	}[s.Verdict]
	if m.Interrupted {
		verdict = "interrupted: no verdict yet"
	}
	return t.Printf("\nSPRT %s.\nLog-likelihood ratio %.2f (bounds %.2f and %.2f) after %s games; intervals lean towards the verdict.\n",
		verdict, s.LLR, s.Lower, s.Upper, shell.Count(float64(m.Games)))
}

func printMatch(t *shell.Terminal, m *match.Result) error {
	lead := ""
	if len(m.Agents) == 2 { // the first one alone, or its team, against the other in the rest
		a, others := m.Agents[0], numbers.Opponents(int(math.Round(1/m.Agents[0].EqualShare))-1, m.Agents[1].Name)
		if m.Teams {
			others = "the team of " + m.Agents[1].Name
		}
		lead = fmt.Sprintf("%s %s.\n\n", a.Name, numbers.Beats(others, a.WinRate, a.Low, a.High, m.Games, a.EqualShare))
	}
	seat := "seat"
	if m.Teams {
		seat = "team"
	}
	agents := [][]string{{"AGENT", "WINS", "EVEN", "MEAN RETURN"}}
	places := [][]string{{"AGENT", strings.ToUpper(seat), "WINS"}} // which matter where seats, or teams, are unlike
	for _, a := range m.Agents {
		agents = append(agents, []string{
			a.Name, numbers.ShareBeside(a.WinRate, a.Low, a.High, a.EqualShare), numbers.Even(a.EqualShare), numbers.Signed(a.MeanReturn, a.ReturnLow, a.ReturnHigh),
		})
		for _, s := range a.Seats {
			places = append(places, []string{a.Name, fmt.Sprint(s.Seat), numbers.Share(s.WinRate, s.Low, s.High)})
		}
	}
	seats := [][]string{{strings.ToUpper(seat), "WINS", "MEAN RETURN"}}
	for _, s := range m.Seats {
		seats = append(seats, []string{
			fmt.Sprint(s.Seat), numbers.Share(s.WinRate, s.Low, s.High), numbers.Signed(s.MeanReturn, s.ReturnLow, s.ReturnHigh),
		})
	}
	err := cmp.Or(
		t.Printf("%s: %s games (%s deals, each in all rotations), seed %d%s\n\n",
			m.Game, shell.Count(float64(m.Games)), shell.Count(float64(m.Deals)), m.Seed, shell.IfInterrupted(m.Interrupted)),
		t.Prosef("%s", lead), t.Table(agents),
		t.Printf("\nBy %s, all agents together:\n", seat), t.Table(seats),
	)
	if len(m.Agents) > 1 {
		err = cmp.Or(err, t.Printf("\nEach agent by %s:\n", seat), t.Table(places))
	}
	err = cmp.Or(err, t.Printf("\nEpisodes of %.1f decisions (%d to %d); %s without a sole winner.\n", m.Length.Mean, m.Length.Min, m.Length.Max, shell.Percent(m.Ties.Rate)))
	if m.SPRT != nil {
		err = cmp.Or(err, printSPRT(t, m.Match, m.SPRT))
	}
	return err
}
