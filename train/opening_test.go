package train

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
)

// counter plays at random and counts the choices that it makes.
type counter struct {
	agents.Agent
	choices int
}

func (c *counter) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	c.choices += len(views)
	return c.Agent.Decide(ctx, views)
}

// An opening makes the first choice of an episode, the learner all others; nothing that
// is counted about the learner comes from such an episode.
func TestAnOpeningTeachesNothingItself(t *testing.T) {
	c, w, _ := collector(t, CollectConfig{Batch: 300, Tables: 20, Groups: 1})
	plain, err := c.Collect(t.Context(), &Order{Iteration: 2, Weights: w})
	require.NoError(t, err)
	before := plain.Stats.Choices

	agent := &counter{Agent: random.New()}
	c.Open(agent, OpeningConfig{Share: 1, Choices: 1})
	b, err := c.Collect(t.Context(), &Order{Iteration: 2, Weights: w})
	require.NoError(t, err)
	assert.NotEqual(t, before, b.Stats.Choices)
	assert.Equal(t, b.Stats.Episodes, agent.choices, "one choice an episode")
	assert.Equal(t, b.Rows, b.Stats.Choices-agent.choices)
	assert.Zero(t, b.Stats.SelfEpisodes)

	agent.choices = 0
	shown, err := c.Demonstrate(t.Context(), 2, random.New(), nil)
	require.NoError(t, err)
	assert.Equal(t, shown.Stats.Episodes, agent.choices, "demonstrations begin so too")
}

// At tables of an opponent nothing is opened, and all its episodes count.
func TestNoOpeningsAgainstOpponents(t *testing.T) {
	c, w, _ := collector(t, CollectConfig{Batch: 300, Tables: 20, Groups: 1})
	agent := &counter{Agent: random.New()}
	c.Open(agent, OpeningConfig{Share: 1, Choices: 3})
	_, err := c.Collect(t.Context(), &Order{Iteration: 1, Weights: w})
	require.NoError(t, err)
	require.Positive(t, agent.choices)

	agent.choices = 0
	b, err := c.Collect(t.Context(), &Order{Iteration: 2, Weights: w, Opponents: []Opponent{{ID: 1, Share: 1, Agent: random.New()}}})
	require.NoError(t, err)
	assert.Zero(t, agent.choices)
	require.Len(t, b.Stats.Opponents, 1)
	assert.Equal(t, b.Stats.Episodes, b.Stats.Opponents[0].Episodes)
}

// Openings of up to three choices are of one, two and three.
func TestOpeningsHaveAllLengths(t *testing.T) {
	o := &opener{share: 0.5, choices: 3, left: make([]int, 1), opened: make([]bool, 1)}
	rng := env.Stream(1, purposeTrainActions)
	var lengths [4]int
	for range 6000 {
		o.begin(0, true, rng)
		lengths[o.left[0]]++
	}
	assert.InDelta(t, 3000, lengths[0], 200)
	for _, n := range lengths[1:] {
		assert.InDelta(t, 1000, n, 150)
	}
}
