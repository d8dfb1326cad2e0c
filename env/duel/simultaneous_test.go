package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/duel"
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
