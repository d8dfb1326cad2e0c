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
	t.Logf("%+v", counts)
	assert.Positive(t, counts.InformationStates)
}
