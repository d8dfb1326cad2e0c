package mcts_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mcts"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

func Example() {
	game := games.MustNew("tictactoe")
	s := game.NewInitialState()
	for _, cell := range []env.Action{0, 4, 1, 3} { // seat 0 wins at 2
		if err := s.Apply(cell); err != nil {
			fmt.Println(err)
			return
		}
	}
	agent, err := mcts.New(game, mcts.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	view := agents.NewViewer(game).View(s, env.Stream(1, "example"))
	decisions, err := agent.Decide(context.Background(), []agents.View{view})
	fmt.Println(view.Legal, decisions[0].Probs, decisions[0].Value, err)
	// Output: [2 5 6 7 8] [1 0 0 0 0] 1 <nil>
}

func newMCTS(t testing.TB, game env.Game, change func(*mcts.Options)) *mcts.Agent {
	t.Helper()
	o := mcts.Defaults()
	if change != nil {
		change(&o)
	}
	agent, err := mcts.New(game, o)
	require.NoError(t, err)
	return agent
}

// decide returns the agent's decision where the current player of s is to act.
func decide(t testing.TB, agent agents.Agent, game env.Game, s env.State, seed uint64) agents.Decision {
	t.Helper()
	views := []agents.View{agents.NewViewer(game).View(s, env.Stream(seed, "test/decide"))}
	decisions, err := agent.Decide(context.Background(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))
	return decisions[0]
}

// after returns the state of a game after some actions.
func after(t testing.TB, game env.Game, actions ...env.Action) env.State {
	t.Helper()
	s := game.NewInitialState()
	for _, a := range actions {
		require.NoError(t, s.Apply(a))
	}
	return s
}

// minimax returns the exact value of a tictactoe position for the seat to act.
func minimax(t testing.TB, s env.State, known map[string]float64) float64 {
	key := s.String()
	if v, ok := known[key]; ok {
		return v
	}
	seat, best := s.CurrentPlayer(), math.Inf(-1)
	for _, a := range s.LegalActions(nil) {
		next := s.Clone()
		require.NoError(t, next.Apply(a))
		value := 0.0
		if next.CurrentPlayer() == env.Terminal {
			returns := make([]float64, 2)
			next.Returns(returns)
			value = returns[seat]
		} else {
			value = -minimax(t, next, known)
		}
		best = max(best, value)
	}
	known[key] = best
	return best
}

// Against every line of play, in either seat, the search never loses, and the
// value it names is exact as soon as the rest of the game is small.
func TestMCTSNeverLosesTicTacToe(t *testing.T) {
	game := games.MustNew("tictactoe")
	agent := newMCTS(t, game, func(o *mcts.Options) { o.Sims = 3000 })
	known := map[string]float64{}
	decided := map[string]env.Action{}
	for seat := range env.Player(2) {
		wins := 0
		var walk func(s env.State)
		walk = func(s env.State) {
			if s.CurrentPlayer() == env.Terminal {
				returns := make([]float64, 2)
				s.Returns(returns)
				require.GreaterOrEqual(t, returns[seat], 0.0, "lost: %s", s)
				if returns[seat] > 0 {
					wins++
				}
				return
			}
			legal := s.LegalActions(nil)
			if s.CurrentPlayer() == seat {
				key := s.String()
				a, ok := decided[key]
				if !ok {
					d := decide(t, agent, game, s, 1)
					if len(legal) > 1 && len(legal) <= 5 {
						require.InDelta(t, minimax(t, s, known), float64(d.Value), 1e-6, "%s", s)
					}
					a = legal[slices.Index(d.Probs, 1)]
					decided[key] = a
				}
				legal = []env.Action{a}
			}
			for _, a := range legal {
				next := s.Clone()
				require.NoError(t, next.Apply(a))
				walk(next)
			}
		}
		walk(game.NewInitialState())
		assert.Positive(t, wins, "seat %d never wins", seat)
	}
}

// With simulations enough, the search proves the game: a draw.
func TestMCTSProvesTicTacToe(t *testing.T) {
	game := games.MustNew("tictactoe")
	d := decide(t, newMCTS(t, game, func(o *mcts.Options) { o.Sims = 1_000_000 }), game, after(t, game, 4), 1)
	assert.Zero(t, d.Value)
	legal := after(t, game, 4).LegalActions(nil)
	assert.Contains(t, []env.Action{0, 2, 6, 8}, legal[slices.Index(d.Probs, 1)], "a corner, the only answer to the centre")
}

// Far from the end, where nothing is proven, every seat counts its own returns:
// beginning is good, so the first seat thinks well of its place and the second,
// which knows the best answers to the centre, does not.
func TestMCTSEarlyValues(t *testing.T) {
	game := games.MustNew("tictactoe")
	agent := newMCTS(t, game, func(o *mcts.Options) { o.Sims = 300 })
	corners := 0
	for seed := range uint64(20) {
		assert.Positive(t, decide(t, agent, game, game.NewInitialState(), seed).Value)
		s := after(t, game, 4)
		d := decide(t, agent, game, s, seed)
		assert.Negative(t, d.Value)
		if s.LegalActions(nil)[slices.Index(d.Probs, 1)]%2 == 0 {
			corners++
		}
	}
	assert.Greater(t, corners, 15, "of 20")
}

func TestMCTSTemperature(t *testing.T) {
	game := games.MustNew("tictactoe")
	s := game.NewInitialState()
	at := func(temperature float64) agents.Decision {
		return decide(t, newMCTS(t, game, func(o *mcts.Options) { o.Sims, o.Temperature = 400, temperature }), game, s, 3)
	}
	visits, sharp, best := at(1), at(0.5), at(0)
	sum := 0.0
	for _, p := range visits.Probs {
		n := float64(p) * 400
		assert.InDelta(t, math.Round(n), n, 1e-3, "a number of visits")
		assert.GreaterOrEqual(t, n, 1.0)
		sum += math.Pow(float64(p), 2)
	}
	for i, p := range visits.Probs {
		assert.InDelta(t, math.Pow(float64(p), 2)/sum, sharp.Probs[i], 1e-5)
	}
	assert.Equal(t, slices.Max(visits.Probs), visits.Probs[slices.Index(best.Probs, 1)])
}

// Chance counts by its probabilities and every seat plays for itself: the sure
// 1.5 and the point that seat 1 leaves are worth 2.5, the wheel 1.5. The game
// is small enough to be proven, so that the value is exact.
func TestMCTSChanceAndSeveralSeats(t *testing.T) {
	game := newRoulette()
	d := decide(t, newMCTS(t, game, nil), game, game.NewInitialState(), 1)
	assert.Equal(t, []float32{1, 0}, d.Probs)
	assert.InDelta(t, 2.5, d.Value, 1e-6)

	wheel := &rouletteState{spec: game.spec, phase: 2, won: 8}
	d = decide(t, newMCTS(t, game, nil), game, wheel, 1)
	assert.Equal(t, []float32{1, 0}, d.Probs)
	assert.InDelta(t, 3, d.Value, 1e-6, "seat 1's own")

	// SO-ISMCTS agrees: no world differs from another here.
	o := mcts.InformationSetDefaults()
	o.Sims = 4000
	is, err := mcts.NewInformationSet(game, o)
	require.NoError(t, err)
	d = decide(t, is, game, game.NewInitialState(), 1)
	assert.Equal(t, []float32{1, 0}, d.Probs)
	assert.InDelta(t, 2.5, d.Value, 0.15)
}

func TestMCTSRefusesHiddenInformation(t *testing.T) {
	for _, text := range []string{"kuhn", "leduc", "liarsdice", "goofspiel", "heat(players=3)"} {
		_, err := mcts.New(games.MustNew(text), mcts.Defaults())
		var hidden *mcts.HiddenError
		require.ErrorAs(t, err, &hidden, text)
		assert.True(t, strings.HasSuffix(err.Error(), "use ismcts"), text)
	}
	// An agent of an open game that is shown a closed one says the same.
	kuhn := games.MustNew("kuhn")
	view := agents.NewViewer(kuhn).View(after(t, kuhn, 0, 1), env.Stream(1, "test"))
	agent := newMCTS(t, games.MustNew("tictactoe"), nil)
	var hidden *mcts.HiddenError
	for range 100 { // two equal worlds in a row, which pass, are a coin's toss here
		if _, err := agent.Decide(context.Background(), []agents.View{view}); err != nil {
			require.ErrorAs(t, err, &hidden)
		}
	}
	require.NotNil(t, hidden)
	view.Resample = nil
	_, err := agent.Decide(context.Background(), []agents.View{view})
	assert.ErrorIs(t, err, agents.ErrNoWorlds)
}

func TestMCTSOneSimulation(t *testing.T) {
	game := games.MustNew("tictactoe")
	agent := newMCTS(t, game, func(o *mcts.Options) { o.Sims = 1 })
	for seed := range uint64(20) {
		d := decide(t, agent, game, game.NewInitialState(), seed)
		assert.Contains(t, d.Probs, float32(1))
		assert.Contains(t, []float32{-1, 0, 1}, d.Value, "one playout")
	}
	// A first simulation that loses at once is not followed.
	loses := mcts.Defaults()
	loses.Sims = 1
	trap, err := mcts.New(newTrap(), loses)
	require.NoError(t, err)
	for seed := range uint64(20) {
		assert.Equal(t, []float32{0, 1}, decide(t, trap, newTrap(), newTrap().NewInitialState(), seed).Probs, "seed %d", seed)
	}
}

func TestCancelledSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for text, agent := range everyAgent(t, 1000) {
		game := games.MustNew(text)
		view := agents.NewViewer(game).View(first(t, game, 1), env.Stream(1, "test"))
		_, err := agent.Decide(ctx, []agents.View{view})
		assert.ErrorIs(t, err, context.Canceled, text)
	}
}

// countdown is a context that is cancelled when it has been looked at so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A search looks at the context every few simulations, which may take milliseconds
// each, and before each world that it draws.
func TestSearchesStopInTheMiddle(t *testing.T) {
	const sims = 400
	for text, agent := range everyAgent(t, sims) {
		game := games.MustNew(text)
		view := agents.NewViewer(game).View(first(t, game, 1), env.Stream(1, "test"))
		for _, left := range []int{1, 10, sims/4 - 5} {
			_, err := agent.Decide(&countdown{t.Context(), left}, []agents.View{view})
			assert.ErrorIs(t, err, context.Canceled, "%s after %d looks", text, left)
		}
	}

	game := games.MustNew("leduc")
	view := agents.NewViewer(game).View(first(t, game, 1), env.Stream(1, "test"))
	ctx, cancel := context.WithCancel(t.Context())
	drawn, resample := 0, view.Resample
	view.Resample = func(rng env.Rand) env.State {
		if drawn++; drawn == 3 {
			cancel()
		}
		return resample(rng)
	}
	agent := newISMCTS(t, game, func(o *mcts.InformationSetOptions) { o.Sims, o.Determinizations = 1000, 1000 })
	_, err := agent.Decide(ctx, []agents.View{view})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 3, drawn)
}

// everyAgent is one agent a game.
func everyAgent(t testing.TB, sims int) map[string]agents.Agent {
	t.Helper()
	all := map[string]agents.Agent{}
	all["tictactoe"] = newMCTS(t, games.MustNew("tictactoe"), func(o *mcts.Options) { o.Sims, o.Temperature = sims, 1 })
	for _, text := range []string{"kuhn", "leduc", "leduc(players=3)", "liarsdice", "goofspiel(players=3)", "heat(players=3)"} {
		all[text] = newISMCTS(t, games.MustNew(text), func(o *mcts.InformationSetOptions) { o.Sims, o.Temperature = sims, 1 })
	}
	all["goofspiel"] = newISMCTS(t, games.MustNew("goofspiel"), func(o *mcts.InformationSetOptions) {
		o.Sims, o.Temperature, o.Policy, o.Depth = sims, 1, random.New(), 2
	})
	return all
}

// first returns the first state in which a seat decides.
func first(t testing.TB, game env.Game, seed uint64) env.State {
	t.Helper()
	s := game.NewInitialState()
	rng := env.Stream(seed, "test/first")
	_, err := drive.Roll(s, rng)
	require.NoError(t, err)
	return s
}

// Many goroutines on one agent get what one gets, bit for bit, whatever the
// agent decided before: it keeps no memory.
func TestConcurrentUse(t *testing.T) {
	for text, agent := range everyAgent(t, 60) {
		game := games.MustNew(text)
		var states []env.State
		var want []agents.Decision
		for seed := range uint64(4) {
			states = append(states, first(t, game, seed))
			want = append(want, decide(t, agent, game, states[seed], seed))
		}
		var wait sync.WaitGroup
		for g := range 3 {
			wait.Go(func() {
				for i := range 8 {
					seed := (i + g) % len(states)
					views := []agents.View{agents.NewViewer(game).View(states[seed].Clone(), env.Stream(uint64(seed), "test/decide"))}
					got, err := agent.Decide(context.Background(), views)
					assert.NoError(t, err)
					assert.Equal(t, want[seed], got[0], "%s, seed %d", text, seed)
				}
			})
		}
		wait.Wait()
	}
}

func TestBadOptionsPanic(t *testing.T) {
	game := games.MustNew("tictactoe")
	for name, change := range map[string]func(*mcts.Options){
		"no simulations":       func(o *mcts.Options) { o.Sims = 0 },
		"negative exploration": func(o *mcts.Options) { o.Exploration = -1 },
		"no number":            func(o *mcts.Options) { o.Temperature = math.NaN() },
		"infinite":             func(o *mcts.Options) { o.Temperature = math.Inf(1) },
	} {
		o := mcts.Defaults()
		change(&o)
		assert.Panics(t, func() { _, _ = mcts.New(game, o) }, name)
	}
	o := mcts.InformationSetDefaults()
	o.Determinizations = 0
	assert.Panics(t, func() { _, _ = mcts.NewInformationSet(game, o) })
}
