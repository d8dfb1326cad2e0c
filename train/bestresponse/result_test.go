package bestresponse

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/eval"
)

// A hole in one seat is found, whatever the responses of other seats lose.
func TestAHoleInOneSeatIsFound(t *testing.T) {
	r := Result{
		ResponseEstimate: eval.ResponseEstimate{NashConvLow: -.2, NashConvHigh: -.01, Gains: []eval.Gain{
			{Seat: 0, Gain: -.2, Low: -.3, High: -.1}, {Seat: 1, Gain: .1, Low: .05, High: .15},
		}},
		Chosen: []string{"greedy", "expert"},
	}
	assert.True(t, r.foundAny())
	r.Gains[1].Low = -.01
	assert.False(t, r.foundAny())
	r.Gains[1].Low, r.Chosen[1] = .05, Itself
	assert.False(t, r.foundAny())
}
