package wire

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

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
	decisions, err := agent.Decide(s.ctx, views)
	if err == nil {
		err = agents.Check(decisions, views)
	}
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
	seat := st.CurrentPlayer()
	if seat == env.Terminal {
		a.Over = true
		st.Returns(a.Returns)
		return a
	}
	a.Seat = &seat
	a.Legal = t.play.Legal()
	st.Observe(seat, s.numbers)
	a.Kind = s.spec.Kinds()[s.spec.Kind(s.numbers, a.Legal)]
	a.Observation = numbers(s.numbers, packed)
	return a
}

type resetRequest struct {
	at
	Seed   *uint64  `json:"seed"`
	Agents []string `json:"agents"`
}

func (s *server) reset(q *resetRequest) (answer, error) {
	if q.Seed == nil {
		return nil, errors.New("seed: missing: want a whole number from 0 up")
	}
	seats, err := s.seated(q.Agents)
	if err != nil {
		return nil, err
	}
	t := newTable(s.Game, s.Game.NewInitialState(), seats, *q.Seed)
	t.source.Seed(env.StreamSeed(*q.Seed, env.PurposeEpisode, 0, 0)) // as a gym.Env does
	if err := s.advance(t); err != nil {
		return nil, err
	}
	if err := s.put("table", q.Table, t); err != nil {
		return nil, err
	}
	return s.stateOf(q.Table, t, q.Packed), nil
}

func (s *server) look(q *at) (answer, error) {
	t, err := s.table(q)
	if err != nil {
		return nil, err
	}
	return s.stateOf(q.Table, t, q.Packed), nil
}

type stepRequest struct {
	at
	Action *env.Action `json:"action"`
}

var errOver = errors.New("the episode is over: want reset")

func (s *server) step(q *stepRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case q.Action == nil:
		return nil, errors.New("action: missing: want an action id")
	case t.play.State().CurrentPlayer() == env.Terminal:
		return nil, errOver
	}
	if legal := t.play.Legal(); !slices.Contains(legal, *q.Action) {
		return nil, s.illegal(t.play.State().CurrentPlayer(), *q.Action, legal)
	}
	return s.move(&q.at, t, func(t *table) ([]choice, error) { return nil, t.apply(*q.Action) })
}

func (s *server) illegal(seat env.Player, a env.Action, legal []env.Action) error {
	return &env.IllegalActionError{Game: s.spec.String(), Player: seat, Action: a, Reason: fmt.Sprintf("legal: %v", legal)}
}

// move plays at a table and lets chance and agents go on. When an agent fails, the table
// is as it was.
func (s *server) move(q *at, t *table, play func(*table) ([]choice, error)) (answer, error) {
	back := t
	if slices.ContainsFunc(t.seats, func(a agents.Agent) bool { return a != nil }) {
		back = copyOf(s.Game, t)
	}
	played, err := play(t)
	if err = cmp.Or(err, s.advanceUnless(err, t)); err != nil {
		s.tables[q.Table] = back
		return nil, err
	}
	a := s.stateOf(q.Table, t, q.Packed)
	a.Played = played
	return a, nil
}

func (s *server) advanceUnless(err error, t *table) error {
	if err != nil {
		return err
	}
	return s.advance(t)
}

type observeRequest struct {
	at
	Seats []int `json:"seats"`
}

// seat checks that the program may see what a seat sees.
func (s *server) seat(t *table, field string, seat int) (env.Player, error) {
	switch {
	case seat < 0 || seat >= s.spec.Players:
		return 0, fmt.Errorf("%s: %d: want a seat from 0 to %d", field, seat, s.spec.Players-1)
	case !t.own(env.Player(seat)):
		return 0, fmt.Errorf("%s: %d: want a seat of your own: an agent plays this one", field, seat)
	}
	return env.Player(seat), nil
}

func (s *server) observe(q *observeRequest) (answer, error) {
	t, err := s.table(&q.at)
	if err != nil {
		return nil, err
	}
	a := &observed{head: head{Type: "observations"}, Table: q.Table, Seats: []int{}, Observations: []any{}}
	for p := range s.spec.Players {
		if q.Seats == nil && t.own(env.Player(p)) {
			a.Seats = append(a.Seats, p)
		}
	}
	a.Seats = append(a.Seats, q.Seats...)
	if len(a.Seats) > s.spec.Players {
		return nil, fmt.Errorf("seats: %d of them: want at most %d", len(a.Seats), s.spec.Players)
	}
	for i, seat := range a.Seats {
		p, err := s.seat(t, fmt.Sprintf("seats[%d]", i), seat)
		if err != nil {
			return nil, err
		}
		t.play.State().Observe(p, s.numbers)
		a.Observations = append(a.Observations, numbers(s.numbers, q.Packed))
	}
	return a, nil
}

func (s *server) legalNames(q *at) (answer, error) {
	t, err := s.table(q)
	if err != nil {
		return nil, err
	}
	a := &legal{head: head{Type: "legal"}, Table: q.Table, Legal: []env.Action{}, Names: []string{}}
	if seat := t.play.State().CurrentPlayer(); seat != env.Terminal {
		a.Seat, a.Legal = &seat, t.play.Legal()
	}
	for _, l := range a.Legal {
		a.Names = append(a.Names, t.play.State().ActionString(l))
	}
	return a, nil
}

type cloneRequest struct {
	at
	To   *int    `json:"to"`
	Seed *uint64 `json:"seed"`
}

func (s *server) clone(q *cloneRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case q.To == nil:
		return nil, errNoTo
	}
	c := copyOf(s.Game, t)
	if q.Seed != nil {
		c.reseed(*q.Seed)
	}
	if err := s.put("to", *q.To, c); err != nil {
		return nil, err
	}
	return s.stateOf(*q.To, c, q.Packed), nil
}

var errNoTo = errors.New("to: missing: want the number of the table to make")

// reseed gives a table another future.
func (t *table) reseed(seed uint64) {
	t.seed = seed
	t.source.Seed(env.StreamSeed(seed, env.PurposeWireFuture, uint64(t.decisions)))
}

type resampleRequest struct {
	cloneRequest
	Seat *int `json:"seat"`
}

func (s *server) resample(q *resampleRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case q.To == nil:
		return nil, errNoTo
	case q.Seed == nil:
		return nil, errors.New("seed: missing: want a whole number from 0 up")
	case q.Seat == nil:
		return nil, errors.New("seat: missing: want the seat that must not tell the worlds apart")
	}
	p, err := s.seat(t, "seat", *q.Seat)
	if err != nil {
		return nil, err
	}
	r, ok := t.play.State().(env.Resampler)
	if !ok {
		return nil, fmt.Errorf("%s hides nothing, or cannot sample worlds: want clone", s.spec)
	}
	c := newTable(s.Game, r.ResampleFromInfoState(p, env.Stream(*q.Seed, env.PurposeWireWorld, uint64(t.decisions))), t.seats, *q.Seed)
	c.decisions = t.decisions
	c.reseed(*q.Seed)
	if err := s.put("to", *q.To, c); err != nil {
		return nil, err
	}
	return s.stateOf(*q.To, c, q.Packed), nil
}

func (s *server) drop(q *at) (answer, error) {
	if _, err := s.table(q); err != nil {
		return nil, err
	}
	delete(s.tables, q.Table)
	return &done{head{Type: "done"}}, nil
}
