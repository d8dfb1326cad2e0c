package wire

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/gym"
)

// episode is one episode of the protocol.
type episode struct {
	play    drive.Table
	source  *rand.ChaCha8 // of chance
	rng     env.Rand
	key     gym.Episode
	foreign bool // what is hidden, or to come, does not follow from key: a copy with another future, or a world
	rules   *rules
	seating *seating
	row     []int // of seating
	viewer  *agents.Viewer
	number  [32]byte // of viewer

	decisions int
	steps     int // decisions of the program that were shown to it
	truncated bool
	history   []env.Action // decisions of all seats
	pending   []turn       // of the last turns; nil when the table has moved on
}

func newEpisode(game env.Game, s env.State, rules *rules, seating *seating, key gym.Episode) *episode {
	t := &episode{source: rand.NewChaCha8([32]byte{}), key: key, rules: rules, seating: seating, row: seating.at(key), viewer: agents.NewViewer(game)}
	t.rng = rand.New(t.source)
	t.begin(numberOf(key))
	t.play.Set(s)
	return t
}

// begin gives agents the number of an episode.
func (t *episode) begin(number [32]byte) {
	t.number = number
	t.viewer.Begin(number)
}

// copyOf returns an independent copy of a table, its coming chance included.
func copyOf(game env.Game, t *episode) *episode {
	c := newEpisode(game, t.play.State().Clone(), t.rules, t.seating, t.key)
	*c.source = *t.source
	c.begin(t.number)
	c.row, c.foreign, c.decisions, c.steps, c.truncated, c.history = t.row, t.foreign, t.decisions, t.steps, t.truncated, slices.Clone(t.history)
	return c
}

// reseed gives a table another future.
func (t *episode) reseed(seed uint64) {
	t.key.Seed, t.foreign = seed, true
	t.source.Seed(env.StreamSeed(seed, purposeWireFuture, uint64(t.decisions)))
}

// own reports whether the program plays a seat.
func (t *episode) own(p env.Player) bool { return t.row[p] < 0 }

// over reports whether the episode has ended, by the rules or by a limit.
func (t *episode) over() bool { return t.truncated || t.play.State().CurrentPlayer() == env.Terminal }

// advance rolls chance and lets agents play until a seat of the program is to act or the
// episode is over. Forced decisions of the program are passed over where the rules of the
// table say so, but for the first one of an episode, as a gym.Vector does.
func (s *server) advance(t *episode) error {
	t.pending = nil
	for {
		seat, err := t.play.Roll(t.rng)
		if err != nil || seat == env.Terminal {
			return err
		}
		if t.decisions > 0 && t.decisions == t.rules.MaxDecisions {
			t.truncated = true
			return nil
		}
		legal := t.play.Legal()
		a := legal[0]
		switch {
		case len(legal) == 1 && (!t.own(seat) || t.skips(legal)):
		case !t.own(seat):
			d, err := s.decideAt(t, t.seating.agents[t.row[seat]], t.key.Seed)
			if err != nil {
				return err
			}
			a = d.Action
		default:
			t.truncated = t.steps > 0 && t.steps == t.rules.MaxSteps
			return nil
		}
		if err := t.apply(a); err != nil {
			return err
		}
	}
}

// skips reports whether a decision of the program is not shown to it.
func (t *episode) skips(legal []env.Action) bool {
	return t.rules.SkipForced && len(legal) == 1 && t.decisions > 0
}

func (t *episode) apply(a env.Action) error {
	if t.own(t.play.State().CurrentPlayer()) && !(t.rules.SkipForced && t.skips(t.play.Legal())) {
		t.steps++
	}
	if err := t.play.Apply(a); err != nil {
		return err
	}
	t.decisions++
	t.history = append(t.history, a)
	t.pending = nil
	return nil
}

// decideAt asks an agent about the seat to act. What it draws follows from the seed, and
// the numbers of the episode and of the decision, as at a vector.
func (s *server) decideAt(t *episode, agent agents.Agent, seed uint64) (*decision, error) {
	stream := func(purpose env.Purpose) env.Rand {
		return env.Stream(seed, purpose, t.key.Table, t.key.Number, uint64(t.decisions))
	}
	views := []agents.View{t.viewer.View(t.play.State(), stream(purposeWireDecision))}
	decisions, err := agents.Ask(s.ctx, agent, views)
	if err != nil {
		return nil, err
	}
	d := decisions[0]
	return &decision{
		head: head{Type: "decision"}, Seat: views[0].Seat, Legal: views[0].Legal, Probs: d.Probs, Value: d.Value,
		Action: agents.Sample(d, views[0].Legal, stream(purposeWireAction)),
	}, nil
}

// at names the table of a request.
type at struct {
	asked
	Table  int  `json:"table"`
	Packed bool `json:"packed"` // observations as base64
}

// table returns the table of a request.
func (s *server) table(q *at) (*episode, error) {
	if t := s.tables[q.Table]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("table: %d: want a table that reset or clone has made", q.Table)
}

// put keeps a table under a number.
func (s *server) put(field string, number int, t *episode) error {
	if number < 0 || number >= MaxTables {
		return fmt.Errorf("%s: %d: want a number from 0 to %d", field, number, MaxTables-1)
	}
	s.tables[number] = t
	return nil
}

// stateOf returns the answer that shows a table to the program.
func (s *server) stateOf(number int, t *episode, packed bool) *state {
	a := &state{
		head: head{Type: "state"}, Table: number, Episode: t.key.Number, Returns: make([]float64, s.spec.Players), Decisions: t.decisions,
		Truncated: t.truncated, Legal: []env.Action{},
	}
	if len(t.seating.of) > 1 {
		seat := own(t.row)
		a.Own = &seat
	}
	st := t.play.State()
	switch {
	case st.CurrentPlayer() == env.Terminal:
		a.Over = true
		st.Returns(a.Returns)
		return a
	case t.truncated:
		return a
	}
	now := s.turnAt(st)
	a.Seat, a.Legal = &now.Seat, now.Legal
	a.Kind = s.spec.Kinds()[s.spec.Kind(now.numbers, now.Legal)]
	a.Observation = numbers(now.numbers, packed)
	return a
}
