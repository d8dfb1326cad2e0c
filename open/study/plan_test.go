package study_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open/study"
)

func TestParseSeeds(t *testing.T) {
	for text, want := range map[string][]uint64{
		"1..3": {1, 2, 3}, "7": {7}, "1,3, 7": {1, 3, 7}, "5,1..2": {5, 1, 2}, "18446744073709551615": {math.MaxUint64},
	} {
		got, err := study.ParseSeeds(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got)
	}
	for text, want := range map[string]string{
		"3..1": "smaller number first", "1,1": "1: given twice", "": "want numbers", "-1": "want numbers", "1..": "want numbers",
		"0..18446744073709551615": "at most 1000 seeds", "1..600,1001..1600": "at most 1000 seeds",
	} {
		_, err := study.ParseSeeds(text)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
}
