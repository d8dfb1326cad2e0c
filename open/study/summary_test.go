package study_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open/study"
	"ringer/report/ladder"
)

func trained(variant string, perSecond float64, rates ...float64) (list []ladder.Training) {
	for i, r := range rates {
		list = append(list, ladder.Training{
			Variant: variant, Factor: 1, Seed: uint64(i + 1), Decisions: 1000, Seconds: 1000 / perSecond,
			Results: []ladder.Report{{Opponent: "expert", Games: 200, WinRate: r, Low: r - .1, High: r + .1}},
		})
	}
	return list
}

// The gain is taken seed by seed: seeds that differ much cancel.
func TestGainsAreTakenSeedBySeed(t *testing.T) {
	s := study.Summarize(append(trained("", 10, .50, .30, .70), trained("facts", 20, .45, .25, .65)...))
	require.Len(t, s, 2)
	assert.Nil(t, s[0].Gain)
	facts := s[1]
	assert.InDelta(t, 20, facts.PerSecond, 1e-9)
	assert.Equal(t, []uint64{1, 2, 3}, facts.Seeds)
	assert.InDelta(t, .45, facts.Mean, 1e-9)
	assert.Less(t, *facts.Low, .1, "three runs apart by 20 points say little alone")
	assert.InDelta(t, -.05, facts.Gain.Value, 1e-9)
	assert.InDelta(t, -.05, facts.Gain.High, 1e-9)
}

// A study that was stopped compares the seeds that both arms have, and one seed has no interval.
func TestGainsNeedSeedsOfBoth(t *testing.T) {
	s := study.Summarize(append(trained("", 10, .5, .3, .7), trained("facts", 20, .4)...))
	require.Len(t, s, 2)
	assert.Nil(t, s[1].Gain)
	assert.InDeltaSlice(t, []float64{.3, .5}, []float64{*s[1].Low, *s[1].High}, 1e-9, "over the games of the one seed")
	s = study.Summarize(append(trained("", 10, .5, .3), trained("facts", 20, .4, .2, .9)...))
	assert.InDelta(t, -.1, s[1].Gain.Value, 1e-9)
}
