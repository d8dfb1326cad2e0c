package advice

import (
	"context"
	"encoding/binary"
	"fmt"

	"ringer/env"
	"ringer/eval"
)

// Moment is a state with the actions that are tried there.
type Moment struct {
	State   env.State
	Seat    env.Player   // whose eyes: nothing that is hidden from it is used
	Actions []env.Action // of that seat, legal; none: the state is played on as it is

	// Open plays on from the true state instead: with open cards, for games that are over.
	Open bool
}

// Stage keeps the worlds of one use apart from the worlds of another.
type Stage uint64

// The stages. A caller may use others, from StageOwn up.
const (
	StageScreen  Stage = 0
	StageMeasure Stage = 1
	StageOwn     Stage = 3
)

// stagePolicy is the stream of the agent's own decision.
const stagePolicy = 1 << 32

// Played holds how the actions of a moment went on.
type Played struct {
	Values  [][]float64   // [action][world] the seat's share of the win, or its return
	Ends    [][]env.State // [action][world] the states at the end, where Config.Scenes is there
	Actions int           // that were played in all, chance included
}

// Add appends the worlds of another, of the same actions.
func (p *Played) Add(q *Played) {
	for i := range p.Values {
		p.Values[i] = append(p.Values[i], q.Values[i]...)
		p.Ends[i] = append(p.Ends[i], q.Ends[i]...)
	}
	p.Actions += q.Actions
}

// PlayOn plays the actions of a moment on to the end of the game, in the worlds numbered
// from ≤ n < to of a stage. World n and its dice are the same for every action.
func PlayOn(ctx context.Context, c Config, m Moment, stage Stage, from, to int) (*Played, error) {
	tries := max(1, len(m.Actions))
	resampler, hides := env.UnwrapState(m.State).(env.Resampler)
	var starts []eval.Start
	states := make([]env.State, 0, tries*(to-from))
	for k := range tries {
		for n := from; n < to; n++ {
			world := m.State.Clone()
			if hides && !m.Open {
				rng := env.Stream(c.Seed, purposeAdvice, uint64(stage), 0, uint64(n))
				world = env.WrapState(c.Game, resampler.ResampleFromInfoState(m.Seat, rng))
			}
			if len(m.Actions) > 0 {
				if err := world.Apply(m.Actions[k]); err != nil {
					return nil, fmt.Errorf("advice: %w", err)
				}
			}
			states = append(states, world)
			if world.CurrentPlayer() != env.Terminal {
				seed := env.StreamSeed(c.Seed, purposeAdvice, uint64(stage), 1, uint64(n))
				starts = append(starts, eval.Start{State: world, Seed: binary.LittleEndian.Uint64(seed[:])})
			}
		}
	}
	var episodes []eval.Episode
	if len(starts) > 0 {
		var err error
		match := eval.MatchConfig{Game: c.Game, Entries: []eval.Entry{{Name: c.Name, Agent: c.Agent}}, Workers: c.Workers}
		if episodes, err = eval.PlayFrom(ctx, match, starts); err != nil {
			return nil, fmt.Errorf("advice: %w", err)
		}
	}
	out := &Played{Values: make([][]float64, tries), Ends: make([][]env.State, tries)}
	returns := make([]float64, c.Game.Spec().Players)
	for i, s := range states {
		if s.CurrentPlayer() == env.Terminal {
			s.Returns(returns)
		} else {
			e := episodes[0]
			episodes = episodes[1:]
			out.Actions += len(e.History)
			copy(returns, e.Returns)
			if c.Scenes != nil {
				for _, a := range e.History {
					if err := s.Apply(a); err != nil {
						return nil, fmt.Errorf("advice: %w", err)
					}
				}
			}
		}
		k := i / (to - from)
		out.Values[k] = append(out.Values[k], Worth(c.Game.Spec(), returns, m.Seat))
		if c.Scenes != nil {
			out.Ends[k] = append(out.Ends[k], s)
		}
	}
	return out, nil
}

// Worth returns what a result is worth to a seat, in the unit of its game. A team has the
// shares of all its seats.
func Worth(spec *env.Spec, returns []float64, seat env.Player) float64 {
	if UnitOf(spec) == UnitReturn {
		return returns[seat]
	}
	shares := make([]float64, len(returns))
	eval.WinShares(returns, shares)
	if spec.Teams == nil {
		return shares[seat]
	}
	sum := 0.
	for p, share := range shares {
		if spec.Teams[p] == spec.Teams[seat] {
			sum += share
		}
	}
	return sum
}
