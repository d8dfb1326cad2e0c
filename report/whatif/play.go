package whatif

import (
	"context"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/report/uplift"
)

// sample holds the deals of one set under one set of rules.
type sample struct {
	rows       []row
	experiment uplift.Experiment // of the forks about things
	part       bool              // their worths are of a part of the game, in its own unit
	margin     float64           // up to which a worth is ordinary
}

// row holds what happened in one deal.
type row struct {
	shares  []float64 // of the win, by seat, where A plays itself
	returns []float64 // by seat, likewise
	length  float64   // decisions, forced moves too
	draw    float64   // 1 without a sole winner
	against float64   // A's share of the win against B, over all seats
	own     []own     // of each thing that is changed, where A plays itself; nil where nothing is
}

// play plays the deals of one set.
func (c *Config) play(ctx context.Context, g env.Game, set *Set, progress func(done, total int)) (*sample, error) {
	players, deals := g.Spec().Players, c.deals(set)
	match := eval.MatchConfig{Game: g, Entries: []eval.Entry{set.A}, Workers: c.Workers, Place: c.Place, Progress: progress}
	seatings := [][]int{make([]int, players)} // A everywhere
	if set.B.Agent != nil {
		match.Entries = append(match.Entries, set.B)
		for seat := range players {
			seating := slices.Repeat([]int{1}, players)
			seating[seat] = 0
			seatings = append(seatings, seating)
		}
	}
	var starts []eval.Start
	beginning := &eval.Path{}
	for deal := range deals {
		seed := seedFor(c.Seed, purposeWhatIf, uint64(deal))
		for _, seating := range seatings {
			starts = append(starts, eval.Start{State: g.NewInitialState(), Path: beginning, Seed: seed, Seating: seating})
		}
	}
	decisions := make([]int, len(starts))
	match.Watch = func(w eval.Watched) { decisions[w.Deal]++ }
	episodes, err := eval.PlayFrom(ctx, match, starts)
	if err != nil {
		return nil, err
	}
	s := &sample{rows: make([]row, deals)}
	shares := make([]float64, players)
	watch := newWatcher(g, c.counted())
	for i, e := range episodes {
		r, seating := &s.rows[i/len(seatings)], i%len(seatings)
		winners := eval.WinShares(e.Returns, shares)
		if seating > 0 {
			r.against += shares[seating-1] / float64(players)
			continue
		}
		r.shares, r.returns, r.length = slices.Clone(shares), e.Returns, float64(decisions[i])
		if watch != nil {
			r.own = watch.count(e.History, r.shares)
		}
		if winners != 1 {
			r.draw = 1
		}
	}
	if watch != nil {
		s.part, s.margin = watch.list.Part != nil, uplift.Margin(watch.list)
		return s, watch.fork(ctx, c, set.A, s)
	}
	return s, nil
}

// deals returns the number of deals of a set.
func (c *Config) deals(set *Set) int {
	each := 1
	if set.B.Agent != nil {
		each += c.Base.Game.Spec().Players
	}
	return (c.Games + each - 1) / each
}
