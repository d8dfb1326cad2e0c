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
	"ringer/internal/input"
	"ringer/open"
	"ringer/play/opponents"
)

// A Rater measures the opponents of a game: they play each other.
type Rater struct {
	Games    int  // of each pair, rounded up to whole deals; more where small distances are to be told
	Choose   int  // games of each pair that choose the settings of levels
	Resume   bool // keep the lines of the file that are of the agents as they are
	Styles   bool // measure the styles alone where the other ratings are there
	Search   bool // measure what search adds to the ringer alone where the other ratings are there
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

// current reports whether the ratings of a game are of the agents that ship, with as many games
// as are asked for.
func (r *Rater) current(one *opponents.Rated) bool {
	if len(one.Levels) == 0 || one.Pairs < r.Games || len(one.Faults()) > 0 {
		return false
	}
	for _, a := range slices.Concat(one.Ratings, one.Styles) {
		if opponents.StyleOf(a.Agent) != "" {
			continue // its checksum is of the ringer, which is rated itself
		}
		if sum, err := opponents.Checksum(a.Agent); err != nil || sum != a.Bot {
			return false
		}
	}
	return true
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
		var before opponents.Rated
		if i := slices.IndexFunc(table, func(r opponents.Rated) bool { return r.Facts == g.Spec().FactsHash }); i >= 0 {
			before = table[i]
		}
		if r.Resume && r.current(&before) {
			continue
		}
		one, err := r.rateGame(ctx, g, before)
		if err != nil {
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

// rated returns the ratings of an arena, weakest first.
func rated(g env.Game, arena *eval.Arena, seed uint64) (*opponents.Rated, error) {
	out := &opponents.Rated{Game: g.Spec().String(), Facts: g.Spec().FactsHash, Seats: g.Spec().Players, Pairs: arena.Pairs[0].Games, Seed: seed}
	for _, a := range arena.Agents {
		rating := opponents.Rating{Agent: a.Name, Rating: math.Round(a.Elo), Low: math.Round(a.EloLow), High: math.Round(a.EloHigh)}
		for _, p := range arena.Pairs {
			if p.A == a.Name || p.B == a.Name {
				rating.Games += p.Games
			}
		}
		var err error
		if rating.Bot, err = opponents.Checksum(a.Name); err != nil {
			return nil, err
		}
		out.Ratings = append(out.Ratings, rating)
	}
	slices.SortStableFunc(out.Ratings, func(a, b opponents.Rating) int { return cmp.Compare(a.Rating, b.Rating) })
	return out, nil
}

// rateGame measures what is wanted of one game, and keeps the rest of what was measured before.
// The searcher is measured again where it was offered.
func (r *Rater) rateGame(ctx context.Context, g env.Game, before opponents.Rated) (opponents.Rated, error) {
	all := r.Search || !r.Styles || len(before.Ratings) == 0
	one := before
	if all {
		var search *opponents.Rating // beside a ringer of rating.EloAnchor
		ahead := 0.
		if ringer := opponents.Ringer(g); ringer != "" && (r.Search || before.Search != nil) {
			found, least, err := r.beside(ctx, g, opponents.Rating{Agent: open.BotCall(ringer), Rating: rating.EloAnchor, Low: rating.EloAnchor, High: rating.EloAnchor}, opponents.Searcher(g))
			if err != nil {
				return one, err
			}
			if least > 0 {
				search, ahead = found, found.Rating-rating.EloAnchor
			}
		}
		rated, err := r.levels(ctx, g, ahead, search)
		if err != nil {
			return one, err
		}
		one = *rated
	}
	ringer := ratingOf(one.Ratings, open.BotCall(opponents.Ringer(g)))
	if ringer.Games == 0 {
		return one, nil // nobody measured it, so nobody can be rated by it
	}
	one.Styles = nil
	for _, name := range opponents.Styles(g) {
		style, _, err := r.beside(ctx, g, ringer, name)
		if err != nil {
			return one, err
		}
		one.Styles = append(one.Styles, *style)
	}
	return one, nil
}

// ratingOf returns the rating of an agent, zero where it has none.
func ratingOf(list []opponents.Rating, agent string) (rating opponents.Rating) {
	if i := slices.IndexFunc(list, func(r opponents.Rating) bool { return r.Agent == agent }); i >= 0 {
		rating = list[i]
	}
	return rating
}

// beside rates an agent by its games against the ringer, whose rating is given. least is
// the lower end of what it has more than the ringer, in Elo points.
func (r *Rater) beside(ctx context.Context, g env.Game, ringer opponents.Rating, name string) (rated *opponents.Rating, least float64, err error) {
	arena, err := r.arena(ctx, g, []string{ringer.Agent, name}, r.Games, r.Seed, func(done, total int) { r.Progress(name, done, total) })
	if err != nil {
		return nil, 0, err
	}
	sum, err := opponents.Checksum(ringer.Agent)
	if err != nil {
		return nil, 0, err
	}
	a := arena.Agents[slices.IndexFunc(arena.Agents, func(a eval.Rating) bool { return a.Name == name })]
	points := ringer.Rating + a.Elo - rating.EloAnchor
	return &opponents.Rating{
		Agent: name, Rating: math.Round(points), Games: arena.Pairs[0].Games, Bot: sum,
		Low:  math.Round(points - math.Hypot(a.Elo-a.EloLow, ringer.Rating-ringer.Low)),
		High: math.Round(points + math.Hypot(a.EloHigh-a.Elo, ringer.High-ringer.Rating)),
	}, a.EloLow - rating.EloAnchor, nil
}

// arena lets agents of a game play each other. Random is rated rating.EloAnchor where it is
// there, and the first agent where it is not.
func (r *Rater) arena(ctx context.Context, g env.Game, names []string, games int, seed uint64, progress func(done, total int)) (*eval.Arena, error) {
	var entries []eval.Entry
	for _, name := range names {
		agent, err := opponents.Agent(g, name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, eval.Entry{Name: name, Agent: agent})
	}
	return eval.PlayArena(ctx, eval.ArenaConfig{
		Game: g, Entries: entries, Teams: eval.WholeTeams(g.Spec(), 2), Anchor: max(0, slices.Index(names, "random")), Games: games, Seed: seed, Workers: r.Workers, Place: r.Place, Progress: progress,
	})
}
