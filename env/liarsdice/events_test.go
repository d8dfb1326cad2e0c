package liarsdice_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/liarsdice"
)

func TestWhatASeatIsTold(t *testing.T) {
	g, err := liarsdice.New(liarsdice.Config{Dice: 2, Sides: 4})
	require.NoError(t, err)
	got, err := envtest.Told(g, 1, "roll 3", "roll 1", "roll 2", "roll 4", "1x3", "2x3", "liar")
	require.NoError(t, err)
	assert.Equal(t, []string{
		"seat 0 rolls a die", "seat 0 rolls a die", "seat 1 rolls 2", "seat 1 rolls 4", "seat 0 bids 1x3", "seat 1 bids 2x3",
		"seat 0 calls liar; seat 0 shows 1,3; seat 1 shows 2,4; seat 1 wins: the bid 2x3 holds",
	}, got)
}
