package leduc

import "ringer/env"

// Retrace implements env.Retracer: from before the deal.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	for _, card := range s.cards[:s.dealt] {
		dst = append(dst, env.Action(card))
	}
	for round, made := range s.made {
		if round == 1 && s.public != noCard {
			dst = append(dst, env.Action(s.public))
		}
		for i := range made {
			dst = append(dst, env.Action(s.betting[round]>>(2*i)&3))
		}
	}
	return s.game.NewInitialState(), dst
}
