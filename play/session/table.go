package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
	"ringer/play"
	"ringer/play/replay"
)

// table is one game under way, or over.
type table struct {
	host *Host
	id   string
	hall *hall
	head tableHead // as it is kept: as the table began

	pins atomic.Int64 // clients, requests and thoughts that use the table: it stays in memory
	used atomic.Bool  // since the last sweep
	over atomic.Bool  // the game is

	mu      sync.Mutex
	play    *play.Table
	seats   []headSeat     // who sits there now
	ended   env.Player     // the seat that gave up, so that the game is over; env.Terminal: none
	back    *takeback      // what a seat would like to take back; nil: nothing
	next    string         // the table of the next game
	asked   []int          // by seat: how many questions it was asked
	told    [][]Event      // by seat from the open one: all that it was told
	values  []*seatValue   // by seat
	watches []*watch       // in the order in which they came
	budget  int            // actions that the client of an open table still wants
	running bool           // a goroutine plays for chance and agents
	cancel  func()         // stops an agent that thinks; nil when none does
	broken  error          // why the table cannot go on
	journal Journal        // nil where nothing is kept
	taught  []taught       // of a guided game, in the order in which it was told
	lines   []kept         // all since the beginning, as they are kept after the head
	jobs    map[job]func() // cancels of hints and reviews
}

// tableHead says what a table is.
type tableHead struct {
	Format   string     `json:"format"`
	Game     string     `json:"game"`
	Rules    rawRules   `json:"rules,omitempty"`
	SpecHash string     `json:"spec_hash"`
	Seed     uint64     `json:"seed"`
	Seats    []headSeat `json:"seats"`
	Open     string     `json:"open,omitempty"` // key of a table without people
	Position string     `json:"position,omitempty"`
	Practice bool       `json:"practice,omitempty"`
	Daily    string     `json:"daily,omitempty"`
	Puzzle   string     `json:"puzzle,omitempty"`
	Branch   bool       `json:"branch,omitempty"`
	Guided   bool       `json:"guided,omitempty"`
}

// headSeat is a seat of a kept table.
type headSeat struct {
	Person string `json:"person,omitempty"`
	Key    string `json:"key,omitempty"`    // of a person; empty: nobody has claimed the seat yet
	Invite string `json:"invite,omitempty"` // to the seat
	Agent  string `json:"agent,omitempty"`
}

// build makes a table that has not begun. The game of the hall is the table's game.
func (h *Host) build(id string, r *hall, head tableHead) (*table, error) {
	g := r.game
	if head.Position != "" {
		if h.Begin == nil {
			return nil, errors.New("position: no game begins at a position here")
		}
		var err error
		if g, err = inTurn(h, func() (env.Game, error) { return h.Begin(r.game, head.Position) }); err != nil {
			return nil, fmt.Errorf("position: %w", err)
		}
	}
	if len(head.Seats) != g.Spec().Players {
		return nil, fmt.Errorf("seats: %d: want %d for %s", len(head.Seats), g.Spec().Players, g.Spec())
	}
	players := make([]play.Seat, len(head.Seats))
	for p, s := range head.Seats {
		if s.Agent == "" {
			players[p] = play.Seat{Name: replay.Human}
			continue
		}
		a, err := r.agent(h, s.Agent)
		if err != nil {
			return nil, fmt.Errorf("seats[%d].agent: %w", p, err)
		}
		players[p] = play.Seat{Name: s.Agent, Agent: agents.Agent(a)}
	}
	t := &table{
		host: h, id: id, hall: r, head: head, play: play.NewTable(g, players, head.Seed),
		asked: make([]int, len(players)), told: make([][]Event, len(players)+1), values: make([]*seatValue, len(players)),
		jobs: map[job]func(){}, seats: slices.Clone(head.Seats), ended: env.Terminal,
	}
	t.play.BeganAt(head.Position)
	t.ask()
	return t, nil
}

// opens returns the seat that a key opens, and whether it may only look on there.
func (t *table) opens(key string) (seat env.Player, looks, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	seat, ok = openSeat, sameKey(key, t.head.Open)
	for p, s := range t.seats {
		switch {
		case sameKey(key, s.Key):
			seat, looks, ok = env.Player(p), false, true
		case sameKey(key, watchKey(s.Key)):
			seat, looks, ok = env.Player(p), true, true
		}
	}
	return seat, looks, ok
}

// open reports whether nobody plays but agents.
func (t *table) open() bool { return t.head.Open != "" }

// name returns the name of a seat for people.
func (t *table) name(p env.Player) string {
	s := t.seats[p]
	switch {
	case s.Agent == "":
		return s.Person
	case s.Person != "":
		return t.hall.title(t.host, s.Agent) + " for " + s.Person
	}
	return t.hall.title(t.host, s.Agent)
}

// reading says how a seat reads words: people and agents by their names, and by their seats
// too where several have one name.
func (t *table) reading(seat env.Player) env.Reading {
	return env.As(seat, func(p env.Player) string {
		name := t.name(p)
		for q := range t.seats {
			if env.Player(q) != p && t.name(env.Player(q)) == name {
				return fmt.Sprintf("%s (%d)", name, p+1)
			}
		}
		return name
	})
}

// ask counts a question, when a person is to decide, and notes its lesson.
func (t *table) ask() {
	if p, ok := t.play.Person(); ok {
		t.asked[p]++
		t.teach()
	}
}

// stepOf returns the number of the view of a seat.
func (t *table) stepOf(p env.Player) int {
	if p == openSeat {
		return len(t.play.Record().Steps)
	}
	return t.asked[p]
}

// act plays an action of a person, and calls answer when it is kept.
func (t *table) act(seat env.Player, step int, a env.Action, answer func()) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch p, ok := t.play.Person(); {
	case t.isOver():
		return errors.New("the game is over")
	case step != t.stepOf(seat):
		return fmt.Errorf("%w: want %d", errLate, t.stepOf(seat))
	case !ok || p != seat:
		return errors.New("it is not this seat's turn")
	}
	e, err := t.play.Choose(a)
	if err != nil {
		if illegal, ok := errors.AsType[*env.IllegalActionError](err); ok {
			return fmt.Errorf("action: %d is not legal now%s", illegal.Action, reason(illegal.Reason))
		}
		return err
	}
	if err := t.keep(true, stepLine(e.Step)); err != nil {
		back := t.play.Rewind(len(t.play.Record().Steps) - 1)
		return errors.Join(fmt.Errorf("the decision could not be kept, and is taken back: %w", err), back)
	}
	answer()
	t.dropJobs(seat)
	t.note(e)
	t.run()
	return nil
}

func reason(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

// note tells every person, and those who watch an open table, what they learn of an action,
// and counts the next question.
func (t *table) note(e play.Event) {
	t.used.Store(true)
	t.over.Store(t.isOver())
	t.back = nil
	for i := range t.told {
		seat := env.Player(i - 1)
		if seat >= 0 && t.seats[seat].Agent != "" && t.seats[seat].Key == "" {
			continue // nobody watches it
		}
		for _, event := range t.learns(seat, e.Before, e.Step, e.After) {
			t.tell(seat, event)
		}
	}
	t.ask()
	if slices.ContainsFunc(t.watches, func(w *watch) bool { return w.every }) {
		t.inform()
	}
}

// learns returns what a seat is told of an action.
func (t *table) learns(seat env.Player, before env.State, step replay.Step, after env.State) []env.Event {
	switch {
	case seat != openSeat:
		return env.Tell(before, seat, step.Action, after, nil)
	case t.open() || t.isOver():
		return play.OpenEvents(before, step, after, len(t.seats))
	}
	return nil
}

// tell adds an event to what a seat was told.
func (t *table) tell(seat env.Player, e env.Event) {
	list := &t.told[seat+1]
	*list = append(*list, t.read(seat, e, len(*list)+1, t.stepOf(seat)))
}

// isOver reports whether the game is over: by its rules, or since somebody gave up.
func (t *table) isOver() bool { return t.ended >= 0 || t.play.Over() }

// read returns the n-th event of a seat in its words.
func (t *table) read(seat env.Player, e env.Event, n, step int) Event {
	r := t.reading(seat)
	out := Event{N: n, Step: step, Seat: e.Player, Text: r.Words(e.Text), Idle: e.Idle, of: e}
	switch {
	case e.Player < 0:
		return out
	case e.Player == seat:
		out.Who = "You"
	default:
		out.Who = r.Name(e.Player)
	}
	if !e.Says() {
		out.Who += ":"
	}
	return out
}

// replay returns the record of a game that is over, or that hides nothing from the client.
func (t *table) replay() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.isOver() && !t.open() {
		return "", errors.New("the record is there when the game is over: it holds what is hidden now")
	}
	var b strings.Builder
	err := t.play.Record().Write(&b)
	return b.String(), err
}
