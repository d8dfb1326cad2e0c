package agents

import (
	"context"

	"ringer/env"
)

// View holds all that one seat may use for a decision.
//
// Everything in a view belongs to the caller and is valid only until Decide
// returns.
type View struct {
	Game        *env.Spec
	Seat        env.Player
	Observation []float32    // [Game.ObservationSize()], as State.Observe writes it
	Legal       []env.Action // ascending, never empty

	// Resample returns a world that this seat cannot tell from the true one. It
	// is nil for games whose states do not resample.
	Resample func(env.Rand) env.State

	// InformationState returns a name of all that this seat has seen and done so
	// far, for agents that look their decisions up. It is nil for games without
	// such names (env.InfoStater).
	InformationState func() string

	// Text returns the table as this seat sees it, for people and logs.
	Text func() string

	// ActionString returns the name of a legal action for people.
	ActionString func(env.Action) string

	// Episode is a number that all views of an episode share, and that others do not: an agent
	// that draws something once an episode derives it from that. It is 0 where the caller asks
	// about a position alone.
	Episode uint64

	// Rand is this decision's own random stream: an agent draws from nothing
	// else, so that the same seed gives the same play on any number of workers.
	Rand env.Rand
}

// Decision is a distribution over View.Legal.
type Decision struct {
	Probs []float32 // [len(View.Legal)], sums to 1; owned by the receiver of the decision
	Value float32   // the seat's expected return as the agent sees it; 0 when it does not estimate it
}

// Agent decides for any number of seats and tables at once. It is safe for
// concurrent use and keeps no memory between calls: the observation holds all that
// a seat may remember.
type Agent interface {
	// Decide returns one decision per view, in order.
	Decide(ctx context.Context, views []View) ([]Decision, error)
}
