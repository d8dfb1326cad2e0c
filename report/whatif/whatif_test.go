package whatif_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/env/tactics"
	"ringer/eval"
	"ringer/report/whatif"
)

// leduc has two sets of one kind, whose agents differ, so that seeds may disagree.
func leduc(name string, value float64) whatif.Rules {
	g := games.MustNew(name)
	strong, weak := eval.Entry{Name: "greedy", Agent: greedy.New(1, tactics.Judge(g))}, eval.Entry{Name: "random", Agent: random.New()}
	return whatif.Rules{Label: name, Knob: "raise", Value: &value, Game: g, Sets: []whatif.Set{
		{Kind: whatif.Frozen, Seed: 1, A: strong, B: weak},
		{Kind: whatif.Frozen, Seed: 2, A: weak, B: weak},
	}}
}

// The same rules differ in nothing, and the bounds of that are no empty interval.
func TestTheSameRulesDifferInNothing(t *testing.T) {
	c := whatif.Config{
		Base: leduc("leduc", 1), Variants: []whatif.Rules{leduc("leduc", 2)}, Games: 90, Seed: 3,
	}
	total := 0
	c.Progress = func(done, of int) { total = of; require.LessOrEqual(t, done, of) }
	study, err := whatif.Run(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, 4*30, total)
	require.Len(t, study.Rules, 2)
	base, same := study.Rules[0].Kinds[0], study.Rules[1].Kinds[0]
	assert.Equal(t, 30, base.Deals)
	assert.Equal(t, 180, base.Games)
	assert.Equal(t, []string{"greedy", "random"}, base.Agents)
	for i, m := range same.Measures {
		assert.Nil(t, base.Measures[i].Change)
		require.NotNil(t, m.Change, m.Name)
		assert.Zero(t, m.Change.Value, m.Name)
		assert.False(t, m.Change.Beyond, m.Name)
		assert.Equal(t, base.Measures[i].Value, m.Value)
		if m.Unit == whatif.Share {
			assert.InDelta(t, 0.1, m.Change.High, 1e-9, "the rule of three over 30 deals")
		}
		assert.GreaterOrEqual(t, m.Value, m.Low-1e-12, m.Name)
		assert.LessOrEqual(t, m.Value, m.High+1e-12, m.Name)
	}
	assert.Contains(t, study.Names(), "wins against random")

	lines, ok := study.Lines("wins against random")
	require.True(t, ok)
	require.Len(t, lines.Lines, 1)
	assert.Equal(t, "raise", lines.Across)
	assert.Len(t, lines.Lines[0].Points, 2)
	assert.Greater(t, lines.Lines[0].Points[0].Value, 0.5)

	for _, workers := range []int{1, 4} {
		c.Workers, c.Progress = workers, nil
		again, err := whatif.Run(t.Context(), c)
		require.NoError(t, err)
		assert.Equal(t, study, again)
	}
}

// What cannot be compared is refused, all at once.
func TestWhatCannotBeCompared(t *testing.T) {
	other := leduc("kuhn(players=3)", 1)
	other.Sets[0].Seed, other.Sets[1].B = 7, eval.Entry{}
	_, err := whatif.Run(t.Context(), whatif.Config{Base: leduc("leduc", 1), Variants: []whatif.Rules{other}})
	assert.EqualError(t, err, "games: 0: want a positive number\n"+
		"variants[0].game: kuhn(players=3): want a game of 2 seats, as the base has\n"+
		"variants[0].sets[0]: frozen, seed 7: want a kind and a seed that the base has\n"+
		"variants[0].sets[1].b: : want an agent here and in the base, or in neither")
}
