package uplift

import (
	"context"
	"slices"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/things"
	"ringer/eval"
)

// played is one game of a block with its forks.
type played struct {
	usual *Usual
	forks []planned
}

// playBlock plays the games of a block, plans their forks and plays these. about are the
// things that they are about; none: all. asked says how many are wanted about each; nil: all alike. shun lists things that nobody plays.
func (c *Config) playBlock(ctx context.Context, s sort, number int, about, asked, shun []int) (*Block, error) {
	if len(about) == 0 {
		s.confirms = false // nothing stands out: another look at all things
	}
	games, decided, err := c.playGames(ctx, number)
	if err != nil {
		return nil, err
	}
	found, err := c.planForks(ctx, s, number, about, asked, shun, games, decided)
	if err != nil {
		return nil, err
	}
	b := &Block{Number: number, Experiment: s.experiment, Confirms: s.confirms, About: about, Asked: asked, Usual: newUsual(len(c.Things.Things))}
	if !s.confirms {
		b.About = nil
	}
	var plans []planned
	var ways []eval.Start
	for _, game := range found {
		b.Usual.plus(game.usual)
	}
	if s.experiment == Had && c.Things.Swaps != nil {
		return b, c.playSwaps(ctx, b, games)
	}
	for i, game := range found {
		seating := c.seating(i)
		for k, p := range game.forks {
			p.Game, p.Entry = i, seating[0]
			seed := c.seedOf(number, i, 2+k)
			plans = append(plans, p)
			before := games[i].History[:p.step]
			until, ending := c.until(p.before)
			for way, state := range p.states {
				path := &eval.Path{Before: before, After: p.ways[way : way+1]}
				ways = append(ways, eval.Start{State: state, Path: path, Seed: seed, Seating: seating, Until: until, Ending: ending})
			}
		}
	}
	if len(ways) == 0 {
		return b, nil
	}
	// A way that has ended the game, or the part, by itself is not played on.
	outcomes, histories, err := c.playWays(ctx, plans, ways)
	if err != nil {
		return nil, err
	}
	seen := map[[2]int]bool{}
	for i, p := range plans {
		p.Worth = outcomes[2*i] - outcomes[2*i+1]
		if p.forced {
			b.Forced = append(b.Forced, p.Fork)
			continue
		}
		b.Forks = append(b.Forks, p.Fork)
		if s.confirms {
			if x := c.example(number, &p, games[p.Game].History, histories[2*i:2*i+2], outcomes[2*i:2*i+2]); !seen[x.key()] && x.Worth != x.Less {
				seen[x.key()] = true
				b.Examples = append(b.Examples, x)
			}
		}
	}
	return b, nil
}

// seating returns the entry in each seat of a game: the entries take the games in turn.
func (c *Config) seating(game int) []int {
	return slices.Repeat([]int{game % len(c.Entries)}, c.Game.Spec().Players)
}

// seedOf returns the seed of game i of a block (k = 0), of the choice of its forks (1), or
// of one of them (from 2 on).
func (c *Config) seedOf(block, i, k int) uint64 {
	return env.Stream(c.Seed, purposeUplift, uint64(block), uint64(i), uint64(k)).Uint64()
}

// playGames plays the games of a block, and returns the probabilities of their decisions.
func (c *Config) playGames(ctx context.Context, number int) ([]eval.Episode, [][][]float32, error) {
	first, beginning := c.Game.NewInitialState(), &eval.Path{}
	starts := make([]eval.Start, c.GamesPerBlock)
	for i := range starts {
		starts[i] = eval.Start{State: first, Path: beginning, Seed: c.seedOf(number, i, 0), Seating: c.seating(i)}
	}
	decided := make([][][]float32, len(starts))
	games, err := c.playOn(ctx, starts, func(i int, w *eval.Watched) { decided[i] = append(decided[i], slices.Clone(w.Decision.Probs)) })
	return games, decided, err
}

// startsPerBatch is the number of episodes that are played side by side. It must not
// depend on the workers: an agent may round otherwise in another batch.
const startsPerBatch = 32

// playOn plays on from starts, in small batches that keep all workers busy. watch, when not
// nil, receives every decision with the number of its start.
func (c *Config) playOn(ctx context.Context, starts []eval.Start, watch func(i int, w *eval.Watched)) ([]eval.Episode, error) {
	batches := slices.Collect(slices.Chunk(starts, startsPerBatch))
	played := make([][]eval.Episode, len(batches))
	err := eval.Each(ctx, c.Place.Crew(c.Workers), len(batches), func(i int) error {
		config := eval.MatchConfig{Game: c.Game, Entries: c.Entries, Workers: 1, Place: c.Place}
		if watch != nil {
			config.Watch = func(w eval.Watched) { watch(i*startsPerBatch+w.Deal, &w) }
		}
		var err error
		played[i], err = eval.PlayFrom(ctx, config, batches[i])
		return err
	})
	return slices.Concat(played...), err
}

// planForks counts the games and plans their forks, on several goroutines.
func (c *Config) planForks(ctx context.Context, s sort, number int, about, asked, shun []int, games []eval.Episode, decided [][][]float32) ([]played, error) {
	if !s.confirms {
		about = nil
	}
	found := make([]played, len(games))
	err := eval.Each(ctx, c.Place.Crew(c.Workers), len(games), func(i int) error {
		f := newForker(c, s, about, asked)
		if !s.confirms {
			f.shun = shun
		}
		rng := env.Stream(c.Seed, purposeUplift, uint64(number), uint64(i), 1)
		found[i].forks = f.find(games[i].History, decided[i], games[i].Returns, rng)
		found[i].usual = f.usual.usual
		return nil
	})
	return found, err
}

// until returns when the part that is under way in a state is over; nil where things are
// had for a whole game.
//
// Its name is things.Until's.
func (c *Config) until(before env.State) (until func(env.State) bool, ending string) {
	p := c.Things.Part
	if p == nil {
		return nil, ""
	}
	over := p.Over(before)
	return p.After(over), things.Ending(over)
}

// playWays plays ways to their ends, or to the ends of their parts, and returns the
// outcomes for the seats of the plans, with the actions.
func (c *Config) playWays(ctx context.Context, plans []planned, ways []eval.Start) ([]float64, [][]env.Action, error) {
	var open []eval.Start
	for _, w := range ways {
		if w.State.CurrentPlayer() != env.Terminal {
			open = append(open, w)
		}
	}
	episodes, err := c.playOn(ctx, open, nil)
	if err != nil {
		return nil, nil, err
	}
	outcomes, histories := make([]float64, len(ways)), make([][]env.Action, len(ways))
	shares, returns := make([]float64, c.Game.Spec().Players), make([]float64, c.Game.Spec().Players)
	var table drive.Table
	for i, w := range ways {
		p := &plans[i/2]
		histories[i] = []env.Action{p.ways[i%2]}
		table.Copy(w.State)
		if w.State.CurrentPlayer() != env.Terminal {
			for _, a := range episodes[0].History {
				if err := table.Apply(a); err != nil {
					return nil, nil, err
				}
			}
			histories[i] = append(histories[i], episodes[0].History...)
			episodes = episodes[1:]
		}
		if part := c.Things.Part; part != nil {
			outcomes[i] = part.Worth(p.before, table.State(), p.seat)
			continue
		}
		table.State().Returns(returns)
		eval.WinShares(returns, shares)
		outcomes[i] = shares[p.seat]
	}
	return outcomes, histories, nil
}

// example tells a fork from the side of the thing that it is about.
func (c *Config) example(block int, p *planned, history []env.Action, ways [][]env.Action, outcomes []float64) Example {
	x := Example{
		Block: block, Thing: p.about, Seat: p.seat, Agent: c.Entries[p.Entry].Name, Before: history[:p.step], Other: -1,
		With: ways[0], Not: ways[1], Worth: outcomes[0], Less: outcomes[1],
	}
	for _, g := range p.Gained {
		switch {
		case g.Thing == p.about && g.Count < 0:
			x.With, x.Not, x.Worth, x.Less = x.Not, x.With, x.Less, x.Worth
		case g.Thing != p.about && len(p.Gained) == 2:
			x.Other = g.Thing
		}
	}
	return x
}

// key is the thing and whether it won: one example of each will do.
func (x *Example) key() [2]int {
	if x.Worth > x.Less {
		return [2]int{x.Thing, 1}
	}
	return [2]int{x.Thing, 0}
}
