package darkhex_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/darkhex"
	"ringer/env/envtest"
)

func TestWhatASeatIsTold(t *testing.T) {
	g, err := darkhex.New(darkhex.Config{Rows: 2, Columns: 2, Variant: darkhex.Classical})
	require.NoError(t, err)
	got, err := envtest.Told(g, 1, "a1", "a1", "a2", "b1")
	require.NoError(t, err)
	assert.Equal(t, []string{
		"seat 0 ends a turn", "seat 1 meets a stone on a1", "seat 1 puts a stone on a2",
		"seat 0 ends a turn; seat 0 connects the top row with the bottom row and wins",
	}, got)
	got, err = envtest.Told(g, 0, "a1", "a1", "a2", "b1")
	require.NoError(t, err)
	assert.Equal(t, "", got[1], "a seat is not told that its stone was met")
}
