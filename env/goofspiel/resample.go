package goofspiel

import (
	"math/bits"

	"ringer/env"
)

// ResampleFromInfoState implements env.Resampler. The bids of finished rounds,
// where they are not announced, are drawn from the bids that give the announced
// winners: uniformly with two seats; with more, every possible
// world can come, but not all equally often. Hidden bids of the current round
// are drawn uniformly from the hands.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	n := s.game.config.Players
	for seat := range n {
		if seat != int(p) && s.committed(seat) {
			c.hands[seat] |= 1 << s.bids[seat][s.round]
		}
	}
	if s.game.config.ImpInfo && s.round > 0 {
		if n == 2 {
			c.redrawTwo(int(p), rng)
		} else {
			c.redrawMany(int(p), rng)
		}
	}
	for seat := range n {
		if seat != int(p) && s.committed(seat) {
			c.commit(seat, nthCard(c.hands[seat], rng))
		}
	}
	return &c
}

// ApproximateWorlds returns why worlds come with odds of their own, for package envtest;
// empty where they are exact.
func (g *Game) ApproximateWorlds() string {
	if g.config.ImpInfo && g.config.Players > 2 {
		return "hidden bids of several seats are searched for, and not all that fit come equally often"
	}
	return ""
}

// nthCard draws one card of a set uniformly.
func nthCard(cards uint16, rng env.Rand) int8 {
	for range rng.IntN(bits.OnesCount16(cards)) {
		cards &= cards - 1
	}
	return int8(bits.TrailingZeros16(cards))
}

// setPast makes a card the bid of a finished round.
func (s *State) setPast(seat int, round, card int8) {
	s.bids[seat][round] = card
	s.hands[seat] &^= 1 << card
}
