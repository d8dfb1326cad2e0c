package bots

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval/rating"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open/bots"
	"ringer/play/opponents"
)

type ratingsFlags struct {
	bots.Rater
	elsewhere remote.WorkersFlags
	out       string
	json      bool
}

func NewRatings(t *shell.Terminal) *cobra.Command {
	var f ratingsFlags
	cmd := &cobra.Command{
		Use:   "ratings [GAME…]",
		Short: "Show or measure how strong the opponents of each game are",
		Long: `Show the ratings of the opponents that ship, for every game and number of seats in
which they were measured: Elo ratings in which random has 1000, with 95% intervals.
play and serve offer the strongest of them unless another is named.

--out FILE measures them instead, and replaces the lines of these games in FILE, or of
all games when none is named: it chooses the levels of a game, at least 150 points
apart, and then every pair of its opponents plays --games games on shared deals with
seats rotated, as in ringer arena. --resume goes on with a file. make ratings does so
for the table that ships.

A style is the bot that ships, with a habit or a restraint. It is rated by its games
against that bot: the bot's rating and the difference, with the interval of both. So is
the bot that searches before it decides: with --search, and where it was offered. It is
offered, and is the last level, where it clearly won more than the bot.`,
		Annotations: shell.Keys(`--json prints {"ratings": [{"game", "facts", "seats", "pairs", "seed", "ratings":
[{"agent", "rating", "low", "high", "games", "bot"}], "levels": [{"agent", "wins":
[{"against", "share", "low", "high", "lost", "lost_low", "lost_high", "games"}]}], "few",
"choice": {"seed", "pairs", "tried": [{"agent", "rating"}], "times"}, "styles",
"search"}]}: the hash of the facts of a game, the games of each pair, for a bot the
beginning of the checksum of its file, and how the levels were chosen.`),
		Example: "  ringer ratings 'heat(players=4)'\n  ringer ratings 'heist(players=3)' --out ratings.json --games 100",
		Args:    shell.Takes("[GAME]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runRatings(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFile, "measure, and write to this file")
	shell.AddFlag(cmd, &f.Styles, "styles", false, shell.ASwitch, "with --out: measure the styles alone, and keep the other ratings of the file")
	shell.AddFlag(cmd, &f.Search, "search", false, shell.ASwitch, "with --out: measure the bot that searches too")
	shell.AddFlag(cmd, &f.Games, "games", 200, shell.ACount.From(1), "with --out: games of each pair, rounded up to whole deals")
	shell.AddFlag(cmd, &f.Choose, "choose", 30, shell.ACount.From(1), "with --out: games of each pair that choose the settings of levels")
	shell.AddFlag(cmd, &f.Resume, "resume", false, shell.ASwitch, "with --out: go on, and measure no game whose ratings are of the agents that ship")
	shell.AddFlag(cmd, &f.Workers, "workers", 0, shell.AWorkers.From(0), "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.Seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runRatings(ctx context.Context, t *shell.Terminal, f *ratingsFlags, names []string) error {
	wanted, err := bots.RatedGames(names)
	if err != nil {
		return err
	}
	table := opponents.Table()
	if f.out != "" {
		stages := t.Stages()
		f.Progress, f.Place = stages.Set, f.elsewhere.At.Games()
		table, err = f.Rate(ctx, f.out, wanted)
		stages.Finish()
		if err != nil {
			return err
		}
	}
	var shown []opponents.Rated
	for _, r := range table {
		if len(names) == 0 || slices.ContainsFunc(wanted, func(g env.Game) bool { return g.Spec().FactsHash == r.Facts }) {
			shown = append(shown, r)
		}
	}
	if len(shown) == 0 && len(names) > 0 {
		return input.Badf("%s: its opponents have not been measured: ringer ratings GAME --out FILE measures them", wanted[0].Spec())
	}
	if f.json {
		return t.JSON(map[string]any{"ratings": shown})
	}
	p := t.Page()
	for i, r := range shown {
		if i > 0 {
			p.Printf("\n")
		}
		printRatings(p, &r)
	}
	return p.Err
}

func printRatings(p *shell.Page, r *opponents.Rated) {
	p.Printf("%s: %s games of each pair, seed %d; random has %d\n\n", r.Game, shell.Count(float64(r.Pairs)), r.Seed, rating.EloAnchor)
	rows := [][]string{{"AGENT", "RATING", "GAMES"}}
	for _, a := range slices.Backward(r.Ratings) {
		rows = append(rows, []string{a.Agent, numbers.Rating(a.Rating, a.Low, a.High), shell.Count(float64(a.Games))})
	}
	beside := r.Styles
	if r.Search != nil {
		beside = append(slices.Clone(beside), *r.Search)
	}
	for _, a := range beside {
		rows = append(rows, []string{a.Agent, numbers.Rating(a.Rating, a.Low, a.High), shell.Count(float64(a.Games))})
	}
	p.Table(rows)
}
