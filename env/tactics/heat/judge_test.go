package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/heat"
	tactics "ringer/env/tactics/heat"
)

// card returns a card with effects, in phase B unless they say otherwise.
func card(title string, effects ...heat.Effect) heat.Card {
	c := heat.Card{ID: title, Title: title, Copies: [][]int{{3, 4, 5}}}
	for _, e := range effects {
		if e.Phase == "" {
			e.Phase = "B"
		}
		if len(c.Phases) == 0 || c.Phases[len(c.Phases)-1] != e.Phase {
			c.Phases = append(c.Phases, e.Phase)
		}
		c.Effects = append(c.Effects, e)
	}
	return c
}

func gain(n int) heat.Effect { return heat.Effect{Op: "gain", Amount: heat.Amount{Base: n}} }
func take(n int) heat.Effect { return heat.Effect{Op: "take_heat", Amount: heat.Amount{Base: n}} }

// played returns a state after a first stage in which three seats played the
// given cards. Each holds one more card, which does nothing.
func played(t *testing.T, cards ...heat.Card) *heat.State {
	t.Helper()
	idle := card("idle", heat.Effect{Op: "gain", Amount: heat.Amount{Base: 1}, If: "heat_value(99)"})
	idle.Copies = append(idle.Copies, []int{3}, []int{3})
	return start(t, cards, []heat.Card{idle, idle, idle})
}

// start deals each of three seats a card of each list and plays the cards of the
// first.
func start(t *testing.T, first, second []heat.Card) *heat.State {
	t.Helper()
	c := heat.Defaults()
	c.Players, c.Heists, c.Stages, c.Deal, c.DraftRounds = 3, 1, 2, 2, 0
	c.MinCards, c.MinTitles = []int{0, 0, 0}, 1
	seen := map[string]bool{}
	for _, x := range append(append([]heat.Card{}, first...), second...) {
		if !seen[x.ID] {
			seen[x.ID] = true
			c.Cards = append(c.Cards, x)
		}
	}
	g, err := heat.New(c)
	require.NoError(t, err)
	s := g.NewInitialState().(*heat.State)
	do := func(kind string) {
		require.NoError(t, s.Apply(env.Action(g.KindOf(kind))), kind)
	}
	for _, hand := range [][]heat.Card{first, second} {
		for _, x := range hand {
			do(x.ID)
		}
	}
	for _, x := range first {
		do(x.ID)
	}
	require.Equal(t, 1, s.Stage())
	return s
}

// The judge prefers what a person would, other things being equal.
func TestJudge(t *testing.T) {
	value := func(own, left heat.Card) float64 {
		s := played(t, own, left, card("right", gain(5)))
		return tactics.NewJudge(s.Game()).Evaluate(s, 0)
	}
	even := value(card("own", gain(5)), card("left", gain(5)))
	assert.Greater(t, value(card("own", gain(6)), card("left", gain(5))), even, "own money")
	assert.Less(t, value(card("own", gain(5)), card("left", gain(6))), even, "money of the others")
	assert.Less(t, value(card("own", gain(5), take(1)), card("left", gain(5))), even, "own Heat")
	assert.Greater(t, value(card("own", gain(5)), card("left", gain(5), take(1))), even, "Heat of the others")
}

// A chosen card promises what it can still do: returning Heat only to a seat that
// has some.
func TestJudgeCountsOnTheChosenCard(t *testing.T) {
	back := card("back", heat.Effect{Phase: "C", Op: "return_heat", Amount: heat.Amount{Base: 3}})
	till := card("till", gain(3))
	idle := card("idle", heat.Effect{Op: "gain", Amount: heat.Amount{Base: 1}, If: "heat_value(99)"})
	idle.Copies = append(idle.Copies, []int{3})
	chosen := func(heats int, second heat.Card) float64 {
		own := card("own", gain(9))
		if heats > 0 {
			own = card("own", gain(9), take(heats))
		}
		s := start(t, []heat.Card{card("left", gain(9), take(2)), own, card("right", gain(9), take(2))}, []heat.Card{idle, second, idle})
		require.Equal(t, env.Player(1), s.CurrentPlayer())
		require.NoError(t, s.Apply(env.Action(s.Game().KindOf(second.ID))))
		require.Equal(t, s.Game().KindOf(second.ID), s.Committed(1))
		return tactics.NewJudge(s.Game()).Evaluate(s, 1)
	}
	assert.Greater(t, chosen(3, back), chosen(3, till), "with Heat to return")
	assert.Less(t, chosen(0, back), chosen(0, till), "without")
}

func TestJudgingAllocatesNothing(t *testing.T) {
	s := played(t, card("own", gain(5)), card("left", gain(5)), card("right", gain(5)))
	require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	j := tactics.NewJudge(s.Game())
	assert.Zero(t, testing.AllocsPerRun(200, func() { j.Evaluate(s, 1) }))
}

// The price of a card apart from any position is made of its effects, whatever it
// is called, and a better card has the higher price.
func TestWorths(t *testing.T) {
	c := heat.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/heat", "default")))
	g, err := heat.New(c)
	require.NoError(t, err)
	worths := tactics.Worths(g)
	require.Len(t, worths, len(g.Kinds()))
	for i := range c.Cards {
		c.Cards[i].Title, c.Cards[i].Text = c.Cards[i].Title+"!", "No words."
	}
	renamed, err := heat.New(c)
	require.NoError(t, err)
	assert.Equal(t, worths, tactics.Worths(renamed))
	for i, k := range g.Kinds() {
		assert.Greater(t, worths[i], -5., k.Title)
		assert.Less(t, worths[i], 15., k.Title)
	}
}
