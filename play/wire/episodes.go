package wire

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/gym"
)

var (
	errOver   = errors.New("the episode is over: want reset")
	errNoTo   = errors.New("to: missing: want the number of the table to make")
	errNoSeed = errors.New("seed: missing: want a whole number from 0 up")
)

type resetRequest struct {
	at
	rules
	Seed    *uint64      `json:"seed"`
	Episode uint64       `json:"episode"` // of the seed
	Actions []env.Action `json:"actions"` // of all seats, that the episode goes on from
}

// reset starts an episode. Episodes that end before the program has a decision are passed
// over.
func (s *server) reset(q *resetRequest) (answer, error) {
	if q.Seed == nil {
		return nil, errNoSeed
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	seating, err := s.seated(&q.rules)
	if err != nil {
		return nil, err
	}
	key := gym.Episode{Seed: *q.Seed, Number: q.Episode}
	for range mostPassed {
		t := newEpisode(s.Game, s.Game.NewInitialState(), &q.rules, seating, key)
		t.source.Seed(env.StreamSeed(key.Seed, gym.PurposeEpisode, key.Table, key.Number)) // as a gym.Vector does
		if err := s.replay(t, q.Actions); err != nil {
			return nil, err
		}
		if err := s.advance(t); err != nil {
			return nil, err
		}
		if q.Actions != nil || t.steps > 0 || !t.over() {
			if err := s.put("table", q.Table, t); err != nil {
				return nil, err
			}
			return s.stateOf(q.Table, t, q.Packed), nil
		}
		key.Number++
	}
	return nil, errPassed(q.Table)
}

// replay plays the decisions of all seats once more.
func (s *server) replay(t *episode, actions []env.Action) error {
	for i, a := range actions {
		seat, err := t.play.Roll(t.rng)
		if err != nil {
			return err
		}
		if seat == env.Terminal {
			return fmt.Errorf("actions[%d]: %d: the episode is over before it", i, a)
		}
		if legal := t.play.Legal(); !slices.Contains(legal, a) {
			return fmt.Errorf("actions[%d]: %w", i, s.illegal(seat, a, legal))
		}
		if err := t.apply(a); err != nil {
			return err
		}
	}
	return nil
}

type agentsRequest struct {
	asked
	rules
}

// checkAgents answers whether agents can be seated, and builds them.
func (s *server) checkAgents(q *agentsRequest) (answer, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if _, err := s.seated(&q.rules); err != nil {
		return nil, err
	}
	return &done{head{Type: "done"}}, nil
}

type lookRequest struct {
	at
	History bool `json:"history"`
}

func (s *server) look(q *lookRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case q.History && t.foreign:
		return nil, errors.New("history: what is hidden or to come at this table is no episode of a seed: it is a copy with a seed of its own, or a world")
	}
	a := s.stateOf(q.Table, t, q.Packed)
	if q.History {
		a.Actions = append([]env.Action{}, t.history...)
	}
	return a, nil
}

type stepRequest struct {
	at
	Action *env.Action `json:"action"`
}

func (s *server) step(q *stepRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case q.Action == nil:
		return nil, errors.New("action: missing: want an action id")
	case t.over():
		return nil, errOver
	}
	if legal := t.play.Legal(); !slices.Contains(legal, *q.Action) {
		return nil, s.illegal(t.play.State().CurrentPlayer(), *q.Action, legal)
	}
	return s.move(&q.at, t, func(t *episode) ([]choice, error) { return nil, t.apply(*q.Action) })
}

func (s *server) illegal(seat env.Player, a env.Action, legal []env.Action) error {
	return &env.IllegalActionError{Game: s.spec.String(), Player: seat, Action: a, Reason: fmt.Sprintf("legal: %v", legal)}
}

// move plays at a table and lets chance and agents go on. When an agent fails, the table
// is as it was.
func (s *server) move(q *at, t *episode, play func(*episode) ([]choice, error)) (answer, error) {
	back := t
	if len(t.seating.agents) > 0 {
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

func (s *server) advanceUnless(err error, t *episode) error {
	if err != nil {
		return err
	}
	return s.advance(t)
}

type observeRequest struct {
	at
	Seats            []int `json:"seats"`
	InformationState bool  `json:"information_state"` // name it too
}

// seat checks that the program may see what a seat sees.
func (s *server) seat(t *episode, field string, seat int) (env.Player, error) {
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
	named, ok := t.play.State().(env.InfoStater)
	if q.InformationState && !ok {
		return nil, s.nameless()
	}
	for i, seat := range a.Seats {
		p, err := s.seat(t, fmt.Sprintf("seats[%d]", i), seat)
		if err != nil {
			return nil, err
		}
		if q.InformationState {
			a.InformationStates = append(a.InformationStates, named.InformationState(p))
		}
		t.play.State().Observe(p, s.numbers)
		a.Observations = append(a.Observations, numbers(s.numbers, q.Packed))
	}
	return a, nil
}

func (s *server) nameless() error {
	return fmt.Errorf("information_state: %s does not name its information states: want false", s.spec)
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
	return s.make(q, copyOf(s.Game, t))
}

// make keeps the table of a request that makes one, with another future where it has a
// seed.
func (s *server) make(q *cloneRequest, made *episode) (answer, error) {
	if q.Seed != nil {
		made.reseed(*q.Seed)
	}
	if err := s.put("to", *q.To, made); err != nil {
		return nil, err
	}
	return s.stateOf(*q.To, made, q.Packed), nil
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
		return nil, errNoSeed
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
	c := copyOf(s.Game, t)
	c.play.Set(r.ResampleFromInfoState(p, env.Stream(*q.Seed, purposeWireWorld, uint64(t.decisions))))
	return s.make(&q.cloneRequest, c)
}

func (s *server) drop(q *at) (answer, error) {
	if _, err := s.table(q); err != nil {
		return nil, err
	}
	delete(s.tables, q.Table)
	return &done{head{Type: "done"}}, nil
}
