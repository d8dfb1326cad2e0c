package casebook_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
)

// tell plays actions by name, also actions of chance, and returns what a seat is told of
// them, an action a line.
func (b *bench) tell(p env.Player, names ...string) []string {
	b.t.Helper()
	var lines []string
	for _, name := range names {
		a, err := env.ParseAction(b.s, name)
		if b.s.CurrentPlayer() == env.Chance {
			a, err = b.s.Throw(name)
		}
		require.NoError(b.t, err, "%s", b.s.Text(0))
		before := b.s.Clone()
		require.NoError(b.t, b.s.Apply(a))
		var told []string
		for _, e := range env.Tell(before, p, a, b.s, nil) {
			told = append(told, env.Plain(fmt.Sprintf("%s: %s", e.Player, e.Text)))
		}
		lines = append(lines, strings.Join(told, "; "))
	}
	return lines
}

// Scores of a Duel are told in the same words whatever they are, with fight or avoid, until
// they are turned up (DUEL-8, DUEL-27).
func TestScoresAreToldWhenTurnedUp(t *testing.T) {
	for _, secret := range []string{"score 5", "avoid 2"} {
		b := lay(t, func(c *duel.Config) { c.AvoidHits = true }, pair(2, 6, 9, 6))
		assert.Equal(t, []string{
			"seat 0: A goes to 3,6; seat 0: A duels with B",
			"seat 0: A sets a score",
		}, b.tell(1, "go to 3,6", secret))
		own := lay(t, func(c *duel.Config) { c.AvoidHits = true }, pair(2, 6, 9, 6))
		assert.Contains(t, own.tell(0, "go to 3,6", secret)[1], "in secret")
		words := map[string]string{"score 5": "seat 0: A has score 5", "avoid 2": "seat 0: A avoids hits with 2"}[secret]
		assert.Equal(t, []string{"seat 1: B has score 3, in secret; " + words + "; seat 1: B has score 3"}, b.tell(1, "score 3"))
	}
}

// What Apply settles by itself is told: hits, falls, removals, the treasure, the end.
func TestWhatFollowsIsTold(t *testing.T) {
	b := lay(t, nil, duel.Position{Act: "A", Carrier: "B", Models: pair(2, 6, 9, 6).Models})
	for p := range env.Player(2) {
		b := &bench{t, b.g, b.s.Clone().(*duel.State)}
		b.do("go to 3,6", "score 3", "score 5")
		assert.Equal(t, []string{
			"seat 0: A rolls 2 5, +3 each; seat 0: A hits B; seat 1: B falls prone; seat 1: B drops the treasure at 9,6; chance: round 3 begins",
			"seat 0: rolls 3 for Initiative",
			"seat 1: rolls 4 for Initiative; chance: the order is seat 0, seat 1",
			"seat 1: B rolls 1 1",
			"seat 0: A goes to 3,5; seat 0: A duels with B",
		}, b.tell(p, "2 5", "3", "4", "1 1", "go to 3,5"))
		b.do("score 6")
		assert.Equal(t, []string{"seat 0: A rolls 1 1, +6 each; seat 0: A hits B 2 times; seat 1: B is taken out; seat 1: is out; seat 0: wins"}, b.tell(p, "1 1"))
	}
}

// Bids are told when the last one is made, all together; its own at once (DUEL-41).
func TestBidsAreToldTogetherDUEL41(t *testing.T) {
	g := build(t, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer })
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	require.NoError(t, b.s.Apply(0)) // the first player
	both := "seat 0: bids 2; seat 1: bids 5; chance: the order is seat 1, seat 0"
	other := &bench{t, g, b.s.Clone().(*duel.State)}
	assert.Equal(t, []string{"", "seat 1: bids 5, in secret; " + both}, other.tell(1, "bid 2", "bid 5"))
	assert.Equal(t, []string{"seat 0: bids 2, in secret", both}, b.tell(0, "bid 2", "bid 5"))
}

// An automaton has no player: the table tells of it by name, also where chance makes it the
// first player (DUEL-41, DUEL-108).
func TestAutomataAreToldByNameDUEL108(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		c.Scenario, c.Players, c.Opponents, c.BidInitiative = duel.ScenarioSolitaire, 1, 2, duel.BidPlayer
	})
	s := g.NewInitialState().(*duel.State)
	for len(s.ChanceOutcomes(nil)) != 3 { // the first player is drawn after the corner
		require.NoError(t, s.Apply(0))
	}
	for a, want := range []string{"seat 0: is the first player", "chance: automaton 1 is the first player", "chance: automaton 2 is the first player"} {
		after := s.Clone()
		require.NoError(t, after.Apply(env.Action(a)))
		told := env.Tell(s, 0, env.Action(a), after, nil)
		assert.Equal(t, want, env.Plain(fmt.Sprintf("%s: %s", told[0].Player, told[0].Text)))
	}
}

// A draft is told when all are done, one event a Hero; not even how much the others have
// bought is told before (DUEL-12, DUEL-36).
func TestDraftIsToldAtItsEndDUEL36(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		c.Heroes, c.Warband, c.MaxModels, c.ResourcePoints = true, duel.WarbandDraft, 3, 2
	})
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	assert.Equal(t, []string{"", "", ""}, b.tell(1, "buy berserker", "buy fast", "field rookies"))
	lines := b.tell(0, "buy leap", "buy guard", "field gangers")
	assert.Equal(t, []string{"", ""}, lines[:2])
	assert.Contains(t, lines[2], "seat 1: B1 has chosen leap, guard, gangers")
	assert.NotContains(t, lines[2], "A1")
}
