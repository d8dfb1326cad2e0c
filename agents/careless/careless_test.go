package careless_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/careless"
	"ringer/agents/first"
	"ringer/env"
)

// With the chance of a slip each action is as likely as any other; otherwise the other agent decides.
func TestSlipsIntoAnyAction(t *testing.T) {
	for slips, want := range map[float64][]float32{0: {1, 0, 0, 0}, 0.4: {.7, .1, .1, .1}, 1: {.25, .25, .25, .25}} {
		d, err := careless.New(first.New(), slips).Decide(t.Context(), []agents.View{{Legal: []env.Action{2, 3, 5, 7}}})
		require.NoError(t, err)
		assert.InDeltaSlice(t, want, d[0].Probs, 1e-6)
	}
	assert.PanicsWithValue(t, "careless: slips 1.5", func() { careless.New(first.New(), 1.5) })
}
