package wire

import (
	"errors"
	"fmt"

	"ringer/env"
)

// batch makes many nodes at once, by arrays that the program shares.
type batch struct {
	memory Memory
	seats  int

	// In shared memory, written by the program:
	given, goal []int32      // [rows] the node that is copied, or fromStart; the number of the copy
	moves       []env.Action // [rows] that is played there; noAction: none

	// In shared memory, of the nodes that were made:
	player      []env.Player // [rows]
	count       []int32      // [rows] of legal actions
	legal       []env.Action // [rows, width], the first count of a row
	probs       []float64    // [rows, chance outcomes], at chance nodes the first count of a row
	returns     []float64    // [rows, players]
	information []int32      // [rows] number of the information state of the seat to act, -1 elsewhere; nil: not shared
	observation []float32    // [rows, players, observation_size]; nil: not shared

	// A copy of what the program has given, which it cannot change meanwhile, and the states
	// that are made.
	from, to []int32
	action   []env.Action
	made     []env.State
	goals    []uint32 // by node: the number of the call that has it as a goal
	call     uint32
	outcomes []env.Outcome
	list     []env.Action
}

// noAction, given instead of an action, copies a node as it is.
const noAction env.Action = -1

type nodesRequest struct {
	asked
	Rows             int    `json:"rows"`
	Map              string `json:"map"`               // path of an empty file
	Observation      bool   `json:"observation"`       // share every seat's
	InformationState bool   `json:"information_state"` // share the numbers of information states
}

// nodes makes the arrays of a batch and tells the program where they lie.
func (s *server) nodes(q *nodesRequest) (answer, error) {
	_, names := s.walk.initial.(env.InfoStater)
	switch {
	case s.walk.batch != nil:
		return nil, errors.New("nodes: in use: want nodes_close before")
	case q.Rows < 1 || q.Rows > MaxTables:
		return nil, fmt.Errorf("rows: %d: want 1 to %d", q.Rows, MaxTables)
	case q.Map == "":
		return nil, errNoMap
	case s.Share == nil:
		return nil, errNoSharing
	case q.InformationState && !names:
		return nil, s.nameless()
	}
	d, seats, chance := s.spec.ObservationSize(), s.spec.Players, s.spec.MaxChanceOutcomes
	l := newLayout()
	l.add("from", "int32", q.Rows)
	l.add("to", "int32", q.Rows)
	l.add("action", "int32", q.Rows)
	l.add("player", "int8", q.Rows)
	l.add("legal_count", "int32", q.Rows)
	l.add("legal", "int32", q.Rows, max(s.spec.NumActions(), chance))
	l.add("probs", "float64", q.Rows, max(1, chance))
	l.add("returns", "float64", q.Rows, seats)
	if q.InformationState {
		l.add("information", "int32", q.Rows)
	}
	if q.Observation {
		l.add("observation", "float32", q.Rows, seats, d)
	}
	if l.bytes > MaxVectorBytes {
		return nil, fmt.Errorf("rows: %d: they take %d bytes: want at most %d", q.Rows, l.bytes, MaxVectorBytes)
	}
	memory, err := s.Share(q.Map, l.bytes)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	b := &batch{
		memory: memory, seats: seats, from: make([]int32, q.Rows), to: make([]int32, q.Rows), action: make([]env.Action, q.Rows),
		made: make([]env.State, 0, q.Rows),
	}
	b.given, b.goal, b.moves = shared[int32](memory, l, "from"), shared[int32](memory, l, "to"), shared[env.Action](memory, l, "action")
	b.player, b.count = shared[env.Player](memory, l, "player"), shared[int32](memory, l, "legal_count")
	b.legal, b.probs = shared[env.Action](memory, l, "legal"), shared[float64](memory, l, "probs")
	b.returns = shared[float64](memory, l, "returns")
	if q.InformationState {
		b.information = shared[int32](memory, l, "information")
	}
	if q.Observation {
		b.observation = shared[float32](memory, l, "observation")
	}
	s.walk.batch = b
	return &nodesMade{head{Type: "nodes"}, q.Rows, l.bytes, l.arrays}, nil
}

type nodesStepRequest struct {
	asked
	Rows int `json:"rows"` // the first of the arrays
}

// nodesStep makes a node for each row: a copy of another one, and an action played there.
// All rows read the nodes as they were before the request, and none has changed when one
// row cannot be met.
func (s *server) nodesStep(q *nodesStepRequest) (answer, error) {
	b := s.walk.batch
	switch {
	case b == nil:
		return nil, errNoBatch
	case q.Rows < 0 || q.Rows > len(b.given):
		return nil, fmt.Errorf("rows: %d: want 0 to %d", q.Rows, len(b.given))
	}
	b.made = b.made[:0]
	if err := b.make(s.walk, q.Rows); err != nil {
		s.walk.spare = append(s.walk.spare, b.made...)
		return nil, err
	}
	for i, made := range b.made {
		if err := b.show(s.walk, i, made); err != nil { // of numbers that have run out
			s.walk.spare = append(s.walk.spare, b.made...)
			return nil, err
		}
	}
	for i, made := range b.made {
		s.walk.keep(int(b.to[i]), made)
	}
	return &done{head{Type: "done"}}, nil
}

// make makes the states of rows.
func (b *batch) make(w *walk, rows int) error {
	copy(b.from, b.given[:rows])
	copy(b.to, b.goal[:rows])
	copy(b.action, b.moves[:rows])
	if b.call++; b.call == 0 { // the numbers of calls begin anew
		clear(b.goals)
		b.call = 1
	}
	for i := range rows {
		from, to := int(b.from[i]), int(b.to[i])
		source := w.at(from)
		switch {
		case source == nil:
			return fmt.Errorf("row %d: %w", i, errFrom(from))
		case to < 0 || to >= MaxNodes:
			return fmt.Errorf("row %d: %w", i, errTo(to))
		}
		for len(b.goals) <= to {
			b.goals = append(b.goals, 0)
		}
		if b.goals[to] == b.call {
			return fmt.Errorf("row %d: to: %d: want each number once", i, to)
		}
		b.goals[to] = b.call
		made := w.copied(source)
		b.made = append(b.made, made)
		if a := b.action[i]; a != noAction {
			if err := w.play(made, a); err != nil {
				return fmt.Errorf("row %d: action: %w", i, err)
			}
		}
	}
	return nil
}

// show writes the row of a node.
func (b *batch) show(w *walk, i int, s env.State) error {
	width, chance := len(b.legal)/len(b.given), len(b.probs)/len(b.given)
	actor := s.CurrentPlayer()
	b.player[i] = actor
	legal := b.legal[i*width : (i+1)*width]
	if actor == env.Chance {
		b.outcomes = s.(env.Chancer).ChanceOutcomes(b.outcomes[:0])
		b.count[i] = int32(len(b.outcomes))
		for k, o := range b.outcomes {
			legal[k], b.probs[i*chance+k] = o.Action, o.Prob
		}
	} else {
		b.list = s.LegalActions(b.list[:0])
		b.count[i] = int32(copy(legal, b.list))
	}
	s.Returns(b.returns[i*b.seats : (i+1)*b.seats])
	if b.information != nil {
		b.information[i] = -1
		if actor >= 0 {
			number, err := w.number(named{actor, s.(env.InfoStater).InformationState(actor)})
			if err != nil {
				return err
			}
			b.information[i] = number
		}
	}
	if b.observation != nil {
		d := w.game.Spec().ObservationSize()
		for p := range b.seats {
			at := (i*b.seats + p) * d
			s.Observe(env.Player(p), b.observation[at:at+d])
		}
	}
	return nil
}

// number returns the number of an information state: they count from 0, in the order in
// which batches have met them.
func (w *walk) number(n named) (int32, error) {
	number, ok := w.numbers[n]
	if !ok {
		if len(w.names) == mostNamed {
			return 0, fmt.Errorf("information_state: more than %d of them: want batches without their numbers", mostNamed)
		}
		number = int32(len(w.names))
		w.numbers[n] = number
		w.names = append(w.names, n)
	}
	return number, nil
}

type nodesNamesRequest struct {
	asked
	First int `json:"first"`
}

// nodesNames tells which information states the numbers of batches mean.
func (s *server) nodesNames(q *nodesNamesRequest) (answer, error) {
	names := s.walk.names
	if q.First < 0 || q.First > len(names) {
		return nil, fmt.Errorf("first: %d: want 0 to %d", q.First, len(names))
	}
	a := &nodesNamed{head: head{Type: "names"}, First: q.First, Total: len(names), Seats: []env.Player{}, InformationStates: []string{}}
	for _, n := range names[q.First:min(len(names), q.First+namedAtOnce)] {
		a.Seats, a.InformationStates = append(a.Seats, n.seat), append(a.InformationStates, n.name)
	}
	return a, nil
}

// nodesClose gives the memory of a batch back. The nodes stay.
func (s *server) nodesClose(*asked) (answer, error) {
	b := s.walk.batch
	if b == nil {
		return nil, errNoBatch
	}
	s.walk.batch = nil
	if err := b.memory.Close(); err != nil {
		return nil, err
	}
	return &done{head{Type: "done"}}, nil
}

var errNoBatch = errors.New("rows: there are no arrays: want nodes before")

// nodesMade answers nodes: where the arrays lie in the shared memory.
type nodesMade struct {
	head
	Rows   int              `json:"rows"`
	Bytes  int              `json:"bytes"`
	Arrays map[string]array `json:"arrays"`
}

// nodesNamed answers nodes_names.
type nodesNamed struct {
	head
	First             int          `json:"first"`
	Total             int          `json:"total"` // of information states with a number
	Seats             []env.Player `json:"seats"`
	InformationStates []string     `json:"information_states"`
}
