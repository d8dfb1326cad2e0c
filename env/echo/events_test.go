package echo_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/echo"
	"ringer/env/envtest"
)

func TestWhatASeatIsTold(t *testing.T) {
	g, err := echo.New(echo.Defaults())
	require.NoError(t, err)
	got, err := envtest.Told(g, 0, "answer 2 ago +1", "A", "show B")
	require.NoError(t, err)
	assert.Equal(t, []string{"the table: the echo gets its habit", "seat 0 guesses A", "the table: the echo shows B"}, got)
}
