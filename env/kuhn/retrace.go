package kuhn

import "ringer/env"

// Retrace implements env.Retracer: from before the deal.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	for _, card := range s.cards[:s.dealt] {
		dst = append(dst, env.Action(card))
	}
	for i := range int(s.made) {
		dst = append(dst, s.action(i))
	}
	return s.game.NewInitialState(), dst
}
