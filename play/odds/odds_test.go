package odds_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/play/odds"
)

// The games of the rule books whose seats can begin unequal, and what they show of it.
var unequal = map[string]string{
	"heat": "money", "heist(players=2)": "points", "fourdowns(players=2)": "lost", "fivepossessions": "yards", "payday": "cash",
}

// A game with odds is the same game, by all laws: what is hidden stays hidden, what is
// shown stays within its bounds, and every seat sees the odds.
func TestOddsKeepTheLaws(t *testing.T) {
	opts := envtest.Options{Games: 1, Biased: 1, Seed: 5, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 10, Seed: 5}
	}
	for name, what := range unequal {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := games.MustNew(name)
			starts := odds.Starts(g)
			require.Len(t, starts, 1)
			require.Equal(t, what, starts[0].Name)
			with, err := odds.At(g, fmt.Sprintf("2:%s=%d", what, starts[0].Most))
			require.NoError(t, err)
			require.Same(t, g.Spec(), with.Spec())
			even, odd := make([]float32, g.Spec().ObservationSize()), make([]float32, g.Spec().ObservationSize())
			for seat := range env.Player(g.Spec().Players) {
				g.NewInitialState().Observe(seat, even)
				with.NewInitialState().Observe(seat, odd)
				require.NotEqual(t, even, odd, "seat %d does not see it", seat)
			}
			require.NoError(t, envtest.Check(with, opts).Err())
			again, err := odds.At(g, fmt.Sprintf("2:%s=%d", what, starts[0].Step))
			require.NoError(t, err)
			assert.NotEqual(t, with.NewInitialState().String(), again.NewInitialState().String())
		})
	}
}

// All faults of odds are told at once, and games without odds say so.
func TestOddsRefuse(t *testing.T) {
	g := games.MustNew("heat")
	_, err := odds.At(g, "1:money=5,5:money=1, 2:points=1,1:money=2,3:money=99,4")
	require.ErrorContains(t, err, "odds[1]")
	for _, at := range []int{2, 3, 4, 5} {
		require.ErrorContains(t, err, fmt.Sprintf("odds[%d]", at))
	}
	require.NotContains(t, err.Error(), "odds[0]")
	_, err = odds.At(games.MustNew("fivepossessions"), "1:yards=15")
	require.ErrorContains(t, err, "in steps of 20")
	_, err = odds.At(games.MustNew("kuhn"), "1:money=1")
	require.ErrorContains(t, err, "kuhn has no odds: a weaker opponent")
}

// Odds are carried as the text of a position, and told in words.
func TestOddsAreAPosition(t *testing.T) {
	text, ok := odds.Of(odds.Position("1:money=5"))
	assert.True(t, ok)
	assert.Equal(t, "1:money=5", text)
	_, ok = odds.Of("models: []")
	assert.False(t, ok)
	name := func(p env.Player) string { return fmt.Sprint("seat ", int(p)+1) }
	assert.Equal(t, "Begins unequal: seat 1 with $5 more, seat 3 with $2 more.", odds.Words(games.MustNew("heat"), "1:money=5, 3:money=2", name))
}
