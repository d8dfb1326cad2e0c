package tictactoe

import (
	"math/bits"

	"ringer/env"
)

// fields lays out the observation. Observe calls their writers in this order.
func fields() []env.Field {
	return []env.Field{
		{Name: "own", Shape: []int{side, side}, Max: 1, Doc: "[row, column] is 1 for every cell the seat has marked"},
		{Name: "other", Shape: []int{side, side}, Max: 1, Doc: "[row, column] is 1 for every cell the other seat has marked"},
		{Name: "seat", Shape: []int{players}, Max: 1, Doc: "one-hot: the seat that observes; seat 0 begins"},
	}
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("tictactoe: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	dst = s.writeMarks(int(p), dst)
	dst = s.writeMarks(1-int(p), dst)
	writeSeat(p, dst)
}

// Every writer fills its field at the head of dst, which is zero, and returns
// what comes after it.

func (s *State) writeMarks(seat int, dst []float32) []float32 {
	for marks := s.marks[seat]; marks != 0; marks &= marks - 1 {
		dst[bits.TrailingZeros16(marks)] = 1
	}
	return dst[cells:]
}

func writeSeat(p env.Player, dst []float32) { dst[p] = 1 }

// ResampleFromInfoState implements env.Resampler. Nothing is hidden: the only
// possible world is this one.
func (s *State) ResampleFromInfoState(env.Player, env.Rand) env.State { return s.Clone() }
