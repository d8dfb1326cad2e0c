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
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
)

func Example() {
	game := games.MustNew("kuhn")
	s := game.NewInitialState()
	for _, a := range []env.Action{1, 2, 1} { // a queen against a king; seat 0 bets
		if err := s.Apply(a); err != nil {
			fmt.Println(err)
			return
		}
	}
	agent, err := search.New(game, random.New(), search.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	view := agents.NewViewer(game).View(s, env.Stream(1, "example"))
	decisions, err := agent.Decide(context.Background(), []agents.View{view})
	fmt.Printf("the king folds with probability %.3f and is worth %.0f %v\n", decisions[0].Probs[0], decisions[0].Value, err)
	// Output: the king folds with probability 0.000 and is worth 2 <nil>
}

func newSearch(t testing.TB, game env.Game, policy agents.Agent, change func(*search.Options)) *search.Agent {
	t.Helper()
	o := search.Defaults()
	if change != nil {
		change(&o)
	}
	agent, err := search.New(game, policy, o)
	require.NoError(t, err)
	return agent
}

func decide(t testing.TB, agent agents.Agent, game env.Game, s env.State, seed uint64) agents.Decision {
	t.Helper()
	views := []agents.View{agents.NewViewer(game).View(s, env.Stream(seed, "test/decide"))}
	decisions, err := agent.Decide(context.Background(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))
	return decisions[0]
}

// network plays as a small random network of strong opinions does.
func network(t testing.TB, game env.Game) *neural.Agent {
	t.Helper()
	spec := game.Spec()
	weights := models.Init(&models.Network{
		Fields: neural.Fields(spec), Actions: spec.NumActions(),
		Hidden: []int{16, 16}, Activation: models.Tanh, Embedding: 4, SetHidden: 8,
	}, 1)
	rng := env.Stream(1, "test/weights")
	for i := range weights.Flat {
		weights.Flat[i] += float32(rng.NormFloat64() * 0.5)
	}
	agent, err := neural.FromWeights(spec, weights)
	require.NoError(t, err)
	return agent
}

func after(t testing.TB, game env.Game, actions ...env.Action) env.State {
	t.Helper()
	s := game.NewInitialState()
	for _, a := range actions {
		require.NoError(t, s.Apply(a))
	}
	return s
}

// scripted decides by a function.
type scripted func(v *agents.View) agents.Decision

func (f scripted) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := make([]agents.Decision, len(views))
	for i := range views {
		decisions[i] = f(&views[i])
	}
	return decisions, nil
}

// The decision is π·exp(ηQ), where the returns leave nothing to chance: the king
// of kuhn, facing a bet, gets 2 for a call and -1 for a fold.
func TestUpdateIsMirrorDescent(t *testing.T) {
	game := games.MustNew("kuhn")
	s := after(t, game, 1, 2, 1)
	policy := scripted(func(v *agents.View) agents.Decision {
		return agents.Decision{Probs: []float32{0.8, 0.2}}
	})
	for _, eta := range []float64{0, 0.5, 2} {
		d := decide(t, newSearch(t, game, policy, func(o *search.Options) { o.Eta = eta }), game, s, 1)
		fold, call := 0.8*math.Exp(-eta/2), 0.2*math.Exp(eta*2/2) // the largest return is 2
		want := fold / (fold + call)
		assert.InDelta(t, want, d.Probs[0], 1e-6)
		assert.InDelta(t, -want+2*(1-want), d.Value, 1e-5)

		d = decide(t, newSearch(t, game, policy, func(o *search.Options) { o.Eta, o.Temperature = eta, 0.5 }), game, s, 1)
		assert.InDelta(t, fold*fold/(fold*fold+call*call), d.Probs[0], 1e-6)
	}
}

// An action that the policy hardly ever plays is left alone, and one that it
// never plays stays so.
func TestRareActionsAreNotTried(t *testing.T) {
	game := games.MustNew("leduc")
	s := after(t, game, 0, 4, 2) // fold, call or raise
	for rare, played := range map[float32]bool{0: false, 0.001: false, 0.05: true} {
		policy := scripted(func(v *agents.View) agents.Decision {
			probs := make([]float32, len(v.Legal))
			if len(probs) == 3 {
				probs[0], probs[1], probs[2] = 0.5, 0.5-rare, rare
			} else {
				probs[0], probs[1] = 0.5, 0.5
			}
			return agents.Decision{Probs: probs}
		})
		d := decide(t, newSearch(t, game, policy, func(o *search.Options) { o.Eta = 0.1 }), game, s, 1)
		assert.Equal(t, played, d.Probs[2] > 0, "%v", rare)
		assert.Positive(t, d.Probs[0])
	}
}

// searches are both ways of searching with a policy, with few simulations.
func searches(t testing.TB, game env.Game, policy agents.Agent) map[string]agents.Agent {
	t.Helper()
	gumbel := func(playOut bool) agents.Agent {
		return newGumbel(t, game, policy, func(o *search.GumbelOptions) { o.Sims, o.Worlds, o.PlayOut = 24, 6, playOut })
	}
	return map[string]agents.Agent{
		"update":         newSearch(t, game, policy, func(o *search.Options) { o.Rollouts, o.Depth = 16, 2 }),
		"gumbel, values": gumbel(false), "gumbel, returns": gumbel(true),
	}
}

// Twin worlds: what is hidden is dealt again, everything the seat knows and the
// seed stay the same, and so does every bit of the decision, alone or among
// others, with a network behind it.
func TestSameDecisionInEveryTwinWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for half a minute, as other tests do")
	}
	for _, text := range []string{"kuhn", "leduc(players=3)", "goofspiel", "liarsdice", "heat(players=3)"} {
		game := games.MustNew(text)
		for name, agent := range searches(t, game, network(t, game)) {
			t.Run(text+" "+name, func(t *testing.T) { sameInTwins(t, game, agent) })
		}
	}
}

func sameInTwins(t *testing.T, game env.Game, agent agents.Agent) {
	changed, decided := 0, 0
	for episode := uint64(0); decided < 12; episode++ {
		rng := env.Stream(episode, "test/twins")
		s := game.NewInitialState()
		for actor := s.CurrentPlayer(); actor != env.Terminal && decided < 12; actor = s.CurrentPlayer() {
			if actor == env.Chance {
				_, err := drive.Roll(s, rng)
				require.NoError(t, err)
				continue
			}
			legal := s.LegalActions(nil)
			if len(legal) > 1 {
				twin := s.(env.Resampler).ResampleFromInfoState(actor, rng)
				if twin.String() != s.String() {
					changed++
				}
				want := decide(t, agent, game, s, episode)
				require.Equal(t, want, decide(t, agent, game, twin, episode), "%s\n%s", s, twin)
				one := agents.NewViewer(game).View(s, env.Stream(episode, "test/decide"))
				two := agents.NewViewer(game).View(twin, env.Stream(episode, "test/decide"))
				many := []agents.View{two, one}
				for len(many) < 12 { // enough for the network to take them at once
					many = append(many, agents.NewViewer(game).View(twin, env.Stream(uint64(len(many)), "test/beside")))
				}
				among, err := agent.Decide(context.Background(), many)
				require.NoError(t, err)
				require.Equal(t, []agents.Decision{want, want}, among[:2])
				decided++
			}
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
	assert.Positive(t, changed, "the twins hide nothing")
}

// tabulated returns an agent's policy at every information set of a game.
func tabulated(t testing.TB, tr *tree.Tree, agent agents.Agent) tree.Policy {
	t.Helper()
	policy, err := eval.Tabulate(context.Background(), tr, agent, 1)
	require.NoError(t, err)
	return policy
}

// With a large step from the uniform policy, the search plays at each decision
// the best action against uniform play that goes on uniformly; one step of exact
// policy iteration. Its return must be near that, which the tree gives exactly,
// and between uniform play and a best response.
func TestLeducAgainstExactPolicyImprovement(t *testing.T) {
	game := games.MustNew("leduc")
	tr, err := tree.Build(t.Context(), game, 0)
	require.NoError(t, err)
	uniform := tr.Uniform()
	searched := tabulated(t, tr, newSearch(t, game, random.New(), func(o *search.Options) { o.Rollouts, o.Eta = 600, 200 }))
	for seat := range 2 {
		only := func(policy tree.Policy) float64 {
			mixed := tr.Uniform()
			for _, i := range tr.Of[seat] {
				copy(tr.At(mixed, i), tr.At(policy, i))
			}
			return tr.Values(mixed)[seat]
		}
		exact := only(improvement(tr, seat))
		got, plain := only(searched), only(uniform)
		best, _ := tr.BestResponse(uniform, seat)
		t.Logf("seat %d: uniform %.3f, searched %.3f, exact improvement %.3f, best response %.3f", seat, plain, got, exact, best)
		assert.Greater(t, got, plain+0.9*(exact-plain))
		assert.LessOrEqual(t, got, best+1e-9)
	}
}

// improvement plays in every information set of a seat the action that is best
// when everything after it, and everyone else, is uniform.
func improvement(tr *tree.Tree, seat int) tree.Policy {
	policy := tr.Uniform()
	for _, i := range tr.Of[seat] {
		best, value := 0, math.Inf(-1)
		for a := range tr.Actions(i) {
			changed := tr.Uniform()
			at := tr.At(changed, i)
			clear(at)
			at[a] = 1
			// Changing one information set moves the whole game's value by its
			// reach times the gain, which orders its actions alike.
			if v := tr.Values(changed)[seat]; v > value {
				best, value = a, v
			}
		}
		at := tr.At(policy, i)
		clear(at)
		at[best] = 1
	}
	return policy
}

// A rollout that ends at the seat's next decision takes the policy's value of
// it for the return; in kuhn a seat has two decisions at most.
func TestDepthBootstraps(t *testing.T) {
	game := games.MustNew("kuhn")
	s := after(t, game, 2, 1) // a king; seat 0 passes or bets
	policy := scripted(func(v *agents.View) agents.Decision {
		d := agents.Decision{Probs: []float32{0.5, 0.5}, Value: 0.25}
		if v.Seat == 1 {
			d.Probs, d.Value = []float32{0, 1}, -100 // bets, calls
		}
		return d
	})
	afterPass := func(depth int) float64 {
		d := decide(t, newSearch(t, game, policy, func(o *search.Options) { o.Depth, o.Rollouts, o.Eta = depth, 4000, 0 }), game, s, 1)
		return 2*float64(d.Value) - 2 // a bet is called and wins 2
	}
	// After a pass comes seat 0's own decision, worth 0.25 by the policy.
	assert.InDelta(t, 0.25, afterPass(1), 1e-5)
	// Played out, it calls half the time: (2 - 1) / 2.
	for _, depth := range []int{0, 2} {
		assert.InDelta(t, 0.5, afterPass(depth), 0.15)
	}
}

func TestOneRollout(t *testing.T) {
	for _, text := range []string{"tictactoe", "kuhn", "heat(players=3)"} {
		game := games.MustNew(text)
		s := game.NewInitialState()
		rng := env.Stream(1, "test")
		_, err := drive.Roll(s, rng)
		require.NoError(t, err)
		decide(t, newSearch(t, game, random.New(), func(o *search.Options) { o.Rollouts, o.Worlds = 1, 1 }), game, s, 1)
	}
}

func TestConcurrentUse(t *testing.T) {
	game := games.MustNew("leduc")
	s := after(t, game, 0, 4, 2)
	for name, agent := range searches(t, game, network(t, game)) {
		want := decide(t, agent, game, s, 1)
		var wait sync.WaitGroup
		for range 3 {
			wait.Go(func() {
				for range 10 {
					got, err := agent.Decide(context.Background(), []agents.View{agents.NewViewer(game).View(s.Clone(), env.Stream(1, "test/decide"))})
					assert.NoError(t, err)
					assert.Equal(t, want, got[0], name)
				}
			})
		}
		wait.Wait()
	}
}

// dice is a game of one choice that does not matter and one die that does.
type dice struct{}

var diceSpec = (&env.Spec{
	Name: "dice", Version: 1, Players: 1, MinPlayers: 1, MaxPlayers: 1, MaxGameLength: 1, MaxChanceOutcomes: 1000, MaxChanceNodes: 1,
	Actions:     []env.Block{{Name: "colour", Shape: []int{3}}},
	Observation: []env.Field{{Name: "nothing", Shape: []int{1}, Max: 1}},
	Utility:     env.GeneralSum, MaxUtility: 1000,
}).Seal()

func (dice) Spec() *env.Spec            { return diceSpec }
func (dice) NewInitialState() env.State { return &diceState{} }

type diceState struct {
	applied int
	rolled  env.Action
}

func (s *diceState) CurrentPlayer() env.Player {
	return []env.Player{0, env.Chance, env.Terminal}[s.applied]
}

func (s *diceState) LegalActions(dst []env.Action) []env.Action {
	for a := range env.Action([]int{3, 1000, 0}[s.applied]) {
		dst = append(dst, a)
	}
	return dst
}

func (s *diceState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	for a := range env.Action(1000) {
		dst = append(dst, env.Outcome{Action: a, Prob: 1. / 1000})
	}
	return dst
}

func (s *diceState) Apply(a env.Action) error {
	s.applied, s.rolled = s.applied+1, a
	return nil
}

func (s *diceState) Observe(_ env.Player, dst []float32) { clear(dst) }

func (s *diceState) Returns(dst []float64) {
	dst[0] = 0
	if s.applied == 2 {
		dst[0] = float64(s.rolled)
	}
}

func (s *diceState) Clone() env.State {
	c := *s
	return &c
}

func (s *diceState) ResampleFromInfoState(env.Player, env.Rand) env.State { return s.Clone() }
func (s *diceState) ActionString(a env.Action) string                     { return fmt.Sprint(a) }
func (s *diceState) String() string                                       { return fmt.Sprint(*s) }

// All actions are tried with the same dice, so that actions that do not matter stay
// exactly as likely as they were.
func TestActionsAreTriedWithTheSameDice(t *testing.T) {
	game := dice{}
	for name, agent := range map[string]agents.Agent{
		"rollouts": newSearch(t, game, random.New(), func(o *search.Options) { o.Rollouts = 30 }),
		"gumbel":   newGumbel(t, game, random.New(), func(o *search.GumbelOptions) { o.Sims, o.Considered, o.PlayOut = 3, 3, true }),
	} {
		for seed := range uint64(5) {
			d := decide(t, agent, game, game.NewInitialState(), seed)
			assert.InDeltaSlice(t, []float32{1. / 3, 1. / 3, 1. / 3}, d.Probs, 1e-6, name)
		}
	}
}

// Both searches stop while they draw worlds.
func TestDrawingWorldsStopsWhenCancelled(t *testing.T) {
	game := games.MustNew("leduc")
	for name, agent := range map[string]agents.Agent{
		"rollouts": newSearch(t, game, random.New(), func(o *search.Options) { o.Rollouts, o.Worlds = 3000, 1000 }),
		"gumbel":   newGumbel(t, game, random.New(), func(o *search.GumbelOptions) { o.Sims, o.Worlds = 1000, 1000 }),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		view := agents.NewViewer(game).View(after(t, game, 0, 4), env.Stream(1, "test"))
		drawn, resample := 0, view.Resample
		view.Resample = func(rng env.Rand) env.State {
			if drawn++; drawn == 3 {
				cancel()
			}
			return resample(rng)
		}
		_, err := agent.Decide(ctx, []agents.View{view})
		assert.ErrorIs(t, err, context.Canceled, name)
		assert.Equal(t, 3, drawn, name)
	}
}

func TestRefusals(t *testing.T) {
	game := games.MustNew("leduc")
	ctx, cancel := context.WithCancel(context.Background())
	s := after(t, game, 0, 4)
	calls := 0
	policy := scripted(func(v *agents.View) agents.Decision {
		if calls++; calls == 30 {
			cancel() // in the middle of the rollouts
		}
		return agents.Decision{Probs: []float32{0.5, 0.5, 0}[:len(v.Legal)]}
	})
	_, err := newSearch(t, game, policy, nil).Decide(ctx, []agents.View{agents.NewViewer(game).View(s, env.Stream(1, "test"))})
	assert.ErrorIs(t, err, context.Canceled)

	wrong := scripted(func(*agents.View) agents.Decision { return agents.Decision{Probs: []float32{1}} })
	view := agents.NewViewer(game).View(s, env.Stream(1, "test"))
	_, err = newSearch(t, game, wrong, nil).Decide(context.Background(), []agents.View{view})
	var decision *agents.DecisionError
	assert.ErrorAs(t, err, &decision)

	view.Resample = nil
	_, err = newSearch(t, game, random.New(), nil).Decide(context.Background(), []agents.View{view})
	assert.ErrorIs(t, err, agents.ErrNoWorlds)

	for name, change := range map[string]func(*search.Options){
		"no rollouts":    func(o *search.Options) { o.Rollouts = 0 },
		"no worlds":      func(o *search.Options) { o.Worlds = 0 },
		"negative eta":   func(o *search.Options) { o.Eta = -1 },
		"infinite eta":   func(o *search.Options) { o.Eta = math.Inf(1) },
		"negative depth": func(o *search.Options) { o.Depth = -1 },
		"no temperature": func(o *search.Options) { o.Temperature = math.NaN() },
	} {
		o := search.Defaults()
		change(&o)
		assert.Panics(t, func() { _, _ = search.New(game, random.New(), o) }, name)
	}
}

// One step is one rollout of a 16-16 network from the first decision; 200 a
// decision.
func BenchmarkRollouts(b *testing.B) {
	for _, text := range []string{"leduc", "heat(players=4)"} {
		b.Run(text, func(b *testing.B) {
			game := games.MustNew(text)
			s := game.NewInitialState()
			rng := env.Stream(1, "test")
			_, err := drive.Roll(s, rng)
			require.NoError(b, err)
			agent := newSearch(b, game, network(b, game), nil)
			views := []agents.View{agents.NewViewer(game).View(s, rng)}
			b.ReportAllocs()
			for done := 0; done < b.N; done += 200 {
				_, err := agent.Decide(context.Background(), views)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
		})
	}
}

// looked counts how often a context is looked at.
type looked struct {
	context.Context
	times int
}

func (c *looked) Err() error {
	c.times++
	return nil
}

// A search of any size looks at the context every few hundred tables, so that it stops
// soon.
func TestSearchesLookAtTheContext(t *testing.T) {
	game := games.MustNew("leduc")
	s := after(t, game, 0, 1)
	const sims = 20_000
	update := newSearch(t, game, random.New(), func(o *search.Options) { o.Rollouts = sims })
	gumbel := newGumbel(t, game, random.New(), func(o *search.GumbelOptions) { o.Sims = sims })
	for name, agent := range map[string]agents.Agent{"update": update, "gumbel": gumbel} {
		ctx := &looked{Context: context.Background()}
		_, err := agent.Decide(ctx, []agents.View{agents.NewViewer(game).View(s, env.Stream(1, "test/look"))})
		require.NoError(t, err)
		assert.Greater(t, ctx.times, 2*sims/256, name)
	}
}
