package review_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/review"
)

// A game that was given up is reviewed as far as it went: its parts add up to what the adviser expects after the last
// decision, and nothing is luck that came after it.
func TestAGameThatWasGivenUp(t *testing.T) {
	c := ringer(t, "goofspiel")
	c.Worlds, c.Account, c.Confirm = 16, 32, 32
	whole := play(t, c, 3, -1, 0, nil)
	of := func(decisions int) (*review.Review, error) {
		record := *whole
		record.Returns, record.Steps = nil, nil
		for _, s := range whole.Steps {
			if s.Player == c.Seat {
				if decisions == 0 {
					break
				}
				decisions--
			}
			record.Steps = append(record.Steps, s)
		}
		return review.Of(context.Background(), c, &record)
	}
	_, err := of(1)
	require.ErrorIs(t, err, review.ErrUnfinished, "only who says so reviews a part")
	c.Partial = true
	_, err = of(0)
	require.ErrorIs(t, err, review.ErrNothing)
	for decisions := range 2 {
		r, err := of(decisions + 1)
		require.NoError(t, err)
		require.Len(t, r.Decisions, decisions+1)
		last := r.Decisions[decisions]
		assert.True(t, r.Partial)
		assert.Equal(t, last.Chosen.Chance.Chance, r.Result)
		assert.Zero(t, last.Luck)
		assert.InDelta(t, r.Result, r.Start.Chance-r.Errors.Chance-r.Unclear.Chance+r.Luck.Chance, 1e-9)
		if decisions == 0 {
			assert.InDelta(t, 0, r.Luck.High-r.Luck.Low, 1e-9, "nothing happened after the only decision")
		} else {
			assert.Greater(t, r.Luck.High-r.Luck.Low, last.Value.High-last.Value.Low, "where it ended is an estimate too")
		}
	}
	r, err := review.Of(context.Background(), c, whole)
	require.NoError(t, err)
	assert.False(t, r.Partial, "a game that is over is reviewed whole")
}
