package rating_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/eval/rating"
)

func TestEloShare(t *testing.T) {
	assert.InDelta(t, 0.5, rating.EloShare(0, 1), 1e-15)
	assert.InDelta(t, 10./11, rating.EloShare(400, 1), 1e-15)
	assert.InDelta(t, 0.25, rating.EloShare(0, 3), 1e-15)
	assert.InDelta(t, 10./13, rating.EloShare(400, 3), 1e-15)
}
