package balance

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/things"
	"ringer/report/uplift"
)

// A thing that is strong among beginners alone stands first, and clear; one that is as good for all does not; a thing that
// only one of the levels knows is left out. The words say what differences could be seen.
func TestThingsBySkill(t *testing.T) {
	study := func(values ...float64) *uplift.Study {
		s := &uplift.Study{Part: partGame, Unit: "share of the win", Margin: .05, Forks: 500}
		for i, v := range values {
			name := string(rune('A' + i))
			s.Things = append(s.Things, uplift.Row{Thing: things.Thing{Kind: "card", ID: name, Name: name}, Had: &uplift.Uplift{Forks: 100, Value: v, Low: v - .03, High: v + .03}})
		}
		return s
	}
	weak, strong := study(.01, .2, -.02, .5), study(.02, .03, -.01)
	r := &Report{Plan: Plan{Games: 100}, Levels: levelsOf("beginner", "expert", weak, strong)}
	require.Len(t, r.Levels.Things, 3)
	first := r.Levels.Things[0]
	assert.Equal(t, "B", first.Name)
	assert.True(t, first.Clear)
	assert.InDelta(t, .17, first.Differs.Value, 1e-12)
	assert.InDelta(t, .17-.03*1.41421356, first.Differs.Low, 1e-6)
	assert.False(t, r.Levels.Things[1].Clear)
	assert.Equal(t, "Worth clearly something else by skill: B +20 (+17 … +23) points with beginner, +3 (0 … +6) points with expert. Of the others this report could see differences above ±4.2 points.", r.answerLevels())
	assert.Len(t, measuresOfLevels(r), 3)
	sec, err := sectionOfLevels(r)
	require.NoError(t, err)
	assert.Equal(t, [][3]float64{{.2, .17, .23}}, [][3]float64{sec.Blocks[1].Table.Rows[0].Measured[3]})

	r.Levels = levelsOf("beginner", "expert", study(.01), strong)
	assert.Contains(t, r.answerLevels(), "Of 1 thing no one is worth clearly more, or less, with beginner in every seat than with expert, but this report could only see differences above ±4.2 points")
	r.Called = map[string]string{"beginner": "beginners"}
	assert.Contains(t, r.answerLevels(), "with beginners (beginner) in every seat than with expert")
	r.Levels = levelsOf("beginner", "expert", study(), strong)
	assert.Contains(t, r.answerLevels(), "Nothing is known of any thing at both levels")
}
