package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"ringer/env"
)

// Start is a position from which an episode is played on.
type Start struct {
	State   env.State // of the game, not over; it is copied, and may be shared
	Seed    uint64    // of its chance and of its agents: equal seeds give equal dice
	Agents  uint64    // seed of its agents where it is not Seed, so that chance stays as it is; 0: Seed
	Seating []int     // the entry in each seat; nil: the first entry sits in all of them

	// Path says how State came about, so that games from here can be played elsewhere. nil:
	// they are played here. Starts of one position may share it.
	Path *Path

	// Until, when not nil, ends the episode early, at the first state for which it is
	// true and at which no chance is to be rolled. Its returns are then 0.
	Until func(env.State) bool

	// Ending names Until, for those who play the start elsewhere. Empty: it is played here
	// where it has an Until.
	Ending string
}

// Episode is how a start went on.
type Episode struct {
	Returns []float64    // by seat
	History []env.Action // from the start on, chance included
}

// PlayFrom plays on from positions to the end, one episode a start. There may be more
// entries than seats. Of the config, Game, Entries, Workers, Place, Watch and Progress are read;
// for Watch the number of a start is the number of a deal.
//
// Two starts of equal seed roll the same quantiles of chance one after the other, and
// give agents the same random numbers: what differs in their outcomes comes from the
// positions, and from luck only where the two ways part.
//
// It returns the errors of PlayMatch. Results do not depend on the workers.
func PlayFrom(ctx context.Context, config MatchConfig, starts []Start) ([]Episode, error) {
	config.Games = max(1, len(starts))
	few := config // a start seats any number of entries, each game at most one a seat
	if config.Game != nil {
		few.Entries = few.Entries[:min(len(few.Entries), config.Game.Spec().Players)]
	}
	if err := few.Validate(); err != nil {
		return nil, err
	}
	for i, e := range config.Entries {
		if e.Agent == nil {
			return nil, fmt.Errorf("eval: entry %d, %q, has no agent", i, e.Name)
		}
	}
	spec := config.Game.Spec()
	starts = slices.Clone(starts)
	everywhere := make([]int, spec.Players)
	for i, start := range starts {
		if start.Seating == nil {
			starts[i].Seating = everywhere
			continue
		}
		if len(start.Seating) != spec.Players {
			return nil, fmt.Errorf("eval: start %d seats %d entries, want one for each of %d seats", i, len(start.Seating), spec.Players)
		}
		for seat, e := range start.Seating {
			if e < 0 || e >= len(config.Entries) {
				return nil, fmt.Errorf("eval: start %d, seat %d: there is no entry %d", i, seat, e)
			}
		}
	}
	r := newSeatedRun(config, [][]int{everywhere}, arenaTables)
	r.starts, r.episodes = starts, make([]Episode, len(starts))
	if err := r.playRange(ctx, 0, len(starts), arenaTables); err != nil {
		return nil, err
	}
	return r.episodes, nil
}

// Path says how a position came about: actions from the beginning of a game, then, where
// World is set, another world that a seat cannot tell from that one, then more actions.
type Path struct {
	Before []env.Action `json:"before,omitempty"` // chance included
	World  *World       `json:"world,omitempty"`
	After  []env.Action `json:"after,omitempty"`
}

// World is a world drawn from what a seat knows, with a stream of env.Stream.
type World struct {
	Seat   env.Player `json:"seat"`
	Stream []byte     `json:"stream"` // env.StreamSeed of the draw: 32 bytes
}

// State plays the path in a game. The error names an action that the game refuses, or says
// that the game draws no worlds.
func (p *Path) State(g env.Game) (env.State, error) {
	s := g.NewInitialState()
	if err := play(s, p.Before); err != nil {
		return nil, err
	}
	if p.World != nil {
		resampler, ok := env.UnwrapState(s).(env.Resampler)
		if !ok || len(p.World.Stream) != 32 || p.World.Seat < 0 || int(p.World.Seat) >= g.Spec().Players {
			return nil, fmt.Errorf("eval: %s draws no world for seat %d", g.Spec(), p.World.Seat)
		}
		s = env.WrapState(g, resampler.ResampleFromInfoState(p.World.Seat, rand.New(rand.NewChaCha8([32]byte(p.World.Stream)))))
	}
	return s, play(s, p.After)
}

func play(s env.State, actions []env.Action) error {
	for i, a := range actions {
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("eval: action %d of a path: %w", i, err)
		}
	}
	return nil
}
