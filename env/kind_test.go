package env_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// questions returns a game with one question by a column and others by their actions.
func questions(kinds bool) *env.Spec {
	s := &env.Spec{
		Name: "q", Version: 1, Players: 1, MaxGameLength: 1, MaxUtility: 1,
		Actions: []env.Block{
			{Name: "pass", Shape: []int{1}}, {Name: "raise", Shape: []int{2}}, {Name: "card", Shape: []int{3}}, {Name: "again", Shape: []int{1}},
		},
		Observation: []env.Field{
			{Name: "before", Shape: []int{2}, Max: 1},
			{Name: "decision", Shape: []int{3}, Max: 1, Columns: []env.Column{{Name: "pick", Max: 1}, {Name: "use", Max: 1}, {Name: "over", Max: 1}}},
		},
	}
	if kinds {
		s.Actions[1].Kind, s.Actions[2].Kind, s.Actions[3].Kind = "bid", "play", "bid"
		s.Observation[1].Columns[0].Kind = "draft"
	}
	return s.Seal()
}

func TestKindOfADecision(t *testing.T) {
	s := questions(true)
	assert.Equal(t, []string{"bid", "play", "draft", env.OtherKind}, s.Kinds())
	assert.Equal(t, []string{"raise", "again"}, s.DecisionsOfKind("bid"))
	assert.Equal(t, []string{"pick"}, s.DecisionsOfKind("draft"))
	pick, use := []float32{1, 1, 1, 0, 0}, []float32{1, 1, 0, 1, 0}
	for _, c := range []struct {
		want        string
		observation []float32
		legal       []env.Action
	}{
		{"draft", pick, []env.Action{3, 4}}, // the column says more than the block
		{"play", use, []env.Action{3, 4}},
		{"bid", use, []env.Action{0, 1, 3}}, // a pass is neutral, and the first kind counts
		{"bid", use, []env.Action{6}},
		{env.OtherKind, use, []env.Action{0}},
	} {
		assert.Equal(t, c.want, s.Kinds()[s.Kind(c.observation, c.legal)], "%v", c.legal)
		mask := make([]bool, s.NumActions())
		for _, a := range c.legal {
			mask[a] = true
		}
		assert.Equal(t, c.want, s.Kinds()[s.KindOfMask(c.observation, mask)], "%v as a mask", c.legal)
	}
	assert.Zero(t, testing.AllocsPerRun(10, func() { s.Kind(use, []env.Action{0, 1, 3}) }))
}

// A bot that was trained before its game stated kinds stays valid.
func TestKindsAreNoPartOfTheHash(t *testing.T) {
	assert.Equal(t, questions(false).Hash, questions(true).Hash)
	assert.Equal(t, []string{env.OtherKind}, questions(false).Kinds())
}

func TestTwoFieldsMustNotStateKinds(t *testing.T) {
	s := questions(true)
	again := s.Observation[1]
	again.Name = "again"
	s.Observation = append(s.Observation, again)
	assert.PanicsWithValue(t, `env: q: field "again": want one field with one row that states kinds`, func() { s.Seal() })
}
