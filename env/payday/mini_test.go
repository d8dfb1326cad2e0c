package payday_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
)

// The mini variant is small enough to be counted, and solved, exactly.
func TestMiniIsSmall(t *testing.T) {
	counts, err := envtest.Count(shipped(t, "mini"), 3_000_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 577173, DecisionNodes: 299252, ChanceNodes: 114675, TerminalNodes: 163246, InformationStates: 75751}, counts)
}
