package tictactoe_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/tictactoe"
)

func TestWhatASeatIsTold(t *testing.T) {
	g, err := tictactoe.New(tictactoe.Defaults())
	require.NoError(t, err)
	got, err := envtest.Told(g, 1, "a1", "b1", "a2", "b2", "a3")
	require.NoError(t, err)
	assert.Equal(t, []string{"seat 0 marks a1", "seat 1 marks b1", "seat 0 marks a2", "seat 1 marks b2", "seat 0 marks a3; seat 0 has three in a row and wins"}, got)
	got, err = envtest.Told(g, 1, "a1", "b1", "b2", "c3", "a3", "c1", "c2", "a2", "b3")
	require.NoError(t, err)
	assert.Equal(t, "seat 0 marks b3; the table: the board is full: a draw", got[8])
}
