package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

// The mini variant is small enough to be counted, and solved, exactly. Its deals
// can be counted by hand: with 3 + 2 + 2 cards of three kinds, six of the seven
// are dealt one by one, in 7!/(3!2!2!) = 210 orders, the last card following from
// the others.
func TestMiniIsSmall(t *testing.T) {
	counts, err := envtest.Count(game(t, "heat(file=mini)"), 200_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 15378, DecisionNodes: 11140, ChanceNodes: 230, TerminalNodes: 4008, InformationStates: 1383}, counts)

	deals, prefixes := 0, 0
	var walk func(s env.State)
	walk = func(s env.State) {
		if s.CurrentPlayer() != env.Chance {
			deals++
			return
		}
		prefixes++
		for _, a := range s.LegalActions(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			walk(next)
		}
	}
	walk(game(t, "heat(file=mini)").NewInitialState())
	assert.Equal(t, 210, deals)
	assert.Equal(t, counts.ChanceNodes, prefixes, "there is no other chance in it")
}
