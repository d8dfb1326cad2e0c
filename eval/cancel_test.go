package eval_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

// countdown is a context that is cancelled when it has been looked at so often.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func countDown(t *testing.T, looks int64) *countdown {
	c := &countdown{Context: t.Context()}
	c.left.Store(looks)
	return c
}

// Ratings and intervals stop wherever they are: each of their 2,000 resamplings
// looks at the context.
func TestRatingsStopWhenCancelled(t *testing.T) {
	config, pairs := simulated(env.Stream(7, "test/cancel"), 4, []float64{1000, 1100, 1200}, 50)
	const often = 1 << 40
	whole := countDown(t, often)
	_, err := eval.RateArena(whole, config, pairs)
	require.NoError(t, err)
	looks := often - whole.left.Load()
	assert.Greater(t, looks, int64(5*2000), "the ratings, three pairs and the agents")
	for _, left := range []int64{0, 1, 1000, 2100, looks / 2, looks - 1} {
		_, err := eval.RateArena(countDown(t, left), config, pairs)
		assert.ErrorIs(t, err, context.Canceled, "after %d of %d looks", left, looks)
	}
}

// A match that is cancelled after its last game does not draw its intervals first.
func TestMatchesStopBeforeTheirIntervals(t *testing.T) {
	game := games.MustNew("kuhn")
	entry := eval.Entry{Name: "r", Agent: random.New()}
	for name, play := range map[string]func(context.Context, func(done, total int)) error{
		"match": func(ctx context.Context, progress func(done, total int)) error {
			_, err := eval.PlayMatch(ctx, eval.MatchConfig{Game: game, Entries: []eval.Entry{entry}, Games: 100, Workers: 1, Progress: progress})
			return err
		},
		"responses": func(ctx context.Context, progress func(done, total int)) error {
			_, err := eval.PlayResponses(ctx, eval.ResponseConfig{
				Game: game, Agent: entry, Responses: []agents.Agent{random.New(), nil}, Games: 100, Workers: 1, Progress: progress,
			})
			return err
		},
		"test": func(ctx context.Context, progress func(done, total int)) error {
			config := eval.MatchConfig{Game: game, Entries: []eval.Entry{entry, entry}, Games: 100, Workers: 1, Progress: progress}
			_, _, err := eval.PlaySPRT(ctx, config, eval.DefaultSPRT())
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		err := play(ctx, func(done, total int) {
			if done == total {
				cancel()
			}
		})
		cancel()
		assert.ErrorIs(t, err, context.Canceled, name)
	}
}

// The exact value of an agent that never looks at the context stops all the same.
func TestTabulatingStopsWhenCancelled(t *testing.T) {
	walked, err := tree.Build(t.Context(), games.MustNew("leduc"), 0)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	deaf := agentFunc(func(_ context.Context, views []agents.View) ([]agents.Decision, error) {
		cancel()
		asked++
		return random.New().Decide(context.Background(), views)
	})
	_, err = eval.Exploit(ctx, walked, "deaf", deaf, 1)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1, asked)
}
