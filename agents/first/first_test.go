package first_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/first"
	"ringer/env"
)

func TestTakesTheFirstLegalAction(t *testing.T) {
	d, err := first.New().Decide(t.Context(), []agents.View{{Legal: []env.Action{3, 5, 9}}, {Legal: []env.Action{7}}})
	require.NoError(t, err)
	assert.Equal(t, []float32{1, 0, 0}, d[0].Probs)
	assert.Equal(t, []float32{1}, d[1].Probs)
}
