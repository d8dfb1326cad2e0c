package liarsdice

import (
	"math/bits"
	"slices"

	"ringer/env"
)

// fields lays out the observation. Observe calls their writers in this order.
func fields(c Config) []env.Field {
	bids := []int{players * c.Dice, c.Sides}
	return []env.Field{
		{Name: "seat", Shape: []int{players}, Max: 1, Doc: "one-hot: the seat that observes; seat 0 bids first"},
		{Name: "dice", Shape: []int{c.Dice, c.Sides}, Max: 1, Doc: "[k, face-1] is 1 when more than k of the seat's own dice show the face"},
		{Name: "own_bids", Shape: bids, Max: 1, Doc: "[quantity-1, face-1] is 1 for every bid the seat has made"},
		{Name: "other_bids", Shape: bids, Max: 1, Doc: "[quantity-1, face-1] is 1 for every bid the other seat has made"},
		{Name: "last_bid", Shape: bids, Max: 1, Doc: "one-hot: the bid to beat or doubt; zero before the first"},
		{Name: "liar", Shape: []int{1}, Max: 1, Doc: "1 once liar was called"},
	}
}

// Observe implements env.State. It shows everything that the seat knows up to
// the end of the bidding; the dice that a call reveals after the last decision
// are in the information state and the text.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("liarsdice: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	dst = s.writeSeat(p, dst)
	dst = s.writeDice(p, dst)
	dst = s.writeBids(p, dst)
	dst = s.writeLastBid(dst)
	s.writeLiar(dst)
}

// Every writer fills its fields at the head of dst, which is zero, and returns
// what comes after them.

func (s *State) writeSeat(p env.Player, dst []float32) []float32 {
	dst[p] = 1
	return dst[players:]
}

func (s *State) writeDice(p env.Player, dst []float32) []float32 {
	sides := s.game.sides
	copies, last := 0, int8(-1)
	for _, face := range s.own(int(p)) {
		if face != last {
			copies, last = 0, face
		}
		dst[copies*sides+int(face)] = 1
		copies++
	}
	return dst[s.game.dice*sides:]
}

// writeBids writes own_bids and other_bids.
func (s *State) writeBids(p env.Player, dst []float32) []float32 {
	n := int(s.game.liar)
	planes := [players][]float32{dst[:n], dst[n : 2*n]}
	plane := int(p) // seat 0 bids first: plane 0 when that is the observer
	for left := s.bids; left != 0; left &= left - 1 {
		planes[plane][bits.TrailingZeros64(left)] = 1
		plane = 1 - plane
	}
	return dst[2*n:]
}

func (s *State) writeLastBid(dst []float32) []float32 {
	if s.bid != noBid {
		dst[s.bid] = 1
	}
	return dst[s.game.liar:]
}

func (s *State) writeLiar(dst []float32) {
	if s.actor == env.Terminal {
		dst[0] = 1
	}
}

// ResampleFromInfoState implements env.Resampler: the other seat's dice are
// rolled again, unless the end of the episode has shown them.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	if s.actor == env.Terminal {
		return &c
	}
	dice := c.own(1 - int(p))
	for i := range dice {
		dice[i] = int8(rng.IntN(s.game.sides))
	}
	slices.Sort(dice)
	return &c
}
