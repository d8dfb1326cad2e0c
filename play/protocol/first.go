package protocol

import (
	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
)

// First returns the question about the first choice of a game with seed 0.
func First(g env.Game) (*Question, error) {
	var table drive.Table
	table.Set(g.NewInitialState())
	rng := env.Stream(0, PurposeProtocolAction)
	if _, err := table.Advance(rng); err != nil {
		return nil, err
	}
	v := agents.NewViewer(g).View(table.State(), rng)
	q := &Question{Seat: &v.Seat, Observation: v.Observation, Legal: v.Legal}
	if v.InformationState != nil {
		state := v.InformationState()
		q.InformationState = &state
	}
	return q, nil
}
