package goofspiel

import "ringer/env"

// Retrace implements env.Retracer: from the first round where the bids of finished rounds
// stay hidden, else from the beginning of the round under way. Worlds of several such seats
// come with odds of their own (ApproximateWorlds), so that nothing is retraced there.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	g, c := s.game, *s
	if g.ApproximateWorlds() != "" {
		return &c, dst
	}
	if !g.config.ImpInfo {
		for seat := range max(0, int(s.actor)) {
			card := s.bids[seat][s.round]
			c.hands[seat] |= 1 << card
			dst = append(dst, env.Action(card))
		}
		c.actor = min(c.actor, 0) // chance and the end stay
		return &c, dst
	}
	for round := range min(s.revealed(), g.config.Cards-1) { // the last round plays itself
		if g.config.Order == Random {
			dst = append(dst, env.Action(s.prizes[round]))
		}
		for seat := range g.config.Players {
			if round < int(s.round) || s.committed(seat) {
				dst = append(dst, env.Action(s.bids[seat][round]))
			}
		}
	}
	return g.NewInitialState(), dst
}
