package duel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHit(t *testing.T) {
	assert.InDelta(t, 0.75, Hit(2, 0.5, false, false, false), 1e-12)
	assert.InDelta(t, 0.5, Hit(2, 0.5, true, false, false), 1e-12, "one hit of one is rolled again: 1/4 for two, and half of the half with one")
	assert.InDelta(t, 0.875, Hit(2, 0.5, false, false, true), 1e-12, "a miss of two is rolled again")
}

// Someone who neither fights nor avoids falls to a 6, which hits with every die.
func TestFallsOfTheDefenseless(t *testing.T) {
	b := Bout{Dice: [2]int8{2, 2}, Shooters: [2]int8{1, 0}, Fights: [2]bool{true, false}, Stakes: Stakes{TheyProne: 8, TheyOut: 16}}
	them, us := NewScoreBook(7).Falls(b)
	assert.InDelta(t, 1, them, 0.01)
	assert.Zero(t, us)
	b.Toughen(Them, 5, "hero")
	them, _ = NewScoreBook(7).Falls(b)
	assert.Zero(t, them, "two dice take two points of five")
}

// Between equals the odds are alike.
func TestFallsOfEquals(t *testing.T) {
	b := Bout{Dice: [2]int8{2, 2}, Shooters: [2]int8{1, 1}, Fights: [2]bool{true, true}, Stakes: Stakes{Prone: 6, ProneFree: 6, Out: 16, TheyProne: 6, TheyOut: 16}}
	them, us := NewScoreBook(7).Falls(b)
	assert.InDelta(t, them, us, 0.01)
	assert.Greater(t, them, 0.2)
	b.Dice[Us] = 3
	more, _ := NewScoreBook(7).Falls(b)
	assert.Greater(t, more, them, "more dice")
}
