package jobs

import (
	"bytes"
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/cluster"
	"ringer/models"
)

// Carried is a game and an agent of it as a job of any kind may hold them, in JSON.
type Carried struct {
	Game  gameText  `json:"game"`
	Agent agentText `json:"agent"`
}

// Carry writes an agent at a game, and keeps what it opens for workers. The error is
// eval.ErrHere for one that cannot be built elsewhere.
func (p *Player) Carry(ctx context.Context, g env.Game, agent agents.Agent) (Carried, error) {
	if err := p.recipes.travels(&eval.Work{Game: g, Entries: []eval.Entry{{Agent: agent}}}); err != nil {
		return Carried{}, err
	}
	w := newWriter(p.recipes, func(data []byte) (string, error) { return p.client.Put(ctx, data) }, p.putWeights)
	if _, err := w.agent(agent, g.Spec(), w.game(g.Spec())); err != nil {
		return Carried{}, err
	}
	return Carried{w.job.Games[0], w.job.Agents[0]}, nil
}

// Client returns the client whose jobs the games are.
func (p *Player) Client() *Client { return p.client }

// Build builds the game and the agent on a worker.
func (c *Carried) Build(ctx context.Context, makers Makers, objects *cluster.Objects) (env.Game, agents.Agent, error) {
	t := NewTable(makers)
	g, err := t.game(ctx, &c.Game)
	if err != nil {
		return nil, nil, err
	}
	a, err := t.agent(ctx, g, &c.Agent, objects)
	return g, a.Agent, err
}

// WeightsBytes returns weights as a job carries them; they come back the same to the bit.
func WeightsBytes(w *models.Weights) ([]byte, error) {
	var data bytes.Buffer
	err := w.Write(&data, nil)
	return data.Bytes(), err
}

// WeightsFrom reads what WeightsBytes has written.
func WeightsFrom(data []byte, network *models.Network) (*models.Weights, error) {
	w, _, err := models.ReadWeights(bytes.NewReader(data), network)
	if err != nil {
		return nil, fmt.Errorf("jobs: weights: %w", err)
	}
	return w, nil
}
