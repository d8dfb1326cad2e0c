package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

// DUEL-86, DUEL-60: light protection leaps over 6 inches, heavy over 2, and the inch
// that protection adds to a Move changes nothing about that.
func TestLeapInProtectionDUEL86DUEL60(t *testing.T) {
	for _, x := range []struct {
		protection string
		size       float64
		leaps      bool
	}{
		{duel.Light, 6, true},
		{duel.Light, 6.5, false},
		{duel.Medium, 4, true},
		{duel.Medium, 4.5, false},
		{duel.Heavy, 2, true},
		{duel.Heavy, 2.5, false},
	} {
		rail := space.Piece{Type: "wall", Rect: []float64{3, 6 - x.size/2, .5, x.size}, Height: min(x.size, 3)}
		b := lay(t, all(kit(duel.Kit{Protection: x.protection, Feats: []string{"leap"}}), func(c *duel.Config) {
			c.Board, c.Protection, c.MaxModels = plains(rail), true, 1
		}), duel.Position{Act: "A", Models: []duel.Placed{{Model: "A", At: at(2, 6)}, {Model: "B", At: at(11, 11)}}})
		assert.Equal(t, x.leaps, b.can("go to 4.5,6"), "%s, %g inches", x.protection, x.size)
	}
}
