package eval_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/eval"
)

// All numbers are done once, and of several errors the one of the lowest number is told, however
// many goroutines there are.
func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 40} {
		var sum atomic.Int64
		assert.NoError(t, eval.Each(t.Context(), workers, 20, func(i int) error {
			sum.Add(int64(i))
			return nil
		}))
		assert.EqualValues(t, 190, sum.Load())
		third, eighth := errors.New("third"), errors.New("eighth")
		err := eval.Each(t.Context(), workers, 20, func(i int) error {
			switch i {
			case 3:
				return third
			case 8:
				return eighth
			}
			return nil
		})
		assert.ErrorIs(t, err, third)
		ctx, stop := context.WithCancel(t.Context())
		err = eval.Each(ctx, workers, 20, func(int) error {
			stop()
			return ctx.Err()
		})
		assert.ErrorIs(t, err, context.Canceled)
	}
}
