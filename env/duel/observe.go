package duel

import "ringer/env"

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) { s.game.observer.Observe(&s.t, p, dst) }
