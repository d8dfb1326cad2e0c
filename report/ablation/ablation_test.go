package ablation_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/ablation"
	"ringer/train"
)

func runs(variant string, speed float64, against string, rates ...float64) []ablation.Run {
	var out []ablation.Run
	for _, r := range rates {
		out = append(out, ablation.Run{Variant: variant, Game: "toy", Result: &train.Result{
			Decisions: 1000, DecisionsPerSecond: speed,
			Evaluations: []train.Evaluation{{Opponent: against, Games: 200, WinRate: r}},
		}})
	}
	return out
}

// The gain is taken seed by seed: seeds that differ much cancel.
func TestNewComparesSeedBySeed(t *testing.T) {
	s, err := ablation.New([][]ablation.Run{
		runs("as it is", 10, "expert", .50, .30, .70),
		runs("facts", 20, "expert", .45, .25, .65),
	})
	require.NoError(t, err)
	require.Len(t, s.Variants, 2)
	assert.Equal(t, 3, s.Seeds)
	assert.Nil(t, s.Variants[0].Opponents[0].Gain)
	facts := s.Variants[1]
	assert.InDelta(t, 20, facts.DecisionsPerSecond, 1e-9)
	assert.Equal(t, 600, facts.Opponents[0].Games)
	assert.InDelta(t, .45, facts.Opponents[0].Value, 1e-9)
	assert.Less(t, facts.Opponents[0].Low, .1, "three runs apart by 20 points say little alone")
	assert.InDelta(t, -.05, facts.Opponents[0].Gain.Value, 1e-9)
	assert.InDelta(t, -.05, facts.Opponents[0].Gain.High, 1e-9)
}

func TestNewRefusesWhatCannotBeCompared(t *testing.T) {
	_, err := ablation.New([][]ablation.Run{runs("a", 1, "expert", .5, .5), runs("b", 1, "random", .5, .5)})
	assert.EqualError(t, err, "ablation: b was not measured against expert")
	_, err = ablation.New([][]ablation.Run{runs("a", 1, "expert", .5, .5)})
	assert.Error(t, err)
	_, err = ablation.New([][]ablation.Run{runs("a", 1, "expert", .5), runs("b", 1, "expert", .5)})
	assert.Error(t, err)
}
