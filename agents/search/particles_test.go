package search

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
)

// searched returns the tree of one decision with a uniform policy.
func searched(t *testing.T, text string, sims int, actions ...env.Action) (*particleTree, agents.View) {
	t.Helper()
	game := games.MustNew(text)
	s := game.NewInitialState()
	for _, a := range actions {
		require.NoError(t, s.Apply(a))
	}
	o := GumbelDefaults()
	o.Sims, o.Worlds, o.PlayOut = sims, sims, true
	agent, err := NewGumbel(game, random.New(), o)
	require.NoError(t, err)
	view := agents.NewViewer(game).View(s, env.Stream(1, "test"))
	decisions, err := random.New().Decide(t.Context(), []agents.View{view})
	require.NoError(t, err)
	tree := newParticleTree(game)
	require.NoError(t, agent.search(t.Context(), tree, &view, &decisions[0]))
	return tree, view
}

// A node is a situation that the seat can tell from all others. In kuhn, whatever the other card, seat
// 0 has two decisions: the first, and after pass and bet. In leduc, with a king
// and two cards unknown, the tree has no more than there are information states,
// and not many less.
func TestNodesAreInformationSets(t *testing.T) {
	tree, _ := searched(t, "kuhn", 500, 2, 0)
	assert.Equal(t, 2, len(tree.nodes))

	tree, view := searched(t, "leduc", 20_000, 4, 0)
	states := map[string]bool{}
	var walk func(s env.State)
	walk = func(s env.State) {
		legal := s.LegalActions(nil)
		if s.CurrentPlayer() == view.Seat && len(legal) > 1 {
			states[s.(env.InfoStater).InformationState(view.Seat)] = true
		}
		for _, a := range legal {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			walk(next)
		}
	}
	for world := range uint64(20) {
		walk(view.Resample(env.Stream(world, "test/worlds")))
	}
	assert.LessOrEqual(t, len(tree.nodes), len(states))
	assert.Greater(t, len(tree.nodes), len(states)*9/10, "some are hardly ever come to")
	assert.Greater(t, len(states), 50)
}

// Every simulation counts once at the root, and an edge below no more often
// than the one above it.
func TestVisitsAddUp(t *testing.T) {
	tree, _ := searched(t, "leduc", 777, 4, 0)
	visits := func(n int32) (sum int32) {
		for _, e := range tree.edgesOf(n) {
			sum += e.visits
			assert.GreaterOrEqual(t, e.sum, 0.0)
			assert.LessOrEqual(t, e.sum, float64(e.visits))
		}
		return sum
	}
	assert.EqualValues(t, 777, visits(0))
	for _, n := range tree.nodes[1:] {
		assert.False(t, math.IsNaN(n.value), "what it came to when it was played out")
	}
	below := map[int32]int32{} // by the edge above
	for at, n := range tree.places {
		below[at.edge] += visits(n)
	}
	for e, sum := range below {
		assert.Less(t, sum, tree.edges[e].visits)
	}
}

// The k largest of logit + Gumbel noise are a sample without replacement: the
// first is drawn by the policy's probabilities, the second by the probabilities of the
// rest.
func TestConsiderSamplesWithoutReplacement(t *testing.T) {
	tree := newParticleTree(games.MustNew("leduc"))
	rng := env.Stream(1, "test")
	const n = 20_000
	var first, second [3]float64
	for range n {
		tree.nodes, tree.edges, tree.playOut = tree.nodes[:0], tree.edges[:0], true
		tree.grow(&agents.Decision{Probs: []float32{0.5, 0.3, 0.2}})
		list := tree.consider(rng, 2)
		require.Len(t, list, 2)
		first[list[0]]++
		second[list[1]]++
	}
	for i, want := range []float64{0.5, 0.3, 0.2} {
		assert.InDelta(t, want, first[i]/n, 0.015)
	}
	// 0.3·0.5/0.7 + 0.2·0.5/0.8, and so on.
	for i, want := range []float64{0.339286, 0.375, 0.285714} {
		assert.InDelta(t, want, second[i]/n, 0.015)
	}
}

// Chance and the policy's choices in a simulation come from the decision's own
// stream.
func TestSimulationsDrawFromTheView(t *testing.T) {
	game := games.MustNew("tictactoe")
	o := GumbelDefaults()
	o.Sims, o.Scale, o.PlayOut = 9, 0, true // one for each action, whatever the noise
	agent, err := NewGumbel(game, random.New(), o)
	require.NoError(t, err)
	values := map[float32]bool{}
	for seed := range uint64(10) {
		view := agents.NewViewer(game).View(game.NewInitialState(), env.Stream(seed, "test"))
		decisions, err := agent.Decide(t.Context(), []agents.View{view})
		require.NoError(t, err)
		values[decisions[0].Value] = true
	}
	assert.Greater(t, len(values), 3)
}

// A search takes the first world most often, so that it too is drawn by its weight.
func TestFirstWorldIsDrawnByItsWeight(t *testing.T) {
	b := belief{weights: []float64{.05, .05, .1, .1, .1, .5, .1}}
	game := games.MustNew("kuhn")
	for range b.weights {
		b.drawn = append(b.drawn, game.NewInitialState())
	}
	first := map[env.State]float64{}
	rng := env.Stream(1, "test/first")
	const n = 10_000
	for range n {
		worlds := b.choose(4, rng)
		require.Len(t, worlds, 4)
		first[worlds[0]] += 1. / n
	}
	for i, w := range b.drawn {
		assert.InDelta(t, b.weights[i], first[w], 0.02)
	}
}
