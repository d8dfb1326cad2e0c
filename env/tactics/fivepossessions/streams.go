package fivepossessions

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeForesee env.Purpose = "fivepossessions/foresee" // sampled hands of a forecast
)
