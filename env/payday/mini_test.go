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
	assert.Equal(t, envtest.Counts{Nodes: 551337, DecisionNodes: 283848, ChanceNodes: 111287, TerminalNodes: 156202, InformationStates: 72586}, counts)
}
