package wire

import (
	"errors"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/play/protocol"
)

type decideRequest struct {
	at
	Agent string  `json:"agent"`
	Seed  *uint64 `json:"seed"`
}

// decide asks an agent about the seat to act at a table, and plays nothing.
func (s *server) decide(q *decideRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case t.over():
		return nil, errOver
	}
	agent, err := s.agent(q.Agent)
	if err != nil {
		return nil, err
	}
	seed := t.key.Seed
	if q.Seed != nil {
		seed = *q.Seed
	}
	d, err := s.decideAt(t, agent, seed)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", q.Agent, err)
	}
	d.Table = q.Table
	return d, nil
}

type askRequest struct {
	asked
	Agent     string              `json:"agent"`
	Seed      *uint64             `json:"seed"`
	Questions []protocol.Question `json:"questions"`
}

// ask asks an agent that decides by what a seat sees, such as a bot, about situations at no
// table here. The n-th question draws its action from the seed and n.
func (s *server) ask(q *askRequest) (answer, error) {
	if q.Seed == nil {
		return nil, errNoSeed
	}
	if len(q.Questions) > mostQuestions {
		return nil, fmt.Errorf("questions: %d of them: want at most %d", len(q.Questions), mostQuestions)
	}
	agent, err := s.agent(q.Agent)
	if err != nil {
		return nil, err
	}
	config := protocol.Config{Bot: q.Agent, Agent: agent, Spec: s.spec, Seed: *q.Seed}
	a := &answers{head: head{Type: "decisions"}, Wants: s.wants(agent), Decisions: []protocol.Answer{}}
	for i := range q.Questions {
		question := &q.Questions[i]
		err := config.Check(question)
		var d protocol.Answer
		if err == nil {
			d, err = config.Answer(s.ctx, i+1, question)
		}
		if err != nil {
			return nil, fmt.Errorf("questions[%d]: %w", i, err)
		}
		a.Decisions = append(a.Decisions, d)
	}
	return a, nil
}

// wants returns the optional keys of questions that an agent cannot do without. It asks
// the agent about the first decision of a game.
func (s *server) wants(agent agents.Agent) []string {
	var table drive.Table
	table.Set(s.Game.NewInitialState())
	rng := env.Stream(0, purposeWireDecision)
	if seat, err := table.Roll(rng); err != nil || seat == env.Terminal {
		return nil
	}
	v := agents.NewViewer(s.Game).View(table.State(), rng)
	v.InformationState = nil
	if _, err := agent.Decide(s.ctx, []agents.View{v}); errors.Is(err, agents.ErrNoInformationState) {
		return []string{protocol.WantInformationState}
	}
	return nil
}
