package sweep_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train/sweep"
)

func TestGridHasEveryCombinationOnce(t *testing.T) {
	var s sweep.Space
	first, err := sweep.ParseRange("a", "1 | 2 | 3")
	require.NoError(t, err)
	r, err := sweep.ParseRange("b", "x | y")
	require.NoError(t, err)
	s = append(s, first, r)
	points, err := s.Grid()
	require.NoError(t, err)
	var got []string
	for _, p := range points {
		set := s.Assignments(p)
		got = append(got, set[0]+" "+set[1])
	}
	assert.Equal(t, []string{"a=1 b=x", "a=1 b=y", "a=2 b=x", "a=2 b=y", "a=3 b=x", "a=3 b=y"}, got)

	number, err := sweep.ParseRange("c", "1..2")
	require.NoError(t, err)
	_, err = append(s, number).Grid()
	assert.ErrorContains(t, err, "c: 1..2: want VALUE | VALUE")
	for range 14 {
		s = append(s, r)
	}
	_, err = s.Grid()
	assert.ErrorContains(t, err, "at most 10000 combinations")
}
