package agents_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/games"
)

func ExampleViewer() {
	game := games.MustNew("kuhn")
	s := game.NewInitialState()
	for _, card := range []env.Action{2, 0} { // the king for seat 0, the jack for seat 1
		if err := s.Apply(card); err != nil {
			panic(err)
		}
	}
	v := agents.NewViewer(game).View(s, env.Stream(1, "example"))
	fmt.Println(v.Seat, "may play", v.ActionString(v.Legal[0]), "or", v.ActionString(v.Legal[1]))
	// Output: seat 0 may play pass or bet
}

// dealt returns a game of two-player Kuhn poker after the deal.
func dealt(t testing.TB, cards ...env.Action) (env.Game, env.State) {
	t.Helper()
	game := games.MustNew("kuhn")
	s := game.NewInitialState()
	for _, c := range cards {
		require.NoError(t, s.Apply(c))
	}
	return game, s
}

func TestViewShowsWhatTheSeatMaySee(t *testing.T) {
	game, s := dealt(t, 2, 0)
	viewer := agents.NewViewer(game)
	for range 2 {
		rng := env.Stream(1, "test")
		v := viewer.View(s, rng)
		seat := s.CurrentPlayer()
		assert.Equal(t, seat, v.Seat)
		assert.Same(t, game.Spec(), v.Game)
		assert.Same(t, rng, v.Rand)
		assert.Equal(t, s.LegalActions(nil), v.Legal)
		want := make([]float32, game.Spec().ObservationSize())
		s.Observe(seat, want)
		assert.Equal(t, want, v.Observation)
		assert.Equal(t, s.(env.Texter).Text(seat), v.Text())
		assert.Equal(t, s.(env.InfoStater).InformationState(seat), v.InformationState())
		for _, a := range v.Legal {
			assert.Equal(t, s.ActionString(a), v.ActionString(a))
		}
		require.NoError(t, s.Apply(v.Legal[0]))
	}
}

// A state may name actions that are not the seat's to play by what is hidden.
func TestViewNamesLegalActionsOnly(t *testing.T) {
	game := games.MustNew("leduc")
	s := game.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	v := agents.NewViewer(game).View(s, nil)
	require.NotContains(t, v.Legal, env.Action(0), "nobody has bet: there is nothing to fold to")
	assert.Equal(t, "action 0", v.ActionString(0))
	assert.NotEqual(t, "action 0", s.ActionString(0))
}

// Whatever an agent can reach from a view is the seat's own knowledge: no state
// and no game, and worlds in which the hidden card differs.
func TestViewHidesTheRest(t *testing.T) {
	state, game := reflect.TypeFor[env.State](), reflect.TypeFor[env.Game]()
	view := reflect.TypeFor[agents.View]()
	for i := range view.NumField() {
		f := view.Field(i)
		assert.True(t, f.IsExported(), f.Name)
		assert.False(t, f.Type.Implements(state) || f.Type.Implements(game) || f.Type.Kind() == reflect.Interface, f.Name)
	}
	g, s := dealt(t, 1, 0)
	v := agents.NewViewer(g).View(s, nil)
	hidden := map[string]int{}
	rng := env.Stream(1, "test")
	for range 200 {
		world := v.Resample(rng)
		hidden[world.String()]++
		seen := make([]float32, len(v.Observation))
		world.Observe(v.Seat, seen)
		require.Equal(t, v.Observation, seen)
	}
	assert.Len(t, hidden, 2, "the other card is the jack or the king")
}

// An agent that keeps a function of its view hears the same seat for ever, even
// when the table has moved on to another.
func TestKeptFunctionsSpeakForTheirSeat(t *testing.T) {
	game, s := dealt(t, 2, 0)
	viewer := agents.NewViewer(game)
	mine := viewer.View(s, nil)
	require.NoError(t, s.Apply(0))
	theirs := viewer.View(s, nil)
	require.Equal(t, env.Player(1), theirs.Seat)
	texter := s.(env.Texter)
	require.NotEqual(t, texter.Text(0), texter.Text(1))
	assert.Equal(t, texter.Text(0), mine.Text())
	assert.Equal(t, texter.Text(1), theirs.Text())
	assert.Equal(t, s.(env.InfoStater).InformationState(0), mine.InformationState())
	seen := make([]float32, len(mine.Observation))
	rng := env.Stream(1, "test")
	cards := map[string]bool{}
	for range 100 {
		w := mine.Resample(rng)
		w.Observe(0, seen)
		cards[w.(env.Texter).Text(1)] = true
	}
	assert.Len(t, cards, 2, "worlds of seat 0, not of seat 1")
	assert.Equal(t, "action 0", mine.ActionString(0), "it is not seat 0's turn")
}

func TestViewAllocatesNothing(t *testing.T) {
	for _, name := range []string{"kuhn", "leduc"} {
		game := games.MustNew(name)
		s := game.NewInitialState()
		for s.CurrentPlayer() == env.Chance {
			require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		}
		viewer := agents.NewViewer(game)
		rng := env.Stream(1, "test")
		viewer.View(s, rng)
		assert.Zero(t, testing.AllocsPerRun(100, func() { viewer.View(s, rng) }), name)
	}
}

func TestViewOfAStateThatWaitsForChance(t *testing.T) {
	game := games.MustNew("kuhn")
	assert.PanicsWithValue(t, "agents: a view of kuhn while chance is to act", func() {
		agents.NewViewer(game).View(game.NewInitialState(), nil)
	})
}

// plain offers the eight methods of a state and nothing else.
type plain struct{ env.State }

// informed adds information states.
type informed struct {
	plain
	env.InfoStater
}

func TestViewOfAGameWithFewPowers(t *testing.T) {
	game, s := dealt(t, 2, 0)
	v := agents.NewViewer(game).View(plain{s}, nil)
	assert.Nil(t, v.Resample)
	assert.Nil(t, v.InformationState)
	assert.Equal(t, "kuhn, seat 0", v.Text())
	v = agents.NewViewer(game).View(informed{plain{s}, s.(env.InfoStater)}, nil)
	assert.Equal(t, s.(env.InfoStater).InformationState(0), v.Text())
}

// One step is the view of one decision: legal actions and observation.
func BenchmarkViewLeduc(b *testing.B) {
	game := games.MustNew("leduc")
	s := game.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		if err := s.Apply(s.LegalActions(nil)[0]); err != nil {
			b.Fatal(err)
		}
	}
	viewer := agents.NewViewer(game)
	b.ReportAllocs()
	for b.Loop() {
		viewer.View(s, nil)
	}
}
