package bots

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/rating"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play/opponents"
)

// A Rater measures the opponents of a game: they play each other.
type Rater struct {
	Games    int  // of each pair, rounded up to whole deals
	Styles   bool // measure the styles alone where the other ratings are there
	Workers  int
	Seed     uint64
	Place    *eval.Place
	Progress func(game string, done, total int)
}

// RatedGames returns the games of the names; of none, all whose opponents are measured: the
// games of the bots that ship, and each game with each number of seats.
func RatedGames(names []string) (out []env.Game, err error) {
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

// Rate plays the arenas of some games and replaces their lines in a file of ratings, game by game.
func (r *Rater) Rate(ctx context.Context, file string, wanted []env.Game) ([]opponents.Rated, error) {
	var table []opponents.Rated
	if data, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(data, &table); err != nil {
			return nil, input.Badf("--out %s: %w", file, err)
		}
	}
	for _, g := range wanted {
		r.Progress(g.Spec().String(), 0, 1)
		var one opponents.Rated
		if i := slices.IndexFunc(table, func(r opponents.Rated) bool { return r.Facts == g.Spec().FactsHash }); r.Styles && i >= 0 {
			one = table[i]
		} else if rated, err := r.rate(ctx, g); err == nil {
			one = *rated
		} else {
			return nil, err
		}
		if err := r.rateStyles(ctx, g, &one); err != nil {
			return nil, err
		}
		// Of the same name it may also be the game as it was before its rules changed.
		table = slices.DeleteFunc(table, func(r opponents.Rated) bool { return r.Facts == one.Facts || r.Game == one.Game })
		table = append(table, one)
		slices.SortFunc(table, func(a, b opponents.Rated) int { return strings.Compare(a.Game, b.Game) })
		data, err := json.MarshalIndent(table, "", "  ")
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
			return nil, input.Bad(err)
		}
	}
	return table, nil
}

// rate plays the arena of one game.
func (r *Rater) rate(ctx context.Context, g env.Game) (*opponents.Rated, error) {
	names := opponents.Candidates(g)
	arena, err := r.arena(ctx, g, names, slices.Index(names, "random"), func(done, total int) { r.Progress(g.Spec().String(), done, total) })
	if err != nil {
		return nil, err
	}
	out := &opponents.Rated{Game: g.Spec().String(), Facts: g.Spec().FactsHash, Seats: g.Spec().Players, Pairs: arena.Pairs[0].Games, Seed: r.Seed}
	for _, a := range arena.Agents {
		rating := opponents.Rating{Agent: a.Name, Rating: math.Round(a.Elo), Low: math.Round(a.EloLow), High: math.Round(a.EloHigh)}
		for _, p := range arena.Pairs {
			if p.A == a.Name || p.B == a.Name {
				rating.Games += p.Games
			}
		}
		if rating.Bot, err = opponents.Checksum(a.Name); err != nil {
			return nil, err
		}
		out.Ratings = append(out.Ratings, rating)
	}
	slices.SortStableFunc(out.Ratings, func(a, b opponents.Rating) int { return cmp.Compare(a.Rating, b.Rating) })
	return out, nil
}

// rateStyles plays the styles of a game against its ringer.
func (r *Rater) rateStyles(ctx context.Context, g env.Game, rated *opponents.Rated) error {
	rated.Styles = nil
	ringer := callexpr.Expr{Name: open.BotKind, Args: []callexpr.Arg{{Value: opponents.Ringer(g)}}}.String()
	i := slices.IndexFunc(rated.Ratings, func(r opponents.Rating) bool { return r.Agent == ringer })
	for _, name := range opponents.Styles(g) {
		if i < 0 {
			return nil // nobody measured the ringer
		}
		arena, err := r.arena(ctx, g, []string{ringer, name}, 0, nil)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(arena.Agents, func(a eval.Rating) bool { return a.Name == name })
		a, top := arena.Agents[at], rated.Ratings[i]
		sum, err := opponents.Checksum(ringer)
		if err != nil {
			return err
		}
		points := top.Rating + a.Elo - rating.EloAnchor
		rated.Styles = append(rated.Styles, opponents.Rating{
			Agent: name, Rating: math.Round(points), Games: arena.Pairs[0].Games, Bot: sum,
			Low:  math.Round(points - math.Hypot(a.Elo-a.EloLow, top.Rating-top.Low)),
			High: math.Round(points + math.Hypot(a.EloHigh-a.Elo, top.High-top.Rating)),
		})
	}
	return nil
}

// arena lets agents of a game play each other.
func (r *Rater) arena(ctx context.Context, g env.Game, names []string, anchor int, progress func(done, total int)) (*eval.Arena, error) {
	var entries []eval.Entry
	for _, name := range names {
		agent, err := opponents.Agent(g, name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, eval.Entry{Name: name, Agent: agent})
	}
	return eval.PlayArena(ctx, eval.ArenaConfig{
		Game: g, Entries: entries, Teams: eval.WholeTeams(g.Spec(), 2), Anchor: anchor, Games: r.Games, Seed: r.Seed, Workers: r.Workers, Place: r.Place, Progress: progress,
	})
}
