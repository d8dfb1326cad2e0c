package decisions

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeBeside env.Purpose = "report/beside" // decisions of an agent that is asked beside another, by deal
)
