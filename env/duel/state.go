package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// State is one point of an episode. It implements env.State and all optional
// interfaces of package env that apply.
type State struct {
	game *Game
	t    turn.State // the engine's part, and all that changes
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := &State{game: s.game}
	c.t.Reserve(cap(s.t.Log))
	c.t.CopyFrom(&s.t)
	return c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) {
	from := src.(*State)
	s.game = from.game
	s.t.CopyFrom(&from.t)
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.t.Actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.t.IsLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.t.Actor, Action: a, Reason: s.asks()}
	}
	s.t.GoOn(a)
	return nil
}

// Returns implements env.State: C-3, where a team counts as one player.
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.t.Node == turn.NodeOver {
		s.t.Share(dst)
	}
}
