package wire

import (
	"errors"
	"fmt"
	"slices"

	"ringer/env"
)

// turns answers with the decisions that are due at once: the decision of the seat to act,
// and of each seat whose own turn, as it sees it, is the same whatever the seats before it
// choose. So seats that commit in secret one after the other have their turns together.
func (s *server) turns(q *at) (answer, error) {
	t, err := s.table(q)
	if err != nil {
		return nil, err
	}
	a := &turns{head: head{Type: "turns"}, Table: q.Table, Turns: s.due(t)}
	for i := range a.Turns {
		a.Turns[i].Observation = numbers(a.Turns[i].numbers, q.Packed)
	}
	return a, nil
}

// due returns the turns of a table that are due at once; none when the episode is over.
func (s *server) due(t *episode) []turn {
	if t.pending != nil || t.over() {
		return append([]turn{}, t.pending...)
	}
	root := t.play.State()
	all := []turn{s.turnAt(root)}
	for len(all) < s.spec.Players {
		next, ok := s.following(t, root, all)
		if !ok {
			break
		}
		all = append(all, next)
	}
	t.pending = all
	return slices.Clone(all)
}

func (s *server) turnAt(st env.State) turn {
	seat := st.CurrentPlayer()
	x := turn{Seat: seat, Legal: st.LegalActions(nil), numbers: make([]float32, s.spec.ObservationSize())}
	st.Observe(seat, x.numbers)
	return x
}

func (x *turn) same(y *turn) bool {
	return x.Seat == y.Seat && slices.Equal(x.Legal, y.Legal) && slices.Equal(x.numbers, y.numbers)
}

// following returns the turn after some that are due at once, when it is due with them: it
// stays the same when any one of the seats before chooses another of its actions.
func (s *server) following(t *episode, root env.State, before []turn) (next turn, ok bool) {
	first := make([]env.Action, len(before))
	for i := range before {
		first[i] = before[i].Legal[0]
	}
	st := after(root, before, first)
	if st == nil {
		return next, false
	}
	seat := st.CurrentPlayer()
	if seat < 0 || !t.own(seat) || slices.ContainsFunc(before, func(x turn) bool { return x.Seat == seat }) {
		return next, false
	}
	next = s.turnAt(st)
	for i := len(before) - 1; i >= 0; i-- {
		for _, a := range before[i].Legal[1:] {
			actions := slices.Clone(first)
			actions[i] = a
			st := after(root, before, actions)
			if st == nil || st.CurrentPlayer() != seat {
				return next, false
			}
			if other := s.turnAt(st); !next.same(&other) {
				return next, false
			}
		}
	}
	return next, true
}

// after returns the state in which the seats of some turns have chosen, or nil when that
// is not how the game goes on.
func after(root env.State, turns []turn, actions []env.Action) env.State {
	st := root.Clone()
	for i, a := range actions {
		if st.CurrentPlayer() != turns[i].Seat || st.Apply(a) != nil {
			return nil
		}
	}
	return st
}

type commitRequest struct {
	at
	Choices []struct {
		Seat   *env.Player `json:"seat"`
		Action *env.Action `json:"action"`
	} `json:"choices"`
}

// commit plays the choices of seats whose turns are due at once. A seat whose turn has
// become another one by what was chosen before it is not played: it is asked again.
func (s *server) commit(q *commitRequest) (answer, error) {
	t, err := s.table(&q.at)
	if err != nil {
		return nil, err
	}
	due := s.due(t)
	if len(due) == 0 {
		return nil, errOver
	}
	chosen := map[env.Player]env.Action{}
	for i, c := range q.Choices {
		if c.Seat == nil || c.Action == nil {
			return nil, fmt.Errorf("choices[%d]: want a seat and an action", i)
		}
		at := slices.IndexFunc(due, func(x turn) bool { return x.Seat == *c.Seat })
		if _, twice := chosen[*c.Seat]; at < 0 || twice {
			return nil, fmt.Errorf("choices[%d].seat: %d: want each seat of turns once", i, *c.Seat)
		}
		if !slices.Contains(due[at].Legal, *c.Action) {
			return nil, s.illegal(*c.Seat, *c.Action, due[at].Legal)
		}
		chosen[*c.Seat] = *c.Action
	}
	if _, ok := chosen[due[0].Seat]; !ok {
		return nil, errors.New("choices: want the first seat of turns among them")
	}
	return s.move(&q.at, t, func(t *episode) ([]choice, error) {
		var played []choice
		for i := range due {
			a, ok := chosen[due[i].Seat]
			if !ok || i > 0 && !s.stands(t, &due[i]) {
				break
			}
			if err := t.apply(a); err != nil {
				return nil, err
			}
			played = append(played, choice{due[i].Seat, a})
		}
		return played, nil
	})
}

// stands reports whether a turn is due at a table, as it was foreseen.
func (s *server) stands(t *episode, x *turn) bool {
	st := t.play.State()
	full := t.decisions == t.rules.MaxDecisions || t.steps == t.rules.MaxSteps // some have been taken
	if full || st.CurrentPlayer() != x.Seat {
		return false
	}
	now := s.turnAt(st)
	return now.same(x)
}
