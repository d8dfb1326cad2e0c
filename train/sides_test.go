package train

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
)

func TestSharesAndLeadsOfSides(t *testing.T) {
	spec := &env.Spec{Players: 5, Teams: []int{7, 3, 7, 3, 3}}
	for name, c := range map[string]struct {
		sides       sides
		rewards     []float32
		side        int
		share, lead float64
	}{
		"a seat by itself":           {seatsOf(spec), []float32{3, 1, 2, 0, 0}, 0, 1, 3 - 0.75},
		"a partner alone on top":     {seatsOf(spec), []float32{3, 1, 2, 0, 0}, 2, 0, 2 - 1},
		"a team that wins":           {teamsOf(spec), []float32{1, -1, 1, -1, -1}, 0, 1, 2},
		"a team that loses":          {teamsOf(spec), []float32{1, -1, 1, -1, -1}, 1, 0, -2},
		"level teams, by their size": {teamsOf(spec), []float32{2, 2, 2, 2, 2}, 1, 0.6, 0},
		"all on one side":            {teamsOf(&env.Spec{Players: 2, Teams: []int{0, 0}}), []float32{1, 1}, 0, 1, 0},
	} {
		assert.InDelta(t, c.share, c.sides.share(c.rewards, c.side), 1e-12, name)
		assert.InDelta(t, c.lead, c.sides.lead(c.rewards, c.side), 1e-12, name)
	}
	assert.Equal(t, 0.2, seatsOf(spec).equal())
	assert.Equal(t, 0.5, teamsOf(spec).equal())
}

// Opponents are drawn by what a win of the side that learns is worth.
func TestThePriorityOfOpponentsCountsSides(t *testing.T) {
	cfg := Defaults()
	cfg.Game = "duel"
	opt := Options{
		Game:      games.MustNew("duel(players=4,scenario=king_of_the_hill,one_and_half_actions=true,step=1,rounds=3)"),
		Algorithm: func(*models.Weights) (Algorithm, error) { return nil, nil },
	}
	for teams, equal := range map[bool]float64{false: 0.25, true: 0.5} {
		cfg.Opponents.Teams = teams
		r, err := newRun(context.Background(), cfg, opt)
		require.NoError(t, err)
		assert.Equal(t, equal, r.pool.Equal)
	}
}
