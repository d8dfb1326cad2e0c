package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/heist"
)

// The field "standing" compares the points of a seat with the others', now and with
// the Jobs that it may execute.
func TestStandingIsShown(t *testing.T) {
	s := blank(t, "jobs=3")
	heist.PutJob(s, 0, "Art Gallery", "Boss")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Begin(s, 0, "execution")
	assert.Equal(t, []float32{0, 0, 1, 0}, fieldOf(s, 0, "standing"))
	heist.Score(s, 1, 9)
	assert.Equal(t, []float32{0, 0, 0, 0}, fieldOf(s, 0, "standing"), "9 points are no more than 9")
	assert.Equal(t, []float32{0, 1, 1, 0}, fieldOf(s, 1, "standing"))
	heist.Score(s, 0, 10)
	play(t, s, "execute own Job", "give up")
	assert.Equal(t, []float32{1, 1, 0, 0}, fieldOf(s, 0, "standing"), "one more, and the game is over")
}
