package envtest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/games"
)

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

// A count stops wherever it is in the tree when the context is cancelled.
func TestCountStopsWhenCancelled(t *testing.T) {
	leduc := games.MustNew("leduc")
	counts, err := envtest.CountContext(t.Context(), leduc, 1<<20)
	require.NoError(t, err)
	assert.Greater(t, counts.Nodes, 5*256)
	for _, left := range []int{0, 1, 5} {
		_, err := envtest.CountContext(&countdown{t.Context(), left}, leduc, 1<<20)
		assert.ErrorIs(t, err, context.Canceled)
	}
}
