package measure

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/internal/numbers"
)

type matchFlags struct {
	elsewhere        remote.WorkersFlags
	game, sprt, keep string
	games, workers   int
	seed             uint64
	verdict, json    bool
}

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
then the most games played, after which the verdict is undecided. A value that is
not given is the one above.

--keep FILE saves every finished group of games in a file, and reuses those that are
there: the same command, run again after an interrupt, plays what is missing. A larger
--games adds to them where its groups have the same size, as from 4096 on.

--json prints {"game", "games", "deals", "seed", "teams": true where agents played whole
teams, "agents": [{"name", "games", "win_rate", "low", "high", "equal_share",
"mean_return", "return_low", "return_high", "seats": [{"seat", "win_rate", "low",
"high"}]}], "seats": [the same by seat, all agents together], "length", "ties"}, and
"interrupted": true when Ctrl-C ended it before its last game; with --sprt also "sprt":
{"elo0", "elo1", "alpha", "beta", "verdict", "llr", "lower", "upper"}.`,
		Example: "  ringer match greedy random --game kuhn --games 2000\n  ringer match 'bot(my.bot)' expert --game 'heat(players=4)'\n  ringer match 'bot(new.bot)' 'bot(old.bot)' --game kuhn --games 100000 --sprt elo0=0,elo1=10",
		Args:    shell.Takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.verdict = shell.IsGiven(cmd, &f.sprt)
			return runMatch(cmd.Context(), t, &f, args)
		},
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.games, "games", 1000, shell.ACount, "games to play, rounded up to whole deals")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddFlag(cmd, &f.sprt, "sprt", "", shell.AText, "stop at a verdict: elo0=0,elo1=20[,alpha=0.05,beta=0.05]")
	shell.AddFlag(cmd, &f.keep, "keep", "", shell.AFile, "file that holds the finished games, and is continued")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runMatch(ctx context.Context, t *shell.Terminal, f *matchFlags, names []string) error {
	g, err := lookup.GameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	for _, err := range []error{shell.AtLeast("games", f.games, 1), shell.AtLeast("workers", f.workers, 0)} {
		if err != nil {
			return err
		}
	}
	entries, known, err := t.Opener.EntriesKnown(g, names)
	if err != nil {
		return err
	}
	var test *eval.SPRT
	if f.verdict {
		if test, err = parseSPRT(f.sprt, len(names)); err != nil {
			return err
		}
	}
	config := eval.MatchConfig{Game: g, Entries: entries, Teams: eval.WholeTeams(g.Spec(), len(entries)), Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games()}
	if f.keep != "" {
		if test != nil {
			return input.Badf("--keep and --sprt: want one of them")
		}
		if f.games > mostKeptGames {
			return input.Badf("--keep holds every deal: --games %d: want at most %s with it", f.games, shell.Count(mostKeptGames))
		}
		kept, err := openMatchLog(&config, known, f.keep)
		if err != nil {
			return err
		}
		defer kept.Close()
	}
	bar := t.Progress("playing", f.games)
	config.Progress = bar.Set
	if len(config.Have) > 0 {
		config.Progress = bar.Continued()
	}
	result := matchResult{}
	if test != nil {
		result.Match, result.SPRT, err = eval.PlaySPRT(ctx, config, *test)
	} else {
		result.Match, err = eval.PlayMatch(ctx, config)
	}
	bar.Finish()
	if result.Match == nil {
		if ctx.Err() != nil {
			return shell.Interrupted("no group of games was over yet%s", keptIn(f.keep))
		}
		return err
	}
	stopped := err
	if f.json {
		err = t.JSON(result)
	} else {
		err = printMatch(t, result)
	}
	if err == nil && stopped != nil {
		err = shell.Interrupted("these are the %s of %s games that were finished%s", shell.Count(float64(result.Games)), shell.Count(float64(f.games)), keptIn(f.keep))
	}
	return err
}

// keptIn says how to go on with what a file keeps.
func keptIn(file string) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("; they are in %s: the same command continues", file)
}

// mostKeptGames is the largest number of games of a match, or of all pairs of an arena, that a
// file keeps: a command that goes on reads them all.
const mostKeptGames = 10_000_000

// openMatchLog reads the groups of a file into config and makes config add to it.
func openMatchLog(config *eval.MatchConfig, known []eval.ArenaAgent, path string) (*os.File, error) {
	header := eval.NewMatchHeader(*config, known)
	file, err := shell.OpenKept(path, func(r io.Reader) (size int64, err error) {
		config.Have, size, err = header.ReadLog(r)
		return size, err
	}, header.WriteHeader)
	if err != nil {
		return nil, err
	}
	config.Done = func(g eval.MatchGroup) error { return header.WriteGroup(file, g) }
	return file, nil
}

// matchResult is the object of `ringer match --json`.
type matchResult struct {
	*eval.Match
	SPRT *eval.SPRTResult `json:"sprt,omitempty"`
}

// parseSPRT reads the value of --sprt.
func parseSPRT(text string, agents int) (*eval.SPRT, error) {
	if agents != 2 {
		return nil, input.Badf("--sprt compares two agents: %d are named", agents)
	}
	test := eval.DefaultSPRT()
	numbers := map[string]*float64{"elo0": &test.Elo0, "elo1": &test.Elo1, "alpha": &test.Alpha, "beta": &test.Beta}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		number := numbers[strings.TrimSpace(key)]
		if !ok || number == nil {
			return nil, input.Badf("--sprt %q: want elo0=NUMBER, elo1=NUMBER, alpha=CHANCE or beta=CHANCE, separated by commas", part)
		}
		v, ok := input.Number(strings.TrimSpace(value))
		if !ok {
			return nil, input.Badf("--sprt %s: %q: want a number", key, value)
		}
		*number = v
	}
	if err := test.Validate(); err != nil {
		return nil, input.Badf("--sprt: %w", err)
	}
	return &test, nil
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

func printMatch(t *shell.Terminal, m matchResult) error {
	if err := t.Printf("%s: %s games (%s deals, each in all rotations), seed %d%s\n\n",
		m.Game, shell.Count(float64(m.Games)), shell.Count(float64(m.Deals)), m.Seed, shell.IfInterrupted(m.Interrupted)); err != nil {
		return err
	}
	if len(m.Agents) == 2 { // the first one alone, or its team, against the other in the rest
		a, others := m.Agents[0], numbers.Opponents(int(math.Round(1/m.Agents[0].EqualShare))-1, m.Agents[1].Name)
		if m.Teams {
			others = "the team of " + m.Agents[1].Name
		}
		if err := t.Prosef("%s %s.\n\n", a.Name, numbers.Beats(others, a.WinRate, a.Low, a.High, m.Games, a.EqualShare)); err != nil {
			return err
		}
	}
	rows := [][]string{{"AGENT", "WINS", "EVEN", "MEAN RETURN"}}
	for _, a := range m.Agents {
		rows = append(rows, []string{
			a.Name, numbers.ShareBeside(a.WinRate, a.Low, a.High, a.EqualShare), numbers.Even(a.EqualShare), numbers.Signed(a.MeanReturn, a.ReturnLow, a.ReturnHigh),
		})
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	seat := "seat"
	if m.Teams {
		seat = "team"
	}
	rows = [][]string{{strings.ToUpper(seat), "WINS", "MEAN RETURN"}}
	for _, s := range m.Seats {
		rows = append(rows, []string{
			fmt.Sprint(s.Seat), numbers.Share(s.WinRate, s.Low, s.High), numbers.Signed(s.MeanReturn, s.ReturnLow, s.ReturnHigh),
		})
	}
	if err := t.Printf("\nBy %s, all agents together:\n", seat); err != nil {
		return err
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	if err := printPlaces(t, m, seat); err != nil {
		return err
	}
	if err := t.Printf("\nEpisodes of %.1f decisions (%d to %d); %s without a sole winner.\n",
		m.Length.Mean, m.Length.Min, m.Length.Max, shell.Percent(m.Ties.Rate)); err != nil || m.SPRT == nil {
		return err
	}
	return printSPRT(t, m.Match, m.SPRT)
}

// printPlaces prints the results of each agent in each seat, or team, which matter where
// those are unlike.
func printPlaces(t *shell.Terminal, m matchResult, seat string) error {
	if len(m.Agents) < 2 {
		return nil
	}
	rows := [][]string{{"AGENT", strings.ToUpper(seat), "WINS"}}
	for _, a := range m.Agents {
		for _, s := range a.Seats {
			rows = append(rows, []string{a.Name, fmt.Sprint(s.Seat), numbers.Share(s.WinRate, s.Low, s.High)})
		}
	}
	if err := t.Printf("\nEach agent by %s:\n", seat); err != nil {
		return err
	}
	return t.Table(rows)
}
