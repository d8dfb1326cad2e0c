package duel

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// situations are Duels of the core game with the prices of the table: going prone costs
// .4 of a fighter, or all of one in sight of an enemy that is still to act.
// docs/games/duel.md prints these figures.
var situations = []struct {
	name      string
	change    func(b *Bout)
	value     float64 // in equilibrium, to side Us
	dominated []int   // scores of side Us that iterated dominance removes
	most      int     // the score that an equilibrium plays most
	share     float64 // its probability
}{
	{"both have acted", func(*Bout) {}, 0, []int{1}, 2, .64},
	{"the enemy is still to act", func(b *Bout) { b.Stakes.Prone = 16 }, -.13, []int{1}, 2, .94},
	{"our fighter is still to act", func(b *Bout) { b.Stakes.TheyProne = 16 }, .25, []int{1}, 2, .80},
	{"both in light cover", func(b *Bout) { b.Cover = [2]int8{1, 1} }, 0, []int{1, 2}, 4, .49},
	{"two enemies shoot back", func(b *Bout) { b.Shooters[1] = 2 }, -.44, []int{1}, 3, .73},
	{"carrying the treasure", func(b *Bout) { b.Stakes = Stakes{11, 11, 25, 6, 16} }, -.20, nil, 2, .61},
	{"a skirmish shot on one die", func(b *Bout) { b.Dice[0] = 1 }, -.26, []int{1, 6}, 3, .76},
}

func TestSituations(t *testing.T) {
	for _, x := range situations {
		b := plainBout(Stakes{6, 6, 16, 6, 16})
		b.Avoids = [2]bool{}
		x.change(&b)
		var payoff, turned matrix
		for i := range Options {
			for j := range Options {
				payoff[i][j] = b.payoff(i, j, 7)
				turned[j][i] = -payoff[i][j]
			}
		}
		own, theirs := solveMatrix(&turned, &b), solveMatrix(&payoff, &b)
		value, most := 0., 0
		for i := range Options {
			for j := range Options {
				value += own[i] * theirs[j] * payoff[i][j]
			}
			if own[i] > own[most] {
				most = i
			}
		}
		var dominated []int
		for i := range 6 {
			if !slices.Contains(survivors(&b, &payoff)[0], i) {
				dominated = append(dominated, i+1)
			}
		}
		assert.InDelta(t, x.value, value, .01, x.name)
		assert.Equal(t, x.dominated, dominated, x.name)
		assert.Equal(t, x.most, most+1, x.name)
		assert.InDelta(t, x.share, own[most], .06, x.name)
	}
}

// survivors returns the options of each side that iterated elimination of dominated
// options leaves.
func survivors(b *Bout, payoff *matrix) (left [2][]int) {
	var gone [2][Options]bool
	for side := range 2 {
		for i := range Options {
			gone[side][i] = !b.usable(side, i)
		}
	}
	value := func(side, i, j int) float64 {
		if side == 0 {
			return payoff[i][j]
		}
		return -payoff[j][i]
	}
	for again := true; again; {
		again = false
		for side := range 2 {
			var out []int
			for i := range Options {
				for k := range Options {
					if gone[side][i] || gone[side][k] || i == k {
						continue
					}
					worse, better := false, false
					for j := range Options {
						if !gone[1-side][j] {
							x, y := value(side, k, j), value(side, i, j)
							worse, better = worse || x < y-1e-9, better || x > y+1e-9
						}
					}
					if !worse && better {
						out = append(out, i)
						break
					}
				}
			}
			for _, i := range out {
				gone[side][i], again = true, true
			}
		}
	}
	for side := range 2 {
		for i := range Options {
			if !gone[side][i] {
				left[side] = append(left[side], i)
			}
		}
	}
	return left
}
