package casebook_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// DUEL-27: at equal scores attacks take effect together, whichever seat has a feat or an
// upgrade and whichever began the Duel. What a removal brings comes after the hits that
// fell with it, and hits by a model under Mirage are void even if Mirage goes with the
// attack that meets them.
func TestEqualScoresTakeEffectTogetherDUEL27DUEL68DUEL84DUEL64(t *testing.T) {
	for _, x := range []struct {
		name  string
		own   duel.Placed
		dice  string // of both
		wants func(b *bench, owner, other string)
	}{
		{"absorb health", duel.Placed{Feats: []string{"absorb_health"}}, "1 4 4", func(b *bench, owner, other string) {
			b.removed(owner, other) // its toughness would have come too late
			assert.Equal(b.t, []float64{0, 0}, b.returns())
		}},
		{"absorb health of one who stays", duel.Placed{Feats: []string{"absorb_health"}, Traits: map[string]int{"toughness": 1}}, "1 4 4", func(b *bench, owner, other string) {
			b.prone(owner)
			b.removed(other)
			assert.Equal(b.t, 1, b.of(owner).Toughness)
		}},
		{"killer instinct", duel.Placed{Feats: []string{"killer_instinct"}}, "1 4 4", func(b *bench, owner, other string) {
			b.removed(owner, other)
			assert.Equal(b.t, []float64{0, 0}, b.returns())
		}},
		{"mirage", duel.Placed{Kind: "hero", Upgrade: "mirage"}, "1 1 4", func(b *bench, owner, other string) {
			b.standing(owner, other)
			assert.Zero(b.t, b.of(other).Hits)
			assert.Empty(b.t, b.of(owner).Upgrade)
		}},
	} {
		for _, owner := range []string{"A1", "B1"} {
			for _, first := range []string{"A1", "B1"} {
				other := map[string]string{"A1": "B1", "B1": "A1"}[owner]
				t.Run(x.name+" of "+owner+", begun by "+first, func(t *testing.T) {
					places := map[string][2]float64{"A1": at(3, 6), "B1": at(9, 6)}
					own := x.own
					own.Model, own.At = owner, places[owner]
					order := []int{0, 1}
					if first == "B1" {
						order = []int{1, 0}
					}
					b := lay(t, all(heroically, func(c *duel.Config) { c.Upgrades = true }), duel.Position{Act: first, Order: order, Models: []duel.Placed{
						own, {Model: other, At: places[other], Kind: "hero"},
					}})
					b.do(map[string]string{"A1": "stay at 3,6", "B1": "stay at 9,6"}[first], "score 3", "score 3")
					b.roll(x.dice, x.dice)
					x.wants(b, owner, other)
				})
			}
		}
	}
}

// DUEL-27, DUEL-68: two attacks of one score that remove a model together have both
// removed it; with other scores only the later one has.
func TestRemovedTogetherDUEL27DUEL68(t *testing.T) {
	for _, scores := range [][]string{{"score 3", "score 3"}, {"score 3", "score 4"}} {
		b := lay(t, all(heroically, func(c *duel.Config) { c.Players = 3 }), duel.Position{Act: "A1", Models: []duel.Placed{
			{Model: "A1", At: at(6, 6), Kind: "hero"},
			{Model: "B1", At: at(3, 9), Feats: []string{"absorb_health"}},
			{Model: "C1", At: at(9, 9), Feats: []string{"absorb_health"}},
		}})
		b.do("stay at 6,6", "avoid 1")
		b.do(scores...)
		b.roll("1 1 1") // no defense
		b.roll("1 1 4")
		if scores[1] == "score 3" {
			b.roll("1 1 4")
			assert.Equal(t, 1, b.of("B1").Toughness)
		} else {
			b.roll("1 1 3")
			assert.Zero(t, b.of("B1").Toughness)
		}
		b.removed("A1")
		assert.Equal(t, 1, b.of("C1").Toughness)
		require.NoError(t, b.s.Conservation())
	}
}

// DUEL-113, DUEL-114, DUEL-115, DUEL-116: a game in which every model has every
// feat ends, nests its Duels no deeper than allowed, and loses no piece.
func TestAllFeatsTogetherDUEL113DUEL114DUEL115DUEL116(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{4, 4, .5, 4}}
	crate := space.Piece{Type: "tower", Rect: []float64{7, 5, 2, 2}}
	for i, set := range []func(c *duel.Config){
		func(c *duel.Config) { c.ModelsPerPlayer, c.MaxModels = 2, 4 },
		func(c *duel.Config) { c.Players, c.Falling, c.Climbing = 3, true, true },
		func(c *duel.Config) { c.OneAndHalfActions, c.Respawn, c.OneUpFollowers = true, true, true },
		func(c *duel.Config) { c.BidInitiative, c.Exhaust, c.TakeAim = duel.BidPlayer, true, true },
	} {
		g := build(t, all(heroically, func(c *duel.Config) {
			c.Board, c.Rounds, c.Jamming, c.Charge, c.AddOns = plains(wall, crate), 10, true, true, []string{duel.AddOnNightRaid}
			c.OneUp = turn.SkillNames()
		}, set))
		games := 8
		if long {
			games = 2_500
		}
		for n := range games {
			playOut(t, g, env.Stream(uint64(i), "all feats", uint64(n)))
		}
	}
}

// DUEL-56, DUEL-72: a coordinated shot into a melee hits a member that chance
// draws. An enemy may only avoid hits; an ally of the shooter avoids them with a
// score that chance rolls.
func TestCoordinatedShotsIntoMeleeDUEL56DUEL72(t *testing.T) {
	shoot := func() *bench {
		b := lay(t, heroically, duel.Position{Act: "A1", Models: []duel.Placed{
			{Model: "A1", At: at(3, 3), Feats: []string{"coordinate"}, Traits: map[string]int{"follower": 2}},
			{Model: "A2", At: at(5, 5), Kind: "ganger"},
			{Model: "A3", At: at(4, 5), Kind: "ganger"},
			{Model: "B1", At: at(6, 7), Kind: "hero"},
		}})
		b.do("choose A2", "choose A3", "go to 5,7", "stay at 4,5", "shoot", "yes")
		require.Equal(t, env.Chance, b.s.CurrentPlayer())
		require.Len(t, b.s.ChanceOutcomes(nil), 2)
		return b
	}
	draw := func(b *bench, name string) {
		for _, o := range b.s.ChanceOutcomes(nil) {
			if b.s.ActionString(o.Action) == "draw "+name {
				require.NoError(t, b.s.Apply(o.Action))
				return
			}
		}
		t.Fatalf("%s cannot be drawn", name)
	}

	b := shoot()
	draw(b, "B1")
	b.asked(0, duel.AskScore, "A3")
	b.do("score 3")
	b.asked(1, duel.AskScore, "B1")
	assert.False(t, b.can("score 1"))
	b.do("avoid 5")
	b.roll("1 4") // the shot comes first, and does not meet A2
	b.prone("B1")
	b.asked(0, duel.AskAct, "A1")

	b = shoot()
	draw(b, "A2")
	b.do("score 3")
	b.roll("1")          // the score of A2, when its comrade's score is set
	b.roll("6 6", "1 4") // it avoids hits of 7 and more
	b.standing("A2", "B1")
	b.asked(0, duel.AskAct, "A1")
}

// DUEL-56, DUEL-65, DUEL-72: where the enemy in a melee reaches the coordinated models
// and none of them reaches it, nobody shoots into the melee: they only avoid its shot.
func TestCoordinatedOutOfReachOfAMeleeDUEL65DUEL72(t *testing.T) {
	reach := func(c *duel.Config) {
		heroically(c)
		c.Warband, c.Armory, c.WeaponRange = duel.WarbandGiven, true, true
		gangers := []duel.Kit{{Kind: "ganger", Ranged: duel.Thrown}}
		c.Warbands = []duel.Warband{
			{Models: []duel.Kit{{Feats: []string{"coordinate"}, Traits: map[string]int{"follower": 2}, Followers: gangers}}},
			{Models: []duel.Kit{{Ranged: duel.TwoHanded}}},
		}
	}
	b := lay(t, reach, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 2)}, {Model: "A2", At: at(3, 4.5)}, {Model: "A3", At: at(4, 10.5)}, {Model: "B1", At: at(3, 10.5)},
	}})
	b.do("choose A2", "stay at 3,4.5")
	b.asked(0, duel.AskScore, "A2")
	assert.False(t, b.can("score 3"), "a thrown weapon does not reach so far")
	b.do("avoid 3")
	b.asked(1, duel.AskScore, "B1")
	assert.True(t, b.can("score 4"))
}

// DUEL-72: in a coordinated Duel the observation shows who has initiated it, and the
// scores are set by their side first.
func TestInitiatorsOfACoordinatedDuelDUEL72(t *testing.T) {
	b := lay(t, heroically, duel.Position{Act: "B1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3), Kind: "hero"},
		{Model: "B1", At: at(9, 3), Feats: []string{"coordinate"}, Traits: map[string]int{"follower": 2}},
		{Model: "B2", At: at(9, 5), Kind: "ganger"},
		{Model: "B3", At: at(9, 7), Kind: "ganger"},
	}})
	b.do("choose B2", "choose B3", "stay at 9,5", "stay at 9,7")
	b.asked(1, duel.AskScore, "B2")
	assert.Contains(t, b.s.Text(0), "B2 and B3 duel with A1")
	b.do("score 3", "score 4")
	b.asked(0, duel.AskScore, "A1")
	observation := make([]float32, b.g.Spec().ObservationSize())
	b.s.Observe(0, observation)
	var rows []float32
	var field env.Field
	for _, f := range b.g.Spec().Observation {
		if f.Name == "models" {
			field, rows = f, observation
			break
		}
		observation = observation[f.Size():]
	}
	column := slices.IndexFunc(field.Columns, func(c env.Column) bool { return c.Name == "initiator" })
	require.Positive(t, column)
	for m, want := range map[int][]float32{0: {0, 1}, 4: {0, 0}, 5: {1, 0}, 6: {1, 0}} {
		assert.Equal(t, want, rows[m*field.Shape[1]+column:][:2], "%s: initiator, engaged", b.s.Fighter(m).Name)
	}
}
