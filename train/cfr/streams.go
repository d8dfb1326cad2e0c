package cfr

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeSolve env.Purpose = "train/cfr" // samples of a solver
)
