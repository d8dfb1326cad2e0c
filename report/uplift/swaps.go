package uplift

import (
	"context"
	"slices"
	"sync"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/things"
	"ringer/eval"
)

// variants holds the games of swaps that were built, with the agents that play them.
type variants struct {
	mu    sync.Mutex
	built map[int]*variant
}

type variant struct {
	game    env.Game
	entries []eval.Entry
}

// variant builds the game of a swap, once.
func (c *Config) variant(i int) (*variant, error) {
	v := c.variants
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.built[i] == nil {
		g, err := c.Things.Swaps[i].Game()
		if err != nil {
			return nil, err
		}
		entries, err := c.Enter(g)
		if err != nil {
			return nil, err
		}
		v.built[i] = &variant{g, entries}
	}
	return v.built[i], nil
}

// swapped is a fork from the start of a game: one played with a thing, and one with another
// in its place.
type swapped struct {
	Fork
	swap int
	not  eval.Episode
	less float64
	with float64
}

// playSwaps plays games again with other things in the place of some, and adds the forks
// to a block.
func (c *Config) playSwaps(ctx context.Context, b *Block, games []eval.Episode) error {
	plans := c.planSwaps(b)
	bySwap := make([][]int, len(c.Things.Swaps))
	for k := range plans {
		bySwap[plans[k].swap] = append(bySwap[plans[k].swap], k)
	}
	err := eval.Each(ctx, c.Place.Crew(c.Workers), len(bySwap), func(i int) error {
		if len(bySwap[i]) == 0 {
			return nil
		}
		return c.playSwap(ctx, b.Number, i, bySwap[i], plans, games)
	})
	if err != nil {
		return err
	}
	seen := map[[2]int]bool{}
	for _, p := range plans {
		b.Forks = append(b.Forks, p.Fork)
		x := Example{
			Block: b.Number, Thing: p.Gained[0].Thing, Other: p.Gained[1].Thing, Seat: max(0, c.Things.Swaps[p.swap].Seat), Agent: c.Entries[p.Entry].Name,
			With: games[p.Game].History, Not: p.not.History, Worth: p.with, Less: p.less,
		}
		if b.Confirms && !seen[x.key()] && x.Worth != x.Less {
			seen[x.key()] = true
			x.Rules = c.variants.built[p.swap].game.Spec().Configuration
			b.Examples = append(b.Examples, x)
		}
	}
	return nil
}

// planSwaps draws the swaps of a block: first a thing, as often as it is asked about, then one of its
// swaps.
func (c *Config) planSwaps(b *Block) (plans []swapped) {
	of := map[int][]int{}
	var all []int
	for i, s := range c.Things.Swaps {
		if b.About != nil && !slices.Contains(b.About, s.Thing) {
			continue
		}
		if of[s.Thing] == nil {
			all = append(all, s.Thing)
		}
		of[s.Thing] = append(of[s.Thing], i)
	}
	for game := range c.GamesPerBlock {
		rng := env.Stream(c.Seed, purposeUplift, uint64(b.Number), uint64(game), 1)
		for range min(c.ForksPerGame, len(all)) {
			list := of[drawThing(all, b.Asked, rng)]
			i := list[rng.IntN(len(list))]
			s := c.Things.Swaps[i]
			plans = append(plans, swapped{swap: i, Fork: Fork{
				Game: game, Entry: c.seating(game)[0],
				Gained: []Gain{{Thing: s.Thing, Count: 1, Came: 1}, {Thing: s.Other, Count: -1}},
			}})
		}
	}
	return plans
}

// playSwap plays the games of one swap, with the dice of the block's games.
func (c *Config) playSwap(ctx context.Context, block, swap int, which []int, plans []swapped, games []eval.Episode) error {
	v, err := c.variant(swap)
	if err != nil {
		return err
	}
	starts := make([]eval.Start, len(which))
	for i, k := range which {
		game := plans[k].Game
		starts[i] = eval.Start{State: v.game.NewInitialState(), Path: &eval.Path{}, Seed: c.seedOf(block, game, 0), Seating: c.seating(game)}
	}
	episodes, err := eval.PlayFrom(ctx, eval.MatchConfig{Game: v.game, Entries: v.entries, Workers: 1, Place: c.Place}, starts)
	if err != nil {
		return err
	}
	s := &c.Things.Swaps[swap]
	for i, k := range which {
		p := &plans[k]
		p.not = episodes[i]
		p.with = c.outcome(s, c.Game, &games[p.Game])
		p.less = c.outcome(s, v.game, &episodes[i])
		p.Fork.Worth = p.with - p.less
	}
	return nil
}

// outcome returns what whoever has the thing of a swap got in a game, on average over its
// parts.
func (c *Config) outcome(s *things.Swap, g env.Game, e *eval.Episode) float64 {
	if c.Things.Part == nil {
		shares := make([]float64, len(e.Returns))
		eval.WinShares(e.Returns, shares)
		return shares[s.Seat]
	}
	var table drive.Table
	table.Set(g.NewInitialState())
	before := table.State().Clone()
	sum, parts := 0., 0
	for _, a := range e.History {
		if err := table.Apply(a); err != nil {
			panic("uplift: " + err.Error()) // a history of the same game
		}
		if over := c.Things.Part.Over(table.State()); over > parts {
			sum, parts = sum+s.Worth(before, table.State()), over
			before = drive.Copy(before, table.State())
		}
	}
	return sum / float64(max(1, parts))
}
