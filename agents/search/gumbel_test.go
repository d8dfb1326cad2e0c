package search_test

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/random"
	"ringer/agents/search"
	"ringer/agents/tabular"
	"ringer/configs"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/cfr"
)

func ExampleGumbelAgent() {
	game := games.MustNew("kuhn")
	s := game.NewInitialState()
	for _, a := range []env.Action{2, 1} { // a king against a queen, seat 0 begins
		if err := s.Apply(a); err != nil {
			fmt.Println(err)
			return
		}
	}
	o := search.GumbelDefaults()
	o.Sims, o.PlayOut = 500, true // random play has no opinion of what a position is worth
	agent, err := search.NewGumbel(game, random.New(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	view := agents.NewViewer(game).View(s, env.Stream(1, "example"))
	decisions, err := agent.Decide(context.Background(), []agents.View{view})
	fmt.Printf("against random play the king gets about %.1f %v\n", decisions[0].Value, err)
	// Output: against random play the king gets about 1.5 <nil>
}

func newGumbel(t testing.TB, game env.Game, policy agents.Agent, change func(*search.GumbelOptions)) *search.GumbelAgent {
	t.Helper()
	o := search.GumbelDefaults()
	if change != nil {
		change(&o)
	}
	agent, err := search.NewGumbel(game, policy, o)
	require.NoError(t, err)
	return agent
}

// kuhnPolicy is a policy of kuhn in which seat 1 always bets and seat 0 has
// values.
var kuhnPolicy = scripted(func(v *agents.View) agents.Decision {
	d := agents.Decision{Probs: []float32{0.5, 0.5}, Value: 0.25}
	if v.Seat == 1 {
		d.Probs, d.Value = []float32{0, 1}, -100 // bets, calls
	}
	return d
})

// Simulations find the exact values. Seat 0 has the king, and seat
// 1 bets and calls: after a pass comes seat 0's own decision, and a bet wins 2.
func TestGumbelLeaves(t *testing.T) {
	game := games.MustNew("kuhn")
	s := after(t, game, 2, 1)
	afterPass := func(sims int, change func(*search.GumbelOptions)) float64 {
		d := decide(t, newGumbel(t, game, kuhnPolicy, func(o *search.GumbelOptions) {
			o.Sims, o.Scale = sims, 0
			if change != nil {
				change(o)
			}
		}), game, s, 1)
		assert.InDeltaSlice(t, []float32{0.5, 0.5}, d.Probs, 1e-3) // scale is nearly nothing
		return 2*float64(d.Value) - 2                              // of the two actions' values, a bet's is 2
	}
	// The first look at it takes the policy's value.
	assert.InDelta(t, 0.25, afterPass(2, nil), 1e-5)
	// Further ones go on from there: 0.25 once, then a call wins 2 and a pass
	// loses 1, turn by turn.
	assert.InDelta(t, (0.25+2-1+2-1)/5, afterPass(10, nil), 1e-5)
	// Played out, it calls half the time, from the first look on.
	played := func(o *search.GumbelOptions) { o.PlayOut = true }
	assert.InDelta(t, 0.5, afterPass(4000, played), 0.1)
	assert.Contains(t, []float64{-1, 2}, math.Round(afterPass(2, played)*1e4)/1e4)

	// With a scale, the king learns to call.
	d := decide(t, newGumbel(t, game, kuhnPolicy, func(o *search.GumbelOptions) { o.Sims, o.Scale = 400, 1 }), game, s, 1)
	assert.InDelta(t, 2, d.Value, 0.05)
}

// One simulation of one action leaves the other to the mixed value: by hand,
// Q(pass) = 0.25 or Q(bet) = 2, the root's estimate is 0.25, and the mixed value
// (0.25 + Q)/2.
func TestGumbelOneSimulation(t *testing.T) {
	game := games.MustNew("kuhn")
	s := after(t, game, 2, 1)
	seen := map[bool]bool{}
	for seed := range uint64(20) {
		d := decide(t, newGumbel(t, game, kuhnPolicy, func(o *search.GumbelOptions) { o.Sims, o.Scale = 1, 0.01 }), game, s, seed)
		bet := d.Probs[1] > 0.5 // 2 and 1.125 for the bet tried; for the pass, all is 0.25
		seen[bet] = true
		value, odds := 0.25, 1.0
		if bet {
			odds = math.Exp(51 * 0.01 * (2 - 1.125) / 4) // returns are from -2 to 2
			value = (2*odds + 1.125) / (odds + 1)
		}
		assert.InDelta(t, odds/(odds+1), d.Probs[1], 1e-5)
		assert.InDelta(t, value, d.Value, 1e-5)
	}
	assert.Len(t, seen, 2, "Gumbel noise tries both")
	for _, text := range []string{"tictactoe", "heat(players=3)"} {
		game := games.MustNew(text)
		s := game.NewInitialState()
		rng := env.Stream(1, "test")
		_, err := drive.Roll(s, rng)
		require.NoError(t, err)
		decide(t, newGumbel(t, game, random.New(), func(o *search.GumbelOptions) { o.Sims, o.Worlds, o.Considered = 1, 1, 1 }), game, s, 1)
	}
}

// only returns the exact return of a policy in one seat when the others play base.
func only(tr *tree.Tree, policy, base tree.Policy, seat int) float64 {
	mixed := append(tree.Policy(nil), base...)
	for _, i := range tr.Of[seat] {
		copy(tr.At(mixed, i), tr.At(policy, i))
	}
	return tr.Values(mixed)[seat]
}

// On the whole trees of kuhn and leduc: with a uniform policy the search is a
// best response to uniform play, nearly, and the nearer the more it simulates.
func TestGumbelApproachesTheBestResponse(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for _, text := range []string{"kuhn", "leduc", "kuhn(players=3)"} {
		game := games.MustNew(text)
		tr, err := tree.Build(t.Context(), game, 0)
		require.NoError(t, err)
		uniform := tr.Uniform()
		var got [3]tree.Policy
		for i, sims := range []int{8, 64, 2048} {
			got[i] = tabulated(t, tr, newGumbel(t, game, random.New(), func(o *search.GumbelOptions) { o.Sims, o.Worlds, o.PlayOut = sims, sims, true }))
		}
		for seat := range game.Spec().Players {
			plain := tr.Values(uniform)[seat]
			best, _ := tr.BestResponse(uniform, seat)
			few, some, many := only(tr, got[0], uniform, seat), only(tr, got[1], uniform, seat), only(tr, got[2], uniform, seat)
			t.Logf("%s, seat %d: uniform %.3f; 8, 64, 2048 simulations: %.3f, %.3f, %.3f; best response %.3f", text, seat, plain, few, some, many, best)
			assert.Greater(t, few, plain)
			assert.Greater(t, some, plain+0.75*(best-plain))
			assert.Greater(t, many, plain+0.92*(best-plain))
			assert.LessOrEqual(t, many, best+1e-9)
		}
	}
}

// solution is CFR+ on a game, as an agent and as a policy.
func solution(t *testing.T, game env.Game, tr *tree.Tree, iterations int) (agents.Agent, tree.Policy) {
	t.Helper()
	solver, err := cfr.New(tr, cfr.Defaults(cfr.Plus))
	require.NoError(t, err)
	solver.Iterate(iterations)
	policy := tr.Uniform()
	solver.Average(policy)
	spec := game.Spec()
	agent, err := tabular.FromBot(spec, &botfile.Bot{
		Table: cfr.Table(tr, policy), Manifest: botfile.Manifest{Name: "solution", Game: spec.String(), SpecHash: spec.Hash},
	})
	require.NoError(t, err)
	return agent, policy
}

// On top of an equilibrium the search has nothing to gain against it, and must
// not lose: within sampling error it gets the value of the game. Against a
// uniform opponent, of whom the search knows nothing, it does no worse.
func TestGumbelOnAnEquilibrium(t *testing.T) {
	for text, tolerance := range map[string]float64{"kuhn": 0.02, "leduc": 0.1} {
		game := games.MustNew(text)
		tr, err := tree.Build(t.Context(), game, 0)
		require.NoError(t, err)
		agent, policy := solution(t, game, tr, 500)
		searched := tabulated(t, tr, newGumbel(t, game, agent, func(o *search.GumbelOptions) { o.Sims, o.PlayOut = 400, true }))
		for seat := range 2 {
			value, got := tr.Values(policy)[seat], only(tr, searched, policy, seat)
			before, after := only(tr, policy, tr.Uniform(), seat), only(tr, searched, tr.Uniform(), seat)
			t.Logf("%s, seat %d: against the equilibrium %.4f of %.4f, against uniform play %.3f, before %.3f", text, seat, got, value, after, before)
			assert.InDelta(t, value, got, tolerance)
			assert.Greater(t, after, before-tolerance)
		}
	}
}

// exactly returns the expected return of a seat of tic-tac-toe for each action,
// when it goes on with a best response and the other seat plays at random.
func exactly(t *testing.T, game env.Game, s env.State, known map[string]float64) []float64 {
	t.Helper()
	seat := s.CurrentPlayer()
	var value func(s env.State) float64
	value = func(s env.State) float64 {
		key := fmt.Sprint(seat, s)
		if v, ok := known[key]; ok {
			return v
		}
		returns := make([]float64, game.Spec().Players)
		legal := s.LegalActions(nil)
		best, sum := math.Inf(-1), 0.0
		for _, a := range legal {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			v := value(next)
			best, sum = max(best, v), sum+v
		}
		v := 0.0
		switch s.CurrentPlayer() {
		case env.Terminal:
			s.Returns(returns)
			v = returns[seat]
		case seat:
			v = best
		default:
			v = sum / float64(len(legal))
		}
		known[key] = v
		return v
	}
	var q []float64
	for _, a := range s.LegalActions(nil) {
		next := s.Clone()
		require.NoError(t, next.Apply(a))
		q = append(q, value(next))
	}
	return q
}

// On positions of tic-tac-toe, with a uniform policy, what the search plays is
// worth what the best action is worth, exactly, within a few hundredths.
func TestGumbelTicTacToeExact(t *testing.T) {
	game := games.MustNew("tictactoe")
	agent := newGumbel(t, game, random.New(), func(o *search.GumbelOptions) { o.Sims, o.PlayOut = 600, true })
	known := map[string]float64{}
	regret, gain, worst, n := 0.0, 0.0, 0.0, 0
	for episode := range uint64(12) {
		rng := env.Stream(episode, "test/positions")
		s := game.NewInitialState()
		for s.CurrentPlayer() != env.Terminal {
			legal := s.LegalActions(nil)
			if len(legal) > 1 {
				q := exactly(t, game, s, known)
				d := decide(t, agent, game, s, episode)
				best, got, plain := math.Inf(-1), 0.0, 0.0
				for i := range q {
					best = max(best, q[i])
					got += float64(d.Probs[i]) * q[i]
					plain += q[i] / float64(len(q))
				}
				regret += best - got
				gain += best - plain
				worst = max(worst, best-got)
				n++
				assert.Less(t, float64(d.Value), best+0.1, "%s", s)
				if len(legal) <= 5 { // the tree is soon complete
					assert.InDelta(t, best, d.Value, 0.25, "%s", s)
				}
			}
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
	t.Logf("%d positions: mean regret %.4f, worst %.4f; of uniform play %.4f", n, regret/float64(n), worst, gain/float64(n))
	assert.Less(t, regret, 0.05*gain)
	assert.Less(t, worst, 0.2)
}

// weak is a network that has learned leduc for a second.
var weak = sync.OnceValues(func() (*models.Weights, error) {
	f := algos.Defaults()
	if err := configs.Read("train", "leduc", &f, "decisions=60000", "evaluation.every=0"); err != nil {
		return nil, err
	}
	result, err := train.Run(context.Background(), f.Config, train.Options{
		Game:      games.MustNew("leduc"),
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
		Agent:     func(string) (agents.Agent, error) { return random.New(), nil },
	})
	if err != nil {
		return nil, err
	}
	return result.Weights, nil
})

// A weak network gets more once it searches. From itself, which the search
// knows, by a match on shared deals, with a 95% interval; from random play, which
// it does not, exactly. The match is the same on several workers, to the bit.
func TestGumbelMakesAWeakNetworkStronger(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for half a minute, as other tests do")
	}
	weights, err := weak()
	require.NoError(t, err)
	game := games.MustNew("leduc")
	plain, err := neural.FromWeights(game.Spec(), weights)
	require.NoError(t, err)
	match := func(agent agents.Agent, games, workers int) *eval.Match {
		m, err := eval.PlayMatch(t.Context(), eval.MatchConfig{
			Game: game, Games: games, Seed: 3, Workers: workers,
			Entries: []eval.Entry{{Name: "searching", Agent: agent}, {Name: "plain", Agent: plain}},
		})
		require.NoError(t, err)
		return m
	}
	tr, err := tree.Build(t.Context(), game, 0)
	require.NoError(t, err)
	before := tabulated(t, tr, plain)
	for _, playOut := range []bool{false, true} {
		agent := newGumbel(t, game, plain, func(o *search.GumbelOptions) { o.PlayOut = playOut })
		self := match(agent, 1000, 2).Agents[0]
		t.Logf("play out %v, against itself without search: %+.3f (%+.3f … %+.3f)", playOut, self.MeanReturn, self.ReturnLow, self.ReturnHigh)
		assert.Positive(t, self.ReturnLow)
		after := tabulated(t, tr, agent)
		for seat := range 2 {
			old, now := only(tr, before, tr.Uniform(), seat), only(tr, after, tr.Uniform(), seat)
			t.Logf("play out %v, against random play, seat %d: %.3f, before %.3f", playOut, seat, now, old)
			assert.Greater(t, now, old+0.1)
		}
	}
	agent := newGumbel(t, game, plain, func(o *search.GumbelOptions) { o.Sims = 16 })
	assert.Equal(t, match(agent, 200, 1), match(agent, 200, 3))
}

func TestGumbelRefusals(t *testing.T) {
	game := games.MustNew("leduc")
	ctx, cancel := context.WithCancel(context.Background())
	s := after(t, game, 0, 4)
	calls := 0
	policy := scripted(func(v *agents.View) agents.Decision {
		if calls++; calls == 30 {
			cancel() // in the middle of the simulations
		}
		return agents.Decision{Probs: []float32{0.5, 0.5, 0}[:len(v.Legal)]}
	})
	agent := newGumbel(t, game, policy, nil)
	_, err := agent.Decide(ctx, []agents.View{agents.NewViewer(game).View(s, env.Stream(1, "test"))})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, calls, 40)

	wrong := scripted(func(*agents.View) agents.Decision { return agents.Decision{Probs: []float32{1}} })
	view := agents.NewViewer(game).View(s, env.Stream(1, "test"))
	_, err = newGumbel(t, game, wrong, nil).Decide(context.Background(), []agents.View{view})
	var decision *agents.DecisionError
	assert.ErrorAs(t, err, &decision)

	view.Resample = nil
	_, err = newGumbel(t, game, random.New(), nil).Decide(context.Background(), []agents.View{view})
	assert.ErrorIs(t, err, agents.ErrNoWorlds)

	for name, change := range map[string]func(*search.GumbelOptions){
		"no simulations": func(o *search.GumbelOptions) { o.Sims = 0 },
		"no worlds":      func(o *search.GumbelOptions) { o.Worlds = 0 },
		"no actions":     func(o *search.GumbelOptions) { o.Considered = 0 },
		"negative scale": func(o *search.GumbelOptions) { o.Scale = -1 },
		"infinite scale": func(o *search.GumbelOptions) { o.Scale = math.Inf(1) },
		"no temperature": func(o *search.GumbelOptions) { o.Temperature = math.NaN() },
	} {
		o := search.GumbelDefaults()
		change(&o)
		assert.Panics(t, func() { _, _ = search.NewGumbel(game, random.New(), o) }, name)
	}
}

// One step is one simulation of a 16-16 network from the first decision; 64 a
// decision.
func BenchmarkGumbel(b *testing.B) {
	for _, text := range []string{"leduc", "heat(players=4)"} {
		b.Run(text, func(b *testing.B) {
			game := games.MustNew(text)
			s := game.NewInitialState()
			rng := env.Stream(1, "test")
			_, err := drive.Roll(s, rng)
			require.NoError(b, err)
			agent := newGumbel(b, game, network(b, game), nil)
			views := []agents.View{agents.NewViewer(game).View(s, rng)}
			b.ReportAllocs()
			for done := 0; done < b.N; done += 64 {
				_, err := agent.Decide(context.Background(), views)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
