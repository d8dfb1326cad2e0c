package duel

import "ringer/env"

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action { return s.t.LegalActions(dst) }
