package env

// Rotator is for the states of a game whose seats are alike: where everybody
// sits has no meaning, so that the same scene can be seen from every chair.
//
// A game whose seats are not alike implements SeatDiffer instead.
type Rotator interface {
	// Rotated returns a new state: the same scene with everybody moved by the given
	// number of chairs, from 1 to Players-1. Everything of seat p is now of seat
	// (p+by) mod Players: cards, counters, the turn, what it has seen. The moved seat
	// observes the same, bit for bit, has the same legal actions, and with the same
	// choices and outcomes of chance gets the same return. Only seats that choose in
	// secret from each other may be asked in another order, which nobody is shown.
	// The receiver is unchanged.
	//
	// It returns nil where the scene cannot be moved: chance is half through a deal
	// in the order of the seats, or the move would part a team.
	Rotated(by int) State
}

// ChanceSeater is for the states of a Rotator in which chance acts for one seat
// after the other, in the order of the seats: the moved scene then deals in
// another order.
type ChanceSeater interface {
	// ChanceSeat returns the seat for which chance acts at a chance state, or Chance
	// when it acts for all.
	ChanceSeat() Player
}

// OutcomeRotator is for the states of a Rotator whose outcomes of chance name
// seats: who begins, who is hit.
type OutcomeRotator interface {
	// RotatedOutcome returns the outcome that means, when everybody has moved by this
	// many chairs, what outcome a means at this chance state.
	RotatedOutcome(a Action, by int) Action
}

// SeatDiffer is for a game whose seats are not alike.
type SeatDiffer interface {
	// SeatsDiffer returns the reason for which the seats differ: "seat 0 bets
	// first". It is empty in a configuration whose seats are alike.
	SeatsDiffer() string
}

// SeatsDiffer returns the reason for which the seats of a game differ; empty where they are alike. Wrapped games say
// what the facts say.
func SeatsDiffer(g Game) string {
	if d, ok := UnwrapGame(g).(SeatDiffer); ok {
		return d.SeatsDiffer()
	}
	return ""
}

// TextException lets two situations read differently though they are shown
// alike.
type TextException struct {
	Pattern string // regular expression; what it matches is cut from a text before texts are compared
	Reason  string // why a seat need not be shown it
}

// Forgetter is for a game whose observations and texts need not keep all that a seat was
// told, though it could still matter.
type Forgetter interface {
	// Forgotten lists what observations and texts may forget of the events that a seat was
	// told, with the reason: a pattern is cut from events before they are compared.
	Forgotten() []TextException
}

// TextExcepter is for a game with texts that tell a seat more than its
// observation does.
type TextExcepter interface {
	// TextExceptions lists everything that is in texts and not in observations.
	TextExceptions() []TextException
}
