package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ringer/eval"
)

func newMatch(t *terminal) *cobra.Command {
	var (
		game    string
		games   int
		seed    uint64
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "match A B…",
		Short: "Measure agents against each other",
		Long: `Play agents against each other on shared deals: every deal is played once in
each rotation of the seats, so that luck and seats cancel. With fewer names than
seats the last one fills the rest: "match expert random --game 'heat(players=4)'"
is one against three.

` + agentHelp + `

A win counts 1/k for a k-way tie. Intervals are 95%, over deals. EQUAL SHARE is
the win rate if all seats were equally strong.

--json prints {"game", "games", "deals", "seed", "agents": [{"name", "games",
"win_rate", "low", "high", "equal_share", "mean_return", "return_low",
"return_high"}], "seats": [the same by seat], "length", "ties"}.`,
		Example: "  ringer match greedy random --game kuhn --games 2000\n  ringer match 'bot(my.bot)' expert --game 'heat(players=4)'",
		Args:    takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := gameFlag(game)
			if err != nil {
				return err
			}
			for _, err := range []error{atLeast("games", games, 1), atLeast("workers", workers, 0)} {
				if err != nil {
					return err
				}
			}
			if len(args) > g.Spec().Players {
				return badf("%d agents for the %d seats of %s", len(args), g.Spec().Players, g.Spec())
			}
			config := eval.MatchConfig{Game: g, Games: games, Seed: seed, Workers: workers}
			for _, name := range args {
				agent, err := newAgent(g, name)
				if err != nil {
					return err
				}
				config.Entries = append(config.Entries, eval.Entry{Name: name, Agent: agent})
			}
			bar := t.progress("playing", games)
			config.Progress = bar.set
			result, err := eval.PlayMatch(cmd.Context(), config)
			bar.finish()
			if err != nil {
				return err
			}
			if asJSON {
				return t.json(result)
			}
			return printMatch(t, result)
		},
	}
	addGameFlag(cmd, &game)
	cmd.Flags().IntVar(&games, "games", 1000, "games to play, rounded up to whole deals")
	cmd.Flags().IntVar(&workers, "workers", 0, "goroutines that play (0: one a processor); results do not depend on it")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the deals and of everything random in the agents")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func printMatch(t *terminal, m *eval.Match) error {
	if err := t.printf("%s: %s games (%s deals, each in all rotations), seed %d\n\n",
		m.Game, count(float64(m.Games)), count(float64(m.Deals)), m.Seed); err != nil {
		return err
	}
	rows := [][]string{{"AGENT", "WINS", "95% INTERVAL", "EQUAL SHARE", "MEAN RETURN", "95% INTERVAL"}}
	for _, a := range m.Agents {
		rows = append(rows, []string{
			a.Name, percent(a.WinRate), interval(a.Low, a.High), percent(a.EqualShare),
			fmt.Sprintf("%+.4f", a.MeanReturn), returnInterval(a.ReturnLow, a.ReturnHigh),
		})
	}
	if err := t.table(rows); err != nil {
		return err
	}
	rows = [][]string{{"SEAT", "WINS", "95% INTERVAL", "MEAN RETURN", "95% INTERVAL"}}
	for _, s := range m.Seats {
		rows = append(rows, []string{
			fmt.Sprint(s.Seat), percent(s.WinRate), interval(s.Low, s.High), fmt.Sprintf("%+.4f", s.MeanReturn), returnInterval(s.ReturnLow, s.ReturnHigh),
		})
	}
	if err := t.printf("\nBy seat, all agents together:\n"); err != nil {
		return err
	}
	if err := t.table(rows); err != nil {
		return err
	}
	return t.printf("\nEpisodes of %.1f decisions (%d to %d); %s without a sole winner.\n",
		m.Length.Mean, m.Length.Min, m.Length.Max, percent(m.Ties.Rate))
}

func returnInterval(low, high float64) string { return fmt.Sprintf("%+.4f … %+.4f", low, high) }
