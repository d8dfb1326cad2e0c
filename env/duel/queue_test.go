package duel_test

import (
	"testing"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

// DUEL-115: a Duel in the middle of a Move that Valorous gives begins no Tactical Movement
// before that Move, and the Duel after it, are over.
func TestGivenMovesDoNotNestDUEL115(t *testing.T) {
	b := lay(t, all(heroically, func(c *duel.Config) {
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{5, 8.5, 1, 1.5}})
	}), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Kind: "hero"},
		{Model: "A2", At: at(6, 11), Kind: "ganger", Feats: []string{"xtra_attack", "tactical_movement"}},
		{Model: "B1", At: at(9, 6), Feats: []string{"valorous"}},
	}})
	b.play("stay at 3,6", "score 1", "score 2", "1 1 1", "1 1 1") // both miss
	b.asked(1, duel.AskUse, "B1")
	b.play("yes", "go to 9,9")
	b.asked(0, duel.AskUse, "A2")
	b.play("yes", "score 1", "avoid 1", "1") // the one die of the interrupt misses
	b.asked(1, duel.AskScore, "B1")          // after its Move it has a Duel of its own
	b.play("score 1", "score 1", "score 1", "attack A2", "1 1 1", "1 1 1", "1 1")
	b.asked(0, duel.AskWhere, "A2")
}
