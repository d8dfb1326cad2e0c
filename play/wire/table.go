package wire

import (
	"fmt"
	"math/rand/v2"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
)

// table is one episode.
type table struct {
	play      drive.Table
	source    *rand.ChaCha8 // of chance
	rng       env.Rand
	seed      uint64         // of the episode
	seats     []agents.Agent // nil: the program plays
	viewer    *agents.Viewer
	decisions int
	pending   []turn // of the last turns; nil when the table has moved on
}

func newTable(game env.Game, s env.State, seats []agents.Agent, seed uint64) *table {
	t := &table{source: rand.NewChaCha8([32]byte{}), seed: seed, seats: seats, viewer: agents.NewViewer(game)}
	t.rng = rand.New(t.source)
	t.play.Set(s)
	return t
}

// copyOf returns an independent copy of a table, its coming chance included.
func copyOf(game env.Game, t *table) *table {
	c := newTable(game, t.play.State().Clone(), t.seats, t.seed)
	*c.source = *t.source
	c.decisions = t.decisions
	return c
}

// reseed gives a table another future.
func (t *table) reseed(seed uint64) {
	t.seed = seed
	t.source.Seed(env.StreamSeed(seed, env.PurposeWireFuture, uint64(t.decisions)))
}

// own reports whether the program plays a seat.
func (t *table) own(p env.Player) bool { return t.seats[p] == nil }

// advance rolls chance and lets agents play until a seat of the program is to act or the
// episode is over.
func (s *server) advance(t *table) error {
	t.pending = nil
	for {
		seat, err := t.play.Roll(t.rng)
		if err != nil || seat == env.Terminal || t.own(seat) {
			return err
		}
		legal := t.play.Legal()
		a := legal[0]
		if len(legal) > 1 {
			d, err := s.decideAt(t, t.seats[seat], t.seed)
			if err != nil {
				return err
			}
			a = d.Action
		}
		if err := t.apply(a); err != nil {
			return err
		}
	}
}

func (t *table) apply(a env.Action) error {
	if err := t.play.Apply(a); err != nil {
		return err
	}
	t.decisions++
	t.pending = nil
	return nil
}

// decideAt asks an agent about the seat to act. What it draws follows from the seed and
// the number of the decision.
func (s *server) decideAt(t *table, agent agents.Agent, seed uint64) (*decision, error) {
	n := uint64(t.decisions)
	views := []agents.View{t.viewer.View(t.play.State(), env.Stream(seed, env.PurposeWireDecision, n))}
	decisions, err := agents.Ask(s.ctx, agent, views)
	if err != nil {
		return nil, err
	}
	d := decisions[0]
	return &decision{
		head: head{Type: "decision"}, Seat: views[0].Seat, Legal: views[0].Legal, Probs: d.Probs, Value: d.Value,
		Action: agents.Sample(d, views[0].Legal, env.Stream(seed, env.PurposeWireAction, n)),
	}, nil
}

// at names the table of a request.
type at struct {
	asked
	Table  int  `json:"table"`
	Packed bool `json:"packed"` // observations as base64
}

// table returns the table of a request.
func (s *server) table(q *at) (*table, error) {
	if t := s.tables[q.Table]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("table: %d: want a table that reset or clone has made", q.Table)
}

// put keeps a table under a number.
func (s *server) put(field string, number int, t *table) error {
	if number < 0 || number >= MaxTables {
		return fmt.Errorf("%s: %d: want a number from 0 to %d", field, number, MaxTables-1)
	}
	s.tables[number] = t
	return nil
}

// stateOf returns the answer that shows a table to the program.
func (s *server) stateOf(number int, t *table, packed bool) *state {
	a := &state{
		head: head{Type: "state"}, Table: number, Returns: make([]float64, s.spec.Players), Decisions: t.decisions, Legal: []env.Action{},
	}
	st := t.play.State()
	if st.CurrentPlayer() == env.Terminal {
		a.Over = true
		st.Returns(a.Returns)
		return a
	}
	now := s.turnAt(st)
	a.Seat, a.Legal = &now.Seat, now.Legal
	a.Kind = s.spec.Kinds()[s.spec.Kind(now.numbers, now.Legal)]
	a.Observation = numbers(now.numbers, packed)
	return a
}
