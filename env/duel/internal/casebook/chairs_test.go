package casebook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// observed returns what a seat observes.
func observed(s env.State, g *duel.Game, seat int) []float32 {
	o := make([]float32, g.Spec().ObservationSize())
	s.Observe(env.Player(seat), o)
	return o
}

// sees returns the element of a field with a column, in the observation of a seat.
func (b *bench) sees(seat int, field, column string) float32 {
	b.t.Helper()
	at := 0
	for _, f := range b.g.Spec().Observation {
		if f.Name == field {
			i := slices.IndexFunc(f.Columns, func(c env.Column) bool { return c.Name == column })
			require.GreaterOrEqual(b.t, i, 0, column)
			return observed(b.s, b.g, seat)[at+i]
		}
		at += f.Size()
	}
	require.Fail(b.t, "no field "+field)
	return 0
}

// alikeFromEveryChair tests that every seat observes the same when everybody has moved.
func (b *bench) alikeFromEveryChair() {
	b.t.Helper()
	players := b.g.Spec().Players
	for by := 1; by < players; by++ {
		moved := b.s.Rotated(by)
		require.NotNil(b.t, moved)
		for seat := range players {
			assert.Equal(b.t, observed(b.s, b.g, seat), observed(moved, b.g, (seat+by)%players), "seat %d moved by %d", seat, by)
		}
		assert.Equal(b.t, b.s.LegalActions(nil), moved.LegalActions(nil))
	}
}

// DUEL-52: a laser that a model is passing does not hit it once more from another chair.
func TestLaserIsPassedFromEveryChairDUEL52(t *testing.T) {
	b := lay(t, all(heroically, func(c *duel.Config) {
		c.InteractiveTerrain = []string{duel.Laser}
		c.Board = plains(space.Piece{Type: "laser", Rect: []float64{4, 0, .1, 12}})
	}), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Feats: []string{"yin_yang"}, Bonds: map[string]string{"yang": "A2"}},
		{Model: "A2", At: at(1, 6), Kind: "ganger"},
		{Model: "B1", At: at(11, 11), Kind: "hero", Status: "prone"},
	}})
	b.do("go to 6,6")
	b.asked(0, duel.AskHow, "A1")
	moved := &bench{t, b.g, b.s.Rotated(1).(*duel.State)}
	moved.asked(1, duel.AskHow, "B1")
	b.do("1")
	moved.do("1")
	b.do("go to 6,6")
	moved.do("go to 6,6")
	assert.Equal(t, b.s.Fighter(0).At, moved.s.Fighter(b.g.Models()/2).At)
	assert.Equal(t, observed(b.s, b.g, 0), observed(moved.s, b.g, 1))
}

// DUEL-36: which of several others is at its draft would tell how much it has drafted.
func TestDraftTellsNobodyWhoseTurnItIsDUEL36(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		heroically(c)
		c.Players, c.Warband, c.MaxModels = 3, duel.WarbandDraft, 3
	})
	s := g.NewInitialState().(*duel.State)
	before, text, known := observed(s, g, 2), s.Text(2), s.InformationState(2)
	for s.CurrentPlayer() == 0 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	require.Equal(t, env.Player(1), s.CurrentPlayer())
	assert.Equal(t, known, s.InformationState(2))
	assert.Equal(t, before, observed(s, g, 2))
	assert.Equal(t, text, s.Text(2))
	assert.Contains(t, text, "Another player chooses a warband in secret.")
}

// DUEL-56: it is asked about melees in the order of the seats from the shooter's on.
func TestMeleesAreAskedAboutFromTheShooterOnDUEL56(t *testing.T) {
	b := lay(t, all(brawling, func(c *duel.Config) { c.Players, c.ModelsPerPlayer = 3, 3 }), duel.Position{Act: "B1", Order: []int{1, 2, 0}, Models: []duel.Placed{
		{Model: "B1", At: at(6, 1)},
		{Model: "A1", At: at(3, 9)},
		{Model: "B2", At: at(4, 9)},
		{Model: "C1", At: at(9, 9)},
		{Model: "B3", At: at(10, 9)},
	}})
	b.do("stay at 6,1")
	b.asked(1, duel.AskInto, "B1")
	assert.Contains(t, b.s.Text(1), "B1: shoot into the melee of C1?")
	assert.Contains(t, b.s.Rotated(1).(*duel.State).Text(2), "C1: shoot into the melee of A1?")
	b.alikeFromEveryChair()
}

// DUEL-71: the further enemy of a chained shot is shown and told, not numbered.
func TestChainedShotIsSeenFromEveryChairDUEL71(t *testing.T) {
	g := games.MustNew("duel(file=testdata/positions/wall.yaml,heroes=true,warband=random,max_models=4,avoid_hits=true,melee=true)").(*duel.Game)
	s, err := g.State(duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(6, 11), Feats: []string{"chained_shot"}},
		{Model: "B1", At: at(10, 11), Kind: "hero"},
		{Model: "B2", At: at(10, 8.5), Kind: "ganger"},
	}})
	require.NoError(t, err)
	b := &bench{t, g, s}
	b.do("stay at 6,11", "use chained shot", "choose B2")
	assert.Contains(t, b.s.Text(0), "by chained shot (B2)")
	assert.Zero(t, b.sees(0, "special", "number that it keeps"))
	b.alikeFromEveryChair()
}

// DUEL-93: how many dice of a volley each enemy is to get is told, not in which order they
// were given; dice that are rolled are aimed no more.
func TestAimsOfAVolleyDUEL93(t *testing.T) {
	volley := func(targets ...string) *bench {
		b := lay(t, heroically, duel.Position{Act: "A1", Models: []duel.Placed{
			{Model: "A1", At: at(3, 6), Feats: []string{"volley"}},
			{Model: "B1", At: at(9, 6), Kind: "hero"},
			{Model: "B2", At: at(9, 9), Kind: "ganger"},
		}})
		b.do("stay at 3,6", "use volley", "score 3", "score 4", "score 4")
		for _, e := range targets {
			b.do("attack " + e)
		}
		return b
	}
	one, two := volley("B1", "B2"), volley("B2", "B1")
	assert.Equal(t, 2, strings.Count(one.s.Text(0), "one die aimed at it"))
	assert.Equal(t, one.s.Text(0), two.s.Text(0))
	assert.Equal(t, observed(one.s, one.g, 0), observed(two.s, two.g, 0))

	b := volley("B1", "B2", "B1")
	assert.Equal(t, []string{"B2"}, withMark(b.s.Scene(0), "one die aimed at it"), "those at B1 are being rolled")
	assert.Empty(t, withMark(b.s.Scene(0), "2 dice aimed at it"))
}

// DUEL-64, DUEL-113: hits that are no attack are shown too where another may take them.
func TestHitsOfATrapAreShownDUEL64(t *testing.T) {
	b := lay(t, all(heroically, func(c *duel.Config) { c.Upgrades = true }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 9), Feats: []string{"bodyguard"}, Bonds: map[string]string{"bodyguard": "A2"}},
		{Model: "A2", At: at(4, 8), Kind: "ganger"},
		{Model: "B1", At: at(11, 11), Kind: "hero", Status: "prone"},
	}})
	b.do("go to 3,6.5")
	b.roll("6")
	b.asked(0, duel.AskHow, "A1")
	assert.Equal(t, -1, b.s.Initiator())
	assert.Contains(t, b.s.Text(0), "(1 hit by nobody)")
	assert.InDelta(t, 1./12, b.sees(0, "context", "hits of the attack asked about"), 1e-6)
}
