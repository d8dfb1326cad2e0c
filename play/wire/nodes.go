package wire

import (
	"errors"
	"fmt"

	"ringer/env"
	"ringer/env/drive"
)

// Bounds of a walk through the tree of a game.
const (
	MaxNodes = 1 << 22

	mostNodeActions = 1 << 16
	mostNamed       = 1 << 24 // information states that have a number
	namedAtOnce     = 1 << 12 // in one answer
)

// walk holds the states of a game that a program has made by hand: any state, with all that
// is hidden, and chance as an actor whose outcomes the program chooses. It is there in a
// process that is omniscient and in no other.
type walk struct {
	game    env.Game
	initial env.State
	states  []env.State // by number; nil: none
	spare   []env.State // memory for states to come
	batch   *batch

	numbers map[named]int32 // of information states, in the order in which a batch has met them
	names   []named
}

// named is an information state of a seat.
type named struct {
	seat env.Player
	name string
}

func newWalk(game env.Game) *walk {
	return &walk{game: game, initial: game.NewInitialState(), numbers: map[named]int32{}}
}

// at returns the state of a number, or the start of the game without one.
func (w *walk) at(number int) env.State {
	switch {
	case number == fromStart:
		return w.initial
	case number >= 0 && number < len(w.states):
		return w.states[number]
	}
	return nil
}

// fromStart, given instead of a node, is the start of the game.
const fromStart = -1

func errFrom(number int) error {
	return fmt.Errorf("from: %d: want a node that has been made, or %d for the start of the game", number, fromStart)
}

func errTo(number int) error {
	return fmt.Errorf("to: %d: want a number from 0 to %d", number, MaxNodes-1)
}

// copied returns an independent copy of a state that nobody holds.
func (w *walk) copied(s env.State) env.State {
	var into env.State
	if n := len(w.spare); n > 0 {
		into, w.spare = w.spare[n-1], w.spare[:n-1]
	}
	return drive.Copy(into, s)
}

// keep puts a state under a number.
func (w *walk) keep(number int, s env.State) {
	for len(w.states) <= number {
		w.states = append(w.states, nil)
	}
	if was := w.states[number]; was != nil {
		w.spare = append(w.spare, was)
	}
	w.states[number] = s
}

// play applies an action of the seat to act or of chance. When it is illegal, nothing has
// changed.
func (w *walk) play(s env.State, a env.Action) error {
	spec, most := w.game.Spec(), 0
	actor := s.CurrentPlayer()
	switch actor {
	case env.Terminal:
		return fmt.Errorf("%d: the game is over before it", a)
	case env.Chance:
		most = spec.MaxChanceOutcomes
	default:
		most = spec.NumActions()
	}
	if a < 0 || int(a) >= most {
		return &env.IllegalActionError{Game: spec.String(), Player: actor, Action: a, Reason: fmt.Sprintf("want a number from 0 to %d", most-1)}
	}
	return s.Apply(a)
}

// node answers node: a state, and what may come of it.
type node struct {
	head
	Node    int          `json:"node"`
	Player  env.Player   `json:"player"`          // seat to act, or env.Chance, or env.Terminal
	Returns []float64    `json:"returns"`         // [players], zeros before the end
	Legal   []env.Action `json:"legal"`           // of the player, ascending: at a chance node the outcomes
	Probs   []float64    `json:"probs,omitempty"` // at a chance node, over legal

	// Where they are asked for:
	Names             []string `json:"names,omitempty"`              // of legal
	Observations      []any    `json:"observations,omitempty"`       // one a seat of seats
	InformationStates []string `json:"information_states,omitempty"` // one a seat of seats
	Text              string   `json:"text,omitempty"`               // the whole state
}

type nodeRequest struct {
	asked
	To      *int         `json:"to"`
	From    *int         `json:"from"`    // node that is copied; nil: the start of the game
	Actions []env.Action `json:"actions"` // that are played there, of chance too

	Seats            []int `json:"seats"` // that look
	InformationState bool  `json:"information_state"`
	Names            bool  `json:"names"`
	Text             bool  `json:"text"`
	Packed           bool  `json:"packed"`
}

// node copies a node, plays on from there, and keeps the result.
func (s *server) node(q *nodeRequest) (answer, error) {
	w := s.walk
	from := fromStart
	if q.From != nil {
		from = *q.From
	}
	source := w.at(from)
	switch {
	case q.To == nil:
		return nil, errors.New("to: missing: want the number of the node to make")
	case *q.To < 0 || *q.To >= MaxNodes:
		return nil, errTo(*q.To)
	case source == nil:
		return nil, errFrom(from)
	case len(q.Actions) > mostNodeActions:
		return nil, fmt.Errorf("actions: %d of them: want at most %d", len(q.Actions), mostNodeActions)
	case len(q.Seats) > s.spec.Players:
		return nil, fmt.Errorf("seats: %d of them: want at most %d", len(q.Seats), s.spec.Players)
	}
	for i, p := range q.Seats {
		if p < 0 || p >= s.spec.Players {
			return nil, fmt.Errorf("seats[%d]: %d: want a seat from 0 to %d", i, p, s.spec.Players-1)
		}
	}
	if _, ok := w.initial.(env.InfoStater); q.InformationState && !ok {
		return nil, s.nameless()
	}
	made := w.copied(source)
	for i, a := range q.Actions {
		if err := w.play(made, a); err != nil {
			w.spare = append(w.spare, made)
			return nil, fmt.Errorf("actions[%d]: %w", i, err)
		}
	}
	w.keep(*q.To, made)
	return s.nodeOf(q, made), nil
}

// nodeOf returns the answer that shows a state.
func (s *server) nodeOf(q *nodeRequest, st env.State) *node {
	a := &node{
		head: head{Type: "node"}, Node: *q.To, Player: st.CurrentPlayer(), Returns: make([]float64, s.spec.Players),
		Legal: st.LegalActions([]env.Action{}),
	}
	st.Returns(a.Returns)
	if a.Player == env.Chance {
		a.Legal = a.Legal[:0]
		for _, o := range st.(env.Chancer).ChanceOutcomes(nil) {
			a.Legal, a.Probs = append(a.Legal, o.Action), append(a.Probs, o.Prob)
		}
	}
	if q.Names {
		for _, l := range a.Legal {
			a.Names = append(a.Names, st.ActionString(l))
		}
	}
	for _, p := range q.Seats {
		st.Observe(env.Player(p), s.numbers)
		a.Observations = append(a.Observations, numbers(s.numbers, q.Packed))
		if q.InformationState {
			a.InformationStates = append(a.InformationStates, st.(env.InfoStater).InformationState(env.Player(p)))
		}
	}
	if q.Text {
		a.Text = st.String()
	}
	return a
}
