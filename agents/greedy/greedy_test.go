package greedy_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

func Example() {
	game := games.MustNew("tictactoe")
	s := game.NewInitialState()
	for _, a := range []env.Action{0, 3, 1, 4} { // two in the top row; the third wins
		if err := s.Apply(a); err != nil {
			panic(err)
		}
	}
	view := agents.NewViewer(game).View(s, env.Stream(1, "example"))
	decisions, err := greedy.New(1, nil).Decide(context.Background(), []agents.View{view})
	fmt.Println(view.Legal, decisions[0].Probs, err)
	// Output: [2 5 6 7 8] [1 0 0 0 0] <nil>
}

func decide(t testing.TB, worlds int, view agents.View) []float32 {
	t.Helper()
	decisions, err := greedy.New(worlds, byShop{}).Decide(context.Background(), []agents.View{view})
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, []agents.View{view}))
	return decisions[0].Probs
}

// shop is one decision of seat 0: every action leads to an ending, or to a
// chance node that settles it, or to a position that is worth something.
type shop struct {
	offers []offer
	unseen bool // seat 1's: which of two worlds it is
	bought int  // -1: nothing yet
	rolled int  // -1: not yet
}

type offer struct {
	worth  [2]float64 // what the position is worth to seat 0, in either world
	ends   bool       // the game is over and seat 0 gets return
	payoff float64
	rolls  [2]float64 // chance adds one of these, if not both 0
}

var shopSpec = (&env.Spec{
	Name: "shop", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
	Actions: []env.Block{{Name: "buy", Shape: []int{4}}}, MaxChanceOutcomes: 2, MaxGameLength: 2, MaxChanceNodes: 1,
	Observation: []env.Field{{Name: "nothing", Shape: []int{1}}},
	Utility:     env.ZeroSum, MinUtility: -1, MaxUtility: 1, Configuration: []byte("{}"),
}).Seal()

func newShop(offers ...offer) *shop { return &shop{offers: offers, bought: -1, rolled: -1} }

func (s *shop) view(seed uint64) agents.View {
	return agents.NewViewer(s).View(s, env.Stream(seed, "test"))
}

func (s *shop) Spec() *env.Spec            { return shopSpec }
func (s *shop) NewInitialState() env.State { return newShop(s.offers...) }

func (s *shop) CurrentPlayer() env.Player {
	switch {
	case s.bought < 0:
		return 0
	case s.offers[s.bought].rolls != [2]float64{} && s.rolled < 0:
		return env.Chance
	case s.offers[s.bought].ends:
		return env.Terminal
	}
	return 1
}

func (s *shop) LegalActions(dst []env.Action) []env.Action {
	switch s.CurrentPlayer() {
	case 0:
		for i := range s.offers {
			dst = append(dst, env.Action(i))
		}
	case env.Chance:
		dst = append(dst, 0, 1)
	case 1:
		dst = append(dst, 0)
	}
	return dst
}

func (s *shop) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: 0, Prob: 0.5}, env.Outcome{Action: 1, Prob: 0.5})
}

func (s *shop) Apply(a env.Action) error {
	if s.bought < 0 {
		s.bought = int(a)
	} else {
		s.rolled = int(a)
	}
	return nil
}

// byShop judges by the worth of what was bought.
type byShop struct{}

func (byShop) Evaluate(s env.State, p env.Player) float64 {
	if shop, ok := s.(*shop); ok {
		return shop.worth(p)
	}
	return 0 // a game without opinions
}

func (s *shop) worth(p env.Player) float64 {
	if p != 0 {
		panic("evaluated for another seat")
	}
	worth := 100.0 // what one starts from does not count
	if s.bought >= 0 {
		o := s.offers[s.bought]
		if s.unseen {
			worth += o.worth[1]
		} else {
			worth += o.worth[0]
		}
		if s.rolled >= 0 {
			worth += o.rolls[s.rolled]
		}
	}
	return worth
}

func (s *shop) Returns(dst []float64) {
	clear(dst)
	if s.CurrentPlayer() == env.Terminal {
		dst[0], dst[1] = s.offers[s.bought].payoff, -s.offers[s.bought].payoff
	}
}

func (s *shop) ResampleFromInfoState(_ env.Player, rng env.Rand) env.State {
	c := *s
	c.unseen = rng.IntN(2) == 1
	return &c
}

func (s *shop) Observe(_ env.Player, dst []float32) { clear(dst) }
func (s *shop) Clone() env.State                    { c := *s; return &c }
func (s *shop) ActionString(a env.Action) string    { return fmt.Sprint("buy ", a) }
func (s *shop) String() string                      { return fmt.Sprintf("%+v", *s) }

func TestTakesTheLargestGain(t *testing.T) {
	worth := func(w float64) offer { return offer{worth: [2]float64{w, w}} }
	assert.Equal(t, []float32{0, 0, 1}, decide(t, 1, newShop(worth(-1), worth(2), worth(3)).view(1)))
	assert.Equal(t, []float32{0.5, 0, 0.5}, decide(t, 3, newShop(worth(0.3), worth(0.2), worth(0.3)).view(1)), "ties are even")
	assert.Equal(t, []float32{0, 1}, decide(t, 3, newShop(worth(1e-6), worth(2e-6)).view(1)), "and exact")
}

// An end counts by its return, above every position: a win is taken, a loss
// avoided, whatever the positions are worth.
func TestEndsComeFirst(t *testing.T) {
	worth := func(w float64) offer { return offer{worth: [2]float64{w, w}} }
	assert.Equal(t, []float32{0, 1}, decide(t, 1, newShop(worth(50), offer{ends: true, payoff: 1. / 3}).view(1)))
	assert.Equal(t, []float32{1, 0}, decide(t, 1, newShop(worth(-50), offer{ends: true, payoff: -1. / 3}).view(1)))
	assert.Equal(t, []float32{0, 1}, decide(t, 1, newShop(worth(-1), offer{ends: true}).view(1)), "a draw is no change")
}

// Chance right after the action is sampled, with the same luck for every
// action: the better of two lotteries is seen in a single world.
func TestChanceIsSampledAlikeForAllActions(t *testing.T) {
	lottery := func(low, high float64) offer { return offer{rolls: [2]float64{low, high}} }
	for seed := range uint64(20) {
		assert.Equal(t, []float32{0, 0, 0, 1}, decide(t, 1, newShop(lottery(-5, 5), lottery(-4, 6), lottery(-3, 7), lottery(-2, 8)).view(seed)))
	}
	// A sure 1 against 50:50 of 0 and 3: many worlds find the better mean.
	sure := offer{worth: [2]float64{1, 1}}
	assert.Equal(t, []float32{0, 1}, decide(t, 1000, newShop(sure, lottery(1e-9, 3)).view(1)))
	assert.Equal(t, []float32{1, 0}, decide(t, 1000, newShop(sure, lottery(1e-9, 1)).view(1)))
}

// Hidden information is drawn anew for each world, and all worlds count.
func TestWorldsAreAveraged(t *testing.T) {
	mixed := offer{worth: [2]float64{-10, 16}} // mean 3
	better := offer{worth: [2]float64{2, 2}}
	assert.Equal(t, []float32{1, 0}, decide(t, 2000, newShop(mixed, better).view(1)))
	both := map[float32]bool{}
	for seed := range uint64(40) {
		both[decide(t, 1, newShop(mixed, better).view(seed))[0]] = true
	}
	assert.Len(t, both, 2, "one world decides either way")
}

// The decision is a function of what the seat knows: with the same random
// stream it is the same whatever the hidden cards are.
func TestDoesNotPeek(t *testing.T) {
	game := games.MustNew("leduc")
	for seed := range uint64(50) {
		rng := env.Stream(seed, "test")
		var table drive.Table
		table.Set(game.NewInitialState())
		stop := errors.New("enough")
		err := table.Play(rng, func(_ env.Player, legal []env.Action) (env.Action, error) {
			if rng.IntN(3) == 0 {
				return 0, stop
			}
			return legal[rng.IntN(len(legal))], nil
		})
		if err == nil {
			continue // the game ended first
		}
		require.ErrorIs(t, err, stop)
		s := table.State()
		twin := s.(env.Resampler).ResampleFromInfoState(s.CurrentPlayer(), rng)
		a := decide(t, 2, agents.NewViewer(game).View(s, env.Stream(seed, "decision")))
		b := decide(t, 2, agents.NewViewer(game).View(twin, env.Stream(seed, "decision")))
		assert.Equal(t, a, b)
	}
}

func TestNeedsWorlds(t *testing.T) {
	view := newShop(offer{}, offer{}).view(1)
	view.Resample = nil
	_, err := greedy.New(1, nil).Decide(context.Background(), []agents.View{view})
	assert.ErrorIs(t, err, agents.ErrNoWorlds)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = greedy.New(1, byShop{}).Decide(ctx, []agents.View{newShop(offer{}, offer{}).view(1)})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { greedy.New(0, nil) })
}

// One step is one decision in the default number of worlds.
func BenchmarkDecideLeduc(b *testing.B) {
	game := games.MustNew("leduc")
	s := game.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		if err := s.Apply(s.LegalActions(nil)[0]); err != nil {
			b.Fatal(err)
		}
	}
	views := []agents.View{agents.NewViewer(game).View(s, env.Stream(1, "bench"))}
	agent := greedy.New(greedy.DefaultWorlds, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := agent.Decide(context.Background(), views); err != nil {
			b.Fatal(err)
		}
	}
}
