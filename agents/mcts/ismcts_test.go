package mcts_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mcts"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

func newISMCTS(t testing.TB, game env.Game, change func(*mcts.InformationSetOptions)) *mcts.InformationSetAgent {
	t.Helper()
	o := mcts.InformationSetDefaults()
	if change != nil {
		change(&o)
	}
	agent, err := mcts.NewInformationSet(game, o)
	require.NoError(t, err)
	return agent
}

// Twin worlds: what is hidden is dealt again, everything the seat knows and the
// seed stay the same, and so does every bit of the decision.
func TestSameDecisionInEveryTwinWorld(t *testing.T) {
	for text, agent := range everyAgent(t, 30) {
		game := games.MustNew(text)
		changed, decided := 0, 0
		for episode := uint64(0); decided < 40; episode++ {
			rng := env.Stream(episode, "test/twins")
			s := game.NewInitialState()
			for actor := s.CurrentPlayer(); actor != env.Terminal && decided < 40; actor = s.CurrentPlayer() {
				if actor == env.Chance {
					_, err := drive.Roll(s, rng)
					require.NoError(t, err)
					continue
				}
				twin := s.(env.Resampler).ResampleFromInfoState(actor, rng)
				if twin.String() != s.String() {
					changed++
				}
				want := decide(t, agent, game, s, episode)
				require.Equal(t, want, decide(t, agent, game, twin, episode), "%s\n%s\n%s", text, s, twin)
				decided++
				legal := s.LegalActions(nil)
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
		if text != "tictactoe" {
			assert.Greater(t, changed, 10, "%s: the twins hide nothing", text)
		}
	}
}

// kuhnAt returns a position of kuhn: cards by seat, then betting.
func kuhnAt(t testing.TB, cards [2]env.Action, betting ...env.Action) (env.Game, env.State) {
	game := games.MustNew("kuhn")
	return game, after(t, game, append([]env.Action{cards[0], cards[1]}, betting...)...)
}

// Dominated actions of kuhn get little: folding the king, calling with the jack.
// The right actions are certain, so the values are exact within sampling error.
func TestISMCTSKuhnDominatedActions(t *testing.T) {
	const pass, bet = 0, 1
	const jack, queen, king = 0, 1, 2
	for name, c := range map[string]struct {
		cards   [2]env.Action
		betting []env.Action
		right   int
		value   float64
	}{
		"seat 1, king, facing a bet": {[2]env.Action{queen, king}, []env.Action{bet}, bet, 2},
		"seat 1, jack, facing a bet": {[2]env.Action{king, jack}, []env.Action{bet}, pass, -1},
		"seat 0, king, facing a bet": {[2]env.Action{king, queen}, []env.Action{pass, bet}, bet, 2},
		"seat 0, jack, facing a bet": {[2]env.Action{jack, queen}, []env.Action{pass, bet}, pass, -1},
	} {
		game, s := kuhnAt(t, c.cards, c.betting...)
		for seed := range uint64(5) {
			d := decide(t, newISMCTS(t, game, func(o *mcts.InformationSetOptions) { o.Temperature = 1 }), game, s, seed)
			assert.Greater(t, d.Probs[c.right], float32(0.9), name)
			assert.InDelta(t, c.value, float64(d.Value), 0.25, name)
			d = decide(t, newISMCTS(t, game, nil), game, s, seed)
			assert.Equal(t, float32(1), d.Probs[c.right], name)
			assert.InDelta(t, c.value, float64(d.Value), 1e-5, name)
		}
	}
}

// tabulated returns the agent's policy at every information set of a game.
func tabulated(t testing.TB, text string, change func(*mcts.InformationSetOptions)) (*tree.Tree, tree.Policy) {
	t.Helper()
	game := games.MustNew(text)
	tr, err := tree.Build(t.Context(), game, 0)
	require.NoError(t, err)
	policy, err := eval.Tabulate(context.Background(), tr, newISMCTS(t, game, change), 1)
	require.NoError(t, err)
	return tr, policy
}

// against returns the exact return of policy in one seat when all others play
// uniformly at random, and what a best response gets there.
func against(tr *tree.Tree, policy tree.Policy, seat int) (value, best float64) {
	mixed := tr.Uniform()
	for _, i := range tr.Of[seat] {
		copy(tr.At(mixed, i), tr.At(policy, i))
	}
	best, _ = tr.BestResponse(tr.Uniform(), seat)
	return tr.Values(mixed)[seat], best
}

// On the whole tree of leduc: against a random opponent the search gets most of
// what a best response gets, more with more simulations, and it is less
// exploitable than random play.
func TestISMCTSLeducExact(t *testing.T) {
	for seat := range 2 {
		got := map[int]float64{}
		for _, sims := range []int{1, 20, 400} {
			tr, policy := tabulated(t, "leduc", func(o *mcts.InformationSetOptions) { o.Sims = sims })
			value, best := against(tr, policy, seat)
			t.Logf("seat %d, %d simulations: %.3f of %.3f", seat, sims, value, best)
			got[sims] = value
			if sims == 400 {
				assert.Greater(t, value, 0.7*best)
				uniform, _, _ := tr.NashConv(tr.Uniform())
				nashConv, _, _ := tr.NashConv(policy)
				t.Logf("NashConv %.3f, of uniform play %.3f", nashConv, uniform)
				assert.Less(t, nashConv, uniform)
			}
		}
		assert.Greater(t, got[20], got[1])
		assert.Greater(t, got[400], got[20])
	}
}

func TestISMCTSOneSimulation(t *testing.T) {
	for text, agent := range everyAgent(t, 1) {
		game := games.MustNew(text)
		d := decide(t, agent, game, first(t, game, 1), 1)
		assert.Contains(t, d.Probs, float32(1), text)
	}
}

func TestISMCTSNeedsWorlds(t *testing.T) {
	game := games.MustNew("kuhn")
	view := agents.NewViewer(game).View(first(t, game, 1), env.Stream(1, "test"))
	view.Resample = nil
	_, err := newISMCTS(t, game, nil).Decide(context.Background(), []agents.View{view})
	assert.ErrorIs(t, err, agents.ErrNoWorlds)
}

// A search that stops because the most visited action is settled plays what all
// its simulations would have led to, and is shorter.
func TestISMCTSStopsWhenSettled(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	const sims = 300
	for _, text := range []string{"leduc", "goofspiel", "heat(players=3)"} {
		game := games.MustNew(text)
		settled := newISMCTS(t, game, func(o *mcts.InformationSetOptions) { o.Sims = sims })
		whole := newISMCTS(t, game, func(o *mcts.InformationSetOptions) { o.Sims, o.Temperature = sims, 1 })
		decisions := 0
		for episode := range uint64(6) {
			rng := env.Stream(episode, "test/settled")
			s := game.NewInitialState()
			for s.CurrentPlayer() != env.Terminal && decisions < 60 {
				if s.CurrentPlayer() == env.Chance {
					_, err := drive.Roll(s, rng)
					require.NoError(t, err)
					continue
				}
				legal := s.LegalActions(nil)
				if len(legal) > 1 {
					decisions++
					visits := decide(t, whole, game, s, episode).Probs // in proportion to them
					chosen := decide(t, settled, game, s, episode).Probs
					best := slices.Index(chosen, 1)
					require.NotEqual(t, -1, best)
					assert.Equal(t, slices.Max(visits), visits[best], "%s\n%s", text, s)
				}
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
		assert.EqualValues(t, sims*decisions, whole.Simulations(), text)
		assert.Less(t, settled.Simulations(), uint64(sims*decisions)*95/100, text)
	}
}
