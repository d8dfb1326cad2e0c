package bots

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/play/opponents"
)

func TestWeakerAgents(t *testing.T) {
	assert.Equal(t, "bot(x,temperature=1)", weaker("bot(x)", 0))
	assert.Equal(t, "bot(x,temperature=44.7)", weaker("bot(x)", .5))
	assert.Equal(t, "bot(x,temperature=2000)", weaker("bot(x)", 1))
	assert.Equal(t, "careless(mcts(sims=500),slips=0.333)", weaker("mcts(sims=500)", 1./3))
}

// Ratings that rise with the setting are pooled, and a rating is found between two points.
func TestFallingCurve(t *testing.T) {
	c := falling([]point{{.5, 1200, 1}, {0, 1500, 1}, {.75, 1230, 2}, {1, 1000, 1}, {.25, 1400, 1}})
	assert.Equal(t, curve{{0, 1500, 1}, {.25, 1400, 1}, {.5, 1220, 1}, {.75, 1220, 2}, {1, 1000, 1}}, c)
	for want, setting := range map[float64]float64{1600: 0, 1500: 0, 1450: .125, 1310: .375, 1220: .5, 1110: .875, 1000: 1, 900: 1} {
		assert.InDelta(t, setting, c.at(want), 1e-9, want)
	}
}

// Levels are spread from the strongest down to a beginner between random play and the weakest
// simple player; where there is no room for two steps, there are a beginner and the strongest.
func TestPlansOfLevels(t *testing.T) {
	p := planLevels(1543, 1320, 180)
	assert.InDeltaSlice(t, []float64{1181, 1362}, p.below, 1)
	assert.Equal(t, 1, p.games)
	assert.Empty(t, p.few)
	p = planLevels(2053, 1787, 180)
	assert.Len(t, p.below, 5)
	assert.InDelta(t, 180, p.below[4]-p.below[3], 1)
	p = planLevels(1374, 1110, 180) // a beginner halfway to a weak simple player, and more games to tell
	assert.InDeltaSlice(t, []float64{1055}, p.below, 1)
	assert.Equal(t, 2, p.games)
	p = planLevels(1148, 1056, 180)
	assert.Equal(t, opponents.FewRange, p.few)
	assert.InDeltaSlice(t, []float64{1028}, p.below, 1)
	assert.Equal(t, 6, p.games)
	p = planLevels(1090, 1090, 180)
	assert.InDeltaSlice(t, []float64{1045}, p.below, 1)
}
