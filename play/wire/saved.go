package wire

import (
	"fmt"

	"ringer/env"
	"ringer/env/gym"
)

// vectorSave tells where the tables of a vector stand, so that vector_load lets another
// vector with the same options stand there. What its arrays hold is not part of it.
func (s *server) vectorSave(q *ofVector) (answer, error) {
	v, err := s.vector(q.Vector)
	switch {
	case err != nil:
		return nil, err
	case !v.started:
		return nil, fmt.Errorf("vector: %d: want vector_reset before", q.Vector)
	}
	a := &vectorSaved{head: head{Type: "saved"}, Vector: q.Vector}
	for t := range v.given {
		at := v.v.SaveTable(t)
		x := saved{
			Seed: at.Episode.Seed, Table: at.Episode.Table, Episode: at.Episode.Number, Actions: append([]env.Action{}, at.Actions...),
			Over: at.Over, Last: at.Last, Length: at.Length,
		}
		if o := v.seats; o != nil {
			x.Last, x.Length, x.Steps = o.last[t], int(v.lengths[t]), o.steps[t]
		}
		a.Tables = append(a.Tables, x)
	}
	return a, nil
}

type vectorLoadRequest struct {
	ofVector
	First  int     `json:"first"` // table
	Tables []saved `json:"tables"`
}

// vectorLoad lets tables stand where the tables of another vector stood. A new vector is
// started when all its tables, from the first to the last, have been loaded.
func (s *server) vectorLoad(q *vectorLoadRequest) (answer, error) {
	v, err := s.vector(q.Vector)
	if err != nil {
		return nil, err
	}
	n := len(v.given)
	if q.First < 0 || q.First > n || len(q.Tables) > n-q.First || !v.started && q.First != v.loaded {
		return nil, fmt.Errorf("first: %d, with %d tables: want tables of %d in order", q.First, len(q.Tables), n)
	}
	var faults env.Faults
	for i := range q.Tables {
		x := &q.Tables[i]
		if x.Last < 0 || int(x.Last) >= s.spec.Players {
			faults.Add(fmt.Sprintf("tables[%d].last", i), int(x.Last), "a seat from 0 to %d", s.spec.Players-1)
		}
		if x.Length < 0 || x.Steps < 0 {
			faults.Add(fmt.Sprintf("tables[%d]", i), fmt.Sprintf("length %d, steps %d", x.Length, x.Steps), "numbers from 0 up")
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	for i := range q.Tables {
		if err := v.load(q.First+i, &q.Tables[i]); err != nil {
			v.started, v.loaded = false, 0 // half loaded
			return nil, fmt.Errorf("tables[%d].actions: %w: want vector_reset, or all tables", i, err)
		}
	}
	if !v.started {
		if v.loaded += len(q.Tables); v.loaded == n {
			v.started, v.loaded = true, 0
		}
	}
	v.publish()
	return &done{head{Type: "done"}}, nil
}

func (v *vector) load(t int, x *saved) error {
	at := gym.Saved{
		Episode: gym.Episode{Seed: x.Seed, Table: x.Table, Number: x.Episode}, Actions: x.Actions, Over: x.Over, Last: x.Last, Length: x.Length,
	}
	if err := v.v.LoadTable(t, at, &v.buf); err != nil {
		return err
	}
	if o := v.seats; o != nil {
		o.begin(t)
		o.last[t], o.steps[t], v.lengths[t] = x.Last, x.Steps, int32(x.Length)
	}
	return nil
}
