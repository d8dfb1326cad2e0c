package speed

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeBenchDeals env.Purpose = "bench/deal" // positions that a search is measured on

	purposeBenchDecisions env.Purpose = "bench/decision" // the search itself
)
