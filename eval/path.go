package eval

import (
	"fmt"
	"math/rand/v2"

	"ringer/env"
)

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
