package strategy

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeStrategy          env.Purpose = "answer"           // games against a strategy, by deal
	purposeStrategyIntervals env.Purpose = "answer/bootstrap" // resampled deals of a best response
)
