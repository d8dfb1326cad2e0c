package env

// Event is one thing that happened, in the words in which one seat is told of it.
type Event struct {
	// Player is the seat whom the event is about, or Chance for the table itself: a
	// deal, a die, a card that is turned.
	Player Player

	// Text says what happened, on one line, without naming Player: "bets", "puts a
	// card on lane 2", "draws Lookout". Seats and what they do are marks, by Who, Whose and
	// Does: a Reading makes words of them. A text about a seat begins with what it does.
	Text string

	// Idle says that nothing came of it: a seat passed over something that it might have
	// done. A list of what happened may leave it out.
	Idle bool
}

// Teller is for the states of a game in which something is hidden. It decides, by the
// rules, what a seat learns of an action and in which words. Screens, logs, the protocol
// and pages tell nothing else of it.
//
// The law: a seat is told nothing that it may not know, by words, by their number or by
// silence. Two ways on that a seat cannot tell apart by what it observes and reads have
// told it the same events, unless they lead to the very same state.
// So a choice in secret is told in the same words whatever was chosen, and just so when
// there was no choice and the rules took the only one; several choices in secret one
// after the other are told as one event, when the last is made. A thing that is revealed later
// is told when it is revealed.
type Teller interface {
	// Tell appends the events of which seat p learns when action a turns this state into
	// after, in the order in which they happened. a is legal here; after is the state that
	// follows. Neither state is changed.
	Tell(p Player, a Action, after State, dst []Event) []Event
}

// Tell appends what seat p is told when action a turns before into after. A game that
// hides nothing (its states are neither Tellers nor Resamplers) tells everybody the
// name of the action. Where states are Resamplers and no Tellers, nobody knows what
// may be told: a seat is told its own actions, and nothing else.
func Tell(before State, p Player, a Action, after State, dst []Event) []Event {
	game := UnwrapState(before)
	if t, ok := game.(Teller); ok {
		return t.Tell(p, a, UnwrapState(after), dst)
	}
	actor := before.CurrentPlayer()
	if _, hides := game.(Resampler); hides && actor != p {
		return dst
	}
	return append(dst, Event{Player: actor, Text: before.ActionString(a)})
}
