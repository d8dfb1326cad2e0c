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
	Before env.State // as it was; owned by the receiver of the event
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
	viewer *agents.Viewer
	record *replay.Replay
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
	return &Table{game: game, seats: slices.Clone(seats), state: s, viewer: agents.NewViewer(game), record: record}
}

// Game returns the game at the table.
func (t *Table) Game() env.Game { return t.game }

// Seats lists the players of the seats. The caller must not change it.
func (t *Table) Seats() []Seat { return t.seats }

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

// Next plays one action of chance or of an agent.
func (t *Table) Next(ctx context.Context) (Event, error) {
	p := t.state.CurrentPlayer()
	step := uint64(len(t.record.Steps))
	switch {
	case p == env.Chance:
		var table drive.Table
		table.Set(t.state)
		return t.apply(table.Draw(env.Stream(t.record.Seed, env.PurposePlayChance, step)))
	case p < 0 || t.seats[p].Agent == nil:
		return Event{}, errNobody
	}
	view := t.viewer.View(t.state, env.Stream(t.record.Seed, env.PurposePlayDecisions, step))
	views := []agents.View{view}
	decisions, err := t.seats[p].Agent.Decide(ctx, views)
	if err == nil {
		err = agents.Check(decisions, views)
	}
	if err != nil {
		return Event{}, fmt.Errorf("%s (%s) could not decide: %w", p, t.seats[p].Name, err)
	}
	return t.apply(agents.Sample(decisions[0], view.Legal, env.Stream(t.record.Seed, env.PurposePlayActions, step)))
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
	t.record.Add(before, a)
	if t.Over() {
		t.record.Returns = make([]float64, len(t.seats))
		t.state.Returns(t.record.Returns)
	}
	return Event{Before: before, After: t.state, Step: t.record.Steps[len(t.record.Steps)-1]}, nil
}
