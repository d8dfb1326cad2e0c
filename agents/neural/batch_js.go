package neural

import (
	"errors"
	"math"

	"ringer/models"
)

// A browser has no backend for graphs: every view is computed in plain Go.
const (
	smallBatch   = math.MaxInt
	largestBatch = math.MaxInt
)

func newBatcher(*models.Weights) (batcher, error) { return nil, errors.ErrUnsupported }
