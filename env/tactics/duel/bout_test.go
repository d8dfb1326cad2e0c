package duel

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// plainBout returns a Duel of two fighters with the dice of the core game.
func plainBout(x Stakes) Bout {
	return Bout{
		Dice: [2]int8{2, 2}, Guard: [2]int8{2, 2}, Shooters: [2]int8{1, 1},
		Fights: [2]bool{true, true}, Avoids: [2]bool{true, true}, Stakes: x,
	}
}

// Where the first hit loses, the payoffs are the payoffs of the standoff that
// docs/games/duel.md prints.
func TestPayoffsOfTheStandoff(t *testing.T) {
	b := plainBout(Stakes{16, 16, 16, 16, 16})
	for i, row := range [6][6]float64{
		{0, -.080, -.215, -.312, -.370, -.389},
		{.080, 0, .222, .160, .123, .111},
		{.215, -.222, 0, .528, .507, .500},
		{.312, -.160, -.528, 0, .781, .778},
		{.370, -.123, -.507, -.781, 0, .944},
		{.389, -.111, -.500, -.778, -.944, 0},
	} {
		for j, want := range row {
			assert.InDelta(t, want, b.payoff(i, j, 7), .0006, "%d against %d", i+1, j+1)
		}
	}
}

// Against a prone side a 6 cannot miss, and one hit more removes it.
func TestPayoffsAgainstTheProne(t *testing.T) {
	b := plainBout(Stakes{TheyOut: 16})
	b.Prone, b.Wounds = true, 1
	assert.InDelta(t, 1, b.payoff(5, 0, 7), 1e-9)
	assert.InDelta(t, 1-.25, b.payoff(2, 0, 7), 1e-9, "two dice of 4 or more")
	b.Wounds = 0
	assert.InDelta(t, .25, b.payoff(2, 0, 7), 1e-9, "both of them")
}

// One more shooter on the other side lowers the payoffs, cover raises them, and avoiding
// hits with a 5 is better than with a 1.
func TestPayoffsMove(t *testing.T) {
	alone := plainBout(Stakes{7, 7, 16, 7, 16})
	crowd := alone
	crowd.Shooters[1] = 2
	covered := alone
	covered.Cover[0] = 1
	for i := range 6 {
		for j := range 6 {
			assert.Less(t, crowd.payoff(i, j, 7), alone.payoff(i, j, 7)+1e-9, "%d against two of %d", i+1, j+1)
			assert.GreaterOrEqual(t, covered.payoff(i, j, 7), alone.payoff(i, j, 7)-1e-9, "%d in cover against %d", i+1, j+1)
		}
	}
	const avoidWith1, fightWith6 = 6, 5
	assert.InDelta(t, -1, (&Bout{Dice: [2]int8{2, 2}, Shooters: [2]int8{1, 1}, Fights: [2]bool{true, true}, Avoids: [2]bool{true, true}, Stakes: Stakes{Out: 16}}).payoff(avoidWith1, fightWith6, 7), 1e-9, "no dice to avoid with")
	assert.Greater(t, alone.payoff(avoidWith1+4, fightWith6, 7), alone.payoff(avoidWith1, fightWith6, 7), "a 5 stops more than a 1")
}

// The tally with cover or a two-handed weapon agrees with a count of all throws of the
// dice.
func TestHitsAgainstAllThrows(t *testing.T) {
	for dice := 1; dice <= 3; dice++ {
		for least := 1; least <= 7; least++ { // faces that hit
			for _, x := range []struct{ cover, heavy, again bool }{{}, {cover: true}, {cover: true, heavy: true}, {again: true}, {cover: true, again: true}} {
				got := thrown(dice, float64(7-least)/6, x.cover, x.heavy, x.again, 2)
				want := countThrows(dice, least, x.cover, x.heavy, x.again)
				for h := range want {
					assert.InDelta(t, want[h], got[h], 1e-9, fmt.Sprintf("%d dice from %d, %+v: %d hits", dice, least, x, h))
				}
			}
		}
	}
}

// countThrows counts all throws, rerolls included.
func countThrows(dice, least int, cover, heavy, again bool) (h [3]float64) {
	total := 1
	for range dice + 2 {
		total *= 6
	}
	for n := range total {
		roll := func() bool { f := n%6 + 1; n /= 6; return f >= least }
		second := [2]bool{roll(), roll()}
		hits := 0
		for range dice {
			if roll() {
				hits++
			}
		}
		most := 0
		switch {
		case heavy:
			most = 2
		case cover:
			most = 1
		}
		if most = min(most, hits); most == 2 || cover {
			for i := range most {
				if !second[i] {
					hits--
				}
			}
		} else if again && hits < dice && second[0] {
			hits++
		}
		h[min(hits, 2)] += 1 / float64(total)
	}
	return h
}

// Plans are distributions, with a higher value against an equilibrium than a uniform mix
// has, and the equilibrium of the standoff is a 2.
func TestScoresAnswerThePlan(t *testing.T) {
	b := plainBout(Stakes{16, 16, 16, 16, 16})
	b.Avoids = [2]bool{}
	payoff := b.payoffs(7)
	theirs := solveMatrix(payoff, &b)
	assert.Greater(t, theirs[1], .95, "a 2 is all that is left between two who think it through")
	p := NewScoreBook(7).Plan(b)
	sum, against, uniform := 0., 0., 0.
	for i, w := range p.Mix {
		sum += w
		for j, q := range theirs {
			against += w * q * payoff[i][j]
			if i < 6 {
				uniform += q * payoff[i][j] / 6
			}
		}
	}
	assert.InDelta(t, 1, sum, 1e-9)
	assert.Greater(t, against, uniform)
	assert.Zero(t, p.Mix[6], "nobody avoids hits where that is not played")
}

// Toughness takes hits first; the one after it places prone and the next one
// removes. A stunned model is removed with its last point, a frail one by its first hit.
func TestPayoffsOfTheTough(t *testing.T) {
	b := plainBout(Stakes{TheyProne: 6, TheyOut: 16})
	b.Fights[1], b.Avoids[1] = false, false // it only takes what comes
	b.Dice[0], b.scratch[1] = 3, 8
	const halves = 2 // a score of 3 hits on 4 to 6, with half of the dice
	for _, x := range []struct {
		change func(b *Bout)
		want   float64
		about  string
	}{
		{func(*Bout) {}, (3*6 + 4*16) / 8. / 16, "no toughness: prone at one hit, gone at two"},
		{func(b *Bout) { b.tough[1] = 1 }, (3*8 + 3*(8+6) + 1*(8+16)) / 8. / 16, "one point"},
		{func(b *Bout) { b.tough[1] = 5 }, (3*8 + 3*16 + 1*24) / 8. / 16, "more than there are dice"},
		{func(b *Bout) { b.frail[1] = true }, 7 * 16 / 8. / 16, "frail"},
		{func(b *Bout) { b.Prone, b.tough[1] = true, 2 }, (3*8 + 4*(16+16)) / 8. / 16, "stunned with two points"},
	} {
		c := b
		x.change(&c)
		assert.InDelta(t, x.want, c.payoff(halves, 0, 7), 1e-9, x.about)
	}
	assert.InDelta(t, 1, sumOf(thrown(3, .5, false, false, false, 3)), 1e-9)
	two := both(thrown(3, .5, false, false, false, 5), thrown(2, .5, false, false, false, 5), 5)
	for h, want := range []float64{1, 5, 10, 10, 5, 1} {
		assert.InDelta(t, want/32, two[h], 1e-9, "%d of five coins", h)
	}
}

func sumOf(x tally) (sum float64) {
	for _, p := range x {
		sum += p
	}
	return sum
}
