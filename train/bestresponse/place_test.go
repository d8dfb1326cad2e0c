package bestresponse_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/bestresponse"
)

// elsewhere trains as Config does, but where a worker would.
type elsewhere struct {
	config bestresponse.Config
	fails  error // of every training but the first

	mu     sync.Mutex
	begun  []string
	trains int
}

func (e *elsewhere) options() train.Options {
	return train.Options{
		Game: e.config.Game, Algorithm: e.config.Algorithm,
		Agent: func(string) (agents.Agent, error) { return e.config.Agent.Agent, nil },
	}
}

func (e *elsewhere) Begin(ctx context.Context, t *bestresponse.Training) (*models.Weights, error) {
	e.mu.Lock()
	e.begun = append(e.begun, t.Start.Name)
	e.mu.Unlock()
	o := e.options()
	o.Start = t.Start.Begin
	return train.Begin(ctx, t.Config, o)
}

func (e *elsewhere) Train(ctx context.Context, t *bestresponse.Training) (*bestresponse.Trained, error) {
	e.mu.Lock()
	e.trains++
	first := e.trains == 1
	e.mu.Unlock()
	if e.fails != nil && first {
		return nil, e.fails
	}
	if e.fails != nil {
		<-ctx.Done() // the failure of one ends the others
		return nil, ctx.Err()
	}
	o := e.options()
	if t.Weights != nil {
		o.Start = bestresponse.Copied(t.Weights)
	}
	r, err := train.Run(ctx, t.Config, o)
	if err != nil {
		return nil, err
	}
	return &bestresponse.Trained{Weights: r.Weights, Decisions: r.Decisions}, nil
}

// small is a search with three starts: one that begins once, one that begins with every seed,
// and random weights.
func small() bestresponse.Config {
	file := algos.Defaults()
	file.Collect = train.CollectConfig{Batch: 128, Tables: 8, Groups: 1}
	file.Network.Hidden = []int{8}
	file.PPO.Minibatch, file.PPO.Shards = 64, 1
	begin := func(by float32) func(context.Context, *train.Collector, *models.Weights, func(done, total int)) error {
		return func(_ context.Context, _ *train.Collector, w *models.Weights, _ func(done, total int)) error {
			for i := range w.Flat {
				w.Flat[i] *= by
			}
			return nil
		}
	}
	return bestresponse.Config{
		Game: games.MustNew("kuhn"), Agent: eval.Entry{Name: "random", Agent: random.New()}, Train: file.Config,
		Starts: []bestresponse.Start{
			{Name: "once", Network: file.Network, Begin: begin(2), Once: true},
			{Name: "each", Network: file.Network, Begin: begin(0.5)},
			bestresponse.Random(file.Network),
		},
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Seeds:     bestresponse.MinSeeds, Decisions: 900, Selection: 100, Games: bestresponse.LeastGames, Seed: 1,
	}
}

func found(t *testing.T, c bestresponse.Config) string {
	t.Helper()
	r, err := bestresponse.Run(t.Context(), c)
	require.NoError(t, err)
	r.Budget.Seconds = 0
	text, err := json.Marshal(r)
	require.NoError(t, err)
	return string(text)
}

// Networks that are trained elsewhere, all at once, give the same answer.
func TestTrainedElsewhere(t *testing.T) {
	c := small()
	want := found(t, c)
	place := &elsewhere{config: c}
	last, total := 0, 0
	c.Place = place
	c.Progress = func(phase string, done, of int) {
		if phase == "training" {
			last, total = done, of
		}
	}
	assert.Equal(t, want, found(t, c))
	assert.ElementsMatch(t, []string{"once", "each", "each", "each"}, place.begun)
	assert.Equal(t, 3*3+3, place.trains)
	assert.Equal(t, 3*c.Decisions, total)
	assert.InDelta(t, total, last, 20, "nine shares of a half, and the half of the three best")
}

// The failure of one training ends the others, and names its network.
func TestTrainingElsewhereFails(t *testing.T) {
	c := small()
	c.Place = &elsewhere{config: c, fails: errors.New("no room")}
	_, err := bestresponse.Run(t.Context(), c)
	assert.ErrorContains(t, err, "best response from ")
	assert.ErrorContains(t, err, ": no room")
}
