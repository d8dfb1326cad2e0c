package wire

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
)

// opDecisions is the op of the program's lines during a match.
const opDecisions = "decisions"

type matchRequest struct {
	asked
	Agents []string `json:"agents"` // empty for the program's policy
	Games  int      `json:"games"`
	Seed   *uint64  `json:"seed"`
	Packed bool     `json:"packed"`

	InformationState bool `json:"information_state"` // views name it
}

// match plays a match of package eval. The program decides for the agents without a name:
// the server writes views, and the program answers each with decisions.
func (s *server) match(q *matchRequest) (answer, error) {
	if q.Seed == nil {
		return nil, errNoSeed
	}
	if q.Games > mostMatchGames {
		return nil, fmt.Errorf("games: %d: want at most %d", q.Games, mostMatchGames)
	}
	config := eval.MatchConfig{Game: s.Game, Games: q.Games, Seed: *q.Seed}
	if _, ok := s.Game.NewInitialState().(env.InfoStater); q.InformationState && !ok {
		return nil, s.nameless()
	}
	policy := &policy{server: s, packed: q.Packed, named: q.InformationState}
	for _, name := range q.Agents {
		e := eval.Entry{Name: name, Agent: policy}
		if name == "" {
			e.Name = "policy"
			config.Workers = 1 // one conversation, in one order
		} else {
			agent, err := s.agent(name)
			if err != nil {
				return nil, err
			}
			e.Agent = agent
		}
		config.Entries = append(config.Entries, e)
	}
	config.Teams = eval.WholeTeams(s.Game.Spec(), len(config.Entries))
	result, err := eval.PlayMatch(s.ctx, config)
	if err != nil {
		return nil, err
	}
	return &matched{head{Type: "match"}, result}, nil
}

// policy is the agent that the program plays.
type policy struct {
	server *server
	packed bool
	named  bool // views name information states
	batch  int
}

type decisionsRequest struct {
	asked
	Batch  *int        `json:"batch"`
	Probs  [][]float32 `json:"probs"`  // one list a view, over its legal actions
	Packed string      `json:"packed"` // the same, one after the other
}

// Decide implements agents.Agent: it asks the program.
func (p *policy) Decide(_ context.Context, asked []agents.View) ([]agents.Decision, error) {
	s := p.server
	v := &views{head: head{"views", s.id}, Batch: p.batch}
	p.batch++
	var flat []float32
	var rows []any
	for i := range asked {
		v.Seats = append(v.Seats, asked[i].Seat)
		v.Legal = append(v.Legal, asked[i].Legal)
		if p.named {
			v.InformationStates = append(v.InformationStates, asked[i].InformationState())
		}
		if p.packed {
			flat = append(flat, asked[i].Observation...)
		} else {
			rows = append(rows, asked[i].Observation)
		}
	}
	v.Observations = rows
	if p.packed {
		v.Observations = numbers(flat, true)
	}
	if s.broken = s.send(v); s.broken != nil {
		return nil, s.broken
	}
	l, err := s.read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("the input ended in the middle of a match")
		}
		s.broken = err
		return nil, err
	}
	decisions, err := p.decisions(l.Text, l.Err, v)
	if err != nil {
		return nil, fmt.Errorf(`want one JSON object {"op": "decisions", "batch": %d, "probs": …}: %w`, v.Batch, err)
	}
	return decisions, nil
}

func (p *policy) decisions(text []byte, err error, v *views) ([]agents.Decision, error) {
	var q decisionsRequest
	p.server.id = nil
	if err == nil {
		err = input.FullJSON(text, &q)
		p.server.id = q.ID // the next line answers this one
	}
	switch {
	case err != nil:
		return nil, err
	case q.Op != opDecisions:
		return nil, fmt.Errorf("op: %q", q.Op)
	case q.Batch == nil || *q.Batch != v.Batch:
		return nil, fmt.Errorf("batch: missing, or another one: want %d", v.Batch)
	case q.Packed != "":
		if q.Probs, err = cut(q.Packed, v.Legal); err != nil {
			return nil, err
		}
	}
	decisions := make([]agents.Decision, len(q.Probs))
	for i, probs := range q.Probs {
		decisions[i].Probs = probs
	}
	return decisions, nil // which the match checks
}

// cut cuts packed probabilities into one list a view.
func cut(text string, legal [][]env.Action) ([][]float32, error) {
	all, ok := unpack(text)
	n := 0
	for _, l := range legal {
		n += len(l)
	}
	if !ok || len(all) != n {
		return nil, fmt.Errorf("packed: want base64 of %d little-endian 32-bit floats", n)
	}
	lists := make([][]float32, len(legal))
	for i, l := range legal {
		lists[i], all = all[:len(l):len(l)], all[len(l):]
	}
	return lists, nil
}
