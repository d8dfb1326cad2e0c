package duel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// DUEL-61: a model that came back acts before any other of its owner: nobody is asked
// which one is next, and under bids for each model its own does not matter. In the round
// after that the owner picks again.
func TestWhoComesBackActsFirstDUEL61(t *testing.T) {
	for name, set := range map[string]func(c *duel.Config){
		"dice": func(*duel.Config) {},
		"bids": func(c *duel.Config) { c.BidInitiative = duel.BidModel },
	} {
		t.Run(name, func(t *testing.T) {
			b := lay(t, all(set, func(c *duel.Config) {
				c.Respawn, c.ModelsPerPlayer = true, 2
				c.Board = plains(space.Piece{Type: "wall", Rect: []float64{7.5, 0, 0.5, 10}})
			}), duel.Position{Act: "A1", Models: []duel.Placed{
				{Model: "A1", At: at(2, 3)}, {Model: "A2", At: at(2, 5)}, {Model: "B1", At: at(3, 6), Status: "prone", Hits: 1}, {Model: "B2", At: at(10, 3)},
			}})
			acted := map[int][]string{} // models of seat 1 by round
			picks := map[int]bool{}     // seat 1 was asked for one
			gone, back := false, 0      // back is the round in which B1 is back
			for back == 0 || b.s.Round() < back+2 {
				gone = gone || b.s.Status(2) == duel.Away
				if gone && back == 0 && b.s.Status(2) == duel.Standing {
					back = b.s.Round()
				}
				if b.s.CurrentPlayer() == env.Chance {
					require.NoError(t, b.s.Apply(b.s.ChanceOutcomes(nil)[0].Action))
					continue
				}
				f := "nobody"
				if m := b.s.Subject(); m >= 0 {
					f = b.s.Fighter(m).Name
				}
				switch seat := b.s.CurrentPlayer(); b.s.Question() {
				case duel.AskPick:
					picks[b.s.Round()] = picks[b.s.Round()] || seat == 1
					b.do(map[env.Player]string{0: "choose A1", 1: "choose B2"}[seat])
				case duel.AskBid:
					b.do(map[string]string{"A1": "bid 1", "A2": "bid 1", "B1": "bid 2", "B2": "bid 6"}[f])
				case duel.AskScore:
					b.do("score 6")
				default:
					if seat == 1 {
						acted[b.s.Round()] = append(acted[b.s.Round()], f)
					}
					p := inchesOf(b, f)
					b.do(fmt.Sprintf("stay at %g,%g", p[0], p[1]))
				}
			}
			assert.Equal(t, []string{"B1", "B2"}, acted[back])
			assert.False(t, picks[back])
			assert.Equal(t, []string{"B2", "B1"}, acted[back+1])
			assert.Equal(t, name == "dice", picks[back+1])
		})
	}
}
