package bots

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/play/opponents"
)

type ratingsFlags struct {
	elsewhere      remote.WorkersFlags
	out            string
	games, workers int
	seed           uint64
	json           bool
	styles         bool
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
all games when none is named: every pair of opponents of a game plays --games games on
shared deals with seats rotated, as in ringer arena. make ratings does so for the table
that ships.

Styles, which are the bot that ships with a habit or with a restraint, are rated
by their games against that bot: its rating and the difference, with the interval of both.

--json prints {"ratings": [{"game", "facts", "seats", "pairs", "seed", "ratings":
[{"agent", "rating", "low", "high", "games", "bot"}], "styles"}]}: the hash of the facts
of a game, the games of each pair, and for a bot the beginning of the checksum of its file.`,
		Example: "  ringer ratings 'heat(players=4)'\n  ringer ratings 'heist(players=3)' --out ratings.json --games 100",
		Args:    shell.Takes("[GAME]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runRatings(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFile, "measure, and write to this file")
	shell.AddFlag(cmd, &f.styles, "styles", false, shell.ASwitch, "with --out: measure the styles alone, and keep the other ratings of the file")
	shell.AddFlag(cmd, &f.games, "games", 200, shell.ACount, "with --out: games of each pair, rounded up to whole deals")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runRatings(ctx context.Context, t *shell.Terminal, f *ratingsFlags, names []string) error {
	for _, err := range []error{shell.AtLeast("games", f.games, 1), shell.AtLeast("workers", f.workers, 0)} {
		if err != nil {
			return err
		}
	}
	wanted, err := ratedGames(names)
	if err != nil {
		return err
	}
	table := opponents.Table()
	if f.out != "" {
		if table, err = measureRatings(ctx, t, f, wanted); err != nil {
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
	for i, r := range shown {
		if i > 0 {
			if err := t.Printf("\n"); err != nil {
				return err
			}
		}
		if err := printRatings(t, &r); err != nil {
			return err
		}
	}
	return nil
}

// ratedGames returns the games of the names; of none, all whose opponents are measured:
// those of the bots that ship, and each game with each number of seats.
func ratedGames(names []string) (out []env.Game, err error) {
	for _, name := range names {
		g, err := open.Game(name)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	if len(names) > 0 {
		return out, nil
	}
	add := func(g env.Game, err error) {
		if err != nil || g.Spec().Players < 2 || g.Spec().MaxUtility != 1 || len(opponents.Candidates(g)) < 2 {
			return
		}
		g = env.UnwrapGame(g)
		if !slices.ContainsFunc(out, func(o env.Game) bool { return o.Spec().FactsHash == g.Spec().FactsHash }) {
			out = append(out, g)
		}
	}
	for _, name := range games.Names() {
		g, err := games.New(name)
		add(g, err)
		if err != nil {
			continue
		}
		for n := max(2, g.Spec().MinPlayers); n <= g.Spec().MaxPlayers; n++ {
			add(games.New(fmt.Sprintf("%s(players=%d)", name, n)))
		}
	}
	for _, name := range opponents.Bots() {
		bot, err := opponents.Bot(name)
		if err != nil {
			return nil, err
		}
		add(open.GameOf(name, bot))
	}
	return out, nil
}

// measureRatings plays the arenas of some games and writes the file.
func measureRatings(ctx context.Context, t *shell.Terminal, f *ratingsFlags, wanted []env.Game) ([]opponents.Rated, error) {
	var table []opponents.Rated
	if data, err := os.ReadFile(f.out); err == nil {
		if err := json.Unmarshal(data, &table); err != nil {
			return nil, input.Badf("--out %s: %w", f.out, err)
		}
	}
	for _, g := range wanted {
		bar := t.Progress(g.Spec().String(), 1)
		var rated *opponents.Rated
		var err error
		if i := slices.IndexFunc(table, func(r opponents.Rated) bool { return r.Facts == g.Spec().FactsHash }); f.styles && i >= 0 {
			rated = &table[i]
		} else if rated, err = rate(ctx, f, g, func(done, total int) { bar.Set(done, total) }); err != nil {
			bar.Finish()
			return nil, err
		}
		err = rateStyles(ctx, f, g, rated)
		bar.Finish()
		if err != nil {
			return nil, err
		}
		one := *rated
		// Of the same name it may also be the game as it was before its rules changed.
		table = slices.DeleteFunc(table, func(r opponents.Rated) bool { return r.Facts == one.Facts || r.Game == one.Game })
		table = append(table, one)
		slices.SortFunc(table, func(a, b opponents.Rated) int {
			switch {
			case a.Game < b.Game:
				return -1
			case a.Game > b.Game:
				return 1
			}
			return 0
		})
		data, err := json.MarshalIndent(table, "", "  ")
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(f.out, append(data, '\n'), 0o644); err != nil {
			return nil, input.Bad(err)
		}
	}
	return table, nil
}

// rate plays the arena of one game.
func rate(ctx context.Context, f *ratingsFlags, g env.Game, progress func(done, total int)) (*opponents.Rated, error) {
	names := opponents.Candidates(g)
	var entries []eval.Entry
	for _, name := range names {
		agent, err := opponents.Agent(g, name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, eval.Entry{Name: name, Agent: agent})
	}
	arena, err := eval.PlayArena(ctx, eval.ArenaConfig{
		Game: g, Entries: entries, Teams: eval.WholeTeams(g.Spec(), 2), Anchor: slices.Index(names, lookup.ArenaAnchor), Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games(), Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	out := &opponents.Rated{Game: g.Spec().String(), Facts: g.Spec().FactsHash, Seats: g.Spec().Players, Pairs: arena.Pairs[0].Games, Seed: f.seed}
	for _, a := range arena.Agents {
		r := opponents.Rating{Agent: a.Name, Rating: math.Round(a.Elo), Low: math.Round(a.EloLow), High: math.Round(a.EloHigh)}
		for _, p := range arena.Pairs {
			if p.A == a.Name || p.B == a.Name {
				r.Games += p.Games
			}
		}
		if r.Bot, err = opponents.Checksum(a.Name); err != nil {
			return nil, err
		}
		out.Ratings = append(out.Ratings, r)
	}
	slices.SortStableFunc(out.Ratings, func(a, b opponents.Rating) int {
		switch {
		case a.Rating < b.Rating:
			return -1
		case a.Rating > b.Rating:
			return 1
		}
		return 0
	})
	return out, nil
}

// rateStyles plays the styles of a game against its ringer.
func rateStyles(ctx context.Context, f *ratingsFlags, g env.Game, rated *opponents.Rated) error {
	rated.Styles = nil
	ringer := lookup.BotCall(opponents.Ringer(g))
	i := slices.IndexFunc(rated.Ratings, func(r opponents.Rating) bool { return r.Agent == ringer })
	for _, name := range opponents.Styles(g) {
		if i < 0 {
			return nil // nobody measured the ringer
		}
		var entries []eval.Entry
		for _, agent := range []string{ringer, name} {
			made, err := opponents.Agent(g, agent)
			if err != nil {
				return err
			}
			entries = append(entries, eval.Entry{Name: agent, Agent: made})
		}
		arena, err := eval.PlayArena(ctx, eval.ArenaConfig{Game: g, Entries: entries, Teams: eval.WholeTeams(g.Spec(), 2), Anchor: 0, Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games()})
		if err != nil {
			return err
		}
		at := slices.IndexFunc(arena.Agents, func(a eval.Rating) bool { return a.Name == name })
		a, top := arena.Agents[at], rated.Ratings[i]
		sum, err := opponents.Checksum(ringer)
		if err != nil {
			return err
		}
		rating := top.Rating + a.Elo - eval.EloAnchor
		rated.Styles = append(rated.Styles, opponents.Rating{
			Agent: name, Rating: math.Round(rating), Games: arena.Pairs[0].Games, Bot: sum,
			Low:  math.Round(rating - math.Hypot(a.Elo-a.EloLow, top.Rating-top.Low)),
			High: math.Round(rating + math.Hypot(a.EloHigh-a.Elo, top.High-top.Rating)),
		})
	}
	return nil
}

func printRatings(t *shell.Terminal, r *opponents.Rated) error {
	if err := t.Printf("%s: %s games of each pair, seed %d; random has %d\n\n", r.Game, shell.Count(float64(r.Pairs)), r.Seed, eval.EloAnchor); err != nil {
		return err
	}
	rows := [][]string{{"AGENT", "RATING", "GAMES"}}
	for _, a := range slices.Backward(r.Ratings) {
		rows = append(rows, []string{a.Agent, numbers.Rating(a.Rating, a.Low, a.High), shell.Count(float64(a.Games))})
	}
	for _, a := range r.Styles {
		rows = append(rows, []string{a.Agent, numbers.Rating(a.Rating, a.Low, a.High), shell.Count(float64(a.Games))})
	}
	return t.Table(rows)
}
