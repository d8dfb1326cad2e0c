package gym

import (
	"fmt"

	"ringer/env"
)

// Buffers are the arrays into which a Vector writes, one row a table. They
// belong to the caller, who may read them until the next call of Reset or Step
// with the same Buffers, may change them, and may use several in turn.
//
// With N tables, D = Spec.ObservationSize(), A = Spec.NumActions() and S seats:
type Buffers struct {
	// Observation [N, D] holds the observation of the seat to act.
	Observation []float32
	// Mask [N, A] is true for the legal actions of the seat to act.
	Mask []bool
	// Current [N] is the seat to act, or env.Terminal at a table that waits
	// for its reset.
	Current []env.Player
	// Rewards [N, S] holds the reward of every seat in this step: its return in
	// the step that ends the episode, else 0.
	Rewards []float32
	// Terminated [N] is true in the step in which the rules ended the episode.
	Terminated []bool
	// Truncated [N] is true in the step in which MaxDecisions cut it short.
	Truncated []bool
	// FinalObservation [N, S, D] holds the observation of every seat at the end of
	// the episode; it is written in the step that ends it and kept until the
	// table's next episode ends. It may be nil.
	FinalObservation []float32
	// JointObservation [N, S, D] holds the observation of every seat in the state that
	// Observation shows to one seat, for critics that see all seats. It may be nil.
	JointObservation []float32
}

// NewBuffers allocates buffers for the vector, FinalObservation included and
// JointObservation not.
func (v *Vector) NewBuffers() *Buffers {
	n, d := len(v.tables), v.spec.ObservationSize()
	return &Buffers{
		Observation:      make([]float32, n*d),
		Mask:             make([]bool, n*v.spec.NumActions()),
		Current:          make([]env.Player, n),
		Rewards:          make([]float32, n*v.spec.Players),
		Terminated:       make([]bool, n),
		Truncated:        make([]bool, n),
		FinalObservation: make([]float32, n*v.spec.Players*d),
	}
}

// checkBuffers panics when a buffer has the wrong length.
func (v *Vector) checkBuffers(b *Buffers) {
	n, d := len(v.tables), v.spec.ObservationSize()
	check := func(name string, got, want int) {
		if got != want {
			panic(fmt.Sprintf("gym: buffer %s has length %d, want %d", name, got, want))
		}
	}
	check("Observation", len(b.Observation), n*d)
	check("Mask", len(b.Mask), n*v.spec.NumActions())
	check("Current", len(b.Current), n)
	check("Rewards", len(b.Rewards), n*v.spec.Players)
	check("Terminated", len(b.Terminated), n)
	check("Truncated", len(b.Truncated), n)
	if b.FinalObservation != nil {
		check("FinalObservation", len(b.FinalObservation), n*v.spec.Players*d)
	}
	if b.JointObservation != nil {
		check("JointObservation", len(b.JointObservation), n*v.spec.Players*d)
	}
}
