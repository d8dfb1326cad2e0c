package search

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/games"
)

// prior is a policy with the same probability for all actions but one, and a value of its own.
type prior struct {
	favourite env.Action // -1: none
	value     float32    // of every position, for the seat that acts
}

func (p prior) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i, v := range views {
		for j, a := range v.Legal {
			decisions[i].Probs[j] = 1
			if a == p.favourite {
				decisions[i].Probs[j] = 9
			}
		}
		sum := float32(0)
		for _, x := range decisions[i].Probs {
			sum += x
		}
		for j := range decisions[i].Probs {
			decisions[i].Probs[j] /= sum
		}
		decisions[i].Value = p.value
	}
	return decisions, nil
}

// puctAt searches from a position of tic-tac-toe.
func puctAt(t *testing.T, policy agents.Agent, change func(*PUCTOptions), seed uint64, cells ...env.Action) (agents.Decision, []env.Action) {
	t.Helper()
	game := games.MustNew("tictactoe")
	o := PUCTDefaults()
	change(&o)
	a, err := NewPUCT(game, policy, o)
	require.NoError(t, err)
	s := game.NewInitialState()
	for _, cell := range cells {
		require.NoError(t, s.Apply(cell))
	}
	views := []agents.View{agents.NewViewer(game).View(s, env.Stream(seed, "test"))}
	d, err := agents.Ask(t.Context(), a, views)
	require.NoError(t, err)
	return d[0], views[0].Legal
}

// Worked by hand with two simulations from X.O/XO./... with X to act.
func TestPUCTByHand(t *testing.T) {
	// Five cells are open: 1 (favourite), 5, 6, 7, 8; 6 wins at once. Priors 9/13 and 1/13 each.
	two := func(o *PUCTOptions) { o.Sims, o.Exploration = 2, 2 }
	d, legal := puctAt(t, prior{1, 0}, two, 1, 0, 2, 3, 4)
	require.Equal(t, []env.Action{1, 5, 6, 7, 8}, legal)
	// After one visit of 1, whose return is 0: 0 + 2 * 9/13 * 1/2 = .69 against 0 + 2 * 1/13 = .15.
	assert.Equal(t, []float32{1, 0, 0, 0, 0}, d.Probs)
	assert.Zero(t, d.Value)

	// With values of .5 for the seat to act, the favourite comes back with -.5: -.5 + .69 = .19 against the mean of the position,
	// (.5 - .5) / 2 = 0, + .15 = .15. At c = 1 it is -.15 against .08, and the first of the others is next.
	d, _ = puctAt(t, prior{1, 0.5}, two, 1, 0, 2, 3, 4)
	assert.Equal(t, []float32{1, 0, 0, 0, 0}, d.Probs)
	assert.Zero(t, d.Value, "-.5 of the first, and .5 of the position after the answer")
	d, _ = puctAt(t, prior{1, 0.5}, func(o *PUCTOptions) { o.Sims, o.Exploration = 2, 1 }, 1, 0, 2, 3, 4)
	assert.Equal(t, []float32{0.5, 0.5, 0, 0, 0}, d.Probs)
}

// A search finds a win at once, and a loss that the policy does not know.
func TestPUCTFindsWinsAndThreats(t *testing.T) {
	d, _ := puctAt(t, prior{1, 0}, func(o *PUCTOptions) { o.Sims = 200 }, 1, 0, 2, 3, 4)
	assert.Greater(t, d.Probs[2], float32(0.8), "cell 6 wins")
	assert.Greater(t, d.Value, float32(0.7))
	d, legal := puctAt(t, prior{8, 0}, func(o *PUCTOptions) { o.Sims = 400 }, 1, 0, 4, 3) // X threatens 6
	require.Equal(t, env.Action(6), legal[3])
	assert.Greater(t, d.Probs[3], float32(0.7))
}

// The same view gives the same decision, and noise another one at every view: without it the priors alone decide.
func TestNoiseAtTheRoot(t *testing.T) {
	one := func(noise float64) func(*PUCTOptions) { return func(o *PUCTOptions) { o.Sims, o.Noise = 1, noise } }
	tried := map[int]bool{}
	for seed := range uint64(40) {
		d, _ := puctAt(t, prior{4, 0}, one(0), seed)
		assert.Equal(t, float32(1), d.Probs[4])
		d, _ = puctAt(t, prior{4, 0}, one(1), seed)
		again, _ := puctAt(t, prior{4, 0}, one(1), seed)
		assert.Equal(t, again, d)
		for i, p := range d.Probs {
			if p == 1 {
				tried[i] = true
			}
		}
	}
	assert.Greater(t, len(tried), 6)

	// The mean and the variance of a gamma distribution are its shape.
	rng, n := env.Stream(1, "test"), 20_000
	for _, shape := range []float64{0.3, 1, 4} {
		sum, squares := 0.0, 0.0
		for range n {
			x := gamma(rng, shape)
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / float64(n)
		assert.InDelta(t, shape, mean, 5*math.Sqrt(shape/float64(n)))
		assert.InDelta(t, shape, squares/float64(n)-mean*mean, 0.1*shape+0.02)
	}
}

func TestPUCTRefusesWhatItCannotSearch(t *testing.T) {
	for _, text := range []string{"kuhn", "goofspiel", "darkhex", "heat(players=3)"} {
		_, err := NewPUCT(games.MustNew(text), prior{}, PUCTDefaults())
		var hidden *HiddenError
		require.ErrorAs(t, err, &hidden, text)
		assert.ErrorContains(t, err, "puct searches games without either")
	}
	assert.Panics(t, func() { _, _ = NewPUCT(games.MustNew("tictactoe"), prior{}, PUCTOptions{Sims: 1, Noise: 2, Spread: 1}) })
	a, err := NewPUCT(games.MustNew("tictactoe"), prior{}, PUCTDefaults())
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	g := games.MustNew("tictactoe")
	_, err = a.Decide(ctx, []agents.View{agents.NewViewer(g).View(g.NewInitialState(), env.Stream(1, "test"))})
	require.ErrorIs(t, err, context.Canceled)
}
