package simplex

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeSimplex env.Purpose = "eval/simplex" // perturbations against cycling
)
