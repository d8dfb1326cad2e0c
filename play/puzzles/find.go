package puzzles

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
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

	// Position is the text of the position file at which the game of Advice begins; empty:
	// it begins with the first deal.
	Position string

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
	seed := env.StreamSeed(c.Seed, purposePuzzles, list...)
	return binary.LittleEndian.Uint64(seed[:])
}

// play plays one game and returns the states at which a seat had a choice, with the steps
// that lead there.
func (c *Config) play(ctx context.Context, number int) (states []env.State, steps [][]env.Action, err error) {
	g := c.Advice.Game
	rng := env.Stream(c.Seed, purposePuzzles, uint64(number), 0)
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
		said, err := agents.Ask(ctx, c.Advice.Agent, views)
		if err != nil {
			return nil, nil, err
		}
		if err := table.Apply(agents.Sample(said[0], views[0].Legal, rng)); err != nil {
			return nil, nil, err
		}
	}
}

// check measures the actions of a decision in fresh worlds, and returns a puzzle when the
// gap is still large, with its whole interval above half of that.
func (c *Config) check(ctx context.Context, f *found, number int) (*Puzzle, error) {
	p, err := c.measure(ctx, f, number)
	if err != nil || !c.clear(p) {
		return nil, err
	}
	return p, nil
}

// clear reports whether the solution of a puzzle is far enough ahead.
func (c *Config) clear(p *Puzzle) bool {
	return p.Solution.Gap.Chance >= c.Least && p.Solution.Gap.Low >= c.Least/2
}

// measure measures the best action of a decision in fresh worlds beside those that come
// near it, of all that are legal, and returns the puzzle whatever the gap is. Actions that
// are as good solve it too; the gap is that to the best of the others.
func (c *Config) measure(ctx context.Context, f *found, number int) (*Puzzle, error) {
	a := c.Advice
	a.Seed = c.seedOf(number, 2)
	seat := f.state.CurrentPlayer()
	actions, err := c.rivals(ctx, f, a)
	if err != nil {
		return nil, err
	}
	played, err := advice.PlayOn(ctx, a, advice.Moment{State: f.state, Seat: seat, Actions: actions}, advice.StageOwn, 0, checking)
	if err != nil {
		return nil, err
	}
	spec := c.Advice.Game.Spec()
	best := f.advice.Options[0]
	solution := Solution{
		Action: best.Action, Name: best.Name, Unit: advice.UnitOf(spec), Value: advice.Of(played.Values[0], advice.UnitOf(spec)),
		Source: fmt.Sprintf("%s, %d worlds", a.Name, checking),
	}
	second := -1
	for i := 1; i < len(actions); i++ {
		behind := advice.Mean(played.Values[0]) - advice.Mean(played.Values[i])
		if math.Abs(behind) <= c.Least*alike {
			solution.Also = append(solution.Also, Alike{actions[i], f.state.ActionString(actions[i])})
		} else if second < 0 || advice.Mean(played.Values[i]) > advice.Mean(played.Values[second]) {
			second = i
		}
	}
	if second >= 0 {
		solution.Second, solution.Gap = f.state.ActionString(actions[second]), advice.Difference(played.Values[0], played.Values[second])
		solution.Why = advice.NewReasons(a, f.state, played).Of(0, second, best.Probability)
	}
	p := &Puzzle{
		Game: spec.String(), Rules: spec.Configuration, SpecHash: spec.Hash, Seat: seat, Position: c.Position, Steps: append([]env.Action{}, f.steps...),
		Title:    fmt.Sprintf("%s: the one action", spec.Title),
		Words:    fmt.Sprintf("You are seat %d of %d. One action keeps your chances; the next best costs you much. Which?", seat+1, spec.Players),
		Solution: solution,
	}
	if a.Scenes != nil {
		if phase := a.Scenes.Scene(f.state, seat).Phase; phase != "" {
			p.Title = fmt.Sprintf("%s: %s", spec.Title, phase)
		}
	}
	return p, nil
}

// How many actions are measured beside the solution, and how near to it one must come to
// be as good, as a share of the least gap.
const (
	mostRivals = 8
	alike      = 0.2
)

// rivals returns the best action, and the legal ones that come nearest to it in a few
// worlds of their own: an agent may hardly look at an action that is as good.
func (c *Config) rivals(ctx context.Context, f *found, a advice.Config) ([]env.Action, error) {
	best := f.advice.Options[0].Action
	legal := slices.DeleteFunc(f.state.LegalActions(nil), func(o env.Action) bool { return o == best })
	a.Scenes = nil
	played, err := advice.PlayOn(ctx, a, advice.Moment{State: f.state, Seat: f.state.CurrentPlayer(), Actions: legal}, advice.StageOwn+1, 0, looking)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(legal))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(advice.Mean(played.Values[j]), advice.Mean(played.Values[i])) })
	out := []env.Action{best}
	for _, o := range f.advice.Options[1:] {
		out = append(out, o.Action)
	}
	for _, i := range order[:min(mostRivals, len(order))] {
		if !slices.Contains(out, legal[i]) {
			out = append(out, legal[i])
		}
	}
	return out, nil
}
