package games

import (
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env/envtest"
	"ringer/open"
)

func NewCheck(t *shell.Terminal) *cobra.Command {
	var (
		games  int
		biased int
		seed   uint64
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "check GAME",
		Short: "Test a game, in any configuration, by the laws that every game obeys",
		Long: `Play random games and test every law that games obey: legal actions, clones,
replays, bounds, chance, observations, names, conservation, that no hidden
information leaks to a seat, that what a person reads is in the observation, and
that a scene is the same from every chair. Exit status 1 when a law is broken.

In biased games the seats seek, one after the other, interrupts, long turns, actions
that were seldom played, and full and empty places.`,
		Annotations: shell.Keys(`--json prints {"game", "games_played", "biased_games", "laws": [{name, ok, detail}], "ok"}.`),
		Example:     "  ringer check kuhn\n  ringer check 'heat(file=my-deck.yaml)' --games 1000",
		Args:        shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := open.Game(args[0])
			if err != nil {
				return err
			}
			if biased == 0 {
				biased = -1 // none, not a default
			}
			bar := t.Progress("checking", games+max(0, biased))
			report, err := envtest.CheckContext(cmd.Context(), g, envtest.Options{Games: games, Biased: biased, Seed: seed, Progress: bar.Set})
			bar.Finish()
			if err != nil {
				return err
			}
			if asJSON {
				err = t.JSON(report)
			} else {
				err = printCheck(t, report)
			}
			if err == nil && !report.OK {
				err = fmt.Errorf("%s breaks %d of %d laws", report.Game, broken(report), len(report.Laws))
			}
			return err
		},
	}
	shell.AddFlag(cmd, &games, "games", 100, shell.ACount.From(1), "random games to play")
	shell.AddFlag(cmd, &biased, "biased", 25, shell.ACount.From(0), "biased games to play after the random ones")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of everything random")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func broken(report envtest.Report) int {
	n := 0
	for _, l := range report.Laws {
		if !l.OK {
			n++
		}
	}
	return n
}

func printCheck(t *shell.Terminal, report envtest.Report) error {
	rows := [][]string{{"LAW", "", "DETAIL"}}
	for _, l := range report.Laws {
		verdict := "ok"
		if !l.OK {
			verdict = shell.BrokenMark
		}
		rows = append(rows, []string{l.Name, verdict, l.Detail})
	}
	if err := t.Table(rows); err != nil || !report.OK {
		return err
	}
	return t.Printf("\n%s: all %d laws hold on %d random and %d biased games.\n", report.Game, len(report.Laws), report.GamesPlayed, report.BiasedGames)
}
