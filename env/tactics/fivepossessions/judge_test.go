package fivepossessions

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// The evaluation is zero-sum, follows the score, and reads the cards that lie.
func TestEvaluate(t *testing.T) {
	b := newBoard(t)
	m := b.m
	assert.Zero(t, m.Evaluate(b.State, 0))
	rng := env.Stream(9, "test")
	for b.CurrentPlayer() != env.Terminal {
		b.random(rng)
		assert.InDelta(t, 0, m.Evaluate(b.State, 0)+m.Evaluate(b.State, 1), 1e-12)
	}
	returns := []float64{0, 0}
	b.Returns(returns)
	assert.Equal(t, 100*returns[0], m.Evaluate(b.State, 0))

	// Cards that win lanes are worth more than cards that lose them: on lanes 1 and 2
	// Empty and Spread (blue) beat 46 Bear and 3-4, but not Dime and Quarter.
	value := func(defend string) float64 {
		attack := "Empty@1 Spread@2 Bunch@3 Wishbone@4"
		b := newBoard(t).do("seat 0 wins the toss", "offense").draw(attack, defend).place(attack)
		for _, l := range b.lays(defend)[:3] { // the last card would open the lanes
			b.do(fmt.Sprintf("%s to lane %d", l.card, l.lane))
		}
		return m.Evaluate(b.State, 0)
	}
	assert.Greater(t, value("46_Bear@1 3-4@2 3-3-5@3 Quarterback_Spy_Nickel@4"), value("Dime@1 Quarter@2 3-3-5@3 Quarterback_Spy_Nickel@4"))
}
