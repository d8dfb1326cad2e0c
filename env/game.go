package env

import "strconv"

// Player names an actor: a seat from 0 to n-1, or one of the two constants.
type Player int8

const (
	// Chance is the actor of a state that waits for a random outcome.
	Chance Player = -1
	// Terminal is the "actor" of a state in which the game is over.
	Terminal Player = -4
)

// String returns "chance", "terminal" or the seat's number.
func (p Player) String() string {
	switch p {
	case Chance:
		return "chance"
	case Terminal:
		return "terminal"
	}
	return "seat " + strconv.Itoa(int(p))
}

// Action is an id in [0, Spec.NumActions) for seats, or in
// [0, Spec.MaxChanceOutcomes) for chance. The meaning of an id never changes
// for one configuration of a game.
type Action int32

// Game is one configuration of a game: immutable and safe for concurrent use.
type Game interface {
	// Spec describes the game. Every call returns the same pointer; callers
	// must not write through it.
	Spec() *Spec
	// NewInitialState returns a fresh state at the start of an episode.
	NewInitialState() State
}

// State is one point of an episode. It is a pure function of the game and the
// history of actions applied. It is not safe for concurrent use.
//
// The laws that every implementation obeys are checked by envtest.Check.
type State interface {
	// CurrentPlayer returns the seat that is to decide, Chance, or Terminal.
	CurrentPlayer() Player

	// LegalActions appends the legal actions of the current player (or of
	// chance) to dst, in ascending order without repeats, and returns the
	// extended slice. It appends nothing exactly when the game is over.
	LegalActions(dst []Action) []Action

	// Apply plays a for the current player or for chance. An action that is
	// not legal gives an *IllegalActionError and leaves the state unchanged.
	Apply(a Action) error

	// Observe writes what seat p may know into dst, which must have length
	// Spec.ObservationSize(). Every element is written. It is valid at every
	// state, for every seat, including chance and terminal states.
	Observe(p Player, dst []float32)

	// Returns writes one return per seat into dst, which must have length
	// Spec.Players. All are zero before the end of the game.
	Returns(dst []float64)

	// Clone returns an independent copy.
	Clone() State

	// ActionString returns the name of an action of this state for people: unique
	// among the legal actions, stable, and parsed back by ParseAction.
	ActionString(a Action) string

	// String returns a text of the whole state, hidden information included: for
	// tests and logs, never for an agent or a player.
	String() string
}

// Outcome is one chance outcome and its probability, in (0, 1].
type Outcome struct {
	Action Action
	Prob   float64
}

// Chancer lists chance outcomes. It is required of the states of every game
// with Spec.MaxChanceOutcomes > 0.
type Chancer interface {
	// ChanceOutcomes appends the outcomes of a chance state to dst, ascending
	// by action; the probabilities sum to 1.
	ChanceOutcomes(dst []Outcome) []Outcome
}

// Resampler samples worlds that a seat cannot tell from the true one.
type Resampler interface {
	// ResampleFromInfoState returns a new state consistent with all that seat
	// p may know: p's observation, legal actions and information-state string
	// are bit-identical to the receiver's, and what is hidden from p is drawn
	// from what is possible. The receiver is unchanged.
	ResampleFromInfoState(p Player, rng Rand) State
}

// InfoStater names information states of perfect recall, for tabular methods.
type InfoStater interface {
	// InformationState returns a name of all that seat p has seen and done so far.
	// Two states share a name exactly when p cannot tell them apart.
	InformationState(p Player) string
}

// CopierFrom copies without allocating, for search and vectors.
type CopierFrom interface {
	// CopyFrom makes the receiver an independent copy of src, which must be a
	// state of the same game. It may reuse the receiver's memory.
	CopyFrom(src State)
}

// Texter shows the table as one seat sees it.
type Texter interface {
	// Text returns several lines that describe what seat p may know, for people
	// and logs. It ends without a newline.
	Text(p Player) string
}

// Judge estimates how well seats stand, for players who look one step ahead. It
// is an opinion about a game, not a part of it: package tactics has the table.
type Judge interface {
	// Evaluate returns an estimate for seat p: larger is better, in the game's
	// own units. It may read everything in the state, because agents only ever
	// hold resampled worlds.
	Evaluate(s State, p Player) float64
}

// Wrapped is a game that shows more of another game than that game itself does:
// the same rules, with extra observation fields. Package wrap makes them.
type Wrapped interface {
	Game
	// Unwrap returns the game that is shown.
	Unwrap() Game
	// Wrap returns a state of this game around a state of the game that is
	// shown. The new state owns the given one.
	Wrap(s State) State
}

// UnwrapGame returns the game under all observation wrappers.
func UnwrapGame(g Game) Game {
	for {
		w, ok := g.(Wrapped)
		if !ok {
			return g
		}
		g = w.Unwrap()
	}
}

// WrapState returns a state of g around a state of the game under all of g's
// wrappers: s itself where there is none.
func WrapState(g Game, s State) State {
	if w, ok := g.(Wrapped); ok {
		return w.Wrap(WrapState(w.Unwrap(), s))
	}
	return s
}

// UnwrapState returns the state under all observation wrappers, where judges,
// experts and tools find the type that they know. The state shares its memory
// with s.
func UnwrapState(s State) State {
	for {
		w, ok := s.(interface{ Unwrap() State })
		if !ok {
			return s
		}
		s = w.Unwrap()
	}
}

// Conserver counts the pieces of a game, which must never be lost or made.
type Conserver interface {
	// Conservation returns an error when cards, tokens or other pieces are
	// missing or duplicated. envtest.Check calls it after every action.
	Conservation() error
}
