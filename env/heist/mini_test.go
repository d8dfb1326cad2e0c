package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
)

// The mini variant is small enough to be counted, and solved, exactly.
func TestMiniIsSmall(t *testing.T) {
	g := games.MustNew("heist(file=mini)")
	counts, err := envtest.Count(g, 2_000_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 805771, DecisionNodes: 475852, ChanceNodes: 56935, TerminalNodes: 272984, InformationStates: 113808}, counts)
	_, ok := g.NewInitialState().(env.InfoStater)
	assert.True(t, ok)
}
