package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/play/replay"
)

// Seat names the player of one seat.
type Seat struct {
	Name  string       // the agent's name, or replay.Human
	Agent agents.Agent // nil: a person decides
}

// Event is one applied action.
type Event struct {
	Before env.State // as it was: not to be changed
	After  env.State // the table's own state: valid until the next action
	Step   replay.Step
}

// Table is one episode under way. Everything random in it follows from the seed
// and the number of the step, so that a table that is saved and resumed goes on as if
// it had never stopped. It is not safe for concurrent use.
type Table struct {
	game   env.Game
	seats  []Seat
	state  env.State
	record *replay.Replay
	before env.State // before the last action; nil where it is not known now
	plays  uint64    // actions played and taken back, so that a turn knows its table
}

// NewTable starts an episode. It panics unless there is one seat a player.
func NewTable(game env.Game, seats []Seat, seed uint64) *Table {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
	}
	return newTable(game, seats, game.NewInitialState(), replay.New(game, seed, names))
}

// BeganAt records the text of the position file that the game of the table begins
// at, so that its record can be resumed.
func (t *Table) BeganAt(position string) { t.record.Position = position }

// ResumeTable resumes a saved episode. The players of the seats may be others than
// before. The error says why the record does not belong to this game.
func ResumeTable(game env.Game, seats []Seat, record *replay.Replay) (*Table, error) {
	s, err := record.Play(game, nil)
	if err != nil {
		return nil, err
	}
	r := *record
	r.Steps = slices.Clone(record.Steps)
	r.Agents = make([]string, len(seats))
	for i, s := range seats {
		r.Agents[i] = s.Name
	}
	return newTable(game, seats, s, &r), nil
}

func newTable(game env.Game, seats []Seat, s env.State, record *replay.Replay) *Table {
	if len(seats) != game.Spec().Players {
		panic(fmt.Sprintf("play: %d seats for %d players", len(seats), game.Spec().Players))
	}
	return &Table{game: game, seats: slices.Clone(seats), state: s, record: record}
}

// Game returns the game at the table.
func (t *Table) Game() env.Game { return t.game }

// Seats lists the players of the seats. The caller must not change it.
func (t *Table) Seats() []Seat { return t.seats }

// Hand gives a seat to another player from the next action on. The record keeps the name
// of the player who began. It panics for a seat that the game does not have.
func (t *Table) Hand(p env.Player, s Seat) {
	t.seats[p] = s
	t.plays++ // what was prepared for the seat is not played
}

// State returns the true state. Callers that speak to a person must not show more
// of it than the person's seat may know, and must not change it.
func (t *Table) State() env.State { return t.state }

// Record returns the record of the episode so far. It grows with the episode.
func (t *Table) Record() *replay.Replay { return t.record }

// Over reports whether the episode has ended.
func (t *Table) Over() bool { return t.state.CurrentPlayer() == env.Terminal }

// Person returns the seat that waits for a person, and false when chance or an
// agent is to act or the episode is over.
func (t *Table) Person() (env.Player, bool) {
	p := t.state.CurrentPlayer()
	return p, p >= 0 && t.seats[p].Agent == nil
}

// errNobody is a caller's mistake that Next reports as an error, because a
// server may meet it with several people at one table.
var errNobody = errors.New("play: a person is to decide, or the episode is over")

// A Turn is the next action of chance or of an agent, before it is played. It holds its
// own copy of the state, so that the table may be looked at while an agent thinks.
type Turn struct {
	// Value is the return that the agent expects for its seat, once it has decided; 0
	// for chance, and for an agent that does not estimate it.
	Value float32

	table   *Table
	plays   uint64
	step    uint64
	before  env.State
	action  env.Action
	decided bool
}

// Turn prepares the next action of chance or of an agent.
func (t *Table) Turn() (*Turn, error) {
	p := t.state.CurrentPlayer()
	if p != env.Chance && (p < 0 || t.seats[p].Agent == nil) {
		return nil, errNobody
	}
	return &Turn{table: t, plays: t.plays, step: uint64(len(t.record.Steps)), before: t.state.Clone()}, nil
}

// Player returns the seat that is to decide, or chance.
func (turn *Turn) Player() env.Player { return turn.before.CurrentPlayer() }

// Decide draws the outcome of chance, or asks the agent. Nothing of the table changes,
// which other goroutines may use meanwhile.
func (turn *Turn) Decide(ctx context.Context) error {
	p, seed := turn.Player(), turn.table.record.Seed
	if p == env.Chance {
		var table drive.Table
		table.Set(turn.before)
		turn.action, turn.decided = table.Draw(env.Stream(seed, purposePlayChance, turn.step)), true
		return nil
	}
	seat := turn.table.seats[p]
	viewer := agents.NewViewer(turn.table.game)
	viewer.Begin(env.StreamSeed(seed, purposePlayDecisions))
	view := viewer.View(turn.before, env.Stream(seed, purposePlayDecisions, turn.step))
	views := []agents.View{view}
	decisions, err := agents.Ask(ctx, seat.Agent, views)
	if err != nil {
		return fmt.Errorf("%s (%s) could not decide: %w", p, seat.Name, err)
	}
	turn.Value = decisions[0].Value
	turn.action, turn.decided = agents.Sample(decisions[0], view.Legal, env.Stream(seed, purposePlayActions, turn.step)), true
	return nil
}

// Play plays a decided turn. It returns false when the table has gone another way since
// the turn was prepared, and then changes nothing.
func (t *Table) Play(turn *Turn) (e Event, ok bool, err error) {
	if turn.table != t || turn.plays != t.plays || !turn.decided {
		return Event{}, false, nil
	}
	e, err = t.apply(turn.action)
	return e, err == nil, err
}

// Next plays one action of chance or of an agent.
func (t *Table) Next(ctx context.Context) (Event, error) {
	turn, err := t.Turn()
	if err == nil {
		err = turn.Decide(ctx)
	}
	if err != nil {
		return Event{}, err
	}
	e, _, err := t.Play(turn)
	return e, err
}

// Repeat plays an action of a record, whoever is to act.
func (t *Table) Repeat(a env.Action) (Event, error) {
	if !slices.Contains(t.state.LegalActions(nil), a) {
		return Event{}, &env.IllegalActionError{Game: t.game.Spec().String(), Player: t.state.CurrentPlayer(), Action: a}
	}
	return t.apply(a)
}

// Rewind takes actions back until n are left. It panics unless there are as many. Chance
// and agents then do what they did before, after the same actions.
func (t *Table) Rewind(n int) error {
	if n < 0 || n > len(t.record.Steps) {
		panic(fmt.Sprintf("play: rewind to %d of %d steps", n, len(t.record.Steps)))
	}
	s := t.game.NewInitialState()
	for _, step := range t.record.Steps[:n] {
		if err := s.Apply(step.Action); err != nil {
			return err
		}
	}
	t.state, t.before, t.record.Steps, t.record.Returns = s, nil, t.record.Steps[:n:n], nil
	t.plays++
	return nil
}

// Choose plays an action of the person who is to decide. An action that is not
// legal gives an *env.IllegalActionError and changes nothing.
func (t *Table) Choose(a env.Action) (Event, error) {
	p, ok := t.Person()
	if !ok {
		return Event{}, errors.New("play: no person is to decide")
	}
	if !slices.Contains(t.state.LegalActions(nil), a) {
		return Event{}, &env.IllegalActionError{Game: t.game.Spec().String(), Player: p, Action: a}
	}
	return t.apply(a)
}

func (t *Table) apply(a env.Action) (Event, error) {
	before := t.state.Clone()
	if err := t.state.Apply(a); err != nil {
		return Event{}, err
	}
	t.plays++
	t.before = before
	t.record.Add(before, a)
	if t.Over() {
		t.record.Returns = make([]float64, len(t.seats))
		t.state.Returns(t.record.Returns)
	}
	return Event{Before: before, After: t.state, Step: t.record.Steps[len(t.record.Steps)-1]}, nil
}
