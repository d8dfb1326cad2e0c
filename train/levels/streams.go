package levels

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeLevels env.Purpose = "levels" // arenas that choose and rate the levels of a run
)
