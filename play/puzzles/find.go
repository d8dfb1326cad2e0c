package puzzles

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/play/advice"
)

// Config says where puzzles are looked for.
type Config struct {
	Advice advice.Config // game, adviser, scenes, workers
	Name   string        // of the ids: NAME-1, NAME-2 …

	Games int     // that are looked through, one puzzle of each at most
	Count int     // puzzles that are wanted; the search ends there
	Least float64 // gap between the best action and the second; 0: DefaultLeast
	Seed  uint64

	Progress func(done, total int) // games
}

// DefaultLeast is the least gap of a puzzle, as a share of the win.
const DefaultLeast = 0.25

// How a search looks: decisions of a game that are looked at, worlds of the first look, and
// fresh worlds that measure.
const (
	mostLooks = 40
	looking   = 16
	checking  = 256
)

// found is a decision with a large gap.
type found struct {
	steps  []env.Action
	state  env.State
	advice *advice.Advice
}

// Find plays games and returns the decisions with the clearest best action, one of each
// game at most, the largest gap first. Errors are the adviser's or the context's: beside
// the context's come the puzzles that were found before.
func Find(ctx context.Context, c Config) (out []Puzzle, err error) {
	if c.Least == 0 {
		c.Least = DefaultLeast
	}
	for n := 0; n < c.Games && len(out) < c.Count; n++ {
		if c.Progress != nil {
			c.Progress(n, c.Games)
		}
		var p *Puzzle
		if p, err = c.try(ctx, n); err != nil {
			break
		}
		if p != nil {
			out = append(out, *p)
		}
	}
	slices.SortStableFunc(out, func(a, b Puzzle) int { return cmp.Compare(b.Solution.Gap.Chance, a.Solution.Gap.Chance) })
	for i := range out {
		out[i].ID = fmt.Sprintf("%s-%d", c.Name, i+1)
	}
	if ctx.Err() == nil && err != nil {
		return nil, err
	}
	return out, ctx.Err()
}

// try returns the puzzle of one game, nil when it has none.
func (c *Config) try(ctx context.Context, number int) (*Puzzle, error) {
	f, err := c.look(ctx, number)
	if f == nil || err != nil {
		return nil, err
	}
	return c.check(ctx, f, number)
}

// look plays one game and returns its decision with the largest gap, nil when none is large.
func (c *Config) look(ctx context.Context, number int) (*found, error) {
	states, steps, err := c.play(ctx, number)
	if err != nil {
		return nil, err
	}
	var best *found
	gap := c.Least
	a := c.Advice
	a.Worlds, a.Scenes = looking, nil
	for k := range min(mostLooks, len(states)) {
		i := k * len(states) / min(mostLooks, len(states))
		a.Seed = c.seedOf(number, 1, i)
		told, err := advice.Ask(ctx, a, states[i])
		if err != nil {
			return nil, err
		}
		if behind := told.Options[1].Behind.Chance; behind > gap {
			gap, best = behind, &found{steps[i], states[i], told}
		}
	}
	return best, nil
}

func (c *Config) seedOf(indices ...int) uint64 {
	list := make([]uint64, len(indices))
	for i, x := range indices {
		list[i] = uint64(x)
	}
	seed := env.StreamSeed(c.Seed, env.PurposePuzzles, list...)
	return binary.LittleEndian.Uint64(seed[:])
}

// play plays one game and returns the states at which a seat had a choice, with the steps
// that lead there.
func (c *Config) play(ctx context.Context, number int) (states []env.State, steps [][]env.Action, err error) {
	g := c.Advice.Game
	rng := env.Stream(c.Seed, env.PurposePuzzles, uint64(number), 0)
	viewer := agents.NewViewer(g)
	var table drive.Table
	var history []env.Action
	table.Note = func(a env.Action) { history = append(history, a) }
	table.Set(g.NewInitialState())
	for {
		p, err := table.Advance(rng)
		if err != nil || p == env.Terminal {
			return states, steps, err
		}
		states, steps = append(states, table.State().Clone()), append(steps, slices.Clone(history))
		views := []agents.View{viewer.View(table.State(), rng)}
		said, err := c.Advice.Agent.Decide(ctx, views)
		if err == nil {
			err = agents.Check(said, views)
		}
		if err != nil {
			return nil, nil, err
		}
		if err := table.Apply(agents.Sample(said[0], views[0].Legal, rng)); err != nil {
			return nil, nil, err
		}
	}
}

// check measures the best actions of a decision in fresh worlds, and returns a puzzle when
// the gap is still large, and clear of half of that.
func (c *Config) check(ctx context.Context, f *found, number int) (*Puzzle, error) {
	a := c.Advice
	a.Seed = c.seedOf(number, 2)
	seat := f.state.CurrentPlayer()
	actions := make([]env.Action, len(f.advice.Options))
	for i, o := range f.advice.Options {
		actions[i] = o.Action
	}
	played, err := advice.PlayOn(ctx, a, advice.Moment{State: f.state, Seat: seat, Actions: actions}, advice.StageOwn, 0, checking)
	if err != nil {
		return nil, err
	}
	second := 1
	for i := 2; i < len(actions); i++ {
		if advice.Mean(played.Values[i]) > advice.Mean(played.Values[second]) {
			second = i
		}
	}
	gap := advice.Difference(played.Values[0], played.Values[second])
	if gap.Chance < c.Least || gap.Low < c.Least/2 {
		return nil, nil
	}
	spec := c.Advice.Game.Spec()
	best := f.advice.Options[0]
	p := &Puzzle{
		Game: spec.String(), SpecHash: spec.Hash, Seat: seat, Steps: f.steps,
		Title: fmt.Sprintf("%s: the one action", spec.Title),
		Words: fmt.Sprintf("You are seat %d of %d. One action keeps your chances; the next best costs you much. Which?", seat+1, spec.Players),
		Solution: Solution{
			Action: best.Action, Name: best.Name, Value: advice.Of(played.Values[0], advice.UnitOf(spec)), Second: f.advice.Options[second].Name, Gap: gap,
			Source: fmt.Sprintf("%s, %d worlds", a.Name, checking), Why: advice.NewReasons(a, f.state, played).Of(0, second, best.Probability),
		},
	}
	if a.Scenes != nil {
		if phase := a.Scenes.Scene(f.state, seat).Phase; phase != "" {
			p.Title = fmt.Sprintf("%s: %s", spec.Title, phase)
		}
	}
	return p, nil
}
