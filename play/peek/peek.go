// Package peek tests whether an agent uses what its seat cannot see.
//
// An agent is handed views (agents.View), which hold nothing hidden, so an agent that
// plays by them cannot peek. The test takes nothing on trust: at each decision it deals
// everything again that the seat cannot see, asks the agent once more, with the same
// random numbers, and compares the two answers bit by bit.
package peek

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/eval"
)

// Config says who is tested.
type Config struct {
	Game  env.Game
	Agent agents.Agent // plays in every seat

	Games   int
	Worlds  int // dealt again at every decision; 0: 2
	Seed    uint64
	Workers int // goroutines; 0: one a processor

	Progress func(done, total int) // games
}

// Difference is a decision that changed with what its seat cannot see.
type Difference struct {
	Game  int        `json:"game"` // from 1
	Step  int        `json:"step"` // of the game, from 1
	Seat  env.Player `json:"seat"`
	Sees  string     `json:"sees"`  // what it sees in both worlds
	Plays [2]string  `json:"plays"` // the likeliest action in the true world, and in the other
}

// Result holds the figures of a test.
type Result struct {
	Game      string `json:"game"`
	Games     int    `json:"games"`
	Seed      uint64 `json:"seed"`
	Decisions int    `json:"decisions"` // with a choice, that were compared
	Worlds    int    `json:"worlds"`    // that were dealt again for them
	Other     int    `json:"other"`     // of those, worlds that differ from the true one

	Differences int         `json:"differences"` // answers that differ
	First       *Difference `json:"first,omitempty"`
}

// Test plays games and compares. Errors: agents.ErrNoWorlds where nothing is hidden in the
// game, the agent's, or the context's. The result does not depend on the workers.
func Test(ctx context.Context, c Config) (*Result, error) {
	if _, ok := env.UnwrapState(c.Game.NewInitialState()).(env.Resampler); !ok {
		return nil, fmt.Errorf("peek: %s: %w", c.Game.Spec(), agents.ErrNoWorlds)
	}
	if c.Worlds <= 0 {
		c.Worlds = 2
	}
	results := make([]Result, c.Games)
	var mu sync.Mutex
	done := 0
	err := eval.Each(ctx, c.Workers, c.Games, func(i int) (err error) {
		if results[i], err = c.play(ctx, i); err != nil || c.Progress == nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		c.Progress(done, c.Games)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := &Result{Game: c.Game.Spec().String(), Games: c.Games, Seed: c.Seed}
	for _, r := range results {
		out.Decisions += r.Decisions
		out.Worlds += r.Worlds
		out.Other += r.Other
		out.Differences += r.Differences
		if out.First == nil {
			out.First = r.First
		}
	}
	return out, nil
}

// play plays one game and compares at each decision.
func (c *Config) play(ctx context.Context, number int) (out Result, err error) {
	seed := func(step int, use uint64) env.Rand {
		return env.Stream(c.Seed, purposePeek, uint64(number), uint64(step), use)
	}
	here, there := agents.NewViewer(c.Game), agents.NewViewer(c.Game)
	here.Begin(env.StreamSeed(c.Seed, purposePeek, uint64(number)))
	there.Begin(env.StreamSeed(c.Seed, purposePeek, uint64(number)))
	var table drive.Table
	table.Set(c.Game.NewInitialState())
	for step := 1; ; step++ {
		s := table.State()
		p := s.CurrentPlayer()
		var a env.Action
		switch {
		case p == env.Terminal:
			return out, nil
		case p == env.Chance:
			a = table.Draw(seed(step, 0))
		default:
			view := here.View(s, seed(step, 1))
			truly, err := c.ask(ctx, view)
			if err != nil {
				return out, err
			}
			if len(view.Legal) > 1 {
				if err := c.compare(ctx, &out, there, view, s, truly, Difference{Game: number + 1, Step: step, Seat: p}, seed); err != nil {
					return out, err
				}
			}
			a = agents.Sample(truly, view.Legal, seed(step, 2))
		}
		if err := table.Apply(a); err != nil {
			return out, err
		}
	}
}

// compare asks the agent again in worlds that the seat of a view cannot tell from the true
// one.
func (c *Config) compare(ctx context.Context, out *Result, there *agents.Viewer, view agents.View, s env.State, truly agents.Decision, at Difference, seed func(int, uint64) env.Rand) error {
	out.Decisions++
	resampler := env.UnwrapState(s).(env.Resampler)
	for n := range c.Worlds {
		world := env.WrapState(c.Game, resampler.ResampleFromInfoState(at.Seat, seed(at.Step, 3+uint64(n))))
		out.Worlds++
		if world.String() != s.String() {
			out.Other++
		}
		other := there.View(world, seed(at.Step, 1))
		// Both answers draw their own worlds from the same place: the order in which a game
		// deals them may follow the cards that it deals again.
		other.Resample = view.Resample
		said, err := c.ask(ctx, other)
		if err != nil {
			return err
		}
		if slices.Equal(view.Legal, other.Legal) && same(truly, said) {
			continue
		}
		out.Differences++
		if out.First == nil {
			at.Sees = view.Text()
			at.Plays = [2]string{likeliest(view, truly), likeliest(other, said)}
			out.First = &at
		}
	}
	return nil
}

func (c *Config) ask(ctx context.Context, view agents.View) (agents.Decision, error) {
	views := []agents.View{view}
	said, err := agents.Ask(ctx, c.Agent, views)
	if err != nil {
		return agents.Decision{}, fmt.Errorf("peek: %w", err)
	}
	return said[0], nil
}

// same reports whether two decisions are the same bit by bit.
func same(a, b agents.Decision) bool {
	return math.Float32bits(a.Value) == math.Float32bits(b.Value) && slices.EqualFunc(a.Probs, b.Probs, func(p, q float32) bool {
		return math.Float32bits(p) == math.Float32bits(q)
	})
}

func likeliest(view agents.View, d agents.Decision) string {
	best := 0
	for i, p := range d.Probs {
		if p > d.Probs[best] {
			best = i
		}
	}
	return fmt.Sprintf("%s (%.4g)", view.ActionString(view.Legal[best]), d.Probs[best])
}
