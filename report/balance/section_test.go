package balance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ratio"
	"ringer/report/whatif"
)

// Figures that say nothing are left out.
func TestVacuousFigures(t *testing.T) {
	for _, f := range []ratio.Figure{{}, {Value: .5, Low: .5, High: .5, Of: 40, Share: true}, {Value: .5, Low: 0, High: 1, Of: 2, Share: true}} {
		assert.True(t, vacuous(f), "%+v", f)
	}
	for _, f := range []ratio.Figure{{Value: .5, Low: .4, High: .6, Of: 40, Share: true}, {Value: 2, Low: 0, High: 4, Of: 9}, {Low: 0, High: .1, Of: 40, Share: true}} {
		assert.False(t, vacuous(f), "%+v", f)
	}
}

// Of many changes that are luck few are called clear; a large one is, and stands first.
func TestClearChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	study := func(more float64) *whatif.Study {
		s := &whatif.Study{Rules: []whatif.Result{{Label: "as they are"}, {Label: "gain = 3", Kinds: []whatif.Played{{Kind: whatif.Frozen}}}}}
		for range 60 {
			v := rng.NormFloat64()
			s.Rules[1].Kinds[0].Measures = append(s.Rules[1].Kinds[0].Measures, whatif.Measure{Unit: whatif.Share, Change: &whatif.Change{Value: v, Low: v - z, High: v + z}})
		}
		c := s.Rules[1].Kinds[0].Measures[40].Change
		c.Value, c.Low, c.High = c.Value+more, c.Low+more, c.High+more
		s.Rules[1].Kinds[0].Measures[40].Name = "wins"
		return s
	}
	assert.False(t, movedOf(study(0))[0].clear)
	all := movedOf(study(8))
	assert.True(t, all[0].clear)
	assert.Equal(t, "wins", all[0].measure)
	assert.False(t, all[2].clear)
}

// The rest of a sum that cancels out is written as 0.
func TestFiguresThatCancelOut(t *testing.T) {
	assert.Equal(t, []string{"0", "0", "0.001", "–"}, []string{decimal(1.67e-17), decimal(-1e-16), decimal(.001), decimal(math.NaN())})
}
