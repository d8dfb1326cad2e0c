package train

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
)

func weights(value float32) *models.Weights {
	w := models.NewWeights(&models.Network{
		Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 1, Hidden: []int{1}, Activation: models.Tanh,
	})
	for i := range w.Flat {
		w.Flat[i] = value
	}
	return w
}

func TestPoolKeepsOldestAndNewestAndThinsEvenly(t *testing.T) {
	p := Pool{Limit: 5}
	w := weights(0)
	for i := 10; i <= 100; i += 10 {
		w.Flat[0] = float32(i)
		p.Add(i, w)
	}
	require.Len(t, p.Entries, 5)
	assert.Equal(t, 10, p.Entries[0].Iteration)
	assert.Equal(t, 100, p.Entries[4].Iteration)
	for i, e := range p.Entries {
		assert.Equal(t, float32(e.Iteration), e.Weights.Flat[0], "an entry is a copy")
		if i > 0 {
			assert.LessOrEqual(t, e.Iteration-p.Entries[i-1].Iteration, 40, "no long stretch of the past is forgotten")
		}
	}
}

// An opponent that the learner loses to must come up more often, by
// (1 - share)^2.
func TestPoolDrawsWhomTheLearnerLosesTo(t *testing.T) {
	p := Pool{Limit: 4, Equal: 0.5}
	for i := range 3 {
		p.Add(i, weights(0))
	}
	p.Record([]OpponentResult{
		{Opponent: 0, Episodes: 98, Score: 97}, // smoothed share 0.98
		{Opponent: 1, Episodes: 98, Score: 49}, // 0.50
		{Opponent: 2, Episodes: 98, Score: 0},  // 0.01
		{Opponent: 9, Episodes: 50, Score: 0},  // nobody
	})
	counts := make([]float64, 3)
	rng := env.Stream(1, "test")
	const draws = 20000
	for range draws {
		counts[p.Redraw(rng, nil, 1)[0]]++
	}
	// Weights 0.0004+0.01, 0.25+0.01, 0.9801+0.01 of a sum of 1.2605.
	for i, w := range []float64{0.0104, 0.26, 0.9901} {
		assert.InDelta(t, w/1.2605, counts[i]/draws, 0.012, "entry %d", i)
	}
}

// Several past selves play at once, none twice; one that is kept stays while it is in
// the pool.
func TestPoolRedraws(t *testing.T) {
	p := Pool{Limit: 8, Equal: 0.5}
	for i := range 5 {
		p.Add(10*i, weights(0))
	}
	rng := env.Stream(1, "test")
	drawn := p.Redraw(rng, nil, 3)
	require.Len(t, drawn, 3)
	again := p.Redraw(rng, drawn, 3)
	assert.Equal(t, drawn, again)
	mixed := p.Redraw(rng, []int{drawn[0], 999, drawn[0]}, 3)
	assert.Equal(t, drawn[0], mixed[0])
	assert.Len(t, mixed, 3)
	assert.ElementsMatch(t, []int{0, 10, 20, 30, 40}, p.Redraw(rng, nil, 9), "all of them where there are fewer")
}

// The same strength against one opponent is the same priority, however many of it sit
// at the table.
func TestPriorityCountsSeats(t *testing.T) {
	record := func(share float64) *Record { return &Record{Episodes: 1e9, Score: share * 1e9} }
	for _, c := range []struct{ share, equal, won float64 }{
		{0.5, 0.5, 0.5},
		{0.8, 0.5, 0.8},
		{0.25, 0.25, 0.5},
		{1. / 3, 1. / 3, 0.5},
		{0.5, 0.25, 0.75}, // three to one against each of three others
		{0, 0.25, 0},
		{1, 0.25, 1},
		{0.2, 0.2, 0.5},
	} {
		want := (1-c.won)*(1-c.won) + 0.01
		assert.InDelta(t, want, record(c.share).priority(c.equal), 1e-6, "%v", c)
	}
	assert.InDelta(t, 0.26, (&Record{}).priority(0.25), 1e-9, "an opponent that has not played counts as level")
	assert.Positive(t, (&Record{Episodes: 5, Score: 5}).priority(1), "a table of one seat")
}

func TestOldResultsFade(t *testing.T) {
	p := Pool{Limit: 2, Equal: 0.5}
	p.Add(0, weights(0))
	p.Record([]OpponentResult{{Opponent: 0, Episodes: 100, Score: 100}})
	for range 200 {
		p.Record([]OpponentResult{{Opponent: 0, Episodes: 10}})
	}
	assert.Less(t, p.Entries[0].Score/p.Entries[0].Episodes, 0.01)
	beaten := p.Entries[0].priority(0.5)
	for range 400 {
		p.Record(nil)
	}
	assert.Less(t, p.Entries[0].priority(0.5), beaten/3, "what has not played for long counts as level again")
}

func TestPlanSharesTables(t *testing.T) {
	count := func(opponents []Opponent, tables int, u float64) map[int]int {
		counts := map[int]int{}
		for _, k := range plan(opponents, tables, u) {
			counts[k]++
		}
		return counts
	}
	for _, u := range []float64{0, 0.4, 0.999} {
		assert.Equal(t, map[int]int{-1: 8}, count(nil, 8, u))
		assert.Equal(t, map[int]int{0: 8}, count([]Opponent{{Share: 1}}, 8, u))
		assert.Equal(t, map[int]int{-1: 6, 0: 2}, count([]Opponent{{Share: 0.25}}, 8, u))
		assert.Equal(t, map[int]int{0: 4, 1: 4}, count([]Opponent{{Share: 0.5}, {Share: 0.5}}, 8, u))
		assert.Equal(t, map[int]int{-1: 4, 0: 1, 1: 1, 2: 2}, count([]Opponent{{Share: 0.125}, {Share: 0.125}, {Share: 0.25}}, 8, u))
	}
	assert.Equal(t, []int{-1, -1, 1, 0}, plan([]Opponent{{Share: 0.25}, {Share: 0.25}}, 4, 0.5), "self-play keeps the first tables")
}

// Whatever the shares are, each has its due on average, and never more than a table
// above or below it.
func TestPlanGivesSmallSharesTheirDue(t *testing.T) {
	opponents := []Opponent{{Share: 0.003}, {Share: 0.12}, {Share: 0.4}, {Share: 0.011}}
	rng := env.Stream(1, "test")
	sums := make([]float64, len(opponents))
	const rounds, tables = 20000, 20
	for range rounds {
		counts := make([]float64, len(opponents))
		for _, k := range plan(opponents, tables, rng.Float64()) {
			if k >= 0 {
				counts[k]++
			}
		}
		for k, n := range counts {
			require.Less(t, math.Abs(n-opponents[k].Share*tables), 1.0)
			sums[k] += n
		}
	}
	for k := range opponents {
		assert.InDelta(t, opponents[k].Share, sums[k]/rounds/tables, 0.0008, "opponent %d", k)
	}
}

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
